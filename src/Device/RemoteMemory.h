//===- RemoteMemory.h - Memory of a chip, by its server ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_REMOTEMEMORY_H
#define METAOBJ_DEVICE_REMOTEMEMORY_H

#include "Device/RpcClient.h"

#include <map>

namespace metaobj {

/// "tensor 'weight'"
std::string tensorText(const DeviceArgument &Argument);

/// Where the tensors of calls are. Constants stay, and what a call gives back
/// serves the next one.
class RemoteMemory {
public:
  explicit RemoteMemory(RpcClient &TheClient) : Client(TheClient) {}

  struct Room {
    uint64_t Address = 0, Bytes = 0;
    bool IsOwn = false; ///< Of this call, not of a constant.
  };

  /// A session has begun, and nothing of the one before is there any more.
  void begin();

  /// Whether the server copies as TVM v0.7 does. Known before the first copy.
  bool HasOldCopies = false;

  /// Memory for a tensor, with its elements if it is an input. Constants that
  /// are there and as they were are not sent again.
  llvm::Expected<Room> place(const DeviceArgument &Argument,
                             llvm::ArrayRef<uint8_t> Bytes);

  /// The call is over.
  void giveBack(llvm::ArrayRef<Room> Rooms);

  /// Frees what no call uses. Whether there was some.
  bool releaseSpare();
  bool releaseConstants();

  /// \p Job is for messages.
  llvm::Error copyTo(uint64_t Address, llvm::ArrayRef<uint8_t> Bytes,
                     const llvm::Twine &Job);
  llvm::Error copyFrom(uint64_t Address, llvm::MutableArrayRef<uint8_t> Into,
                       const llvm::Twine &Job);

  /// At any time, in all sessions.
  uint64_t mostUsedBytes() const { return MostUsedBytes; }

private:
  struct Constant {
    Room Where;
    uint64_t Hash; ///< Of the bytes that were sent.
  };

  llvm::Expected<uint64_t> allocate(uint64_t Bytes, DLDataType DType,
                                    const llvm::Twine &Job);
  void release(uint64_t Address, uint64_t Bytes);
  llvm::Expected<Room> room(uint64_t Bytes, uint64_t Most, DLDataType DType,
                            const llvm::Twine &Job);
  RpcRequest copyRequest(RpcCode Code, uint64_t Address, uint64_t Offset,
                         uint64_t Bytes) const;

  RpcClient &Client;
  // What follows is of the present session.
  /// By the address of their bytes here, and their number.
  std::map<std::pair<const void *, uint64_t>, Constant> Constants;
  /// Memory of earlier calls, by its size: a request less for the next one.
  std::multimap<uint64_t, uint64_t> Spare;
  uint64_t UsedBytes = 0, MostUsedBytes = 0;
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_REMOTEMEMORY_H

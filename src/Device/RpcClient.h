//===- RpcClient.h - Requests to the server of a firmware -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_RPCCLIENT_H
#define METAOBJ_DEVICE_RPCCLIENT_H

#include "Device/RpcChannel.h"
#include "Device/RpcValue.h"

namespace metaobj {

/// The requests of TVM's sessions. Errors name the chip, and the job that could
/// not be done.
class RpcClient {
public:
  RpcClient(RpcChannel TheChannel, const DeviceLimits &TheLimits)
      : Channel(std::move(TheChannel)), Limits(TheLimits) {}

  RpcChannel Channel;
  DeviceLimits Limits;
  /// The largest request of the present session; 0: not known yet.
  uint64_t PacketBytes = 0;

  /// An answer that no server gives. What it says later is not to be trusted.
  llvm::Error notRight(const llvm::Twine &Job);

  /// What to do about an exception of the server in runtime_crt.
  static llvm::StringRef hintOf(llvm::StringRef Text);

  /// \p AnswerBytes is what a long answer will have.
  llvm::Expected<RpcAnswer> request(RpcRequest &Request,
                                    std::chrono::milliseconds Limit,
                                    const llvm::Twine &Job,
                                    size_t AnswerBytes = 0);

  /// The same; the answer has no value.
  llvm::Error requestNothing(RpcRequest &Request, const llvm::Twine &Job);

  /// The same; the answer is a handle, or 0.
  llvm::Expected<uint64_t> requestHandle(RpcRequest &Request,
                                         const llvm::Twine &Job);

  /// Calls a function. The values of its result: the type's code, and the
  /// value.
  llvm::Expected<std::vector<RpcValue>> invoke(uint64_t Function,
                                               llvm::ArrayRef<RpcValue> Values,
                                               std::chrono::milliseconds Limit,
                                               const llvm::Twine &Job);

  /// The same; the result is a handle of type \p Wanted, or 0.
  llvm::Expected<uint64_t> invokeForHandle(uint64_t Function,
                                           llvm::ArrayRef<RpcValue> Values,
                                           TypeCode Wanted,
                                           const llvm::Twine &Job);

  /// A global function; 0: there is none.
  llvm::Expected<uint64_t> findGlobal(llvm::StringRef Name);
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_RPCCLIENT_H

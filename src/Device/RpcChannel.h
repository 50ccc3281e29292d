//===- RpcChannel.h - Requests to a program on a chip -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_RPCCHANNEL_H
#define METAOBJ_DEVICE_RPCCHANNEL_H

#include "Device/DeviceStream.h"

#include "metaobj/Device.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>

namespace metaobj {

/// Sessions over a stream (docs/rpc.md): one request, one answer. Packets and
/// sessions are those of runtime_crt, which have both roles.
class RpcChannel {
public:
  /// More than any answer that is asked for.
  static constexpr size_t LargestAnswer = 1 << 20;

  /// \p Where as connectRpc takes it. Its stream is opened when it is needed.
  RpcChannel(llvm::StringRef Where, const DeviceLimits &TheLimits,
             DiagnosticConsumer TheLog, DeviceWatch TheWatch);
  /// For a stream that is open.
  RpcChannel(llvm::StringRef Where, std::unique_ptr<DeviceStream> TheStream,
             const DeviceLimits &TheLimits, DiagnosticConsumer TheLog,
             DeviceWatch TheWatch);
  /// Ends the session: the chip frees what it has for it.
  ~RpcChannel();
  RpcChannel(RpcChannel &&) noexcept;
  RpcChannel &operator=(RpcChannel &&) = delete;

  /// For messages: "rpc:unix:/tmp/chip".
  llvm::StringRef name() const { return Name; }

  /// Whether there is a session, as far as this side knows.
  bool isOpen() const { return IsOpen; }

  /// Begins a session.
  llvm::Error open();

  /// There is no session any more, whatever the chip thinks.
  void abandon() {
    IsOpen = false;
    WhyLost = NoSession.str();
  }

  /// Sends a request; the bytes of its answer are valid until the next call.
  /// After an error there is no session. \p AnswerBytes is what a long answer
  /// will have.
  llvm::Expected<llvm::ArrayRef<uint8_t>>
  exchange(llvm::ArrayRef<uint8_t> Request, std::chrono::milliseconds Limit,
           const llvm::Twine &Job, size_t AnswerBytes = 0);

private:
  struct Parts;
  enum class Event { Begun, Ended, Message, TooLong, Damaged, Nothing };

  llvm::Expected<Event> next(Deadline Until, const llvm::Twine &Job);
  llvm::Error failed(const llvm::Twine &Subject, const llvm::Twine &Job,
                     const llvm::Twine &Hint = "");
  /// The error of a request without a session. The caller of an earlier one may
  /// have done without its answer: this tells why there is none.
  llvm::Error closed(const llvm::Twine &Job);
  llvm::Error restarted(const llvm::Twine &Job);
  llvm::Expected<bool> receive(Deadline Until, const llvm::Twine &Job);
  llvm::Error flush(Deadline Until, const llvm::Twine &Job);
  Deadline now() const;
  Deadline deadlineIn(std::chrono::milliseconds Limit) const {
    return now() + Limit;
  }
  Deadline untilWatch(Deadline Until) const;
  llvm::Error tell(uint64_t Bytes, const llvm::Twine &Job);
  llvm::Error hasEnded(const llvm::Twine &Job);
  void log(llvm::StringRef Text);

  std::string Where, Name;
  std::unique_ptr<DeviceStream> Stream;
  DeviceLimits Limits;
  DiagnosticConsumer Log;
  DeviceWatch Watch;
  std::unique_ptr<Parts> TheParts;
  bool IsOpen = false;
  /// What requests without a session say.
  static constexpr llvm::StringLiteral NoSession = "there is no session";
  std::string WhyLost = NoSession.str();
  /// What came since the last wait, and how much of it was read.
  std::string Input;
  size_t Read = 0;
  uint64_t NumReceived = 0, NumDamaged = 0, NumLines = 0;
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_RPCCHANNEL_H

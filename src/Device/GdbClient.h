//===- GdbClient.h - Requests of the GDB remote protocol --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_GDBCLIENT_H
#define METAOBJ_DEVICE_GDBCLIENT_H

#include "Device/DeviceSocket.h"
#include "Device/PacketReader.h"

#include "metaobj/Device.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

#include <optional>

namespace metaobj {

/// One connection: sends requests and finds their replies. A request that the
/// server did not get, or whose reply was lost or garbled, is sent again where
/// that changes nothing.
class GdbClient {
public:
  static llvm::Expected<std::unique_ptr<GdbClient>>
  connect(llvm::StringRef Where, const DeviceLimits &Limits);

  /// What may be done with a request without a right reply.
  enum class Repeat {
    Safe,  ///< Doing it twice is doing it once.
    Never, ///< It must not be done twice.
  };

  /// The reply to \p Payload. \p Job is for messages: "read 64 bytes at
  /// 0x2000". Replies that \p IsRight refuses are garbled.
  llvm::Expected<std::string>
  request(llvm::StringRef Payload, const llvm::Twine &Job,
          Repeat Again = Repeat::Safe,
          llvm::function_ref<bool(llvm::StringRef)> IsRight = nullptr);

  /// Requests that may be repeated, several of them on the way at a time.
  struct Series {
    size_t Count = 0;
    /// The payload of one of them.
    llvm::function_ref<std::string(size_t)> Make;
    /// Its reply; false: it is not the wanted one.
    llvm::function_ref<bool(size_t, llvm::StringRef)> Take;
    /// Called for each reply that was taken; false: nothing more is asked.
    llvm::function_ref<bool(size_t)> Tell;
  };

  /// False: what was taken may be wrong, and all of it is to be asked for by
  /// request(). Only then is it known which reply belongs to which request.
  llvm::Expected<bool> requestSeries(const Series &All, const llvm::Twine &Job);

  /// Sends \p Payload, which starts the program; event() is next.
  llvm::Error start(llvm::StringRef Payload, const llvm::Twine &Job);

  /// The next packet of a running program that is no console output; nullopt
  /// if none comes until \p Until.
  llvm::Expected<std::optional<std::string>> event(Deadline Until,
                                                   const llvm::Twine &Job);

  /// Stops the program.
  llvm::Error interrupt();

  /// No '+' and '-' from now on.
  void dropAcknowledgements() { HasAcks = false; }

  llvm::StringRef name() const { return Name; }

private:
  GdbClient(DeviceSocket TheSocket, llvm::StringRef Where,
            const DeviceLimits &TheLimits)
      : Socket(std::move(TheSocket)), Name(("gdb:" + Where).str()),
        Limits(TheLimits) {}

  /// What came of one attempt.
  enum class Attempt {
    Replied,
    Refused, ///< The server did not get it: not done.
    Garbled, ///< The reply is lost.
    Missing, ///< No reply.
  };
  llvm::Expected<Attempt> attempt(llvm::StringRef Frame, std::string &Reply,
                                  Deadline Until, const llvm::Twine &Job);
  llvm::Expected<PacketEvent> nextEvent(Deadline Until, const llvm::Twine &Job);
  llvm::Error send(llvm::StringRef Bytes, const llvm::Twine &Job);
  /// \p HasCopies: replies may have been sent twice.
  llvm::Error settle(const llvm::Twine &Job, bool HasCopies = false);
  llvm::Error gone(const llvm::Twine &Job) const;
  llvm::Error silent(const llvm::Twine &Job) const;

  DeviceSocket Socket;
  PacketReader Reader;
  std::string Name;
  DeviceLimits Limits;
  std::string Started; ///< The packet that started the program.
  bool HasAcks = true;
  /// Until a server has lost one of several requests.
  bool TakesSeries = true;
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_GDBCLIENT_H

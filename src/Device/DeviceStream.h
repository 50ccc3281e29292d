//===- DeviceStream.h - Bytes to and from a program on a chip ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_DEVICESTREAM_H
#define METAOBJ_DEVICE_DEVICESTREAM_H

#include "Device/DeviceSocket.h"

#include <memory>

namespace metaobj {

/// A connection, a serial line, or the standard streams of a process.
class DeviceStream {
public:
  using Outcome = DeviceSocket::Outcome;

  explicit DeviceStream(DeviceSocket TheSocket)
      : Socket(std::move(TheSocket)) {}
  virtual ~DeviceStream();

  Outcome send(llvm::StringRef Bytes, Deadline Until) {
    return sendSome(Bytes, Until);
  }
  /// \p Bytes become those that are left.
  virtual Outcome sendSome(llvm::StringRef &Bytes, Deadline Until) {
    return Socket.sendSome(Bytes, Until);
  }
  virtual Outcome receive(std::string &Into, Deadline Until) {
    return Socket.receive(Into, Until);
  }

  /// The clock of the deadlines.
  virtual Deadline now() const { return std::chrono::steady_clock::now(); }

  /// Who ended the stream: "the other side ended the connection".
  virtual std::string endText();

  /// How long so many bytes are on the way at most; 0: no time worth counting.
  virtual std::chrono::milliseconds timeOf(size_t Bytes) const;

protected:
  DeviceSocket Socket;
};

/// Refuses a \p Where (metaobj/Device.h) that names no kind of stream, or no
/// address of a server.
llvm::Error checkStream(llvm::StringRef Where);

/// What \p Where (metaobj/Device.h) names.
llvm::Expected<std::unique_ptr<DeviceStream>>
openStream(llvm::StringRef Where, std::chrono::milliseconds Limit);

} // namespace metaobj

#endif // METAOBJ_DEVICE_DEVICESTREAM_H

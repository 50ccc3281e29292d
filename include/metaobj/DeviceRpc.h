//===- metaobj/DeviceRpc.h - A chip whose program has a server --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of functions in a chip's program, by TVM's protocol for
/// microcontrollers (docs/rpc.md), v0.7 to v0.18. No debugger is needed, and
/// nothing is loaded. In the library metaobj::device.
///
/// What a chip answers is hostile input: wrong answers are errors, and every
/// wait has a limit.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICERPC_H
#define METAOBJ_DEVICERPC_H

#include "metaobj/DeviceSession.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace metaobj {

struct RpcConfig {
  /// Run is the limit of a call, Reply that of all other requests.
  DeviceLimits Limits;
  /// Receives each line of the chip's log as a note.
  DiagnosticConsumer Log;
  /// Each call of a function that only has tensors is followed by one that the
  /// timer of the chip measures (runtime.RPCTimeEvaluator, which calls it
  /// twice): DeviceResult::Cycles are nanoseconds then, of the counter "timer".
  /// Not for functions that change what they read.
  bool IsTimed = false;
  /// Hears of bytes on the line, and is asked every 10 ms during a wait. If it
  /// wants no more, the call is an error, and the next one begins another
  /// session. The chip itself is not stopped.
  DeviceWatch Watch = nullptr;
};

/// Begins a session with the server at \p Where:
///
///     serial:PATH, serial:PATH,BAUD   a serial line, 115200 baud
///     tcp:ADDRESS:PORT                as connectGdb takes it
///     unix:PATH                       a local socket
///     process:COMMAND                 standard input and output of a process,
///                                     words with quotes as in a shell, but no
///                                     other meaning
///
/// If the chip is restarted, or does not answer within a limit, the call is an
/// error, and the next one begins another session: memory on the chip that the
/// session had is free again. The process ends with the session.
llvm::Expected<std::unique_ptr<DeviceSession>>
connectRpc(llvm::StringRef Where, const RpcConfig &Config = {});

} // namespace metaobj

#endif // METAOBJ_DEVICERPC_H

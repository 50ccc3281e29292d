//===- metaobj/DeviceConnection.h - The way to a chip -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A device by the text that users name it with, alone or with operators. In
/// the library metaobj::device.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICECONNECTION_H
#define METAOBJ_DEVICECONNECTION_H

#include "metaobj/DeviceSession.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace metaobj {

/// Which device, and what to do with its memory.
struct DeviceConfig {
  /// "host", "gdb:HOST:PORT", "gdb:unix:PATH", "openocd:HOST:PORT", or "rpc:"
  /// and what connectRpc takes. The last one is for a firmware that has the
  /// operators: nothing is loaded, and only Limits and Watch count.
  std::string Via;
  /// Not for "host". nullopt: what the debugger tells of, if it tells of RAM.
  std::optional<MemoryMap> Memory;
  bool UseFlash = false;
  uint64_t WorkspaceBytes = 0; ///< As in DeviceProgram.
  uint64_t StackBytes = 0;     ///< 0: as MemoryMap says.
  bool Reset = false;          ///< Before anything else.
  /// Which processor behind the debugger, counted from 0. nullopt: the one that
  /// the debugger chooses.
  std::optional<unsigned> Core;
  DeviceLimits Limits;
  /// Where the linked program is put as a file, whose symbols debuggers read.
  /// Empty: nowhere.
  std::string ImagePath;
  /// Hears of the device while it works.
  DeviceWatch Watch;
};

/// Refuses a \p Via that has no form of those in DeviceConfig. Whether there is
/// such a device, only a connection shows.
llvm::Error checkDeviceName(llvm::StringRef Via);

/// Connects with the device that \p Via names, as in DeviceConfig. \p Memory is
/// that of a host's device. Without \p Machine: as connectGdb.
llvm::Expected<std::unique_ptr<LowLevelDevice>>
connectDevice(llvm::StringRef Via, std::optional<DeviceMachine> Machine,
              const MemoryMap &Memory, const DeviceLimits &Limits,
              std::optional<unsigned> Core = std::nullopt);

/// A device with operators.
struct OpenedDevice {
  std::unique_ptr<LowLevelDevice> Device; ///< nullptr by RPC.
  std::unique_ptr<DeviceSession> Session; ///< Ends before Device.
};

/// Connects with the device of \p Config, and links and loads \p Objects, which
/// tell its machine. \p Functions are those that will be called.
llvm::Expected<OpenedDevice> openDevice(const DeviceConfig &Config,
                                        llvm::ArrayRef<OperatorObject> Objects,
                                        llvm::ArrayRef<Function> Functions,
                                        const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_DEVICECONNECTION_H

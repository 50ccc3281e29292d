//===- OpenDevice.h - A device with a program -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_OPENDEVICE_H
#define METAOBJ_DEVICE_OPENDEVICE_H

#include "metaobj/DeviceJob.h"

namespace metaobj {

/// In front of what connectRpc takes.
inline constexpr llvm::StringLiteral RpcPrefix = "rpc:";

/// Connects as \p Via says, whatever DeviceJob::Via is; links and loads
/// \p Objects.
llvm::Expected<OpenedDevice> openDevice(llvm::StringRef Via,
                                        const DeviceJob &Job,
                                        llvm::ArrayRef<OperatorObject> Objects,
                                        llvm::ArrayRef<Function> Functions);

} // namespace metaobj

#endif // METAOBJ_DEVICE_OPENDEVICE_H

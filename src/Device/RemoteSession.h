//===- RemoteSession.h - Functions of a chip's program ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_REMOTESESSION_H
#define METAOBJ_DEVICE_REMOTESESSION_H

#include "Device/DeviceStream.h"

#include "metaobj/Device.h"

namespace metaobj {

/// As connectRpc, by a stream that is open.
llvm::Expected<std::unique_ptr<DeviceSession>>
connectRpc(llvm::StringRef Where, std::unique_ptr<DeviceStream> Stream,
           const RpcConfig &Config);

} // namespace metaobj

#endif // METAOBJ_DEVICE_REMOTESESSION_H

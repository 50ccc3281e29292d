//===- TaskFrame.h - A task and its arguments as bytes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TASKFRAME_H
#define METAOBJ_DEVICE_TASKFRAME_H

#include "Device/TaskLayout.h"
#include "metaobj/Device.h"

namespace metaobj {

/// An error if the device cannot have one of \p Arguments, or if functions of
/// \p Convention do not take it.
llvm::Error checkArguments(TaskLayout Layout,
                           llvm::ArrayRef<DeviceArgument> Arguments,
                           CallingConvention Convention);

/// The task that calls \p Function, with all that it points to but the bytes
/// of tensors, for \p Address. \p Places has an address for each argument,
/// which counts for tensors.
std::vector<uint8_t> taskFrame(TaskLayout Layout, uint64_t Function,
                               llvm::ArrayRef<DeviceArgument> Arguments,
                               llvm::ArrayRef<uint64_t> Places,
                               uint64_t Address);

/// The same for a call of \p Called by \p Function, tvm_crt_call_ffi. All of
/// \p Arguments are tensors.
std::vector<uint8_t> ffiTaskFrame(TaskLayout Layout, uint64_t Function,
                                  uint64_t Called,
                                  llvm::ArrayRef<DeviceArgument> Arguments,
                                  llvm::ArrayRef<uint64_t> Places,
                                  uint64_t Address);

/// The arguments of tvm_crt_call_unpacked for a call of \p Function.
std::vector<DeviceArgument>
unpackedArguments(uint64_t Function, llvm::ArrayRef<DeviceArgument> Arguments,
                  llvm::ArrayRef<uint64_t> Places);

/// What a function wrote into its task, \p Task. What it points to is read from
/// \p Device, and only from \p Regions.
llvm::Expected<DeviceValue> readTaskValue(LowLevelDevice &Device,
                                          llvm::ArrayRef<MemoryRegion> Regions,
                                          TaskLayout Layout,
                                          llvm::ArrayRef<uint8_t> Task);

} // namespace metaobj

#endif // METAOBJ_DEVICE_TASKFRAME_H

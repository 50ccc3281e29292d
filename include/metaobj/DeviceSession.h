//===- metaobj/DeviceSession.h - Operators on a chip ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Links operators to addresses of a device, loads them into its memory, and
/// calls them with tensors and other values. In the library metaobj::device.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICESESSION_H
#define METAOBJ_DEVICESESSION_H

#include "metaobj/Device.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <dlpack/dlpack.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

/// The machine of operators for \p TheTriple; an error if no device has it.
llvm::Expected<DeviceMachine> deviceMachineOf(const llvm::Triple &TheTriple);

/// Memory for operators of this machine, of a process of its own.
MemoryMap hostMemoryMap();

struct DeviceProgram {
  /// Paths of operator objects and archives, as for a linker.
  std::vector<std::string> Objects;
  /// Paths of objects of which only those are linked that something needs.
  std::vector<std::string> Library;
  /// Symbols that will be called. Whatever nothing refers to is left out.
  std::vector<std::string> Functions;
  /// Those of Functions that are CallingConvention::Unpacked: they take up to
  /// 16 pointers. Tensors become pointers to their elements.
  std::vector<std::string> Unpacked;
  /// The first writable region takes everything: stack, code, constants,
  /// variables, arguments. MemoryMap::StackBytes of 0 are 4 KiB, or an eighth
  /// of a smaller region.
  MemoryMap Memory;
  /// Code and constants go into the first region that is not writable.
  bool UseFlash = false;
  /// What operators take by TVMBackendAllocWorkspace. 0: an eighth of the
  /// region, up to 64 KiB.
  uint64_t WorkspaceBytes = 0;
  /// Where the linked ELF file is put; empty: nowhere.
  std::string ImagePath;
  DiagnosticConsumer Diagnostics;
};

/// A pointer that has a meaning on the device only.
struct DeviceHandle {
  uint64_t Address = 0;
  int32_t Code = 3; ///< TVM's type code; 3: kTVMOpaqueHandle.
};

/// What TVM calls bytes (TVMByteArray).
struct DeviceBytes {
  std::vector<uint8_t> Bytes;
};

/// A tensor that a function returned, copied to the host.
struct DeviceTensor {
  DLDataType DType = {};
  std::vector<int64_t> Shape;
  std::vector<uint8_t> Bytes;
};

/// A value of a call that is no tensor of the caller.
using DeviceValue =
    std::variant<std::nullptr_t, bool, int64_t, double, std::string,
                 DeviceBytes, DLDataType, DLDevice, DeviceHandle, DeviceTensor>;

struct DeviceArgument {
  /// In memory of this process, compact. nullptr: the argument is Value.
  DLTensor *Tensor = nullptr;
  bool IsOutput = false; ///< Of a tensor: read back after the call.
  /// The bytes of a tensor stay on the device for other calls, and are sent
  /// again only when they have changed.
  bool IsConstant = false;
  std::string Name; ///< For messages.
  /// No DeviceTensor. A bool becomes an integer, which all versions of TVM
  /// take.
  DeviceValue Value = nullptr;
};

struct DeviceResult {
  /// nullopt: the device has no counter that counts, or the count passed the
  /// counter's end.
  std::optional<uint64_t> Cycles;
  /// "DWT", "SysTick", "mcycle", "TSC"; empty: none.
  std::string Counter;
  /// What the function returned besides its outputs; nullptr: nothing.
  DeviceValue Value = nullptr;
};

/// What the memory of a device holds.
struct DeviceUse {
  uint64_t ProgramBytes = 0; ///< Sections of the linked program.
  uint64_t HeapBytes = 0;    ///< For arguments.
  uint64_t MostUsedBytes = 0;
  /// Bytes of programs that were written since open(), and bytes that were on
  /// the device already.
  uint64_t SentBytes = 0, KeptBytes = 0;
};

/// Where a part of a loaded program lies.
struct DevicePart {
  std::string Name;
  uint64_t Address = 0;
  uint64_t Bytes = 0;
};

/// What lies where.
struct DeviceLayout {
  std::vector<DevicePart> Sections;
  std::vector<DevicePart> Functions; ///< Those of DeviceProgram::Functions.
  DevicePart Stack, Heap;
};

/// A program of a session; open() loads program 0.
using DeviceModule = uint32_t;

/// A loaded program. The device must outlive it.
class DeviceSession {
public:
  /// Links, loads and compares what was loaded.
  static llvm::Expected<std::unique_ptr<DeviceSession>>
  open(LowLevelDevice &Device, DeviceMachine Machine,
       const DeviceProgram &Program);

  virtual ~DeviceSession();

  /// Calls the function \p Function of the program. Faults, time-outs
  /// and failures of the operator are errors with registers and the names of
  /// what addresses belong to; the session can go on after them.
  virtual llvm::Expected<DeviceResult>
  call(llvm::StringRef Function, llvm::ArrayRef<DeviceArgument> Arguments) = 0;

  /// Names of functions that can be called.
  virtual llvm::Expected<std::vector<std::string>> functions() = 0;

  /// Constants of earlier calls are sent again: their bytes may be others.
  virtual void forgetConstants() {}

  virtual DeviceUse use() const = 0;

  /// Empty for a program that others loaded.
  virtual DeviceLayout layout() const { return {}; }

  /// Loads one more program, linked with the symbols of those that are there,
  /// into memory that they leave. Names of functions are those of all programs:
  /// no two define the same. Memory and stack are those of program 0.
  virtual llvm::Expected<DeviceModule> load(const DeviceProgram &Program);

  /// Gives its memory back. An error if another program needs it; program 0
  /// stays.
  virtual llvm::Error unload(DeviceModule Module);

  /// Links it again, from the same address on, and writes what has changed. Its
  /// variables have their first values again. An error if it no longer fits, or
  /// if another program needs a symbol that has moved; the old one stays then.
  virtual llvm::Error reload(DeviceModule Module, const DeviceProgram &Program);
};

} // namespace metaobj

#endif // METAOBJ_DEVICESESSION_H

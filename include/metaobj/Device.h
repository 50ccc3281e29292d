//===- metaobj/Device.h - A chip behind a debugger --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory and execution of a bare-metal chip, from a host, and operators on it.
/// In the library metaobj::device. Three layers: a LowLevelDevice has memory
/// and runs code; a DeviceSession has operators, which it links, loads and
/// calls; openDevice() makes both by the text with which users name a device.
///
/// Every call that waits has a limit. What a debugger or a chip answers is
/// hostile input: wrong answers are errors.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_H
#define METAOBJ_DEVICE_H

#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <dlpack/dlpack.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

//===----------------------------------------------------------------------===//
// Memory and execution
//===----------------------------------------------------------------------===//

/// Whose registers and faults a device has.
enum class DeviceMachine {
  CortexM, ///< Arm, M profile.
  RiscV32,
  RiscV64,
  Host, ///< The processor that this program runs on.
};

/// How long to wait.
struct DeviceLimits {
  std::chrono::milliseconds Connect{5000};
  std::chrono::milliseconds Reply{5000}; ///< Of a debugger, for one request.
  std::chrono::milliseconds Run{30000};  ///< Until a breakpoint.
};

/// Memory that a device tells of itself.
struct DeviceArea {
  enum KindType { Ram, Rom, Flash };
  KindType Kind = Ram;
  uint64_t Address = 0;
  uint64_t Bytes = 0;
  uint64_t BlockBytes = 0; ///< What is erased at a time (Flash).
};

/// A call on the device: registers are set as its C compilers pass arguments.
struct DeviceCall {
  uint64_t Function = 0;
  llvm::ArrayRef<uint64_t> Arguments; ///< Up to two, of a register each.
  uint64_t StackTop = 0;
  uint64_t Return = 0; ///< The function returns to it; a breakpoint is there.
  uint64_t Fault = 0;  ///< Processors with a fault go there.
};

struct DeviceRegister {
  std::string Name;
  uint64_t Value = 0;
};

/// How a call ended.
struct DeviceStop {
  enum KindType {
    Returned,
    Faulted,   ///< At DeviceCall::Fault, or a signal of the processor.
    TimedOut,  ///< It was stopped at the limit.
    Elsewhere, ///< It stopped, but nobody asked for it.
  };
  KindType Kind = Returned;
  /// What happened, in words: "SIGSEGV", "bus error (CFSR 0x8200)".
  std::string Reason;
  uint64_t Place = 0; ///< Address of the instruction.
  std::vector<DeviceRegister> Registers;
};

/// Hears of \p Bytes that were read or written. Also called with 0, ten times a
/// second, while a program runs. If it returns false, nothing further is done.
using DeviceWatch = std::function<bool(uint64_t Bytes)>;

/// A device that is stopped except during execute().
class LowLevelDevice {
public:
  virtual ~LowLevelDevice();

  /// For messages: "gdb:localhost:1234".
  virtual llvm::StringRef name() const = 0;

  virtual llvm::Error read(uint64_t Address,
                           llvm::MutableArrayRef<uint8_t> Out) = 0;

  /// Flash that the device tells of is erased in whole blocks; their other
  /// bytes are kept.
  virtual llvm::Error write(uint64_t Address,
                            llvm::ArrayRef<uint8_t> Bytes) = 0;

  /// Runs until a breakpoint or DeviceLimits::Run. A program that does wrong is
  /// no error of the call.
  virtual llvm::Expected<DeviceStop> execute(const DeviceCall &Call) = 0;

  virtual llvm::Expected<std::vector<DeviceRegister>> registers() = 0;

  /// Memory that the device tells of; may be empty.
  virtual llvm::ArrayRef<DeviceArea> memoryMap() const = 0;

  /// Switches off the interrupts of the program that ran before: they would
  /// take the processor out of a call. execute() does it, too. True: some were
  /// on.
  virtual llvm::Expected<bool> stopInterrupts() { return false; }

  /// As after power on, stopped. An error if the device cannot do it.
  virtual llvm::Error reset() = 0;

  /// If the watch wants no more, the call that asked it is an error, and all
  /// calls of execute() after it are. A program that runs is stopped first.
  void setWatch(DeviceWatch TheWatch) {
    Watch = std::move(TheWatch);
    IsOver = false;
  }

protected:
  /// False: the watch wants no more, and the call ends with stopped().
  bool tell(uint64_t Bytes);
  llvm::Error stopped() const;

private:
  DeviceWatch Watch;
  bool IsOver = false; ///< The watch has said so.
};

/// Connects to a server of the GDB remote protocol. \p Where is "HOST:PORT",
/// with the number of an IPv4 address, of an IPv6 address in brackets, or
/// "localhost"; or "unix:PATH". Connects to nothing else. Without \p Machine,
/// it is what the debugger tells; if that tells none, the device has memory
/// only. \p Core counts the threads of the server from 0: calls run on that one
/// alone, if the server can do this. nullopt: the one that the server chooses.
llvm::Expected<std::unique_ptr<LowLevelDevice>>
connectGdb(llvm::StringRef Where, std::optional<DeviceMachine> Machine,
           const DeviceLimits &Limits = {},
           std::optional<unsigned> Core = std::nullopt);

/// Connects to OpenOCD's Tcl server (tcl_port), 0.10 and later, and stops the
/// processor. \p Where as connectGdb takes it; \p Core counts OpenOCD's
/// targets. Flash is not written.
llvm::Expected<std::unique_ptr<LowLevelDevice>>
connectOpenOcd(llvm::StringRef Where, std::optional<DeviceMachine> Machine,
               const DeviceLimits &Limits = {},
               std::optional<unsigned> Core = std::nullopt);

/// Memory of \p Bytes at \p Address in this process. Calls run in a process of
/// their own, so that a crash is their end only. Reads and writes outside of
/// the memory are errors. POSIX, x86-64 and AArch64.
llvm::Expected<std::unique_ptr<LowLevelDevice>>
createHostDevice(uint64_t Address, uint64_t Bytes,
                 const DeviceLimits &Limits = {});

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Firmware with a server
//===----------------------------------------------------------------------===//
//
// Calls of functions in a chip's program, by TVM's protocol for
// microcontrollers (docs/rpc.md), v0.7 to v0.18. No debugger is needed, and
// nothing is loaded.

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

//===----------------------------------------------------------------------===//
// Devices by name
//===----------------------------------------------------------------------===//

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

#endif // METAOBJ_DEVICE_H

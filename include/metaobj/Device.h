//===- metaobj/Device.h - A chip behind a debugger --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs single operators (the compiled functions of a neural network) on a
/// bare-metal chip, from this program, and reads and writes the chip's memory.
/// In the library metaobj::device. Three layers:
///
///   LowLevelDevice   a debugger's view of a chip: it has memory and runs code
///   DeviceSession    links operators for this memory, loads them, calls them
///   openDevice()     makes both from the text by which users name a device
///
///     DeviceConfig Config;
///     Config.Via = "gdb:localhost:3333";
///     Expected<OpenedDevice> Opened =
///         openDevice(Config, TheModel.Objects, TheModel.Functions, Handler);
///     if (!Opened)
///       return Opened.takeError();
///     Expected<DeviceResult> Done =
///         Opened->Session->call("fused_add", Arguments);
///
/// "The device" is the chip, or the process in place of it. Addresses are those
/// of the device, sizes are in bytes.
///
/// Faults are errors (metaobj/Diagnostic.h). Every call that waits has a limit.
/// What a debugger or a chip answers is hostile input: wrong answers are
/// errors. One thread at a time may use a device and its session.
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

/// The kind of processor: its registers, its faults, how it is called.
enum class DeviceMachine {
  CortexM, ///< Arm, M profile.
  RiscV32,
  RiscV64,
  Host, ///< The processor that this program runs on.
};

/// How long to wait before it is an error.
struct DeviceLimits {
  std::chrono::milliseconds Connect{5000};
  std::chrono::milliseconds Reply{5000}; ///< Of a debugger, for one request.
  std::chrono::milliseconds Run{30000};  ///< Until a call has returned.
};

/// A memory of a device, if its debugger lists them.
struct DeviceArea {
  enum KindType { Ram, Rom, Flash };
  KindType Kind = Ram;
  uint64_t Address = 0;
  uint64_t Bytes = 0;
  uint64_t BlockBytes = 0; ///< Of a Flash: what is erased at a time.
};

/// A call of code that is in the device's memory. Registers are set as its C
/// compilers pass arguments.
struct DeviceCall {
  uint64_t Function = 0;              ///< Its address.
  llvm::ArrayRef<uint64_t> Arguments; ///< Up to two, of a register each.
  uint64_t StackTop = 0;              ///< The stack grows down from here.
  /// The function returns to this address, where a breakpoint is.
  uint64_t Return = 0;
  /// Where the program's handler of faults is: a breakpoint is there, too.
  uint64_t Fault = 0;
};

struct DeviceRegister {
  std::string Name;
  uint64_t Value = 0;
};

/// How a call ended.
struct DeviceStop {
  enum KindType {
    Returned,
    Faulted,   ///< At DeviceCall::Fault, or the debugger tells of a signal.
    TimedOut,  ///< Stopped after DeviceLimits::Run.
    Elsewhere, ///< Somewhere else, at a breakpoint of the program for example.
  };
  KindType Kind = Returned;
  /// What happened, in words: "SIGSEGV", "bus error (CFSR 0x8200)".
  std::string Reason;
  uint64_t Place = 0; ///< Address of the instruction at which it is.
  std::vector<DeviceRegister> Registers;
};

/// For progress, and to give up: called with the number of \p Bytes that were
/// read or written since the last call, and with 0 ten times a second while a
/// program runs. If it returns false, the work ends with an error.
using DeviceWatch = std::function<bool(uint64_t Bytes)>;

/// A device that is stopped except during execute().
class LowLevelDevice {
public:
  virtual ~LowLevelDevice();

  /// For messages: "gdb:localhost:1234".
  virtual llvm::StringRef name() const = 0;

  /// Fills all of \p Out.
  virtual llvm::Error read(uint64_t Address,
                           llvm::MutableArrayRef<uint8_t> Out) = 0;

  /// Flash of memoryMap() is erased in whole blocks; their other bytes are
  /// kept.
  virtual llvm::Error write(uint64_t Address,
                            llvm::ArrayRef<uint8_t> Bytes) = 0;

  /// Runs until the function returns, or something else stops it. A crash of
  /// the program is a result (DeviceStop); an error is a fault of the debugger.
  virtual llvm::Expected<DeviceStop> execute(const DeviceCall &Call) = 0;

  /// Their values now.
  virtual llvm::Expected<std::vector<DeviceRegister>> registers() = 0;

  /// The memories that the debugger lists; empty if it lists none.
  virtual llvm::ArrayRef<DeviceArea> memoryMap() const = 0;

  /// Switches off the interrupts of the program that ran before, which would
  /// take the processor out of a call. execute() does it, too. Returns whether
  /// some were on.
  virtual llvm::Expected<bool> stopInterrupts() { return false; }

  /// Brings the chip to its state after power on, stopped. An error if the
  /// debugger cannot do it.
  virtual llvm::Error reset() = 0;

  /// \p TheWatch is called until it is replaced. Once it has returned false,
  /// the call that asked it and all later calls of execute() are errors. A
  /// program that runs is stopped first.
  void setWatch(DeviceWatch TheWatch) {
    Watch = std::move(TheWatch);
    IsOver = false;
  }

protected:
  // For implementations. False: the watch has given up, and the call ends with
  // the error stopped().
  bool tell(uint64_t Bytes);
  llvm::Error stopped() const;

private:
  DeviceWatch Watch;
  bool IsOver = false; ///< The watch has said so.
};

/// Connects to a server of the GDB remote protocol. \p Where is "HOST:PORT",
/// with the number of an IPv4 address, of an IPv6 address in brackets, or
/// "localhost"; or "unix:PATH". Names of hosts are never looked up. \p Machine
/// is the kind of processor; nullopt: what the debugger tells. If it does not
/// tell it, the device can read and write memory, but execute() is an error. \p
/// Core counts the threads of the server from 0: calls run on that one alone,
/// if the server can do this. nullopt: the one that the server chooses.
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

/// A device without a chip: memory of \p Bytes at \p Address in this process,
/// whose processor runs the calls. Each call runs in a child process, so that a
/// crash only ends the call. Reads and writes outside of the memory are errors.
/// Only for POSIX, on x86-64 and AArch64.
llvm::Expected<std::unique_ptr<LowLevelDevice>>
createHostDevice(uint64_t Address, uint64_t Bytes,
                 const DeviceLimits &Limits = {});

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The kind of processor for operators of \p TheTriple; an error if it is none
/// of DeviceMachine.
llvm::Expected<DeviceMachine> deviceMachineOf(const llvm::Triple &TheTriple);

/// The memory that "host" has by default.
MemoryMap hostMemoryMap();

/// Operators to link and load.
struct DeviceProgram {
  /// Paths of operator objects and archives, as for a linker.
  std::vector<std::string> Objects;
  /// Paths of objects of which only those are linked that something needs.
  std::vector<std::string> Library;
  /// Symbols that will be called. What none of them needs is not loaded.
  std::vector<std::string> Functions;
  /// Those of Functions that are CallingConvention::Unpacked
  /// (metaobj/Model.h): they take up to 16 pointers. Tensors become pointers to
  /// their elements.
  std::vector<std::string> Unpacked;
  /// Names of operators that are CallingConvention::Ffi: those of TVM v0.22 and
  /// later, which take tensors only.
  std::vector<std::string> Ffi;
  /// Where stack, code, constants, variables and arguments of calls lie: in the
  /// first writable region, unless MemoryMap::Places names others. Only
  /// UseFlash writes regions that are not writable. MemoryMap::StackBytes of 0
  /// mean 4 KiB, or an eighth of the stack's region if that is less.
  MemoryMap Memory;
  /// Write code and constants to flash: to the first region that is not
  /// writable, unless MemoryMap::Places names another.
  bool UseFlash = false;
  /// Scratch memory, which operators take by TVMBackendAllocWorkspace. 0: an
  /// eighth of the region, up to 64 KiB.
  uint64_t WorkspaceBytes = 0;
  /// Path to write the linked ELF file to, for debuggers; empty: none.
  std::string ImagePath;
  /// Receives warnings and notes; empty: they are dropped.
  DiagnosticConsumer Diagnostics;
};

/// A pointer that only the device can follow.
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

/// An argument of a call: a tensor, or Value.
struct DeviceArgument {
  /// In memory of this process, which lives until the call has returned, and
  /// without gaps between its elements. nullptr: the argument is Value.
  DLTensor *Tensor = nullptr;
  bool IsOutput = false; ///< The tensor is read back after the call.
  /// The tensor's bytes stay on the device for later calls, and are sent again
  /// only when they have changed.
  bool IsConstant = false;
  std::string Name; ///< For messages.
  /// Every type but DeviceTensor. A bool becomes an integer, which all versions
  /// of TVM take.
  DeviceValue Value = nullptr;
};

/// What a call gave.
struct DeviceResult {
  /// Time of the call in ticks of Counter. nullopt: the device has no counter,
  /// or the count passed the counter's end.
  std::optional<uint64_t> Cycles;
  /// "DWT", "SysTick", "mcycle", "TSC"; empty: none.
  std::string Counter;
  /// What the function returned besides its outputs; nullptr: nothing.
  DeviceValue Value = nullptr;
  /// Of DeviceProgram::Ffi: the most bytes that it took by
  /// TVMBackendAllocWorkspace at a time, rounded up to FfiTensorAlignment.
  std::optional<uint64_t> WorkspaceBytes;
};

/// How much of a device's memory is used.
struct DeviceUse {
  uint64_t ProgramBytes = 0;  ///< Sections of the linked program.
  uint64_t HeapBytes = 0;     ///< All that is left for arguments of calls.
  uint64_t MostUsedBytes = 0; ///< The most of it that calls have taken.
  /// Bytes of programs that were written since open(), and those that were not
  /// written because the device had them already.
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

/// The number of a program in a session; open() loads program 0.
using DeviceModule = uint32_t;

/// The programs that are loaded on a device. The device must outlive it.
class DeviceSession {
public:
  /// Links \p Program, loads it, and reads back what was written.
  static llvm::Expected<std::unique_ptr<DeviceSession>>
  open(LowLevelDevice &Device, DeviceMachine Machine,
       const DeviceProgram &Program);

  virtual ~DeviceSession();

  /// Calls \p Function of any loaded program. Faults, time-outs and failures of
  /// the operator are errors whose details are the registers and the names of
  /// functions and variables at these addresses; more calls may follow.
  virtual llvm::Expected<DeviceResult>
  call(llvm::StringRef Function, llvm::ArrayRef<DeviceArgument> Arguments) = 0;

  /// Names of functions that can be called.
  virtual llvm::Expected<std::vector<std::string>> functions() = 0;

  /// The next calls send all constants again, because memory of this process
  /// with the address of an old one may have other bytes now.
  virtual void forgetConstants() {}

  virtual DeviceUse use() const = 0;

  /// Empty for a firmware that was there already (connectRpc).
  virtual DeviceLayout layout() const { return {}; }

  /// Loads one more program into memory that the others leave. It may refer to
  /// their symbols; a function that one of them defines already is an error.
  /// Memory and stack are those of program 0. connectRpc: an error, as the next
  /// two.
  virtual llvm::Expected<DeviceModule> load(const DeviceProgram &Program);

  /// Gives the memory of \p Module back. An error if another program refers to
  /// it, or for program 0.
  virtual llvm::Error unload(DeviceModule Module);

  /// Replaces \p Module: links \p Program to the same address and writes what
  /// has changed. Its variables have their initial values again. An error if it
  /// no longer fits, or if another program refers to a symbol that has moved;
  /// the old one stays then.
  virtual llvm::Error reload(DeviceModule Module, const DeviceProgram &Program);
};

//===----------------------------------------------------------------------===//
// Firmware with a server
//===----------------------------------------------------------------------===//
//
// Calls of functions in the program that a chip runs, its firmware, which has a
// server of TVM's protocol for microcontrollers (docs/rpc.md), v0.7 to v0.18.
// No debugger is needed, and nothing is loaded.

/// How to talk to the server.
struct RpcConfig {
  /// DeviceLimits::Run is the limit of a call, Reply that of other requests.
  DeviceLimits Limits;
  /// Receives each line of the chip's log as a note.
  DiagnosticConsumer Log;
  /// Each call of a function that only has tensors is followed by one that the
  /// timer of the chip measures (runtime.RPCTimeEvaluator, which calls it
  /// twice): DeviceResult::Cycles are nanoseconds then, of the counter "timer".
  /// Not for functions that change what they read.
  bool IsTimed = false;
  /// Called with the bytes on the line, and with 0 every 10 ms during a wait.
  /// If it returns false, the call is an error, and the next one begins another
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

/// Which device, and what may be done with its memory.
struct DeviceConfig {
  /// "host", "gdb:HOST:PORT", "gdb:unix:PATH", "openocd:HOST:PORT", or "rpc:"
  /// and what connectRpc takes. The last one is for a firmware that has the
  /// operators: nothing is loaded, and only Limits and Watch count.
  std::string Via;
  /// Not for "host". nullopt: LowLevelDevice::memoryMap, an error if that has
  /// no RAM.
  std::optional<MemoryMap> Memory;
  bool UseFlash = false;       ///< As in DeviceProgram.
  uint64_t WorkspaceBytes = 0; ///< As in DeviceProgram.
  uint64_t StackBytes = 0;     ///< 0: as MemoryMap says.
  bool Reset = false;          ///< Reset the chip before anything else.
  /// Which processor behind the debugger, counted from 0. nullopt: the one that
  /// the debugger chooses.
  std::optional<unsigned> Core;
  DeviceLimits Limits;
  std::string ImagePath; ///< As in DeviceProgram.
  DeviceWatch Watch;
};

/// An error if \p Via has none of the forms in DeviceConfig. Connects to
/// nothing.
llvm::Error checkDeviceName(llvm::StringRef Via);

/// Connects to the device that \p Via names, as in DeviceConfig but "rpc:".
/// \p Memory is the memory that "host" gets; others have their own. \p Machine
/// as connectGdb takes it.
llvm::Expected<std::unique_ptr<LowLevelDevice>>
connectDevice(llvm::StringRef Via, std::optional<DeviceMachine> Machine,
              const MemoryMap &Memory, const DeviceLimits &Limits,
              std::optional<unsigned> Core = std::nullopt);

/// A device with operators.
struct OpenedDevice {
  std::unique_ptr<LowLevelDevice> Device; ///< nullptr with "rpc:".
  std::unique_ptr<DeviceSession> Session; ///< Ends before Device.
};

/// Connects to the device of \p Config, and links and loads \p Objects, whose
/// target tells the kind of processor. \p Functions are those that will be
/// called.
llvm::Expected<OpenedDevice> openDevice(const DeviceConfig &Config,
                                        llvm::ArrayRef<OperatorObject> Objects,
                                        llvm::ArrayRef<Function> Functions,
                                        const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_DEVICE_H

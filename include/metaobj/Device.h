//===- metaobj/Device.h - A chip behind a debugger --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory and execution of a bare-metal chip, from a host. In the library
/// metaobj::device.
///
/// Every call that waits has a limit. What a debugger answers is hostile input:
/// wrong answers are errors.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_H
#define METAOBJ_DEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

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

} // namespace metaobj

#endif // METAOBJ_DEVICE_H

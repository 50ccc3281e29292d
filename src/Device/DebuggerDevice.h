//===- DebuggerDevice.h - Calls behind any debugger -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_DEBUGGERDEVICE_H
#define METAOBJ_DEVICE_DEBUGGERDEVICE_H

#include "Device/MachineFacts.h"

namespace metaobj {

/// "0x20000000"
std::string atAddress(uint64_t Address);

/// "read 4 bytes at 0x20000000"
std::string bytesAt(llvm::StringRef Verb, uint64_t Count, uint64_t Address);

/// A device whose debugger has registers and breakpoints: how to call a
/// function, and what a fault was.
class DebuggerDevice : public LowLevelDevice {
public:
  llvm::Expected<DeviceStop> execute(const DeviceCall &Call) override;
  llvm::Expected<std::vector<DeviceRegister>> registers() override;
  llvm::Expected<bool> stopInterrupts() override;

protected:
  /// nullopt: meets() tells.
  DebuggerDevice(std::optional<DeviceMachine> TheMachine,
                 const DeviceLimits &TheLimits)
      : Limits(TheLimits), Facts(&factsOf(TheMachine)), Machine(TheMachine) {}

  /// The debugger has told that it has \p Found: an error if another one was
  /// wanted.
  llvm::Error meets(DeviceMachine Found);

  /// A register by a name of MachineFacts, or of the machine's manual.
  virtual llvm::Expected<uint64_t> readRegister(llvm::StringRef Name) = 0;
  virtual llvm::Error writeRegister(llvm::StringRef Name, uint64_t Value) = 0;

  /// In memory that cannot be written the hardware compares addresses: \p Kind
  /// is what clearBreakpoint() needs to know.
  virtual llvm::Error setBreakpoint(uint64_t Address, char &Kind) = 0;
  virtual llvm::Error clearBreakpoint(uint64_t Address, char Kind) = 0;

  /// Until the processor stands. False: it had to be stopped.
  virtual llvm::Expected<bool> run() = 0;

  /// The device is as after power on.
  void wasReset() { AreInterruptsOff = false; }

  bool isArm() const { return Machine == DeviceMachine::CortexM; }

  DeviceLimits Limits;
  const MachineFacts *Facts; ///< Without registers while nobody told.

private:
  llvm::Error enter(const DeviceCall &Call);
  llvm::Expected<DeviceStop> describeStop(const DeviceCall &Call,
                                          bool IsInTime);
  llvm::Expected<uint32_t> readWord(uint64_t Address);
  llvm::Error writeWord(uint64_t Address, uint32_t Value);
  llvm::Expected<bool> stopArmInterrupts();
  llvm::Expected<bool> stopRiscVInterrupts();
  llvm::Error describeArmFault(DeviceStop &Stop);
  llvm::Error describeRiscVFault(DeviceStop &Stop);

  std::optional<DeviceMachine> Machine;
  bool AreInterruptsOff = false;
  /// How the last fault is left: to the main stack, without floating-point
  /// registers.
  uint32_t ExceptionReturn = 0xfffffff9;
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_DEBUGGERDEVICE_H

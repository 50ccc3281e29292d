//===- DebuggerDevice.cpp - Calls behind any debugger ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DebuggerDevice.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

LowLevelDevice::~LowLevelDevice() = default;

bool LowLevelDevice::tell(uint64_t Bytes) {
  IsOver |= Watch && !IsOver && !Watch(Bytes);
  return !IsOver;
}

Error LowLevelDevice::stopped() const {
  return inputError(name(), "stopped, as was asked for",
                    "the device stands; what its memory holds is not known");
}

static constexpr uint64_t CpuidAddress = 0xe000ed00, CfsrAddress = 0xe000ed28,
                          HfsrAddress = 0xe000ed2c, MmfarAddress = 0xe000ed34,
                          BfarAddress = 0xe000ed38;
static constexpr uint32_t ThumbBit = 1 << 24, ExceptionMask = 0x1ff;

static constexpr uint64_t IctrAddress = 0xe000e004, SystCsrAddress = 0xe000e010,
                          NvicIserAddress = 0xe000e100,
                          NvicIcerAddress = 0xe000e180,
                          NvicIcprAddress = 0xe000e280,
                          IcsrAddress = 0xe000ed04;
static constexpr uint32_t SystTickInt = 1 << 1;
/// Of PendSV and SysTick.
static constexpr uint32_t IcsrClearPending = 1 << 27 | 1 << 25;

std::string metaobj::atAddress(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

std::string metaobj::bytesAt(StringRef Verb, uint64_t Count, uint64_t Address) {
  return (Verb + " " + plural(Count, "byte") + " at " + atAddress(Address))
      .str();
}

Error DebuggerDevice::meets(DeviceMachine Found) {
  if (Machine && *Machine != Found)
    return inputError(name(),
                      "has a processor " + quoted(machineName(Found)) +
                          "; the operators are for " +
                          quoted(machineName(*Machine)),
                      "is it the debugger of another chip");
  Machine = Found;
  Facts = &factsOf(Machine);
  return Error::success();
}

Expected<std::vector<DeviceRegister>> DebuggerDevice::registers() {
  std::vector<DeviceRegister> Result;
  for (const KnownRegister &Register : Facts->Registers) {
    Expected<uint64_t> Value = readRegister(Register.Name);
    if (!Value)
      return Value.takeError();
    Result.push_back({Register.Name.str(), *Value});
  }
  return Result;
}

/// Sets the registers of the call.
Error DebuggerDevice::enter(const DeviceCall &Call) {
  std::vector<std::pair<StringRef, uint64_t>> Values;
  uint64_t Thumb = isArm() ? 1 : 0;
  for (size_t I = 0; I < Call.Arguments.size() && I < 2; ++I)
    Values.emplace_back(Facts->Arguments[I], Call.Arguments[I]);
  Values.emplace_back(Facts->Stack, Call.StackTop);
  Values.emplace_back(Facts->Link, Call.Return | Thumb);
  Values.emplace_back(Facts->Counter, Call.Function & ~Thumb);
  if (isArm()) {
    Expected<uint64_t> Status = readRegister("xpsr");
    if (!Status)
      return Status.takeError();
    if (*Status & ExceptionMask) {
      // Another fault in the handler of a fault would lock the processor: the
      // call begins with a return from the exception, whose registers come
      // from the stack.
      uint32_t Frame[8] = {};
      for (size_t I = 0; I < Call.Arguments.size() && I < 2; ++I)
        Frame[I] = static_cast<uint32_t>(Call.Arguments[I]);
      Frame[5] = static_cast<uint32_t>(Call.Return | 1);
      Frame[6] = static_cast<uint32_t>(Call.Function & ~uint64_t(1));
      Frame[7] = ThumbBit;
      uint8_t Bytes[sizeof(Frame)];
      for (size_t I = 0; I < 8; ++I)
        support::endian::write32le(Bytes + 4 * I, Frame[I]);
      uint64_t Place = Call.StackTop - sizeof(Frame);
      if (Error E = write(Place, Bytes))
        return E;
      Values = {{Facts->Stack, Place},
                {Facts->Link, ExceptionReturn},
                {Facts->Counter, Call.Fault + 2}};
    }
    // Without this bit the first instruction is a fault.
    Values.emplace_back("xpsr", ThumbBit);
  }
  for (auto [Name, Value] : Values)
    if (Error E = writeRegister(Name, Value))
      return E;
  return Error::success();
}

Expected<uint32_t> DebuggerDevice::readWord(uint64_t Address) {
  uint8_t Bytes[4];
  if (Error E = read(Address, Bytes))
    return E;
  return support::endian::read32le(Bytes);
}

Error DebuggerDevice::writeWord(uint64_t Address, uint32_t Value) {
  uint8_t Bytes[4];
  support::endian::write32le(Bytes, Value);
  return write(Address, Bytes);
}

/// All that can interrupt but faults, which calls need: the interrupts of the
/// chip, SysTick, and PendSV. QEMU's debugger does not write these addresses,
/// and few debuggers know PRIMASK, which the first instruction of tasks.c sets
/// again.
Expected<bool> DebuggerDevice::stopArmInterrupts() {
  // Armv6-M has 32 interrupts, and reads 0 for their number.
  Expected<uint32_t> Type = readWord(IctrAddress);
  if (!Type)
    return Type.takeError();
  bool WereOn = false;
  for (uint64_t I = 0; I <= (*Type & 0xf); ++I) {
    Expected<uint32_t> Enabled = readWord(NvicIserAddress + 4 * I);
    if (!Enabled)
      return Enabled.takeError();
    WereOn |= *Enabled != 0;
    for (uint64_t Clear : {NvicIcerAddress, NvicIcprAddress})
      if (Error E = writeWord(Clear + 4 * I, UINT32_MAX))
        return E;
  }
  Expected<uint32_t> Timer = readWord(SystCsrAddress);
  if (!Timer)
    return Timer.takeError();
  if (*Timer & SystTickInt) {
    WereOn = true;
    if (Error E = writeWord(SystCsrAddress, *Timer & ~SystTickInt))
      return E;
  }
  if (Error E = writeWord(IcsrAddress, IcsrClearPending))
    return E;
  consumeError(writeRegister("primask", 1));
  return WereOn;
}

/// Debuggers that do not have these registers leave it to tasks.c, whose first
/// instructions do the same.
Expected<bool> DebuggerDevice::stopRiscVInterrupts() {
  constexpr uint64_t Mie = 1 << 3;
  Expected<uint64_t> Status = readRegister("mstatus");
  Expected<uint64_t> Enabled = readRegister("mie");
  if (!Status || !Enabled) {
    consumeError(Status.takeError());
    consumeError(Enabled.takeError());
    return false;
  }
  consumeError(writeRegister("mie", 0));
  consumeError(writeRegister("mstatus", *Status & ~Mie));
  return *Enabled != 0;
}

Expected<bool> DebuggerDevice::stopInterrupts() {
  if (AreInterruptsOff || !Machine)
    return false;
  Expected<bool> WereOn = isArm() ? stopArmInterrupts() : stopRiscVInterrupts();
  AreInterruptsOff = static_cast<bool>(WereOn);
  return WereOn;
}

Error DebuggerDevice::describeArmFault(DeviceStop &Stop) {
  auto Set = [&Stop](StringRef Name, uint64_t Value) {
    auto Found =
        find_if(Stop.Registers, [Name](const DeviceRegister &Register) {
          return Register.Name == Name;
        });
    if (Found == Stop.Registers.end())
      Stop.Registers.push_back({Name.str(), Value});
    else
      Found->Value = Value;
  };
  auto Get = [&Stop](StringRef Name) -> uint64_t {
    for (const DeviceRegister &TheDeviceRegister : Stop.Registers)
      if (TheDeviceRegister.Name == Name)
        return TheDeviceRegister.Value;
    return 0;
  };
  Stop.Reason = "hard fault";
  uint64_t Link = Get("lr");
  if (Link >> 28 == 0xf)
    ExceptionReturn = static_cast<uint32_t>(Link) | 0x10;
  // The processor put these on the stack, if there is one.
  Stop.Place = 0;
  uint8_t Frame[32];
  if (Error E = read(Get("sp"), Frame))
    consumeError(std::move(E));
  else {
    static constexpr StringLiteral Names[] = {"r0",  "r1", "r2", "r3",
                                              "r12", "lr", "pc", "xpsr"};
    for (size_t I = 0; I < std::size(Names); ++I)
      Set(Names[I], support::endian::read32le(Frame + 4 * I));
    Stop.Place = Get("pc");
    Set("sp", Get("sp") + sizeof(Frame));
  }
  Expected<uint32_t> Cpu = readWord(CpuidAddress);
  if (!Cpu)
    return Cpu.takeError();
  // Armv6-M has no such registers.
  if ((*Cpu >> 16 & 0xf) != 0xf)
    return Error::success();
  Expected<uint32_t> Cfsr = readWord(CfsrAddress);
  if (!Cfsr)
    return Cfsr.takeError();
  Expected<uint32_t> Hfsr = readWord(HfsrAddress);
  if (!Hfsr)
    return Hfsr.takeError();
  Stop.Reason = armFaultText(*Cfsr, *Hfsr);
  Set("CFSR", *Cfsr);
  Set("HFSR", *Hfsr);
  struct FaultAddress {
    unsigned Bit;
    uint64_t Address;
    StringLiteral Name;
  };
  for (auto [Bit, Address, Name] : {FaultAddress{7, MmfarAddress, "MMFAR"},
                                    FaultAddress{15, BfarAddress, "BFAR"}}) {
    if (!(*Cfsr >> Bit & 1))
      continue;
    Expected<uint32_t> Value = readWord(Address);
    if (!Value)
      return Value.takeError();
    Set(Name, *Value);
    Stop.Reason += " (address " + atAddress(*Value) + ")";
  }
  return Error::success();
}

Error DebuggerDevice::describeRiscVFault(DeviceStop &Stop) {
  Stop.Reason = "trap";
  for (StringRef Name : {"mcause", "mepc", "mtval"}) {
    // Some debuggers do not have them.
    Expected<uint64_t> Value = readRegister(Name);
    if (!Value) {
      consumeError(Value.takeError());
      continue;
    }
    Stop.Registers.push_back({Name.str(), *Value});
    if (Name == "mcause")
      Stop.Reason = riscVFaultText(*Value);
    if (Name == "mepc")
      Stop.Place = *Value;
    if (Name == "mtval" && *Value != 0)
      Stop.Reason += " (value " + atAddress(*Value) + ")";
  }
  return Error::success();
}

Expected<DeviceStop> DebuggerDevice::describeStop(const DeviceCall &Call,
                                                  bool IsInTime) {
  DeviceStop Stop;
  Expected<uint64_t> Place = readRegister(Facts->Counter);
  if (!Place)
    return Place.takeError();
  Stop.Place = *Place & (isArm() ? ~uint64_t(1) : ~uint64_t(0));
  if (Stop.Place == Call.Return)
    return Stop;
  Expected<std::vector<DeviceRegister>> Registers = registers();
  if (!Registers)
    return Registers.takeError();
  Stop.Registers = std::move(*Registers);
  bool IsException = isArm() && Stop.Registers.back().Value & ExceptionMask;
  if (Stop.Place == Call.Fault || IsException) {
    Stop.Kind = DeviceStop::Faulted;
    if (Error E = isArm() ? describeArmFault(Stop) : describeRiscVFault(Stop))
      return E;
    return Stop;
  }
  Stop.Kind = IsInTime ? DeviceStop::Elsewhere : DeviceStop::TimedOut;
  Stop.Reason =
      IsInTime ? "stopped for no known reason"
               : "no end within " + std::to_string(Limits.Run.count()) + " ms";
  return Stop;
}

Expected<DeviceStop> DebuggerDevice::execute(const DeviceCall &Call) {
  if (Expected<bool> WereOn = stopInterrupts(); !WereOn)
    return WereOn.takeError();
  if (Error E = enter(Call))
    return E;
  char ReturnKind, FaultKind;
  if (Error E = setBreakpoint(Call.Return, ReturnKind))
    return E;
  if (Error E = setBreakpoint(Call.Fault, FaultKind))
    return E;
  if (!tell(0))
    return stopped();
  Expected<bool> IsInTime = run();
  if (!IsInTime)
    return IsInTime.takeError();
  Expected<DeviceStop> Stop = describeStop(Call, *IsInTime);
  if (!Stop)
    return Stop;
  if (Error E = clearBreakpoint(Call.Return, ReturnKind))
    return E;
  if (Error E = clearBreakpoint(Call.Fault, FaultKind))
    return E;
  if (!tell(0))
    return stopped();
  return Stop;
}

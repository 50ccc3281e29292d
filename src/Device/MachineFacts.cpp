//===- MachineFacts.cpp - Registers and faults of a device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/MachineFacts.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

static constexpr KnownRegister ArmRegisters[] = {
    {"r0", "", 0},     {"r1", "", 1},       {"r2", "", 2},
    {"r3", "", 3},     {"r4", "", 4},       {"r5", "", 5},
    {"r6", "", 6},     {"r7", "", 7},       {"r8", "", 8},
    {"r9", "", 9},     {"r10", "", 10},     {"r11", "", 11},
    {"r12", "", 12},   {"sp", "r13", 13},   {"lr", "r14", 14},
    {"pc", "r15", 15}, {"xpsr", "xPSR", 25}};

static constexpr KnownRegister RiscVRegisters[] = {
    {"zero", "x0", 0},  {"ra", "x1", 1},   {"sp", "x2", 2},
    {"gp", "x3", 3},    {"tp", "x4", 4},   {"t0", "x5", 5},
    {"t1", "x6", 6},    {"t2", "x7", 7},   {"fp", "s0", 8},
    {"s1", "x9", 9},    {"a0", "x10", 10}, {"a1", "x11", 11},
    {"a2", "x12", 12},  {"a3", "x13", 13}, {"a4", "x14", 14},
    {"a5", "x15", 15},  {"a6", "x16", 16}, {"a7", "x17", 17},
    {"s2", "x18", 18},  {"s3", "x19", 19}, {"s4", "x20", 20},
    {"s5", "x21", 21},  {"s6", "x22", 22}, {"s7", "x23", 23},
    {"s8", "x24", 24},  {"s9", "x25", 25}, {"s10", "x26", 26},
    {"s11", "x27", 27}, {"t3", "x28", 28}, {"t4", "x29", 29},
    {"t5", "x30", 30},  {"t6", "x31", 31}, {"pc", "", 32}};

StringRef metaobj::machineName(DeviceMachine Machine) {
  switch (Machine) {
  case DeviceMachine::CortexM:
    return "Cortex-M";
  case DeviceMachine::RiscV32:
    return "RISC-V of 32 bits";
  case DeviceMachine::RiscV64:
    return "RISC-V of 64 bits";
  case DeviceMachine::Host:
    break;
  }
  return "host";
}

const MachineFacts &metaobj::factsOf(std::optional<DeviceMachine> Machine) {
  static const MachineFacts Unknown = {0, 0, {}, {"", ""}, "", "", ""};
  static const MachineFacts Arm = {4,    2,    ArmRegisters, {"r0", "r1"},
                                   "sp", "lr", "pc"};
  static const MachineFacts RiscV32 = {
      4, 4, RiscVRegisters, {"a0", "a1"}, "sp", "ra", "pc"};
  static const MachineFacts RiscV64 = {
      8, 4, RiscVRegisters, {"a0", "a1"}, "sp", "ra", "pc"};
  if (!Machine)
    return Unknown;
  switch (*Machine) {
  case DeviceMachine::CortexM:
    return Arm;
  case DeviceMachine::RiscV32:
    return RiscV32;
  case DeviceMachine::RiscV64:
    return RiscV64;
  case DeviceMachine::Host:
    break;
  }
  llvm_unreachable("no debugger is in front of the host");
}

std::string metaobj::armFaultText(uint32_t Cfsr, uint32_t Hfsr) {
  struct Bit {
    unsigned Number;
    StringLiteral Text;
  };
  // Armv7-M Architecture Reference Manual, B3.2.15.
  static constexpr Bit Bits[] = {
      {0, "instruction fetch where there is no right to"},
      {1, "data access where there is no right to"},
      {3, "memory fault when an exception returned"},
      {4, "memory fault when registers were put on the stack"},
      {5, "memory fault when floating-point registers were stored"},
      {8, "instruction fetch from an address without memory"},
      {9, "data access to an address without memory"},
      {10, "late data access to an address without memory"},
      {11, "bus error when an exception returned"},
      {12, "bus error when registers were put on the stack: the stack is too "
           "small, or its pointer is wrong"},
      {13, "bus error when floating-point registers were stored"},
      {16, "unknown instruction"},
      {17, "jump to an even address, which is not Thumb code"},
      {18, "wrong return of an exception"},
      {19, "floating point, which is off or missing"},
      {20, "the stack passed its limit"},
      {24, "unaligned access"},
      {25, "division by zero"},
  };
  std::string Result;
  for (const Bit &TheBit : Bits)
    if (Cfsr >> TheBit.Number & 1)
      Result += (Result.empty() ? "" : ", ") + TheBit.Text.str();
  if (Result.empty() && (Hfsr >> 1 & 1))
    Result = "no vector table";
  return Result.empty() ? "hard fault" : Result;
}

std::string metaobj::riscVFaultText(uint64_t Cause) {
  // The RISC-V Instruction Set Manual, volume II, table of mcause.
  static constexpr StringLiteral Causes[] = {
      "jump to an unaligned address",
      "instruction fetch from an address without memory",
      "unknown instruction",
      "breakpoint instruction",
      "unaligned read",
      "read of an address without memory",
      "unaligned write",
      "write to an address without memory",
      "environment call",
      "environment call",
      "environment call",
      "environment call",
      "instruction page fault",
      "page fault of a read",
      "",
      "page fault of a write"};
  if (Cause < std::size(Causes) && !Causes[Cause].empty())
    return Causes[Cause].str();
  return "trap " + std::to_string(Cause);
}

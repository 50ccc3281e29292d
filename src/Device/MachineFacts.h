//===- MachineFacts.h - Registers and faults of a device --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_MACHINEFACTS_H
#define METAOBJ_DEVICE_MACHINEFACTS_H

#include "metaobj/Device.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace metaobj {

/// A register that calls need, and its number if the debugger tells none.
struct KnownRegister {
  llvm::StringLiteral Name;
  llvm::StringLiteral OtherName; ///< Of other debuggers; empty: none.
  unsigned Number;
};

struct MachineFacts {
  unsigned RegisterBytes;
  unsigned BreakpointKind;
  llvm::ArrayRef<KnownRegister> Registers; ///< All that reports show.
  llvm::StringLiteral Arguments[2];
  llvm::StringLiteral Stack, Link, Counter;
};

/// Of a machine behind a debugger; nullopt: nothing is known.
const MachineFacts &factsOf(std::optional<DeviceMachine> Machine);

/// "Cortex-M"
llvm::StringRef machineName(DeviceMachine Machine);

/// "imprecise bus error" for the bits of CFSR and HFSR.
std::string armFaultText(uint32_t Cfsr, uint32_t Hfsr);

/// "illegal instruction" for mcause.
std::string riscVFaultText(uint64_t Cause);

} // namespace metaobj

#endif // METAOBJ_DEVICE_MACHINEFACTS_H

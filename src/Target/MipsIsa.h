//===- MipsIsa.h - The instruction sets of MIPS -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a MIPS object's e_flags with the instruction set, and the rules
/// which instruction set extends which.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_MIPSISA_H
#define METAOBJ_TARGET_MIPSISA_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace metaobj {

/// The instruction set in \p ElfFlags: "mips32r2", "octeon".
std::string mipsIsaName(uint32_t ElfFlags);

/// Do linkers accept objects with these instruction sets together? Yes, if one
/// extends the other.
bool doMipsIsasAgree(llvm::StringRef Left, llvm::StringRef Right);

/// The CPU for which LLVM generates code that runs on the instruction set in \p
/// ElfFlags; empty if it is unknown. \p Revision comes from .MIPS.abiflags,
/// because e_flags does not distinguish Release 3 and 5 from 2; 0 without that
/// section.
llvm::StringRef mipsCpu(uint32_t ElfFlags, unsigned Revision);

} // namespace metaobj

#endif // METAOBJ_TARGET_MIPSISA_H

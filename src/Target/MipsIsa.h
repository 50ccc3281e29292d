//===- MipsIsa.h - The instruction sets of MIPS -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a MIPS object's e_flags that tells the instruction set, and
/// which of them extends which.
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

/// Do linkers take these names of instruction sets together? They do when one
/// extends the other.
bool doMipsIsasAgree(llvm::StringRef Left, llvm::StringRef Right);

/// The CPU for which LLVM generates code that runs on the instruction set in
/// \p ElfFlags; empty when it is unknown. \p Revision is that of
/// .MIPS.abiflags, since e_flags does not tell Release 3 and 5 from 2; 0 when
/// there is none.
llvm::StringRef mipsCpu(uint32_t ElfFlags, unsigned Revision);

} // namespace metaobj

#endif // METAOBJ_TARGET_MIPSISA_H

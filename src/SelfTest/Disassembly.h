//===- Disassembly.h - The emitted code, instruction by instruction -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_DISASSEMBLY_H
#define METAOBJ_SELFTEST_DISASSEMBLY_H

#include "Checks.h"
#include "ObjectView.h"

#include "llvm/Target/TargetMachine.h"

namespace metaobj {

/// Has the linked LLVM a disassembler for this machine?
bool hasDisassembler(const llvm::TargetMachine &Machine);

/// Checks that the disassembler knows every instruction of the function \p
/// Symbol, that the instructions fill the symbol, and that the function does
/// not run into the bytes after it.
void checkCode(Checks &Result, const ObjectView &Object,
               const llvm::TargetMachine &Machine, llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_DISASSEMBLY_H

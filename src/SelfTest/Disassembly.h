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

/// Every instruction of the function \p Symbol is one that the disassembler
/// knows, together they fill it, and it does not run into what follows it.
void checkCode(Checks &Result, const ObjectView &Object,
               const llvm::TargetMachine &Machine, llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_DISASSEMBLY_H

//===- Families.h - All families of machines --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_FAMILIES_H
#define METAOBJ_TARGET_FAMILIES_H

#include "Target/TargetFamily.h"

#include "llvm/TargetParser/Triple.h"

#include <cstdint>
#include <string>

namespace metaobj {

/// nullptr if there is none.
const TargetFamily *familyOfElf(uint16_t Machine);
const TargetFamily *familyOf(llvm::Triple::ArchType Arch);

/// "x86-64, AArch64": all families, for messages.
std::string familyNames();

} // namespace metaobj

#endif // METAOBJ_TARGET_FAMILIES_H

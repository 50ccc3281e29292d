//===- GnuAttributes.h - Contents of .gnu.attributes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In `.gnu.attributes`, GCC and GNU as record facts for which the ELF header
/// of MIPS, PowerPC, SystemZ and SPARC has no bits: float, vector and long
/// double ABI. The section has the form of Arm's build attributes, with the
/// vendor "gnu"; each machine defines its own tags. GNU ld compares them, lld
/// does not.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_GNUATTRIBUTES_H
#define METAOBJ_TARGET_GNUATTRIBUTES_H

#include "ElfFacts.h"

#include "llvm/Support/Error.h"

namespace metaobj {

inline constexpr llvm::StringLiteral GnuAttributesName = ".gnu.attributes";

/// The number of the vendor gnu's tag \p Tag in \p Object. Without section or
/// tag 0, which means "not known" for all tags. A damaged section is an error.
llvm::Expected<unsigned> gnuAttribute(const ElfFacts &Object, unsigned Tag);

} // namespace metaobj

#endif // METAOBJ_TARGET_GNUATTRIBUTES_H

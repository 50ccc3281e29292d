//===- GnuAttributes.h - Contents of .gnu.attributes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// GCC and GNU as note in `.gnu.attributes` what the ELF header of MIPS,
/// PowerPC, SystemZ and SPARC has no bits for: float, vector and long double
/// ABI. The section has the form of Arm's build attributes, with the vendor
/// "gnu"; each machine gives the tags a meaning of its own. GNU ld compares
/// them, lld does not look at them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_GNUATTRIBUTES_H
#define METAOBJ_TARGET_GNUATTRIBUTES_H

#include "ElfFacts.h"

#include "llvm/Support/Error.h"

namespace metaobj {

inline constexpr llvm::StringLiteral GnuAttributesName = ".gnu.attributes";

/// The number that \p Object has for the vendor gnu's tag \p Tag; 0, which
/// means "does not tell" for all of them, when there is no section or no such
/// tag. A damaged section is an error.
llvm::Expected<unsigned> gnuAttribute(const ElfFacts &Object, unsigned Tag);

} // namespace metaobj

#endif // METAOBJ_TARGET_GNUATTRIBUTES_H

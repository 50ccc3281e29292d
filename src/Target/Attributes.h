//===- Attributes.h - Contents of attribute sections ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections with facts for which the ELF header has no bits. All have the form
/// of Arm's build attributes: a part for each vendor, which has tags with
/// numbers and strings.
///
/// In `.gnu.attributes`, GCC and GNU as record the float, vector and long
/// double ABI of MIPS, PowerPC, SystemZ and SPARC. Its vendor is "gnu"; each
/// machine defines its own tags. GNU ld compares them, lld does not.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_ATTRIBUTES_H
#define METAOBJ_TARGET_ATTRIBUTES_H

#include "Base/LlvmVersion.h"
#include "Target/ElfFacts.h"

#include "llvm/Support/Error.h"

#include <string>

namespace metaobj {

/// Gives \p Parser the part of \p Vendor in the section \p SectionName of \p
/// Object. Only that part: LLVM 16 refuses vendors that it does not know. The
/// parser's strings are in \p Part. False without such a section; a damaged one
/// is an error.
llvm::Expected<bool> readAttributes(llvm_version::AttributeParser &Parser,
                                    const ElfFacts &Object,
                                    llvm::StringRef SectionName,
                                    llvm::StringRef Vendor, std::string &Part);

inline constexpr llvm::StringLiteral GnuAttributesName = ".gnu.attributes";

/// The number of the vendor gnu's tag \p Tag in \p Object. Without section or
/// tag 0, which means "not known" for all tags. A damaged section is an error.
llvm::Expected<unsigned> gnuAttribute(const ElfFacts &Object, unsigned Tag);

} // namespace metaobj

#endif // METAOBJ_TARGET_ATTRIBUTES_H

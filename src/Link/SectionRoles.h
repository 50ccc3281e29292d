//===- SectionRoles.h - Where sections of own names belong ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_SECTIONROLES_H
#define METAOBJ_LINK_SECTIONROLES_H

#include "Link/FirmwareInputs.h"

namespace metaobj {

enum class SectionRole {
  Standard, ///< The patterns of the linker script have it.
  Vectors,  ///< First in the image.
  Data,     ///< Has initial values, or functions, that are copied to RAM.
  Zeros,
  NotCleared, ///< Keeps its values over a reset.
  OtherCode,  ///< Functions in a section of an own name; they stay in flash.
  Constants,  ///< Of an own name.
};

/// What \p Section is, by its contents and the names of vendors' projects.
SectionRole roleOf(const InputSection &Section);

/// For a section that the user placed in memory that programs write: Data,
/// Zeros or NotCleared.
SectionRole roleInRam(const InputSection &Section);

} // namespace metaobj

#endif // METAOBJ_LINK_SECTIONROLES_H

//===- metaobj/AttributeSection.h - The ABI of code, in ELF -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ATTRIBUTESECTION_H
#define METAOBJ_ATTRIBUTESECTION_H

#include <cstdint>
#include <string>

namespace metaobj {

/// A section that tells linkers about the ABI of the code, such as
/// `.ARM.attributes`; copied byte for byte, so that vendors' tags survive.
struct AttributeSection {
  std::string Name;
  uint32_t Type;  ///< sh_type.
  uint64_t Flags; ///< sh_flags.
  uint64_t Align; ///< sh_addralign.
  std::string Contents;
};

} // namespace metaobj

#endif // METAOBJ_ATTRIBUTESECTION_H

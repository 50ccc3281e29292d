//===- ElfFacts.h - What an ELF object tells of its target ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_ELFFACTS_H
#define METAOBJ_TARGET_ELFFACTS_H

#include "metaobj/Target.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace metaobj {

/// What the relocations of an object say about where it may run.
enum class Placement {
  /// Nothing: it has no reference that would tell.
  Unknown,
  /// It uses the global offset table or relocated read-only data.
  PositionIndependent,
  /// It has absolute addresses in code or in read-only data.
  Static,
};

/// A reference that holds only where the linker puts the image: code or
/// read-only data that no loader will correct.
struct FixedReference {
  std::string Section; ///< That has it.
  uint64_t Offset;     ///< In the section.
  uint32_t Type;       ///< The relocation's.
  std::string Symbol;
};

/// Header, attribute sections and relocations of one relocatable ELF object.
struct ElfFacts {
  std::string Name;
  uint16_t Machine = 0;
  bool Is64 = false;
  bool IsLittleEndian = true;
  uint8_t OsAbi = 0;
  uint32_t Flags = 0;
  std::vector<AttributeSection> Attributes;
  bool HasStackNote = false;
  /// There is a section `.opd` of function descriptors.
  bool HasDescriptors = false;
  /// The bits that st_other of any function has, beside visibility.
  uint8_t FunctionBits = 0;
  /// Contents of `.note.gnu.property`.
  std::string PropertyNote;
  Placement Evidence = Placement::Unknown;
  /// Code has the distance to data of another object, where hosted systems'
  /// compilers go through the global offset table.
  bool ReachesOthersDirectly = false;
  /// The first few of them; there are FixedReferenceCount.
  std::vector<FixedReference> FixedReferences;
  uint64_t FixedReferenceCount = 0;
  /// One of them is a pointer among constants.
  bool HasConstantPointers = false;
  /// Code reaches data by absolute addresses (what RISC-V calls medlow).
  bool AbsoluteCode = false;

  const AttributeSection *attributes(llvm::StringRef SectionName) const;

  /// What \p Vendor has written into \p Section, as a section of its own: LLVM
  /// 16 refuses those with parts of vendors that it does not know. A damaged
  /// section is returned whole, for its parser to refuse.
  std::string vendorAttributes(const AttributeSection &Section,
                               llvm::StringRef Vendor) const;

  /// The 32-bit value of the GNU property \p Type, 0 when there is none.
  uint32_t property(uint32_t Type) const;
};

} // namespace metaobj

#endif // METAOBJ_TARGET_ELFFACTS_H

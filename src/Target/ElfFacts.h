//===- ElfFacts.h - What an ELF object tells of its target ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_ELFFACTS_H
#define METAOBJ_TARGET_ELFFACTS_H

#include "metaobj/Target.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace metaobj {

/// What an object's relocations show about its relocation model.
enum class Placement {
  /// Nothing: no reference shows it.
  Unknown,
  /// It uses the global offset table or relocated read-only data.
  PositionIndependent,
  /// It has absolute addresses in code or in read-only data.
  Static,
};

/// A reference that is only valid at the linker's address: in code or read-only
/// data, which no loader corrects.
struct FixedReference {
  std::string Section; ///< The section with the reference.
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
  /// Without code, an object says nothing of how it was compiled.
  bool HasCode = false;
  /// There is a section `.opd` of function descriptors.
  bool HasDescriptors = false;
  /// The bits of st_other in any function, without visibility.
  uint8_t FunctionBits = 0;
  /// Contents of `.note.gnu.property`.
  std::string PropertyNote;
  Placement Evidence = Placement::Unknown;
  /// Code contains the distance to data of another object. Compilers for hosted
  /// systems use the global offset table instead.
  bool ReachesOthersDirectly = false;
  /// The first few references; there are FixedReferenceCount.
  std::vector<FixedReference> FixedReferences;
  uint64_t FixedReferenceCount = 0;
  /// One of the references is a pointer in constants.
  bool HasConstantPointers = false;
  /// Code reaches data by absolute addresses (RISC-V's medlow).
  bool AbsoluteCode = false;

  const AttributeSection *attributes(llvm::StringRef SectionName) const;

  /// A file as objcopy embeds it: nothing says which compiler it goes with.
  bool isEmbedded() const {
    return !HasCode && Flags == 0 && Attributes.empty();
  }

  /// The 32-bit value of the GNU property \p Type, or 0.
  uint32_t property(uint32_t Type) const;
};

/// Reads \p Buffer. Everything except a relocatable ELF object is an error.
/// Reads attribute sections and relocations only for machines with a target
/// family.
llvm::Expected<ElfFacts> readElfFacts(llvm::MemoryBufferRef Buffer);

} // namespace metaobj

#endif // METAOBJ_TARGET_ELFFACTS_H

//===- ElfFacts.cpp - What an ELF object tells of its target --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfFacts.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

const AttributeSection *ElfFacts::attributes(StringRef SectionName) const {
  for (const AttributeSection &Section : Attributes)
    if (Section.Name == SectionName)
      return &Section;
  return nullptr;
}

std::string ElfFacts::vendorAttributes(const AttributeSection &Section,
                                       StringRef Vendor) const {
  // 'A', then for each vendor the size of all that follows, itself included,
  // and a name with its NUL.
  constexpr uint64_t SizeOfSize = 4;
  StringRef Contents = Section.Contents;
  if (!Contents.starts_with("A"))
    return Section.Contents;
  std::string Found = "A";
  for (uint64_t At = 1; At < Contents.size();) {
    DataExtractor Data(Contents, IsLittleEndian, /*AddressSize=*/0);
    DataExtractor::Cursor Cursor(At);
    uint64_t Size = Data.getU32(Cursor);
    StringRef Name = Data.getCStrRef(Cursor);
    Error Damage = Cursor.takeError();
    bool IsDamaged = Damage || Size < SizeOfSize + Name.size() + 1 ||
                     Size > Contents.size() - At;
    consumeError(std::move(Damage));
    if (IsDamaged)
      return Section.Contents;
    if (Name == Vendor)
      Found += Contents.substr(At, Size);
    At += Size;
  }
  return Found;
}

uint32_t ElfFacts::property(uint32_t Type) const {
  // A note: sizes of name and descriptor, type 5, "GNU", then properties, each
  // a type, a size and a value padded to 4 or 8 bytes.
  DataExtractor Note(PropertyNote, IsLittleEndian, /*AddressSize=*/0);
  DataExtractor::Cursor At(0);
  Note.getU32(At);
  uint64_t End = Note.getU32(At) + uint64_t(16);
  bool IsProperties = Note.getU32(At) == ELF::NT_GNU_PROPERTY_TYPE_0 &&
                      Note.getBytes(At, 4) == StringRef("GNU\0", 4);
  uint32_t Value = 0;
  while (At && IsProperties && At.tell() + 8 <= End) {
    uint32_t FoundType = Note.getU32(At);
    uint32_t Size = Note.getU32(At);
    uint64_t Next = At.tell() + alignTo(uint64_t(Size), uint64_t(Is64 ? 8 : 4));
    if (FoundType == Type && Size == 4)
      Value = Note.getU32(At);
    if (At)
      At.seek(Next);
  }
  // A damaged note protects nothing.
  if (Error E = At.takeError()) {
    consumeError(std::move(E));
    return 0;
  }
  return Value;
}

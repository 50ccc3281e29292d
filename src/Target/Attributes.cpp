//===- Attributes.cpp - Contents of attribute sections --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

using Base = llvm_version::AttributeParser;

/// LLVM's parser, told that no tag but 0 is an error: even ones have a number,
/// odd ones a string, and 32 (compatibility) has both. Behind the end of the
/// section it reads tags of 0 without end.
class GnuParser final : public Base {
public:
  GnuParser() : Base(TagNameMap(), "gnu") {}

private:
  static constexpr uint64_t Compatibility = 32;

  Error handler(uint64_t Tag, bool &IsHandled) override {
    IsHandled = Tag != 0;
    if (!IsHandled)
      return Error::success();
    if (Tag % 2)
      return stringAttribute(Tag);
    if (Error E = integerAttribute(Tag))
      return E;
    return Tag == Compatibility ? stringAttribute(Tag) : Error::success();
  }
};

} // namespace

const AttributeSection *ElfFacts::attributes(StringRef SectionName) const {
  for (const AttributeSection &Section : Attributes)
    if (Section.Name == SectionName)
      return &Section;
  return nullptr;
}

uint32_t ElfFacts::property(uint32_t Type) const {
  // A note: sizes of name and descriptor, type 5, "GNU", then properties, each
  // a type, a size and a value padded to 4 or 8 bytes.
  DataExtractor Note(PropertyNote, IsLittleEndian, /*AddressSize=*/0);
  DataExtractor::Cursor Cursor(0);
  Note.getU32(Cursor);
  uint64_t End = Note.getU32(Cursor) + uint64_t(16);
  bool IsProperties = Note.getU32(Cursor) == ELF::NT_GNU_PROPERTY_TYPE_0 &&
                      Note.getBytes(Cursor, 4) == StringRef("GNU\0", 4);
  uint32_t Value = 0;
  while (Cursor && IsProperties && Cursor.tell() + 8 <= End) {
    uint32_t FoundType = Note.getU32(Cursor);
    uint32_t Size = Note.getU32(Cursor);
    uint64_t Next =
        Cursor.tell() + alignTo(uint64_t(Size), uint64_t(Is64 ? 8 : 4));
    if (FoundType == Type && Size == 4)
      Value = Note.getU32(Cursor);
    if (Cursor)
      Cursor.seek(Next);
  }
  // A damaged note protects nothing.
  if (Error E = Cursor.takeError()) {
    consumeError(std::move(E));
    return 0;
  }
  return Value;
}

/// The part of \p Vendor as a separate section. A damaged section is returned
/// whole; its parser will refuse it.
static std::string vendorPart(const std::string &Section, StringRef Vendor,
                              bool IsLittleEndian) {
  // 'A', then for each vendor the size of all that follows, itself included,
  // and a name with its NUL.
  constexpr uint64_t SizeOfSize = 4;
  StringRef Contents = Section;
  if (!Contents.starts_with("A"))
    return Section;
  std::string Found = "A";
  for (uint64_t Offset = 1; Offset < Contents.size();) {
    DataExtractor Data(Contents, IsLittleEndian, /*AddressSize=*/0);
    DataExtractor::Cursor Cursor(Offset);
    uint64_t Size = Data.getU32(Cursor);
    StringRef Name = Data.getCStrRef(Cursor);
    Error Damage = Cursor.takeError();
    bool IsDamaged = Damage || Size < SizeOfSize + Name.size() + 1 ||
                     Size > Contents.size() - Offset;
    consumeError(std::move(Damage));
    if (IsDamaged)
      return Section;
    if (Name == Vendor)
      Found += Contents.substr(Offset, Size);
    Offset += Size;
  }
  return Found;
}

Expected<bool> metaobj::readAttributes(llvm_version::AttributeParser &Parser,
                                       const ElfFacts &Object,
                                       StringRef SectionName, StringRef Vendor,
                                       std::string &Part) {
  const AttributeSection *Section = Object.attributes(SectionName);
  if (!Section)
    return false;
  Part = vendorPart(Section->Contents, Vendor, Object.IsLittleEndian);
  if (Error E = Parser.parse(arrayRefFromStringRef(Part),
                             Object.IsLittleEndian ? Endianness::little
                                                   : Endianness::big))
    return inputError(Object.Name + ": " + SectionName, toString(std::move(E)),
                      "give the target by " + setting::Triple);
  return true;
}

Expected<unsigned> metaobj::gnuAttribute(const ElfFacts &Object, unsigned Tag) {
  GnuParser Parser;
  std::string Part;
  Expected<bool> Read =
      readAttributes(Parser, Object, GnuAttributesName, "gnu", Part);
  if (!Read)
    return Read.takeError();
  return Parser.getAttributeValue(Tag).value_or(0);
}

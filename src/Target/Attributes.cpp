//===- Attributes.cpp - Contents of attribute sections --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DataExtractor.h"

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
      return Section;
    if (Name == Vendor)
      Found += Contents.substr(At, Size);
    At += Size;
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

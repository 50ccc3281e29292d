//===- GnuAttributes.cpp - Contents of .gnu.attributes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GnuAttributes.h"

#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

using Base = llvm_version::AttributeParser;

/// LLVM's parser, told that no tag but 0 is an error: even ones have a number,
/// odd ones a string, and 32 (compatibility) has both. Behind the end of the
/// section it reads tags of 0 without end.
class Parser final : public Base {
public:
  Parser() : Base(TagNameMap(), "gnu") {}

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

Expected<unsigned> metaobj::gnuAttribute(const ElfFacts &Object, unsigned Tag) {
  const AttributeSection *Section = Object.attributes(GnuAttributesName);
  if (!Section)
    return 0;
  Parser Attributes;
  std::string Contents = Object.vendorAttributes(*Section, "gnu");
  if (Error E = Attributes.parse(arrayRefFromStringRef(Contents),
                                 Object.IsLittleEndian ? Endianness::little
                                                       : Endianness::big))
    return inputError(Object.Name + ": " + GnuAttributesName,
                      toString(std::move(E)),
                      "give the target by TargetSpec::Triple");
  return Attributes.getAttributeValue(Tag).value_or(0);
}

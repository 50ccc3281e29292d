//===- CTextTest.cpp - Bytes, numbers and names in C ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Text/CText.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

std::string text(CElement Element, uint64_t Value) {
  SmallString<32> Out;
  Element.append(Out, Value);
  return Out.str().str();
}

Param param(DLDataType DType, unsigned ElementSize) {
  Param P;
  P.Name = "p";
  P.Owner = "a.params";
  P.DType = DType;
  P.Shape = {2};
  P.Data = Payload::fill(0, 2 * (DType.bits + 7) / 8);
  P.Data.setElement(ElementSize, Endianness::little);
  return P;
}

/// "uint16_t bits", or the error.
std::string elementOf(DLDataType DType, unsigned ElementSize) {
  Expected<CElement> Element = cElement(param(DType, ElementSize));
  if (!Element)
    return toString(Element.takeError());
  static constexpr StringLiteral Styles[] = {" signed", " unsigned", " bits"};
  return Element->typeName() + Styles[Element->Style].str();
}

TEST(CTextTest, PlainTextStaysReadable) {
  EXPECT_EQ(cString("tvmgen_default.w/0"), "\"tvmgen_default.w/0\"");
  EXPECT_EQ(cString(""), "\"\"");
  EXPECT_EQ(cString("what?"), "\"what?\"");
}

TEST(CTextTest, QuotesAndBackslashes) {
  EXPECT_EQ(cString("a\"b\\c'"), R"("a\"b\\c'")");
}

TEST(CTextTest, OtherBytesAreThreeOctalDigits) {
  // Two digits would take the next character for a third.
  EXPECT_EQ(cString("\n7\x7f"
                    "8\xc3\xa9"),
            R"("\0127\1778\303\251")");
  EXPECT_EQ(cString(StringRef("\0"
                              "1",
                              2)),
            R"("\0001")");
}

TEST(CTextTest, NoTrigraphs) {
  EXPECT_EQ(cString("?\?=?\?\?/"), R"("?\?=?\?\?/")");
}

TEST(CTextTest, CommentsCannotBeEnded) {
  EXPECT_EQ(cComment("a*/b/*c"), R"("a\052/b/\052c")");
  EXPECT_EQ(cComment("a\n\\"), R"("a\012\\")");
}

TEST(CTextTest, LongTextsAreNoLiterals) {
  std::string Shorter(3999, 'a');
  EXPECT_EQ(cCharArray(Shorter), "\"" + Shorter + "\"");
  std::string Text = cCharArray("'\xff" + std::string(3998, 'b'));
  EXPECT_EQ(Text.substr(0, 19), "{\n  '\\'', '\\377', '");
  EXPECT_EQ(Text.substr(Text.size() - 7), " 0,\n  }");
  SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n');
  for (StringRef Line : Lines)
    EXPECT_LE(Line.size(), 80u);
}

TEST(CTextTest, MacroNames) {
  EXPECT_EQ(cMacroName("tvmgen_Net-2.x"), "TVMGEN_NET_2_X");
  EXPECT_EQ(cMacroName("1st"), "_1ST");
  EXPECT_EQ(cMacroName(""), "_");
}

TEST(CTextTest, SignedNumbers) {
  EXPECT_EQ(text({1, CElement::Signed}, 0x80), "-128");
  EXPECT_EQ(text({1, CElement::Signed}, 0xff), "-1");
  EXPECT_EQ(text({2, CElement::Signed}, 0x8000), "-32768");
  EXPECT_EQ(text({2, CElement::Signed}, 0x7fff), "32767");
  EXPECT_EQ(text({4, CElement::Signed}, 0), "0");
  // The digits alone do not fit the type.
  EXPECT_EQ(text({4, CElement::Signed}, 0x80000000), "(-2147483647 - 1)");
  EXPECT_EQ(text({4, CElement::Signed}, 0x80000001), "-2147483647");
  EXPECT_EQ(text({8, CElement::Signed}, uint64_t(1) << 63),
            "(-9223372036854775807 - 1)");
  EXPECT_EQ(text({8, CElement::Signed}, ~uint64_t(0)), "-1");
}

TEST(CTextTest, UnsignedNumbers) {
  EXPECT_EQ(text({1, CElement::Unsigned}, 255), "255");
  EXPECT_EQ(text({4, CElement::Unsigned}, 0x7fffffff), "2147483647");
  EXPECT_EQ(text({4, CElement::Unsigned}, 0x80000000), "2147483648U");
  EXPECT_EQ(text({8, CElement::Unsigned}, ~uint64_t(0)),
            "18446744073709551615U");
}

TEST(CTextTest, BitsHaveAllDigits) {
  EXPECT_EQ(text({1, CElement::Bits}, 10), "0x0a");
  EXPECT_EQ(text({2, CElement::Bits}, 0x3c00), "0x3c00");
  EXPECT_EQ(text({4, CElement::Bits}, 0), "0x00000000");
  EXPECT_EQ(text({8, CElement::Bits}, 1), "0x0000000000000001");
}

TEST(CTextTest, ElementsOfTypes) {
  EXPECT_EQ(elementOf({kDLInt, 16, 1}, 2), "int16_t signed");
  EXPECT_EQ(elementOf({kDLInt, 32, 4}, 4), "int32_t signed");
  EXPECT_EQ(elementOf({kDLUInt, 64, 1}, 8), "uint64_t unsigned");
  EXPECT_EQ(elementOf({kDLUInt, 1, 1}, 1), "uint8_t unsigned");
  EXPECT_EQ(elementOf({kDLFloat, 32, 1}, 4), "uint32_t bits");
  EXPECT_EQ(elementOf({kDLBfloat, 16, 1}, 2), "uint16_t bits");
  EXPECT_EQ(elementOf({kDLComplex, 128, 1}, 8), "uint64_t bits");
}

TEST(CTextTest, DataDecidesOverTypes) {
  // Bytes of which nobody said that they are numbers: as bytes in the object.
  EXPECT_EQ(elementOf({kDLInt, 32, 1}, 1), "uint8_t bits");
  EXPECT_EQ(elementOf({kDLInt, 64, 1}, 16),
            "a.params: C has no type for the numbers of 16 bytes in parameter "
            "'p'");
  EXPECT_EQ(elementOf({kDLInt, 64, 1}, 0),
            "a.params: C has no type for the numbers of 0 bytes in parameter "
            "'p'");
}

TEST(CTextTest, ValuesFillLines) {
  std::string Text;
  raw_string_ostream OS(Text);
  {
    CValueWriter Values(OS);
    for (int I = 0; I != 27; ++I)
      Values.write("1");
  }
  EXPECT_EQ(OS.str().size(), 2u + 26 * 3 - 1 + 1 + 2 + 2 + 1);
  EXPECT_EQ(StringRef(Text).find('\n'), 79u);
}

} // namespace

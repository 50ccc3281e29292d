//===- JsonTest.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"

#include "llvm/Support/ConvertUTF.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

/// \p Text as the stream writes it with a buffer of \p BufferSize bytes.
std::string written(StringRef Text, size_t BufferSize) {
  std::string Result;
  raw_string_ostream OS(Result);
  {
    PrintableJson Printable(OS);
    Printable.SetBufferSize(BufferSize);
    json::OStream(Printable).value(jsonText(Text));
    EXPECT_GE(Printable.tell(), Text.size());
  }
  return OS.str();
}

TEST(PrintableJson, ControlCharactersAreEscaped) {
  // Cut anywhere, even inside a character.
  for (size_t BufferSize : {1, 2, 3, 5, 64}) {
    EXPECT_EQ(written("a\x7f\u0085\u009bz", BufferSize),
              "\"a\\u007f\\u0085\\u009bz\"");
    EXPECT_EQ(written("\n\x1b\"\\", BufferSize), "\"\\n\\u001b\\\"\\\\\"");
    EXPECT_EQ(written("\u202e\U000e0001", BufferSize),
              "\"\\u202e\\udb40\\udc01\"");
    EXPECT_EQ(written("\u00e4\u4e2d\U0001f600", BufferSize),
              "\"\u00e4\u4e2d\U0001f600\"");
  }
}

TEST(PrintableJson, MeansTheSame) {
  std::string All;
  for (unsigned Character = 0; Character != 0x2100; ++Character) {
    char Bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
    char *End = Bytes;
    ASSERT_TRUE(ConvertCodePointToUTF8(Character, End));
    All.append(Bytes, End);
  }
  Expected<json::Value> Read = json::parse(written(All, 7));
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(*Read->getAsString(), All);
}

} // namespace

//===- CArrayType.cpp - Array types of C ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Embed.h"

#include "Base/ByteCount.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;
using namespace metaobj;

namespace {

struct ElementType {
  StringLiteral Name;
  DLDataType DType;
};

} // namespace

/// Not int, long and others: their size depends on the compiler.
static constexpr ElementType ElementTypes[] = {
    {"char", {kDLInt, 8, 1}},           {"signed char", {kDLInt, 8, 1}},
    {"unsigned char", {kDLUInt, 8, 1}}, {"int8_t", {kDLInt, 8, 1}},
    {"uint8_t", {kDLUInt, 8, 1}},       {"int16_t", {kDLInt, 16, 1}},
    {"uint16_t", {kDLUInt, 16, 1}},     {"int32_t", {kDLInt, 32, 1}},
    {"uint32_t", {kDLUInt, 32, 1}},     {"int64_t", {kDLInt, 64, 1}},
    {"uint64_t", {kDLUInt, 64, 1}},     {"float", {kDLFloat, 32, 1}},
    {"double", {kDLFloat, 64, 1}}};

std::vector<StringRef> metaobj::elementTypes() {
  std::vector<StringRef> Result;
  for (const ElementType &Type : ElementTypes)
    Result.push_back(Type.Name);
  return Result;
}

/// Takes the word \p Word from the start of \p Text, and blanks around it.
static bool consumeWord(StringRef &Text, StringRef Word) {
  StringRef Rest = Text.ltrim();
  if (!Rest.consume_front(Word) ||
      (!Rest.empty() && (isAlnum(Rest.front()) || Rest.front() == '_')))
    return false;
  Text = Rest.ltrim();
  return true;
}

/// Takes what stands between \p Open and \p Close; nullopt: there is none.
static std::optional<StringRef> consumeBetween(StringRef &Text, char Open,
                                               char Close) {
  size_t End = Text.find(Close);
  if (!Text.starts_with(StringRef(&Open, 1)) || End == StringRef::npos)
    return std::nullopt;
  StringRef Result = Text.slice(1, End).trim();
  Text = Text.drop_front(End + 1).ltrim();
  return Result;
}

static bool readAlignment(StringRef &Text, CArrayType &Type) {
  if (!consumeWord(Text, "alignas"))
    return true;
  std::optional<StringRef> Number = consumeBetween(Text, '(', ')');
  std::optional<uint64_t> Bytes = Number ? parseDecimal(*Number) : std::nullopt;
  if (!Bytes || !isPowerOf2_64(*Bytes))
    return false;
  Type.Alignment = std::max(Type.Alignment, *Bytes);
  return true;
}

static bool readElement(StringRef &Text, CArrayType &Type) {
  for (const ElementType &Known : ElementTypes)
    if (consumeWord(Text, Known.Name)) {
      Type.Element = Known.Name.str();
      Type.DType = Known.DType;
      Type.Alignment = std::max<uint64_t>(Type.Alignment, Known.DType.bits / 8);
      return true;
    }
  return false;
}

/// "[]" or "[2][2]". Only the first extent may be open.
static bool readExtents(StringRef &Text, CArrayType &Type) {
  Type.Extents.clear();
  while (std::optional<StringRef> Inside = consumeBetween(Text, '[', ']')) {
    bool IsOpen = Inside->empty() && Type.Extents.empty();
    uint64_t Extent = IsOpen ? 0 : parseDecimal(*Inside).value_or(0);
    constexpr uint64_t Largest = std::numeric_limits<int64_t>::max();
    if ((!IsOpen && Extent == 0) || Extent > Largest)
      return false;
    Type.Extents.push_back(Extent);
  }
  return !Type.Extents.empty();
}

std::optional<CArrayType> metaobj::parseArrayType(StringRef Text) {
  CArrayType Result;
  Text = Text.trim();
  if (!readAlignment(Text, Result))
    return std::nullopt;
  Result.IsConst = consumeWord(Text, "const");
  if (!readElement(Text, Result))
    return std::nullopt;
  // As in "unsigned char const[]".
  if (!Result.IsConst)
    Result.IsConst = consumeWord(Text, "const");
  if (!readExtents(Text, Result) || !Text.empty())
    return std::nullopt;
  return Result;
}

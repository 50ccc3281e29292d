//===- ByteCount.cpp - Numbers that users write ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/ByteCount.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

std::optional<uint64_t> metaobj::parseDecimal(StringRef Text) {
  uint64_t Number = 0;
  if ((Text.size() > 1 && Text.starts_with("0")) ||
      Text.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

std::optional<uint64_t> metaobj::parseAddress(StringRef Text) {
  if (!Text.consume_front_insensitive("0x"))
    return parseDecimal(Text);
  uint64_t Number = 0;
  return Text.getAsInteger(16, Number) ? std::nullopt : std::optional(Number);
}

std::optional<uint64_t> metaobj::parseByteCount(StringRef Text) {
  uint64_t Unit = 1;
  if (Text.consume_back("K"))
    Unit = uint64_t(1) << 10;
  else if (Text.consume_back("M"))
    Unit = uint64_t(1) << 20;
  std::optional<uint64_t> Number = parseDecimal(Text);
  bool Overflow = false;
  uint64_t Bytes = SaturatingMultiply(Number.value_or(0), Unit, &Overflow);
  return !Number || Overflow ? std::nullopt : std::optional(Bytes);
}

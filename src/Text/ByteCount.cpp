//===- ByteCount.cpp - Sizes that users write -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/ByteCount.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

std::optional<uint64_t> metaobj::parseByteCount(StringRef Text) {
  uint64_t Unit = 1;
  if (Text.consume_back("K"))
    Unit = uint64_t(1) << 10;
  else if (Text.consume_back("M"))
    Unit = uint64_t(1) << 20;
  uint64_t Number = 0;
  if (Text.getAsInteger(10, Number))
    return std::nullopt;
  bool Overflow = false;
  Number = SaturatingMultiply(Number, Unit, &Overflow);
  return Overflow ? std::nullopt : std::optional(Number);
}

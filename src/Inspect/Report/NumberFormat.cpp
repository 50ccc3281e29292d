//===- NumberFormat.cpp - Bits of an element as a number ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small floating-point number is a sign, an exponent and a mantissa. What the
// types do with the largest exponent differs:
//
//   Ieee  infinities and NaN have it
//   Fn    the largest mantissa with it is NaN; there is no infinity
//   Fnuz  -0 is NaN; there is no infinity
//
// float8_e8m0fnu has no sign and no mantissa, and no zero; 0xFF is NaN.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/NumberFormat.h"

#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <charconv>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace metaobj;

namespace {

enum class Specials { Ieee, Fn, Fnuz };

struct SmallFloat {
  StringLiteral Name; ///< With one lane.
  unsigned ExponentBits;
  unsigned MantissaBits;
  int Bias;
  Specials Kind;
};

constexpr SmallFloat SmallFloats[] = {
    {"float16", 5, 10, 15, Specials::Ieee},
    {"bfloat16", 8, 7, 127, Specials::Ieee},
    {"float8_e3m4", 3, 4, 3, Specials::Ieee},
    {"float8_e4m3", 4, 3, 7, Specials::Ieee},
    {"float8_e4m3b11fnuz", 4, 3, 11, Specials::Fnuz},
    {"float8_e4m3fn", 4, 3, 7, Specials::Fn},
    {"float8_e4m3fnuz", 4, 3, 8, Specials::Fnuz},
    {"float8_e5m2", 5, 2, 15, Specials::Ieee},
    {"float8_e5m2fnuz", 5, 2, 16, Specials::Fnuz},
};

} // namespace

static float valueOf(const SmallFloat &Type, unsigned Bits) {
  unsigned MantissaEnd = 1u << Type.MantissaBits;
  unsigned LargestExponent = (1u << Type.ExponentBits) - 1;
  unsigned Mantissa = Bits & (MantissaEnd - 1);
  unsigned Exponent = Bits >> Type.MantissaBits & LargestExponent;
  bool IsNegative = Bits >> Type.MantissaBits >> Type.ExponentBits;
  bool IsLargest = Exponent == LargestExponent;
  constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
  if (Type.Kind == Specials::Fnuz && IsNegative && !Exponent && !Mantissa)
    return NaN;
  if (Type.Kind == Specials::Fn && IsLargest && Mantissa == MantissaEnd - 1)
    return NaN;
  float Size;
  if (Type.Kind == Specials::Ieee && IsLargest)
    Size = Mantissa ? NaN : std::numeric_limits<float>::infinity();
  else
    Size = std::ldexp(
        static_cast<float>(Exponent ? Mantissa + MantissaEnd : Mantissa),
        static_cast<int>(std::max(Exponent, 1u)) - Type.Bias -
            static_cast<int>(Type.MantissaBits));
  return IsNegative ? -Size : Size;
}

static std::vector<float> smallFloatTable(DLDataType DType) {
  DType.lanes = 1;
  std::string Name = dtypeName(DType);
  std::vector<float> Table;
  if (Name == "float8_e8m0fnu") {
    for (int Bits = 0; Bits != 255; ++Bits)
      Table.push_back(std::ldexp(1.0f, Bits - 127));
    Table.push_back(std::numeric_limits<float>::quiet_NaN());
    return Table;
  }
  const SmallFloat *Type = find_if(
      SmallFloats, [&](const SmallFloat &Float) { return Float.Name == Name; });
  if (Type == std::end(SmallFloats))
    return Table;
  unsigned End = 1u << (1 + Type->ExponentBits + Type->MantissaBits);
  for (unsigned Bits = 0; Bits != End; ++Bits)
    Table.push_back(valueOf(*Type, Bits));
  return Table;
}

std::optional<NumberFormat> metaobj::numberFormat(StringRef DType) {
  std::optional<DLDataType> Type = parseDType(DType);
  if (!Type)
    return std::nullopt;
  Expected<uint64_t> Bytes = elementBytes(*Type);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return std::nullopt;
  }
  NumberFormat Format;
  Format.Bytes = byteOrderUnit(*Type);
  Format.Numbers = *Bytes / Format.Bytes;
  if (DType.starts_with("int")) {
    Format.Kind = NumberFormat::Signed;
  } else if (!DType.starts_with("uint") && !DType.starts_with("bool")) {
    Format.Kind = NumberFormat::Real;
    DLDataType Part = *Type;
    if (DType.starts_with("complex"))
      Part = {kDLFloat, static_cast<uint8_t>(Format.Bytes * 8), 1};
    if (Format.Bytes < 4)
      Format.Table = smallFloatTable(Part);
    if (Format.Bytes < 4 && Format.Table.empty())
      return std::nullopt;
  }
  return Format;
}

double NumberFormat::real(uint64_t Bits) const {
  if (!Table.empty())
    return Table[Bits];
  return Bytes == 4 ? bit_cast<float>(static_cast<uint32_t>(Bits))
                    : bit_cast<double>(Bits);
}

template <typename Float> static std::string shortest(Float Value) {
  if (std::isnan(Value))
    return "nan";
  char Text[64];
  auto [End, Status] = std::to_chars(Text, Text + sizeof(Text), Value);
  return std::string(Text, End);
}

std::string metaobj::shortestText(double Value) { return shortest(Value); }

std::string NumberFormat::text(uint64_t Bits) const {
  switch (Kind) {
  case Unsigned:
    return utostr(Bits);
  case Signed:
    return itostr(SignExtend64(Bits, Bytes * 8));
  default:
    return Bytes == 8 ? shortest(real(Bits))
                      : shortest(static_cast<float>(real(Bits)));
  }
}

//===- DType.cpp - DLPack types: names and sizes --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The type codes are numbers here, not DLPack's enumerators: the header of the
/// system may be older than the compiler that made the tensor.
///
//===----------------------------------------------------------------------===//

#include "Model/DType.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

enum TypeCode : uint8_t {
  CodeInt = 0,
  CodeUInt = 1,
  CodeFloat = 2,
  CodeHandle = 3,
  CodeBfloat = 4,
  CodeComplex = 5,
  CodeBool = 6,
};

/// Types with their size in the name: DLPack 1.0 and later.
struct SizedType {
  uint8_t Code;
  uint8_t Bits;
  StringLiteral Name;
};

constexpr SizedType SizedTypes[] = {
    {7, 8, "float8_e3m4"},        {8, 8, "float8_e4m3"},
    {9, 8, "float8_e4m3b11fnuz"}, {10, 8, "float8_e4m3fn"},
    {11, 8, "float8_e4m3fnuz"},   {12, 8, "float8_e5m2"},
    {13, 8, "float8_e5m2fnuz"},   {14, 8, "float8_e8m0fnu"},
    {15, 6, "float6_e2m3fn"},     {16, 6, "float6_e3m2fn"},
    {17, 4, "float4_e2m1fn"},
};

/// Types with their bits behind the name, and the numbers of bits that fill
/// whole bytes of a tensor.
struct FamilyType {
  uint8_t Code;
  StringLiteral Name;
  uint8_t Bits[4]; ///< Ends with 0 when shorter.
};

constexpr FamilyType FamilyTypes[] = {
    {CodeInt, "int", {8, 16, 32, 64}},
    {CodeUInt, "uint", {8, 16, 32, 64}},
    {CodeFloat, "float", {16, 32, 64, 0}},
    {CodeBfloat, "bfloat", {16, 0, 0, 0}},
    {CodeComplex, "complex", {32, 64, 128, 0}},
};

} // namespace

static const SizedType *findSized(DLDataType DType) {
  const auto *Found = find_if(SizedTypes, [&](const SizedType &Type) {
    return Type.Code == DType.code && Type.Bits == DType.bits;
  });
  return Found == std::end(SizedTypes) ? nullptr : Found;
}

static const FamilyType *findFamily(uint8_t Code) {
  const auto *Found = find_if(
      FamilyTypes, [&](const FamilyType &Type) { return Type.Code == Code; });
  return Found == std::end(FamilyTypes) ? nullptr : Found;
}

/// TVM's bool has one bit in its type and one byte in memory; DLPack 1.0 has a
/// code of its own for it.
static bool isBool(DLDataType DType) {
  return (DType.code == CodeUInt && DType.bits == 1 && DType.lanes == 1) ||
         (DType.code == CodeBool && DType.bits == 8);
}

std::string metaobj::dtypeName(DLDataType DType) {
  std::string Name;
  if (isBool(DType))
    Name = "bool";
  else if (const SizedType *Sized = findSized(DType))
    Name = Sized->Name.str();
  else if (const FamilyType *Family = findFamily(DType.code))
    Name = (Family->Name + Twine(unsigned(DType.bits))).str();
  else if (DType.code == CodeHandle)
    Name = "handle";
  else
    Name = ("code" + Twine(unsigned(DType.code)) + "_" +
            Twine(unsigned(DType.bits)))
               .str();
  if (DType.lanes != 1)
    Name += ("x" + Twine(unsigned(DType.lanes))).str();
  return Name;
}

/// Removes a decimal number without leading zeros from the front of \p Text.
template <typename Number>
static bool consumeNumber(StringRef &Text, Number &Value) {
  return !Text.starts_with("0") && !Text.consumeInteger(10, Value);
}

/// Removes code and bits from the front of \p Name.
static bool consumeScalar(StringRef &Name, DLDataType &DType) {
  if (Name.consume_front("handle")) {
    DType.code = CodeHandle;
    DType.bits = 64;
    return true;
  }
  if (Name.consume_front("code")) {
    if (Name.consume_front("0"))
      DType.code = 0;
    else if (!consumeNumber(Name, DType.code))
      return false;
    return Name.consume_front("_") && consumeNumber(Name, DType.bits);
  }
  // The longest name counts, because one name is the start of another.
  const SizedType *Longest = nullptr;
  for (const SizedType &Type : SizedTypes)
    if (Name.starts_with(Type.Name) &&
        (!Longest || Type.Name.size() > Longest->Name.size()))
      Longest = &Type;
  if (Longest) {
    Name = Name.drop_front(Longest->Name.size());
    DType.code = Longest->Code;
    DType.bits = Longest->Bits;
    return true;
  }
  for (const FamilyType &Type : FamilyTypes)
    if (Name.consume_front(Type.Name)) {
      DType.code = Type.Code;
      return consumeNumber(Name, DType.bits);
    }
  return false;
}

std::optional<DLDataType> metaobj::parseDType(StringRef Name) {
  DLDataType DType = {CodeUInt, 1, 1};
  bool Bool = Name.consume_front("bool");
  if (!Bool && !consumeScalar(Name, DType))
    return std::nullopt;
  if (Name.consume_front("x") && !consumeNumber(Name, DType.lanes))
    return std::nullopt;
  if (!Name.empty())
    return std::nullopt;
  // TVM's type of one bit means a byte only for single bools.
  if (Bool && DType.lanes != 1)
    return DLDataType{CodeBool, 8, DType.lanes};
  return DType;
}

bool metaobj::sameDType(DLDataType Left, DLDataType Right) {
  if (isBool(Left) && isBool(Right))
    return Left.lanes == Right.lanes;
  return Left.code == Right.code && Left.bits == Right.bits &&
         Left.lanes == Right.lanes;
}

std::string metaobj::tensorName(DLDataType DType, ArrayRef<int64_t> Shape) {
  return dtypeName(DType) + " " + extentsText(Shape);
}

Expected<uint64_t> metaobj::elementBytes(DLDataType DType) {
  // This runs for every parameter, so only errors make the name.
  auto Refuse = [&](const Twine &Reason, const Twine &Hint = "") {
    return inputError("type '" + dtypeName(DType) + "'", Reason, Hint);
  };
  if (DType.lanes == 0)
    return Refuse("has no lanes");
  if (isBool(DType))
    return uint64_t(DType.lanes);
  if (DType.code == CodeHandle)
    return Refuse("opaque handles mean nothing outside their process");
  const FamilyType *Family = findFamily(DType.code);
  if (!Family && !findSized(DType))
    return Refuse("is not known");
  if (DType.bits < 8)
    return Refuse("elements smaller than one byte cannot be linked",
                  "widen them to int8 or uint8, or hand the packed bytes "
                  "over as uint8");
  if (Family && (DType.bits == 0 || !is_contained(Family->Bits, DType.bits))) {
    std::string Sizes;
    for (uint8_t Bits : Family->Bits)
      if (Bits != 0)
        Sizes +=
            (Twine(Sizes.empty() ? "" : ", ") + Twine(unsigned(Bits))).str();
    return Refuse(Family->Name + " can have " + Sizes + " bits");
  }
  return uint64_t(DType.bits) / 8 * DType.lanes;
}

unsigned metaobj::byteOrderUnit(DLDataType DType) {
  if (!findFamily(DType.code) || DType.bits < 8)
    return 1;
  // A complex number is two numbers, each in its own byte order.
  return DType.code == CodeComplex ? DType.bits / 16 : DType.bits / 8;
}

/// The product of \p Shape and \p ElementSize.
static Expected<uint64_t>
compactBytes(DLDataType DType, ArrayRef<int64_t> Shape, uint64_t ElementSize) {
  bool Empty = false;
  for (size_t I = 0; I != Shape.size(); ++I) {
    if (Shape[I] < 0)
      return inputError(tensorName(DType, Shape),
                        "extent " + Twine(I) + " is negative");
    Empty |= Shape[I] == 0;
  }
  // Before the product, which may overflow though there are no elements.
  if (Empty)
    return 0;
  uint64_t Size = ElementSize;
  for (int64_t Extent : Shape) {
    bool Overflow = false;
    Size = SaturatingMultiply(Size, uint64_t(Extent), &Overflow);
    if (Overflow)
      return inputError(tensorName(DType, Shape),
                        "has more bytes than 64 bits can count");
  }
  return Size;
}

Expected<uint64_t> metaobj::tensorBytes(DLDataType DType,
                                        ArrayRef<int64_t> Shape) {
  Expected<uint64_t> Bytes = elementBytes(DType);
  if (!Bytes)
    return Bytes.takeError();
  return compactBytes(DType, Shape, *Bytes);
}

Expected<uint64_t> metaobj::storageBytes(DLDataType DType,
                                         ArrayRef<int64_t> Shape) {
  uint64_t Bits = uint64_t(DType.bits) * DType.lanes;
  if (Bits == 0)
    return inputError("type '" + dtypeName(DType) + "'", "has no bits");
  return compactBytes(DType, Shape, divideCeil(Bits, 8));
}

//===- Elements.cpp - Elements of two parameters --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/Elements.h"

#include "Inspect/Report/NumberFormat.h"

#include "Base/Wording.h"
#include "Inspect/CompressedParam.h"
#include "Inspect/ObjectImage.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;
using namespace metaobj;

static ArrayRef<uint8_t> storedBytes(const ParamInFile &P) {
  if (!P.Param.FileOffset)
    return {};
  return arrayRefFromStringRef(P.File.Bytes->getBuffer().substr(
      *P.Param.FileOffset, P.Param.StoredBytes));
}

namespace {

/// Bytes that are compared at once: what two caches of the first level hold is
/// as fast as anything larger. A multiple of every number's size.
constexpr size_t PieceSize = 1 << 16;

/// The elements of a parameter from the first to the last, however they are
/// stored.
class ElementStream {
public:
  explicit ElementStream(const ParamInFile &P) : P(P), Stored(storedBytes(P)) {
    if (!P.Param.FileOffset)
      Buffer.assign(PieceSize, 0); // Zeros that no file stores.
    else if (!P.Param.Codec.empty())
      // The frame was checked against its table's claim before.
      Decoder.emplace(Stored, FrameClaim{P.Param.Bytes, LargestFrameWindow});
  }

  /// The next \p Size bytes, valid until the next call.
  Expected<ArrayRef<uint8_t>> next(size_t Size) {
    if (Decoder)
      return nextDecoded(Size);
    if (!P.Param.FileOffset)
      return ArrayRef(Buffer).take_front(Size);
    ArrayRef<uint8_t> Result = Stored.take_front(Size);
    Stored = Stored.drop_front(Result.size());
    return Result;
  }

private:
  Expected<ArrayRef<uint8_t>> nextDecoded(size_t Size) {
    Buffer.clear();
    while (Buffer.size() != Size) {
      if (Decoded.empty()) {
        Expected<ArrayRef<uint8_t>> Next = Decoder->next();
        if (!Next)
          return inputError(P.File.Inspected.File,
                            "parameter " + quoted(P.Param.Name) + ": " +
                                toString(Next.takeError()));
        Decoded = *Next;
        if (Decoded.empty())
          break;
      }
      ArrayRef<uint8_t> Part = Decoded.take_front(Size - Buffer.size());
      Buffer.insert(Buffer.end(), Part.begin(), Part.end());
      Decoded = Decoded.drop_front(Part.size());
    }
    return ArrayRef(Buffer);
  }

  const ParamInFile &P;
  ArrayRef<uint8_t> Stored, Decoded;
  std::optional<FrameDecoder> Decoder;
  std::vector<uint8_t> Buffer;
};

/// Collects what differs, number by number.
class Comparison {
public:
  Comparison(const ParamInFile &A, const ParamInFile &B,
             const NumberFormat &Format)
      : Format(Format), IsLittleA(A.Param.IsLittleEndian),
        IsLittleB(B.Param.IsLittleEndian),
        NumElements(A.Param.Bytes / Format.elementBytes()) {}

  /// \p Offset is the index of the first number.
  void compare(ArrayRef<uint8_t> A, ArrayRef<uint8_t> B, uint64_t Offset) {
    if (IsLittleA == IsLittleB && A == B)
      return;
    for (size_t I = 0; I != A.size(); I += Format.Bytes) {
      uint64_t InA = numberAt(A.data() + I, Format.Bytes, IsLittleA);
      uint64_t InB = numberAt(B.data() + I, Format.Bytes, IsLittleB);
      if (InA != InB)
        note(InA, InB, (Offset + I / Format.Bytes) / Format.Numbers);
    }
  }

  uint64_t numDifferent() const { return NumDifferent; }
  uint64_t first() const { return First; }
  ElementDifference result(ArrayRef<int64_t> Shape) const;

private:
  void note(uint64_t InA, uint64_t InB, uint64_t Element);
  void noteReal(uint64_t InA, uint64_t InB, uint64_t Element);

  const NumberFormat &Format;
  bool IsLittleA, IsLittleB;
  uint64_t NumElements;
  uint64_t NumDifferent = 0, First = 0, Last = 0, LargestAt = 0;
  uint64_t NumNotANumber = 0, LastNotANumber = UINT64_MAX;
  /// Absolute differences; negative while no two numbers were compared.
  double LargestReal = -1;
  uint64_t LargestInteger = 0;
};

} // namespace

void Comparison::noteReal(uint64_t InA, uint64_t InB, uint64_t Element) {
  double Difference = std::fabs(Format.real(InA) - Format.real(InB));
  if (std::isnan(Difference)) {
    NumNotANumber += LastNotANumber != Element;
    LastNotANumber = Element;
  } else if (Difference > LargestReal) {
    LargestReal = Difference;
    LargestAt = Element;
  }
}

void Comparison::note(uint64_t InA, uint64_t InB, uint64_t Element) {
  if (NumDifferent == 0)
    First = Element;
  NumDifferent += NumDifferent == 0 || Last != Element;
  Last = Element;
  if (Format.Kind == NumberFormat::Real)
    return noteReal(InA, InB, Element);
  bool IsLess = InA < InB;
  if (Format.Kind == NumberFormat::Signed)
    IsLess = SignExtend64(InA, Format.Bytes * 8) <
             SignExtend64(InB, Format.Bytes * 8);
  uint64_t Difference = (IsLess ? InB - InA : InA - InB) &
                        maskTrailingOnes<uint64_t>(Format.Bytes * 8);
  if (Difference > LargestInteger) {
    LargestInteger = Difference;
    LargestAt = Element;
  }
}

/// The place of an element by the shape; empty without one that fits.
static std::vector<int64_t> positionOf(uint64_t Element,
                                       ArrayRef<int64_t> Shape) {
  std::vector<int64_t> Result(Shape.size());
  for (size_t Axis = Shape.size(); Axis-- != 0;) {
    auto Extent = static_cast<uint64_t>(Shape[Axis]);
    if (Extent == 0)
      return {};
    Result[Axis] = static_cast<int64_t>(Element % Extent);
    Element /= Extent;
  }
  return Result;
}

ElementDifference Comparison::result(ArrayRef<int64_t> Shape) const {
  ElementDifference Result;
  Result.NumElements = NumElements;
  Result.NumDifferent = NumDifferent;
  Result.First = First;
  Result.FirstPosition = positionOf(First, Shape);
  Result.NumNotANumber = NumNotANumber;
  if (Format.Kind == NumberFormat::Real) {
    if (LargestReal >= 0)
      Result.Largest = shortestText(LargestReal);
  } else {
    Result.Largest = utostr(LargestInteger);
  }
  if (!Result.Largest.empty()) {
    Result.LargestAt = LargestAt;
    Result.LargestPosition = positionOf(LargestAt, Shape);
  }
  return Result;
}

/// The value of the element that the numbers in \p Bytes are.
static std::string elementText(ArrayRef<uint8_t> Bytes, bool IsLittle,
                               const NumberFormat &Format) {
  std::string Result;
  constexpr uint64_t MostShown = 16;
  for (uint64_t I = 0; I != std::min(Format.Numbers, MostShown); ++I) {
    uint64_t Bits =
        numberAt(Bytes.data() + I * Format.Bytes, Format.Bytes, IsLittle);
    Result += (I ? ", " : "") + Format.text(Bits);
  }
  if (Format.Numbers > MostShown)
    Result += ", ...";
  return Format.Numbers == 1 ? Result : "(" + Result + ")";
}

/// The value of element \p Index, read once more from the start: the elements
/// before it are equal in both, so that reading them again is never more than
/// the comparison itself.
static Expected<std::string> elementAt(const ParamInFile &P, uint64_t Index,
                                       const NumberFormat &Format) {
  ElementStream Stream(P);
  for (uint64_t Skip = Index * Format.elementBytes(); Skip != 0;) {
    size_t Piece = std::min<uint64_t>(Skip, PieceSize);
    if (Expected<ArrayRef<uint8_t>> Bytes = Stream.next(Piece); !Bytes)
      return Bytes.takeError();
    Skip -= Piece;
  }
  // A hostile file can give an element 65535 lanes.
  Expected<ArrayRef<uint8_t>> Bytes = Stream.next(Format.elementBytes());
  if (!Bytes)
    return Bytes.takeError();
  return elementText(*Bytes, P.Param.IsLittleEndian, Format);
}

static Expected<std::optional<ElementDifference>>
compareStreams(const ParamInFile &A, const ParamInFile &B,
               const NumberFormat &Format, ArrayRef<int64_t> Shape) {
  ElementStream StreamA(A), StreamB(B);
  uint64_t Bytes = A.Param.Bytes;
  Comparison Found(A, B, Format);
  for (uint64_t Offset = 0; Offset != Bytes;) {
    size_t Size = std::min<uint64_t>(Bytes - Offset, PieceSize);
    Expected<ArrayRef<uint8_t>> InA = StreamA.next(Size);
    if (!InA)
      return InA.takeError();
    Expected<ArrayRef<uint8_t>> InB = StreamB.next(Size);
    if (!InB)
      return InB.takeError();
    if (InA->size() != Size || InB->size() != Size)
      return inputError(A.File.Inspected.File,
                        "parameter " + quoted(A.Param.Name) +
                            " ends before its last element");
    Found.compare(*InA, *InB, Offset / Format.Bytes);
    Offset += Size;
  }
  if (Found.numDifferent() == 0)
    return std::nullopt;
  ElementDifference Result = Found.result(Shape);
  for (auto [P, Value] :
       {std::pair(&A, &Result.FirstInA), std::pair(&B, &Result.FirstInB)}) {
    Expected<std::string> Text = elementAt(*P, Result.First, Format);
    if (!Text)
      return Text.takeError();
    *Value = std::move(*Text);
  }
  return Result;
}

/// Equal without a look at each byte?
static bool areKnownEqual(const ParamInFile &A, const ParamInFile &B) {
  if (A.Param.Bytes == 0 || (!A.Param.FileOffset && !B.Param.FileOffset))
    return true;
  if (A.Param.IsLittleEndian != B.Param.IsLittleEndian)
    return false;
  if (!A.Param.Hash.empty() || !B.Param.Hash.empty())
    return A.Param.Hash == B.Param.Hash;
  // Too many bytes to decode; but equal frames have equal contents.
  return A.Param.Codec == B.Param.Codec && storedBytes(A) == storedBytes(B);
}

Expected<ComparedElements> metaobj::compareElements(const ParamInFile &A,
                                                    const ParamInFile &B,
                                                    uint64_t &Work) {
  ComparedElements Result;
  if (areKnownEqual(A, B))
    return Result;
  bool IsSameOrder = A.Param.IsLittleEndian == B.Param.IsLittleEndian;
  const std::optional<std::string> &DType =
      A.Param.DType ? A.Param.DType : B.Param.DType;
  std::optional<NumberFormat> Format;
  if (DType)
    Format = numberFormat(*DType);
  if (Format && A.Param.Bytes % Format->elementBytes() != 0)
    Format.reset();
  if (!Format && !IsSameOrder) {
    Result.NotCompared =
        DType ? "the byte orders differ, and type " + *DType +
                    (numberFormat(*DType) ? " does not fit the bytes"
                                          : " is not known")
              : "the byte orders differ, and neither file tells the type";
    return Result;
  }
  // Of whole elements only: the shape does not count bytes.
  const auto &Known = A.Param.Shape ? A.Param.Shape : B.Param.Shape;
  ArrayRef<int64_t> Shape;
  if (Format && Known)
    Shape = *Known;
  for (const ParamInFile *P : {&A, &B})
    if (!P->Param.Codec.empty() && P->Param.Hash.empty()) {
      Result.NotCompared = "it is compressed, and decodes to too many bytes";
      return Result;
    }
  Work += A.Param.Bytes;
  Expected<std::optional<ElementDifference>> Difference =
      compareStreams(A, B, Format.value_or(NumberFormat()), Shape);
  if (!Difference)
    return Difference.takeError();
  Result.Difference = std::move(*Difference);
  if (Result.Difference)
    Result.Difference->AreBytes = !Format;
  return Result;
}

//===- TransposedArray.cpp - Fortran order becomes C order ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In Fortran order the array is a sequence of columns: all elements whose
/// indices differ in the first only, next to each other. In C order the
/// elements of a column are as far from one another as a row is long, the row
/// being all elements with one first index:
///
/// \code
///   C place of element `i` of a column = i * row + place of the column in a
///   row
/// \endcode
///
/// What is wanted is a band, some bytes next to each other in C order. A column
/// has a range of its elements in it. So a band takes one pass over the columns
/// and reads of each what it needs, always forwards, as streams want it.
///
//===----------------------------------------------------------------------===//

#include "Read/Params/TransposedArray.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

using namespace llvm;
using namespace metaobj;

/// Of a larger array this much is transposed at a time, each in one pass.
static constexpr uint64_t LargestBand = uint64_t(64) << 20;

/// Each of those passes goes over the whole array: here their number ends.
static constexpr uint64_t LargestTransposed = 64 * LargestBand;

/// Reads of fewer bytes are answered by themselves: whoever looks at the first
/// bytes of many arrays does not want a band of each.
static constexpr uint64_t LeastBand = uint64_t(16) << 10;

/// Columns are read in pieces of this size, with the gaps between them.
static constexpr uint64_t WindowSize = uint64_t(256) << 10;

namespace {

/// Bytes of a payload by increasing offset, in few reads.
class ForwardReader {
public:
  explicit ForwardReader(const Payload &Source) : Source(Source) {}

  /// \p Size bytes from \p Offset on; the next are wanted \p Gap bytes behind
  /// them. Valid until the next call.
  Expected<const uint8_t *> take(uint64_t Offset, uint64_t Size, uint64_t Gap) {
    if (Offset < Start || Offset + Size > Start + Window.size()) {
      // Gaps are read along where that costs less than further calls.
      bool IsDense = Gap <= std::max<uint64_t>(8 * Size, 512);
      uint64_t Wanted = IsDense ? std::max(Size, WindowSize) : Size;
      Window.resize_for_overwrite(std::min(Wanted, Source.size() - Offset));
      Start = Offset;
      if (Error E = Source.read(Offset, Window))
        return E;
    }
    return Window.data() + (Offset - Start);
  }

private:
  const Payload &Source;
  SmallVector<uint8_t, 0> Window;
  uint64_t Start = 0;
};

/// The elements of an array in Fortran order as a source in C order.
class TransposedArray final : public ByteSource {
public:
  TransposedArray(Payload Fortran, ArrayRef<int64_t> Shape, uint64_t Element,
                  std::string Input);

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override;

private:
  Error readElements(uint64_t Begin, MutableArrayRef<uint8_t> Out) const;
  Error readBytes(uint64_t Begin, MutableArrayRef<uint8_t> Out) const;
  Error copy(uint64_t Offset, MutableArrayRef<uint8_t> Out) const;
  uint64_t placeOf(uint64_t Column) const;

  Payload Fortran;
  uint64_t Element;              ///< Bytes.
  uint64_t ColumnLength;         ///< In elements.
  uint64_t RowLength;            ///< In elements; so many columns there are.
  std::vector<uint64_t> Extents; ///< Without the first.
  std::vector<uint64_t> Strides; ///< Of each, in C order, in elements.

  mutable std::mutex Lock;
  mutable SmallVector<uint8_t, 0> Band;
  mutable uint64_t BandBegin = 0; ///< In bytes.
};

} // namespace

TransposedArray::TransposedArray(Payload Data, ArrayRef<int64_t> Shape,
                                 uint64_t Element, std::string Input)
    : ByteSource(Stream, std::move(Input), Data.size()),
      Fortran(std::move(Data)), Element(Element),
      ColumnLength(uint64_t(Shape.front())),
      RowLength(Fortran.size() / Element / ColumnLength) {
  // Their product fits, because the size in bytes does.
  uint64_t Stride = 1;
  for (int64_t Extent : reverse(Shape.drop_front())) {
    Extents.push_back(uint64_t(Extent));
    Strides.push_back(Stride);
    Stride *= uint64_t(Extent);
  }
  std::reverse(Extents.begin(), Extents.end());
  std::reverse(Strides.begin(), Strides.end());
  assert(Stride == RowLength && "the size is that of the shape");
}

/// Place of the column in a row in C order.
uint64_t TransposedArray::placeOf(uint64_t Column) const {
  uint64_t Place = 0;
  for (const auto &[Extent, Stride] : zip_equal(Extents, Strides)) {
    Place += Column % Extent * Stride;
    Column /= Extent;
  }
  return Place;
}

/// Fills \p Out with whole elements from the one of number \p Begin on.
Error TransposedArray::readElements(uint64_t Begin,
                                    MutableArrayRef<uint8_t> Out) const {
  uint64_t End = Begin + Out.size() / Element;
  ForwardReader Reader(Fortran);
  for (uint64_t Column = 0; Column != RowLength; ++Column) {
    // The elements of the column whose places are from Begin to End.
    uint64_t Place = placeOf(Column);
    uint64_t First =
        Begin <= Place ? 0 : (Begin - Place + RowLength - 1) / RowLength;
    uint64_t Last =
        End <= Place ? 0 : (End - Place + RowLength - 1) / RowLength;
    if (First >= Last)
      continue;
    uint64_t Gap = (ColumnLength - (Last - First)) * Element;
    while (First != Last) {
      uint64_t Next = std::min(Last, First + WindowSize / Element);
      Expected<const uint8_t *> Bytes =
          Reader.take((Column * ColumnLength + First) * Element,
                      (Next - First) * Element, Next == Last ? Gap : 0);
      if (!Bytes)
        return Bytes.takeError();
      for (const uint8_t *From = *Bytes; First != Next;
           ++First, From += Element)
        std::memcpy(Out.data() + (First * RowLength + Place - Begin) * Element,
                    From, Element);
    }
  }
  return Error::success();
}

/// The same for any bytes.
Error TransposedArray::readBytes(uint64_t Begin,
                                 MutableArrayRef<uint8_t> Out) const {
  uint64_t First = Begin / Element;
  uint64_t Last = (Begin + Out.size() + Element - 1) / Element;
  if (Begin == First * Element && Out.size() == (Last - First) * Element)
    return readElements(First, Out);
  SmallVector<uint8_t, 0> Whole;
  Whole.resize_for_overwrite((Last - First) * Element);
  if (Error E = readElements(First, Whole))
    return E;
  std::memcpy(Out.data(), Whole.data() + (Begin - First * Element), Out.size());
  return Error::success();
}

Error TransposedArray::read(uint64_t Offset,
                            MutableArrayRef<uint8_t> Out) const {
  if (Offset > size() || Out.size() > size() - Offset)
    return inputError(path(), "ends at byte " + Twine(size()) +
                                  " of its data; bytes " + Twine(Offset) +
                                  " to " + Twine(Offset + Out.size()) +
                                  " are wanted");
  std::lock_guard<std::mutex> Guard(Lock);
  bool IsEnd = Offset + Out.size() == size();
  if (Error E = copy(Offset, Out))
    return E;
  if (!IsEnd)
    return Error::success();
  Band = {};
  // Between two passes somebody may have written to it.
  std::optional<Payload::FilePlace> Place = Fortran.filePlace();
  return Place ? Place->File->checkUnchanged() : Error::success();
}

/// Out of the band, which is filled when \p Offset is outside.
Error TransposedArray::copy(uint64_t Offset,
                            MutableArrayRef<uint8_t> Out) const {
  while (!Out.empty()) {
    bool IsInBand = Offset >= BandBegin && Offset < BandBegin + Band.size();
    // A whole array is no band that anybody asks for again.
    if (!IsInBand && (Out.size() < LeastBand || Out.size() == size()) &&
        Out.size() <= LargestBand)
      return readBytes(Offset, Out);
    if (!IsInBand) {
      BandBegin = Offset / Element * Element;
      Band.resize_for_overwrite(std::min(LargestBand, size() - BandBegin));
      if (Error E = readElements(BandBegin / Element, Band)) {
        Band.clear();
        return E;
      }
    }
    size_t Count =
        std::min<uint64_t>(Out.size(), BandBegin + Band.size() - Offset);
    std::memcpy(Out.data(), Band.data() + (Offset - BandBegin), Count);
    Out = Out.drop_front(Count);
    Offset += Count;
  }
  return Error::success();
}

Expected<Payload> metaobj::inCOrder(Payload Fortran, ArrayRef<int64_t> Shape,
                                    StringRef Input) {
  // With one extent above 1, or no elements, both orders are the same.
  if (Fortran.size() == 0 ||
      count_if(Shape, [](int64_t Extent) { return Extent != 1; }) < 2)
    return Fortran;
  uint64_t Elements = 1;
  for (int64_t Extent : Shape)
    Elements *= uint64_t(Extent);
  uint64_t Size = Fortran.size();
  if (Size > LargestTransposed)
    return inputError(Input,
                      "is in Fortran order and has " + Twine(Size) +
                          " bytes; up to " + Twine(LargestTransposed) +
                          " are transposed",
                      "save numpy.ascontiguousarray(array) instead");
  auto Source = std::make_shared<const TransposedArray>(
      std::move(Fortran), Shape, Size / Elements, Input.str());
  return Payload::range(std::move(Source), 0, Size);
}

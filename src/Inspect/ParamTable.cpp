//===- ParamTable.cpp - metaobj_param_table_t of an object ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/ParamTable.h"

#include "Inspect/CompressedParam.h"
#include "Inspect/PointerRelocations.h"

#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "metaobj-c/metaobj_abi.h"

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// DLDeviceType of memory that the CPU reads.
constexpr uint64_t DeviceCpu = 1;

/// Offsets of the fields of metaobj_param_t, computed as a C compiler does from
/// a pointer's size and the alignment of 64-bit integers.
struct EntryLayout {
  EntryLayout(unsigned PointerSize, unsigned Int64Alignment) {
    uint64_t Tensor =
        alignTo(PointerSize, std::max(PointerSize, Int64Alignment));
    Data = Tensor;
    DeviceType = Data + PointerSize;
    Rank = DeviceType + 8;
    DType = Rank + 4;
    Shape = DType + 4;
    ByteOffset = alignTo(Shape + uint64_t(2) * PointerSize, Int64Alignment);
    Size = alignTo(ByteOffset + 8, Int64Alignment);
    StorageId = Size + 8;
    End = alignTo(StorageId + 8, Int64Alignment);
    Stored = End;
    StoredSize = alignTo(Stored + PointerSize, Int64Alignment);
    Codec = StoredSize + 8;
    WindowLog = Codec + 2;
    CompressedEnd = alignTo(Codec + 8, Int64Alignment);
  }
  uint64_t Data, DeviceType, Rank, DType, Shape, ByteOffset, Size, StorageId;
  uint64_t End;
  /// Fields of metaobj_compressed_param_t, which starts with one of the above.
  uint64_t Stored, StoredSize, Codec, WindowLog;
  uint64_t CompressedEnd;
};

/// The same of metaobj_compressed_table_t.
struct TableLayout {
  explicit TableLayout(unsigned PointerSize)
      : Params(8), ParamsEnd(Params + PointerSize), NumCompressed(ParamsEnd),
        CompressedSize(NumCompressed + 4),
        Compressed(alignTo(CompressedSize + 4, PointerSize)),
        CompressedEnd(Compressed + PointerSize) {}
  uint64_t Params, ParamsEnd, NumCompressed, CompressedSize, Compressed;
  uint64_t CompressedEnd;
};

/// The layout with entries of this size, if the machine's compilers can use it.
std::optional<EntryLayout> findLayout(const ObjectImage &Object,
                                      uint64_t EntrySize) {
  unsigned PointerSize = Object.pointerSize();
  EntryLayout Wide(PointerSize, 8);
  EntryLayout Narrow(PointerSize, std::min(PointerSize, 4u));
  if (EntrySize == Narrow.End && mayAlignInt64Below8(Object.machine()))
    return Narrow;
  if (EntrySize == Wide.End)
    return Wide;
  return std::nullopt;
}

class EntryReader {
public:
  EntryReader(const ObjectImage &Object, const EntryLayout &Layout,
              Location Table, uint64_t Index, Location Entry,
              std::vector<InspectedPart> &Parts)
      : Object(Object), Layout(Layout), Table(Table), Index(Index),
        Entry(Entry), Parts(Parts) {}

  Expected<ParamTableEntry> read(bool IsCompressed);

private:
  uint64_t field(uint64_t Offset, unsigned Size) const {
    return Object.integerAt(Entry.advance(Offset), Size).value_or(0);
  }
  Error readName();
  Error readPlace(uint64_t PointerOffset, StringRef Subject);
  Error readStored();
  Error checkUnused() const;
  Error readShape();
  Error checkSize(DLDataType DType) const;
  Error fault(const Twine &Reason) const {
    return inputError(
        Object.file(),
        "parameter table at " + Object.describe(Table) + ": entry " +
            Twine(Index) +
            (Result.Name.empty() ? "" : " (" + quoted(Result.Name) + ")") +
            ": " + Reason);
  }

  const ObjectImage &Object;
  const EntryLayout &Layout;
  Location Table;
  uint64_t Index;
  Location Entry;
  std::vector<InspectedPart> &Parts;
  ParamTableEntry Result;
};

} // namespace

Error EntryReader::readName() {
  std::optional<StringRef> Name = Object.textAt(Entry);
  if (!Name)
    return fault("the name is not a string of this file");
  if (Name->empty())
    return fault("the name is empty");
  if (Name->size() > LongestName)
    return fault("the name has " + Twine(Name->size()) + " bytes");
  Result.Name = *Name;
  Object.addPart(Parts, InspectedPart::Names, "parameter names",
                 Object.pointerAt(Entry).Target, Name->size() + 1);
  return Error::success();
}

/// Where the Result.StoredSize bytes of \p Subject are.
Error EntryReader::readPlace(uint64_t PointerOffset, StringRef Subject) {
  StoredPointer Stored = Object.paramAt(Entry.advance(PointerOffset));
  if (Stored.Kind != StoredPointer::Pointer ||
      (!Stored.Target.isDefined() && Stored.Target.Offset == 0))
    return fault("the " + Subject + " is not in this file");
  Result.Data = Stored.Target;
  uint64_t SectionSize = Object.sections()[Result.Data.Section].Size;
  if (Result.Data.isDefined() &&
      (Result.Data.Offset > SectionSize ||
       Result.StoredSize > SectionSize - Result.Data.Offset))
    return fault(
        Twine(Result.StoredSize) + " bytes at " + Object.describe(Result.Data) +
        " pass the section's end at 0x" + Twine::utohexstr(SectionSize));
  return Error::success();
}

/// The fields behind the metaobj_param_t of a compressed parameter. The data
/// pointer in the metaobj_param_t must be NULL, because readers would take the
/// data for elements.
Error EntryReader::readStored() {
  if (Object.pointerAt(Entry.advance(Layout.Data)).Kind != StoredPointer::Null)
    return fault("it is compressed, but has data that is not");
  Result.StoredSize = field(Layout.StoredSize, 8);
  if (Error E = readPlace(Layout.Stored, "compressed data"))
    return E;
  if (uint64_t Codec = field(Layout.Codec, 2); Codec != METAOBJ_CODEC_ZSTD)
    return fault("codec " + Twine(Codec) + ", wanted 1 (zstd)");
  Result.WindowLog = field(Layout.WindowLog, 2);
  if (!Result.Data.isDefined())
    return Error::success();
  StringRef Bytes = Object.bytesFrom(Result.Data);
  if (Bytes.size() < Result.StoredSize)
    return fault("the compressed data is not in this file");
  if (Error E =
          checkFrame(arrayRefFromStringRef(Bytes.take_front(Result.StoredSize)),
                     {Result.Size, *Result.WindowLog}))
    return fault(toString(std::move(E)));
  return Error::success();
}

/// Fields that have one value: readers rely on the first two.
Error EntryReader::checkUnused() const {
  if (uint64_t DeviceId = field(Layout.DeviceType + 4, 4))
    return fault("device id " + Twine(DeviceId) + ", wanted 0");
  Location Strides =
      Entry.advance(Layout.Shape + uint64_t(Object.pointerSize()));
  if (Object.pointerAt(Strides).Kind != StoredPointer::Null)
    return fault("it has strides, wanted NULL");
  if (uint64_t Reserved = field(Layout.StorageId + 4, 4))
    return fault("reserved is " + Twine(Reserved) + ", wanted 0");
  return Error::success();
}

Error EntryReader::readShape() {
  uint64_t Rank = field(Layout.Rank, 4);
  if (Rank > MaxRank)
    return fault(Twine(Rank) + " dimensions");
  StoredPointer Stored = Object.pointerAt(Entry.advance(Layout.Shape));
  if (Rank == 0) {
    if (Stored.Kind != StoredPointer::Null)
      return fault("a scalar has a shape, wanted NULL");
    return Error::success();
  }
  if (Stored.Kind != StoredPointer::Pointer ||
      Object.bytesFrom(Stored.Target).size() < Rank * 8)
    return fault("the shape is not in this file");
  Object.addPart(Parts, InspectedPart::Table, "shapes", Stored.Target,
                 Rank * 8);
  for (uint64_t Axis = 0; Axis < Rank; ++Axis) {
    uint64_t Extent =
        Object.integerAt(Stored.Target.advance(Axis * 8), 8).value_or(0);
    if (Extent > static_cast<uint64_t>(INT64_MAX))
      return fault("dimension " + Twine(Axis) + " is negative");
    Result.Shape.push_back(static_cast<int64_t>(Extent));
  }
  return Error::success();
}

/// Types that fill whole bytes, and TVM's bool: one byte with one bit used.
Error EntryReader::checkSize(DLDataType DType) const {
  if (DType.bits != 1 && DType.bits % 8 != 0)
    return Error::success();
  bool Overflowed = false;
  uint64_t Bytes = uint64_t(divideCeil(DType.bits, 8)) * DType.lanes;
  for (int64_t Extent : Result.Shape) {
    bool Here = false;
    Bytes = SaturatingMultiply(Bytes, static_cast<uint64_t>(Extent), &Here);
    Overflowed |= Here;
  }
  if (Overflowed || Bytes != Result.Size)
    return fault(
        "size " + Twine(Result.Size) + ", but dtype and shape take " +
        (Overflowed ? Twine("more than 64 bits can count") : Twine(Bytes)));
  return Error::success();
}

Expected<ParamTableEntry> EntryReader::read(bool IsCompressed) {
  if (Error E = readName())
    return E;
  Result.Size = field(Layout.Size, 8);
  Result.StoredSize = Result.Size;
  if (Error E = IsCompressed ? readStored() : readPlace(Layout.Data, "data"))
    return E;
  if (uint64_t DeviceType = field(Layout.DeviceType, 4);
      DeviceType != DeviceCpu)
    return fault("device type " + Twine(DeviceType) + ", wanted 1 (CPU)");
  if (uint64_t ByteOffset = field(Layout.ByteOffset, 8))
    return fault("byte offset " + Twine(ByteOffset) + ", wanted 0");
  if (Error E = checkUnused())
    return E;
  if (Error E = readShape())
    return E;
  DLDataType DType;
  DType.code = field(Layout.DType, 1);
  DType.bits = field(Layout.DType + 1, 1);
  DType.lanes = field(Layout.DType + 2, 2);
  Result.DType = dtypeName(DType);
  Result.Type = DType;
  if (Error E = checkSize(DType))
    return E;
  auto StorageId = static_cast<int32_t>(field(Layout.StorageId, 4));
  if (StorageId != METAOBJ_NO_STORAGE_ID) {
    if (StorageId < 0)
      return fault("storage id " + Twine(StorageId));
    Result.StorageId = StorageId;
  }
  return Result;
}

bool metaobj::isParamTableSize(uint64_t Size, unsigned PointerSize) {
  TableLayout Layout(PointerSize);
  return Size == Layout.ParamsEnd || Size == Layout.CompressedEnd;
}

namespace {

/// One of the lists that a table has.
struct EntryList {
  uint64_t Count;
  uint64_t EntrySize;
  Location Pointer; ///< Where the pointer to it is.
  bool IsCompressed;
};

} // namespace

static Error readList(const ObjectImage &Object, const EntryLayout &Layout,
                      Location Table, const EntryList &List,
                      std::vector<ParamTableEntry> &Entries,
                      std::vector<InspectedPart> &Parts) {
  if (List.Count == 0)
    return Error::success();
  StoredPointer First = Object.pointerAt(List.Pointer);
  if (First.Kind != StoredPointer::Pointer ||
      Object.bytesFrom(First.Target).size() / List.EntrySize < List.Count)
    return inputError(Object.file(),
                      "parameter table at " + Object.describe(Table) +
                          ": its " + Twine(List.Count) +
                          (List.IsCompressed ? " compressed" : "") +
                          " entries are not in this file");
  Object.addPart(Parts, InspectedPart::Table, "parameter table", First.Target,
                 List.Count * List.EntrySize);
  for (uint64_t Index = 0; Index < List.Count; ++Index) {
    Expected<ParamTableEntry> Entry =
        EntryReader(Object, Layout, Table, Index,
                    First.Target.advance(Index * List.EntrySize), Parts)
            .read(List.IsCompressed);
    if (!Entry)
      return Entry.takeError();
    Entries.push_back(std::move(*Entry));
  }
  return Error::success();
}

Expected<std::optional<std::vector<ParamTableEntry>>>
metaobj::readParamTable(const ObjectImage &Object, Location Place,
                        std::vector<InspectedPart> &Parts) {
  std::optional<uint64_t> Version = Object.integerAt(Place, 2);
  std::optional<uint64_t> EntrySize = Object.integerAt(Place.advance(2), 2);
  std::optional<uint64_t> NumParams = Object.integerAt(Place.advance(4), 4);
  if (!NumParams ||
      (*Version != METAOBJ_ABI_VERSION &&
       *Version != METAOBJ_ABI_VERSION_COMPRESSED) ||
      !Object.relocations(Place.Section, Place.Offset, Place.Offset + 8)
           .empty())
    return std::nullopt;
  std::optional<EntryLayout> Layout = findLayout(Object, *EntrySize);
  if (!Layout)
    return std::nullopt;

  TableLayout Table(Object.pointerSize());
  std::vector<ParamTableEntry> Entries;
  if (Error E =
          readList(Object, *Layout, Place,
                   {*NumParams, *EntrySize, Place.advance(Table.Params), false},
                   Entries, Parts))
    return E;
  Object.addPart(Parts, InspectedPart::Table, "parameter table", Place,
                 *Version == METAOBJ_ABI_VERSION ? Table.ParamsEnd
                                                 : Table.CompressedEnd);
  if (*Version == METAOBJ_ABI_VERSION)
    return Entries;
  std::optional<uint64_t> Count =
      Object.integerAt(Place.advance(Table.NumCompressed), 4);
  std::optional<uint64_t> Size =
      Object.integerAt(Place.advance(Table.CompressedSize), 2);
  auto Fault = [&](const Twine &Reason) {
    return inputError(Object.file(),
                      "parameter table at " + Object.describe(Place) + Reason);
  };
  if (!Size)
    return Fault(" ends before its compressed entries");
  if (*Size != Layout->CompressedEnd)
    return Fault(": compressed entries of " + Twine(*Size) + " bytes, wanted " +
                 Twine(Layout->CompressedEnd));
  if (Error E = readList(Object, *Layout, Place,
                         {*Count, *Size, Place.advance(Table.Compressed), true},
                         Entries, Parts))
    return E;
  return Entries;
}

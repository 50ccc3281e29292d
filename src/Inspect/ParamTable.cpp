//===- ParamTable.cpp - metaobj_param_table_t of an object ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParamTable.h"

#include "PointerRelocations.h"

#include "Model/Wording.h"
#include "metaobj-c/metaobj_abi.h"

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// More dimensions than this are taken for damage.
constexpr uint64_t MaxRank = 64;

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
  }
  uint64_t Data, DeviceType, Rank, DType, Shape, ByteOffset, Size, StorageId;
  uint64_t End;
};

/// The layout whose entries have this size, if the machine's compilers can have
/// it.
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
              Location Table, uint64_t Index, Location Entry)
      : Object(Object), Layout(Layout), Table(Table), Index(Index),
        Entry(Entry) {}

  Expected<ParamTableEntry> read();

private:
  uint64_t field(uint64_t Offset, unsigned Size) const {
    return Object.integerAt(Entry.advance(Offset), Size).value_or(0);
  }
  Error readName();
  Error readData();
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
  ParamTableEntry Result;
};

} // namespace

Error EntryReader::readName() {
  StoredPointer Stored = Object.pointerAt(Entry);
  StringRef Bytes = Object.bytesFrom(Stored.Target);
  size_t End = Bytes.find('\0');
  if (Stored.Kind != StoredPointer::Pointer || End == StringRef::npos)
    return fault("the name is no string of this file");
  if (End == 0)
    return fault("the name is empty");
  if (End > MaxParamNameLength)
    return fault("the name has " + Twine(End) + " bytes");
  Result.Name = Bytes.take_front(End);
  return Error::success();
}

Error EntryReader::readData() {
  StoredPointer Stored = Object.paramAt(Entry.advance(Layout.Data));
  if (Stored.Kind != StoredPointer::Pointer ||
      (!Stored.Target.isDefined() && Stored.Target.Offset == 0))
    return fault("the data is not in this file");
  Result.Data = Stored.Target;
  Result.Size = field(Layout.Size, 8);
  uint64_t SectionSize = Object.sections()[Result.Data.Section].Size;
  if (Result.Data.isDefined() &&
      (Result.Data.Offset > SectionSize ||
       Result.Size > SectionSize - Result.Data.Offset))
    return fault(
        Twine(Result.Size) + " bytes at " + Object.describe(Result.Data) +
        " pass the section's end at 0x" + Twine::utohexstr(SectionSize));
  if (uint64_t DeviceType = field(Layout.DeviceType, 4);
      DeviceType != DeviceCpu)
    return fault("device type " + Twine(DeviceType) + ", wanted 1 (CPU)");
  if (uint64_t ByteOffset = field(Layout.ByteOffset, 8))
    return fault("byte offset " + Twine(ByteOffset) + ", wanted 0");
  return Error::success();
}

Error EntryReader::readShape() {
  uint64_t Rank = field(Layout.Rank, 4);
  if (Rank > MaxRank)
    return fault(Twine(Rank) + " dimensions");
  if (Rank == 0)
    return Error::success();
  StoredPointer Stored = Object.pointerAt(Entry.advance(Layout.Shape));
  if (Stored.Kind != StoredPointer::Pointer ||
      Object.bytesFrom(Stored.Target).size() < Rank * 8)
    return fault("the shape is not in this file");
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

Expected<ParamTableEntry> EntryReader::read() {
  if (Error E = readName())
    return E;
  if (Error E = readData())
    return E;
  if (Error E = readShape())
    return E;
  DLDataType DType;
  DType.code = field(Layout.DType, 1);
  DType.bits = field(Layout.DType + 1, 1);
  DType.lanes = field(Layout.DType + 2, 2);
  Result.DType = dtypeName(DType);
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

uint64_t metaobj::paramTableSize(unsigned PointerSize) {
  return 8 + PointerSize;
}

Expected<std::optional<std::vector<ParamTableEntry>>>
metaobj::readParamTable(const ObjectImage &Object, Location Place) {
  std::optional<uint64_t> Version = Object.integerAt(Place, 2);
  std::optional<uint64_t> EntrySize = Object.integerAt(Place.advance(2), 2);
  std::optional<uint64_t> NumParams = Object.integerAt(Place.advance(4), 4);
  if (!NumParams || *Version != METAOBJ_ABI_VERSION ||
      !Object.relocations(Place.Section, Place.Offset, Place.Offset + 8)
           .empty())
    return std::nullopt;
  std::optional<EntryLayout> Layout = findLayout(Object, *EntrySize);
  if (!Layout)
    return std::nullopt;

  StoredPointer Params = Object.pointerAt(Place.advance(8));
  std::vector<ParamTableEntry> Entries;
  if (*NumParams == 0)
    return Entries;
  if (Params.Kind != StoredPointer::Pointer ||
      Object.bytesFrom(Params.Target).size() / *EntrySize < *NumParams)
    return inputError(Object.file(), "parameter table at " +
                                         Object.describe(Place) + ": its " +
                                         Twine(*NumParams) +
                                         " entries are not in this file");
  for (uint64_t Index = 0; Index < *NumParams; ++Index) {
    Expected<ParamTableEntry> Entry =
        EntryReader(Object, *Layout, Place, Index,
                    Params.Target.advance(Index * *EntrySize))
            .read();
    if (!Entry)
      return Entry.takeError();
    Entries.push_back(std::move(*Entry));
  }
  return Entries;
}

//===- ModelMetadata.cpp - TVMMetadata of an object -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the structures of TVM's metadata_types.h, version 1, from an object of
// any pointer width and byte order: those of metaobj and those of TVM v0.9 to
// v0.18.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"
#include "Inspect/PointerRelocations.h"

#include "metaobj/Model.h"

#include "metaobj/Diagnostic.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

constexpr uint64_t KnownVersion = 1;

/// Offsets of fields, computed as a C compiler does from a pointer's size and
/// the alignment of 64-bit integers.
///
/// struct TVMMetadata: int64_t version; four lists of a pointer and an int64_t;
/// const char *mod_name.
/// struct TVMTensorInfo: const char *name; const int64_t *shape; int64_t
/// num_shape; DLDataType dtype.
/// struct TVMConstantInfo: const char *name_hint; int64_t byte_offset; int64_t
/// data_len; const void *data_bytes.
struct MetadataLayout {
  MetadataLayout(unsigned PointerSize, unsigned Int64Alignment) {
    auto After = [&](uint64_t Offset) {
      return alignTo(Offset, Int64Alignment);
    };
    unsigned Largest = std::max(PointerSize, Int64Alignment);
    ListSize = After(alignTo(PointerSize, Int64Alignment) + 8);
    ListCount = After(PointerSize);
    ModuleName = Lists + 4 * ListSize;
    End = alignTo(ModuleName + PointerSize, Largest);
    Shape = PointerSize;
    Rank = After(uint64_t(2) * PointerSize);
    DType = Rank + 8;
    InfoSize = alignTo(DType + 4, Largest);
    ByteOffset = After(PointerSize);
    DataSize = ByteOffset + 8;
    Data = DataSize + 8;
    ConstantSize = alignTo(Data + PointerSize, Largest);
  }
  static constexpr uint64_t Lists = 8;
  uint64_t ListSize, ListCount, ModuleName, End;
  uint64_t Shape, Rank, DType, InfoSize;
  uint64_t ByteOffset, DataSize, Data, ConstantSize;
};

/// The lists of a TVMMetadata in their order.
enum ListType : unsigned { Inputs, Outputs, WorkspacePools, ConstantPools };
constexpr StringLiteral ListNames[] = {"inputs", "outputs", "workspace pools",
                                       "constants"};

class MetadataReader {
public:
  MetadataReader(const ObjectImage &Object, Location Place,
                 const MetadataLayout &Layout, uint64_t &Work)
      : Object(Object), Place(Place), Layout(Layout), Work(Work) {}

  Expected<InspectedMetadata> read();

private:
  Error fault(const Twine &Reason) const {
    return inputError(Object.file(),
                      "metadata at " + Object.describe(Place) + ": " + Reason);
  }
  Expected<std::string> textAt(Location Place, const Twine &Subject);
  Expected<InspectedTensor> tensorAt(Location Place, const Twine &Subject);
  Expected<InspectedConstant> constantAt(Location Place, const Twine &Subject);
  template <class Entry, class Reader>
  Error readList(ListType Which, uint64_t EntrySize, Reader ReadEntry,
                 std::vector<Entry> &To);

  const ObjectImage &Object;
  Location Place;
  const MetadataLayout &Layout;
  uint64_t &Work;
};

} // namespace

Expected<std::string> MetadataReader::textAt(Location Place,
                                             const Twine &Subject) {
  std::optional<StringRef> Text = Object.textAt(Place);
  if (!Text)
    return fault(Subject + ": the name is not a string of this file");
  if (Text->size() > LongestName)
    return fault(Subject + ": the name has " + Twine(Text->size()) + " bytes");
  Work += Text->size();
  if (Work > Object.workLimit())
    return inputError(Object.file(), "metadata of models overlaps");
  return Text->str();
}

Expected<InspectedTensor> MetadataReader::tensorAt(Location Place,
                                                   const Twine &Subject) {
  InspectedTensor Result;
  Expected<std::string> Name = textAt(Place, Subject);
  if (!Name)
    return Name.takeError();
  Result.Name = std::move(*Name);
  uint64_t Rank = Object.integerAt(Place.advance(Layout.Rank), 8).value_or(0);
  if (Rank > MaxRank)
    return fault(Subject + ": " + Twine(Rank) + " dimensions");
  StoredPointer Shape = Object.pointerAt(Place.advance(Layout.Shape));
  if (Rank != 0 && (Shape.Kind != StoredPointer::Pointer ||
                    Object.bytesFrom(Shape.Target).size() < Rank * 8))
    return fault(Subject + ": the shape is not in this file");
  Work += Rank * 8;
  for (uint64_t Axis = 0; Axis != Rank; ++Axis) {
    uint64_t Extent =
        Object.integerAt(Shape.Target.advance(Axis * 8), 8).value_or(0);
    if (Extent > static_cast<uint64_t>(INT64_MAX))
      return fault(Subject + ": dimension " + Twine(Axis) + " is negative");
    Result.Shape.push_back(static_cast<int64_t>(Extent));
  }
  Location DType = Place.advance(Layout.DType);
  DLDataType Type;
  Type.code = Object.integerAt(DType, 1).value_or(0);
  Type.bits = Object.integerAt(DType.advance(1), 1).value_or(0);
  Type.lanes = Object.integerAt(DType.advance(2), 2).value_or(0);
  Result.DType = dtypeName(Type);
  return Result;
}

Expected<InspectedConstant> MetadataReader::constantAt(Location Place,
                                                       const Twine &Subject) {
  InspectedConstant Result;
  Expected<std::string> Name = textAt(Place, Subject);
  if (!Name)
    return Name.takeError();
  Result.Name = std::move(*Name);
  Result.Offset =
      Object.integerAt(Place.advance(Layout.ByteOffset), 8).value_or(0);
  Result.Bytes =
      Object.integerAt(Place.advance(Layout.DataSize), 8).value_or(0);
  StoredPointer Data = Object.pointerAt(Place.advance(Layout.Data));
  if (Result.Bytes != 0 &&
      (Data.Kind != StoredPointer::Pointer ||
       Object.bytesFrom(Data.Target).size() < Result.Bytes))
    return fault(Subject + ": its " + Twine(Result.Bytes) +
                 " bytes are not in this file");
  return Result;
}

template <class Entry, class Reader>
Error MetadataReader::readList(ListType Which, uint64_t EntrySize,
                               Reader ReadEntry, std::vector<Entry> &To) {
  Location List = Place.advance(MetadataLayout::Lists +
                                static_cast<unsigned>(Which) * Layout.ListSize);
  uint64_t Count =
      Object.integerAt(List.advance(Layout.ListCount), 8).value_or(0);
  if (Count == 0)
    return Error::success();
  StoredPointer First = Object.pointerAt(List);
  if (First.Kind != StoredPointer::Pointer ||
      Object.bytesFrom(First.Target).size() / EntrySize < Count)
    return fault("its " + Twine(Count) + " " + ListNames[Which] +
                 " are not in this file");
  for (uint64_t Index = 0; Index != Count; ++Index) {
    Expected<Entry> TheEntry =
        ReadEntry(First.Target.advance(Index * EntrySize),
                  Twine("entry ") + Twine(Index) + " of " + ListNames[Which]);
    if (!TheEntry)
      return TheEntry.takeError();
    To.push_back(std::move(*TheEntry));
  }
  return Error::success();
}

Expected<InspectedMetadata> MetadataReader::read() {
  InspectedMetadata Result;
  Expected<std::string> Module =
      textAt(Place.advance(Layout.ModuleName), "the module");
  if (!Module)
    return Module.takeError();
  Result.Module = std::move(*Module);
  auto ReadTensor = [&](Location TheLocation, const Twine &Subject) {
    return tensorAt(TheLocation, Subject);
  };
  auto ReadConstant = [&](Location ThePlace, const Twine &Topic) {
    return constantAt(ThePlace, Topic);
  };
  for (const auto &[Which, To] :
       {std::pair(Inputs, &Result.Inputs), std::pair(Outputs, &Result.Outputs),
        std::pair(WorkspacePools, &Result.WorkspacePools)})
    if (Error E = readList(Which, Layout.InfoSize, ReadTensor, *To))
      return E;
  if (Error E = readList(ConstantPools, Layout.ConstantSize, ReadConstant,
                         Result.Constants))
    return E;
  return Result;
}

/// The layout that the machine's compilers have: by the size of the symbol, or
/// by where the pointer to the module's name is.
static MetadataLayout chooseLayout(const ObjectImage &Object, Location Place) {
  unsigned PointerSize = Object.pointerSize();
  MetadataLayout Wide(PointerSize, 8);
  MetadataLayout Narrow(PointerSize, std::min(PointerSize, 4U));
  if (!mayAlignInt64Below8(Object.machine()) || Wide.End == Narrow.End)
    return Wide;
  const ImageSymbol *Own = Object.symbolAt(
      Place, [](const ImageSymbol &Symbol) { return Symbol.Size != 0; });
  if (Own && (Own->Size == Wide.End || Own->Size == Narrow.End))
    return Own->Size == Wide.End ? Wide : Narrow;
  bool IsNarrow = Object.pointerAt(Place.advance(Narrow.ModuleName)).Kind ==
                  StoredPointer::Pointer;
  // There the other layout has a list, which may be empty.
  bool IsWide = Object.pointerAt(Place.advance(Wide.ModuleName)).Kind ==
                StoredPointer::Pointer;
  return IsNarrow && !IsWide ? Narrow : Wide;
}

Expected<std::optional<InspectedMetadata>>
metaobj::readModelMetadata(const ObjectImage &Object, Location Place,
                           uint64_t &Work) {
  if (!Place.isDefined() || Object.sections()[Place.Section].IsCode ||
      Object.integerAt(Place, 8) != KnownVersion ||
      !Object.relocations(Place.Section, Place.Offset, Place.Offset + 8)
           .empty())
    return std::nullopt;
  MetadataLayout Layout = chooseLayout(Object, Place);
  // Eight more bytes with the number 1 are no metadata.
  if (Object.bytesFrom(Place).size() < Layout.ModuleName + Object.pointerSize())
    return std::nullopt;
  Expected<InspectedMetadata> Result =
      MetadataReader(Object, Place, Layout, Work).read();
  if (!Result)
    return Result.takeError();
  return std::move(*Result);
}

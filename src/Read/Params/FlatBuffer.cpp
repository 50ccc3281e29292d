//===- FlatBuffer.cpp - Tables of FlatBuffers files -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/FlatBuffer.h"

#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Read/OpenedFile.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace llvm;
using namespace metaobj;

static constexpr uint64_t PageSize = uint64_t(16) << 10;

/// A MiB of a file. Tables of one kind lie together, so few pages change.
static constexpr uint64_t MostPages = 64;

static bool isStream(const ByteSource &Source) {
  const ByteSource *Whole = &Source;
  while (Whole->kind() == ByteSource::Slice)
    Whole = static_cast<const SourceSlice *>(Whole)->whole().get();
  return Whole->kind() == ByteSource::Stream;
}

Expected<FlatBuffer> FlatBuffer::open(std::shared_ptr<const ByteSource> Source,
                                      uint64_t Size) {
  assert(Size <= Source->size() && "more than there is");
  FlatBuffer Result(std::move(Source), Size);
  uint64_t Needed = divideCeil(Size, PageSize);
  if (!isStream(*Result.Source)) {
    Result.Pages.resize(std::min(Needed, MostPages));
    return Result;
  }
  if (Size > LargestCompressedText)
    return inputError(
        Result.Source->path(),
        "has tables in " + Twine(Size) + " bytes when decompressed; up to " +
            Twine(LargestCompressedText) + " are read from a compressed file",
        "decompress it first");
  Result.Pages.resize(Needed);
  for (uint64_t I = 0; I != Needed; ++I)
    if (Error E = Result.load(Result.Pages[I], I * PageSize))
      return E;
  return Result;
}

Error FlatBuffer::fail(uint64_t Offset, const Twine &Reason) const {
  return inputError(Source->path(), "at byte " + Twine(Offset) + ": " + Reason);
}

Error FlatBuffer::load(Page &ThePage, uint64_t Begin) {
  ThePage.Begin = Begin;
  ThePage.Bytes.resize(std::min(PageSize, Size - Begin));
  Error E = Source->read(Begin, ThePage.Bytes);
  if (E)
    ThePage.Bytes.clear();
  return E;
}

/// The bytes are in the buffer.
Error FlatBuffer::read(uint64_t Position, MutableArrayRef<uint8_t> Out) {
  while (!Out.empty()) {
    uint64_t Begin = Position / PageSize * PageSize;
    Page &ThePage = Pages[Position / PageSize % Pages.size()];
    if (ThePage.Bytes.empty() || ThePage.Begin != Begin)
      if (Error E = load(ThePage, Begin))
        return E;
    size_t Inside = Position - Begin;
    size_t Count = std::min(Out.size(), ThePage.Bytes.size() - Inside);
    std::memcpy(Out.data(), ThePage.Bytes.data() + Inside, Count);
    Out = Out.drop_front(Count);
    Position += Count;
  }
  return Error::success();
}

Expected<uint64_t> FlatBuffer::loadNumber(uint64_t Position, unsigned Bytes) {
  uint8_t Buffer[8];
  if (Error E = read(Position, MutableArrayRef(Buffer, Bytes)))
    return E;
  uint64_t Result = 0;
  for (unsigned I = 0; I != Bytes; ++I)
    Result |= uint64_t(Buffer[I]) << (8 * I);
  return Result;
}

Error FlatBuffer::checkInside(uint64_t Position, uint64_t Bytes,
                              const Twine &Subject) const {
  if (Position <= Size && Bytes <= Size - Position)
    return Error::success();
  return inputError(Source->path(), "ends at byte " + Twine(Size) + " inside " +
                                        Subject + " (" + plural(Bytes, "byte") +
                                        " from byte " + Twine(Position) + ")");
}

/// Where the u32 at \p Position leads to: a table, or the count of a vector.
Expected<uint64_t> FlatBuffer::follow(uint64_t Position, const Twine &Subject) {
  Expected<uint64_t> Distance = loadNumber(Position, 4);
  if (!Distance)
    return Distance.takeError();
  uint64_t Target = Position + *Distance;
  if (*Distance == 0 || Target > Size - 4)
    return fail(Position, "the offset of " + Subject + " leads to byte " +
                              Twine(Target) + ", but the tables lie in " +
                              plural(Size, "byte"));
  return Target;
}

Expected<FlatTable> FlatBuffer::loadTable(uint64_t Position,
                                          const Twine &Subject) {
  Expected<uint64_t> Back = loadNumber(Position, 4);
  if (!Back)
    return Back.takeError();
  int64_t Fields = int64_t(Position) - int32_t(*Back);
  if (Fields < 0 || uint64_t(Fields) > Size - 4)
    return fail(Position, "the fields of " + Subject + " are at byte " +
                              Twine(Fields) + ", but the tables lie in " +
                              plural(Size, "byte"));
  Expected<uint64_t> Sizes = loadNumber(uint64_t(Fields), 4);
  if (!Sizes)
    return Sizes.takeError();
  FlatTable Result = {Position, uint64_t(Fields), uint16_t(*Sizes),
                      uint16_t(*Sizes >> 16)};
  if (Result.FieldsSize < 4 || Result.FieldsSize % 2 != 0 || Result.Size < 4)
    return fail(Result.Fields, "the fields of " + Subject + " claim " +
                                   Twine(Result.FieldsSize) +
                                   " bytes, and the table " +
                                   Twine(Result.Size));
  if (Error E = checkInside(Result.Fields, Result.FieldsSize,
                            "the fields of " + Subject))
    return E;
  if (Error E = checkInside(Position, Result.Size, Subject))
    return E;
  return Result;
}

Expected<FlatTable> FlatBuffer::root() {
  if (Error E = checkInside(0, 8, "the header"))
    return E;
  Expected<uint64_t> Position = follow(0, "the first table");
  if (!Position)
    return Position.takeError();
  return loadTable(*Position, "the first table");
}

/// Where the field is; 0: it is missing.
Expected<uint64_t> FlatBuffer::place(const FlatTable &Table, unsigned Field,
                                     unsigned Bytes, const Twine &Subject) {
  unsigned Slot = 4 + 2 * Field;
  if (Slot + 2 > Table.FieldsSize)
    return 0;
  Expected<uint64_t> Offset = loadNumber(Table.Fields + Slot, 2);
  if (!Offset || *Offset == 0)
    return Offset;
  if (*Offset < 4 || *Offset + Bytes > Table.Size)
    return fail(Table.Fields + Slot, Subject + " is said to be at byte " +
                                         Twine(*Offset) + " of a table of " +
                                         plural(Table.Size, "byte"));
  return Table.Position + *Offset;
}

Expected<uint64_t> FlatBuffer::number(const FlatTable &Table, unsigned Field,
                                      unsigned Bytes, const Twine &Subject) {
  Expected<uint64_t> Position = place(Table, Field, Bytes, Subject);
  if (!Position || *Position == 0)
    return Position;
  return loadNumber(*Position, Bytes);
}

Expected<std::optional<FlatTable>> FlatBuffer::table(const FlatTable &Table,
                                                     unsigned Field,
                                                     const Twine &Subject) {
  Expected<uint64_t> Position = place(Table, Field, 4, Subject);
  if (!Position)
    return Position.takeError();
  if (*Position == 0)
    return std::nullopt;
  Expected<uint64_t> Target = follow(*Position, Subject);
  if (!Target)
    return Target.takeError();
  Expected<FlatTable> Result = loadTable(*Target, Subject);
  if (!Result)
    return Result.takeError();
  return *Result;
}

Expected<FlatVector> FlatBuffer::vector(const FlatTable &Table, unsigned Field,
                                        unsigned ElementBytes,
                                        const Twine &Subject) {
  Expected<uint64_t> Position = place(Table, Field, 4, Subject);
  if (!Position)
    return Position.takeError();
  if (*Position == 0)
    return FlatVector();
  Expected<uint64_t> Target = follow(*Position, Subject);
  if (!Target)
    return Target.takeError();
  Expected<uint64_t> Count = loadNumber(*Target, 4);
  if (!Count)
    return Count.takeError();
  // The product has 32 + 4 bits at most.
  if (Error E = checkInside(*Target + 4, *Count * ElementBytes, Subject))
    return E;
  return FlatVector{*Target + 4, *Count};
}

Expected<std::string> FlatBuffer::string(const FlatTable &Table, unsigned Field,
                                         const Twine &Subject) {
  Expected<FlatVector> Bytes = vector(Table, Field, 1, Subject);
  if (!Bytes)
    return Bytes.takeError();
  if (Bytes->Count > LongestName)
    return fail(Bytes->Begin - 4, Subject + " has " + Twine(Bytes->Count) +
                                      " bytes; at most " + Twine(LongestName) +
                                      " are read");
  std::string Text(Bytes->Count, '\0');
  if (Error E = read(Bytes->Begin,
                     MutableArrayRef(reinterpret_cast<uint8_t *>(Text.data()),
                                     Text.size())))
    return E;
  return Text;
}

Expected<FlatTable> FlatBuffer::table(FlatVector Tables, uint64_t Index,
                                      const Twine &Subject) {
  Expected<uint64_t> Target = follow(Tables.Begin + 4 * Index, Subject);
  if (!Target)
    return Target.takeError();
  return loadTable(*Target, Subject);
}

Expected<uint64_t> FlatBuffer::number(FlatVector Numbers, uint64_t Index,
                                      unsigned Bytes) {
  return loadNumber(Numbers.Begin + Bytes * Index, Bytes);
}

//===- Irpa.cpp - Reader of IREE's parameter archives ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A parameter archive (.irpa) of IREE, version 0:
///
/// \code
///   header: u8 magic[4] "IRPA"; u16 major; u16 minor; u64 header_size;
///           u64 next_header;         // 0: none
///           u64 flags; u64 entries;
///           range entry_table; range metadata; range storage;
///   entry:  u64 entry_size; u32 type; u64 flags;
///           range name;              // in metadata
///           range notes; u64 alignment;
///           then by type:
///           0 skip
///           1 splat:    u64 size; u8 pattern[16]; u8 pattern_size;
///           2 data:     range bytes; // in storage
///           3 external: range path;  // in metadata
///                       range bytes; // in that file
///   range:  u64 offset; u64 size;
/// \endcode
///
/// Structures are packed, and numbers are little endian. Offsets in a header,
/// also that of the next one, count from the start of the header. Entries begin
/// at multiples of 16. A file may hold several archives; tools add to it by a
/// header behind the last one. Entries may share bytes.
///
/// An entry has neither type nor shape: programs of IREE know them. So it is a
/// tensor of bytes, unless its metadata tells more. Its alignment is kept.
///
/// Source: `iree/schemas/parameter_archive.h` of IREE's runtime.
///
//===----------------------------------------------------------------------===//

#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Read/OpenedFile.h"
#include "Read/Params/IreeTensor.h"
#include "Read/Params/ParamsFormats.h"
#include "Read/Params/RepeatedBytes.h"
#include "Read/Params/SiblingFiles.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

static constexpr uint64_t IrpaHeaderSize = 88;
static constexpr uint64_t IrpaEntrySize = 60;
static constexpr uint64_t IrpaEntryAlignment = 16;
static constexpr size_t PatternSize = 16;

/// Entries and names are read as a whole: a million of them.
static constexpr uint64_t LargestTable = uint64_t(1) << 27;

/// A few bytes can claim any size. No parameter of a device is larger.
static constexpr uint64_t LargestSplat = uint64_t(1) << 32;

namespace {

enum EntryType : uint32_t {
  EntrySkip = 0,
  EntrySplat = 1,
  EntryData = 2,
  EntryExternal = 3,
};

struct IrpaRange {
  uint64_t Offset;
  uint64_t Size;
};

IrpaRange readRange(const char *Bytes) {
  return {endian::read64le(Bytes), endian::read64le(Bytes + 8)};
}

class IrpaReader {
public:
  IrpaReader(std::shared_ptr<const ByteSource> TheSource,
             const ParamsContext &Context)
      : Source(std::move(TheSource)), Context(Context), Owner(path()),
        Files(*Source, "archive", Context.FilesRead) {}

  Expected<std::vector<Param>> read();

private:
  const std::string &path() const { return Source->path(); }
  Error fail(uint64_t Offset, const Twine &Reason) const {
    return inputError(path(), "at byte " + Twine(Offset) + ": " + Reason);
  }

  Error charge(uint64_t Bytes);
  Expected<IrpaRange> inside(IrpaRange Outer, IrpaRange Inner,
                             const Twine &Subject) const;
  Expected<StringRef> text(const char *Bytes, uint64_t Offset,
                           const Twine &Subject) const;
  Expected<std::string> table(IrpaRange Place, const Twine &Subject);
  Expected<uint64_t> readArchive(uint64_t Begin);
  Expected<uint64_t> readEntry(StringRef Left, uint64_t Offset);
  Error setSplat(Param &P, StringRef Fields, uint64_t Offset);
  Error setData(Param &P, StringRef Fields);
  Error setExternal(Param &P, StringRef Fields, uint64_t Offset);

  std::shared_ptr<const ByteSource> Source;
  const ParamsContext &Context;
  SharedText Owner;
  SiblingFiles Files;
  std::string Metadata;      ///< Of the archive.
  IrpaRange Storage{};       ///< The same, in the file.
  StringMap<uint64_t> Names; ///< With their entries' offsets.
  uint64_t Work = 0;
  std::vector<Param> Params;
};

} // namespace

/// Archives may share tables and names, so that a small file lists many.
Error IrpaReader::charge(uint64_t Bytes) {
  Work += Bytes;
  if (Work <= workLimit(Source->size()))
    return Error::success();
  return inputError(path(), "lists more entries than its " +
                                plural(Source->size(), "byte") +
                                " can describe");
}

/// \p Inner, which counts from the start of \p Outer and must lie in it.
Expected<IrpaRange> IrpaReader::inside(IrpaRange Outer, IrpaRange Inner,
                                       const Twine &Subject) const {
  if (Inner.Offset <= Outer.Size && Inner.Size <= Outer.Size - Inner.Offset)
    return IrpaRange{Outer.Offset + Inner.Offset, Inner.Size};
  return inputError(path(), Subject + " has " + plural(Inner.Size, "byte") +
                                " from byte " + Twine(Inner.Offset) + " of " +
                                Twine(Outer.Size));
}

/// The bytes of \p Place, which the file has.
Expected<std::string> IrpaReader::table(IrpaRange Place, const Twine &Subject) {
  if (Place.Size > LargestTable)
    return inputError(path(), Subject + " has " + Twine(Place.Size) +
                                  " bytes; up to " + Twine(LargestTable) +
                                  " are read");
  if (Error E = charge(Place.Size))
    return E;
  return readString(*Source, Place.Offset, Place.Size);
}

/// A name or path in the metadata, for the entry at \p Offset.
Expected<StringRef> IrpaReader::text(const char *Bytes, uint64_t Offset,
                                     const Twine &Subject) const {
  Expected<IrpaRange> Place =
      inside({0, Metadata.size()}, readRange(Bytes), Subject);
  if (!Place)
    return Place.takeError();
  if (Place->Size > LongestName)
    return fail(Offset, Subject + " has " + Twine(Place->Size) +
                            " bytes; at most " + Twine(LongestName) +
                            " are read");
  return StringRef(Metadata).substr(Place->Offset, Place->Size);
}

Error IrpaReader::setSplat(Param &P, StringRef Fields, uint64_t Offset) {
  uint64_t Size = endian::read64le(Fields.data());
  uint8_t Length = uint8_t(Fields[8 + PatternSize]);
  if (!isPowerOf2_32(Length) || Length > PatternSize || Size % Length != 0 ||
      Size > LargestSplat)
    return fail(Offset, "parameter " + quoted(P.Name) + " repeats " +
                            plural(Length, "byte") + " in " + Twine(Size) +
                            "; 1, 2, 4, 8 or 16 in up to " +
                            Twine(LargestSplat) + " are read");
  StringRef Pattern = Fields.substr(8, Length);
  P.Shape = {int64_t(Size)};
  P.Data = Pattern.find_first_not_of(Pattern[0]) == StringRef::npos
               ? Payload::fill(uint8_t(Pattern[0]), Size)
               : Payload::range(
                     std::make_shared<RepeatedBytes>(Pattern, Size, path()), 0,
                     Size);
  return Error::success();
}

Error IrpaReader::setData(Param &P, StringRef Fields) {
  Expected<IrpaRange> Place =
      inside(Storage, readRange(Fields.begin()), "parameter " + quoted(P.Name));
  if (!Place)
    return Place.takeError();
  P.Shape = {int64_t(Place->Size)};
  P.Data = Payload::range(Source, Place->Offset, Place->Size);
  return Error::success();
}

Error IrpaReader::setExternal(Param &P, StringRef Fields, uint64_t Offset) {
  std::string Subject = "parameter " + quoted(P.Name);
  Expected<StringRef> Name =
      text(Fields.begin(), Offset, "the path of " + Subject);
  if (!Name)
    return Name.takeError();
  Expected<std::shared_ptr<const InputFile>> File =
      Files.open(*Name, "at byte " + Twine(Offset) + ": ");
  if (!File)
    return File.takeError();
  IrpaRange Place = readRange(Fields.data() + 16);
  if (Place.Offset > (*File)->size() ||
      Place.Size > (*File)->size() - Place.Offset)
    return fail(Offset, Subject + " has " + plural(Place.Size, "byte") +
                            " from byte " + Twine(Place.Offset) + " of file " +
                            quoted(*Name) + ", which has " +
                            Twine((*File)->size()));
  P.Shape = {int64_t(Place.Size)};
  P.Data = Payload::fileRange(std::move(*File), Place.Offset, Place.Size);
  return Error::success();
}

/// An entry at the start of \p Left, which is at \p Offset in the file. Returns
/// its size with the padding to the next.
Expected<uint64_t> IrpaReader::readEntry(StringRef Left, uint64_t Offset) {
  uint64_t Size = Left.size() < 8 ? 0 : endian::read64le(Left.data());
  if (Size < IrpaEntrySize || Size > Left.size())
    return fail(Offset, "an entry has " + plural(Size, "byte") +
                            " of the table's last " + Twine(Left.size()));
  // The last one may have no padding.
  uint64_t Padded =
      std::min<uint64_t>(alignTo(Size, IrpaEntryAlignment), Left.size());
  uint32_t Type = endian::read32le(Left.data() + 8);
  if (Type == EntrySkip)
    return Padded;
  // Structures may grow at their ends.
  static constexpr uint64_t Least[] = {0, 8 + PatternSize + 1, 16, 32};
  if (Type >= std::size(Least))
    return fail(Offset,
                "an entry has type " + Twine(Type) + ", which is not known");
  StringRef Fields = Left.slice(IrpaEntrySize, Size);
  if (Fields.size() < Least[Type])
    return fail(Offset, "an entry of type " + Twine(Type) + " has " +
                            plural(Size, "byte") + ", not " +
                            Twine(IrpaEntrySize + Least[Type]));
  Expected<StringRef> Name =
      text(Left.data() + 20, Offset,
           "the name of the entry at byte " + Twine(Offset));
  if (!Name)
    return Name.takeError();
  Param P;
  P.Name = Name->str();
  if (Error E = charge(sizeof(Param) + P.Name.size()))
    return E;
  if (!Context.Reading.wants(P.Name))
    return Padded;
  auto [First, New] = Names.try_emplace(P.Name, Offset);
  if (!New)
    return fail(Offset, "parameter " + quoted(P.Name) +
                            " is named a second time; the first is at byte " +
                            Twine(First->second));
  uint64_t Alignment = endian::read64le(Left.data() + 52);
  if (Alignment != 0 && !isPowerOf2_64(Alignment))
    return fail(Offset, "parameter " + quoted(P.Name) + " has alignment " +
                            Twine(Alignment) + ", no power of two");
  P.LeastAlignment = std::max<uint64_t>(Alignment, 1);
  P.DType = *parseDType("uint8");
  P.Owner = Owner;
  if (Error E = Type == EntrySplat  ? setSplat(P, Fields, Offset)
                : Type == EntryData ? setData(P, Fields)
                                    : setExternal(P, Fields, Offset))
    return E;
  Expected<IrpaRange> Notes =
      inside({0, Metadata.size()}, readRange(Left.data() + 36),
             "the metadata of parameter " + quoted(P.Name));
  if (!Notes)
    return Notes.takeError();
  if (Error E = charge(Notes->Size))
    return E;
  if (Error E = applyIreeMetadata(
          P, StringRef(Metadata).substr(Notes->Offset, Notes->Size)))
    return E;
  Params.push_back(std::move(P));
  return Padded;
}

/// Returns the offset of the next archive; 0: there is none.
Expected<uint64_t> IrpaReader::readArchive(uint64_t Begin) {
  IrpaRange Whole = {Begin, Source->size() - Begin};
  Expected<IrpaRange> Place = inside(Whole, {0, IrpaHeaderSize}, "the header");
  if (!Place)
    return Place.takeError();
  Expected<std::string> Header = table(*Place, "the header");
  if (!Header)
    return Header.takeError();
  const char *Fields = Header->data();
  if (!StringRef(*Header).starts_with("IRPA"))
    return fail(Begin, "is not the header of a parameter archive");
  if (uint16_t Version = endian::read16le(Fields + 4))
    return fail(Begin + 4,
                "has version " + Twine(Version) + " of the format; 0 is read");
  if (endian::read64le(Fields + 8) < IrpaHeaderSize)
    return fail(Begin + 8, "the header has " +
                               Twine(endian::read64le(Fields + 8)) +
                               " bytes, not " + Twine(IrpaHeaderSize));
  uint64_t Next = endian::read64le(Fields + 16);
  uint64_t Count = endian::read64le(Fields + 32);
  Expected<IrpaRange> EntryTable =
      inside(Whole, readRange(Fields + 40), "the table of entries");
  if (!EntryTable)
    return EntryTable.takeError();
  Expected<std::string> Entries = table(*EntryTable, "the table of entries");
  if (!Entries)
    return Entries.takeError();
  Expected<IrpaRange> Texts =
      inside(Whole, readRange(Fields + 56), "the metadata");
  if (!Texts)
    return Texts.takeError();
  if (Error E = table(*Texts, "the metadata").moveInto(Metadata))
    return E;
  if (Error E = inside(Whole, readRange(Fields + 72), "the storage")
                    .moveInto(Storage))
    return E;
  uint64_t Position = 0;
  for (uint64_t I = 0; I != Count; ++I) {
    Expected<uint64_t> Size = readEntry(StringRef(*Entries).substr(Position),
                                        EntryTable->Offset + Position);
    if (!Size)
      return Size.takeError();
    Position += *Size;
  }
  if (Next == 0)
    return 0;
  if (Next < IrpaHeaderSize || Next > Whole.Size)
    return fail(Begin + 16, "the next header is at byte " + Twine(Next) +
                                " of " + Twine(Whole.Size) + " from here");
  return Begin + Next;
}

Expected<std::vector<Param>> IrpaReader::read() {
  for (uint64_t Begin = 0;;) {
    Expected<uint64_t> Next = readArchive(Begin);
    if (!Next)
      return Next.takeError();
    if (*Next == 0)
      return std::move(Params);
    Begin = *Next;
  }
}

Expected<std::vector<Param>>
metaobj::readIrpa(std::shared_ptr<const ByteSource> Source,
                  const ParamsContext &Context) {
  return IrpaReader(std::move(Source), Context).read();
}

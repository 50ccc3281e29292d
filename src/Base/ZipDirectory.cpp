//===- ZipDirectory.cpp - Where the members of a zip are ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A zip archive is read from its end. All numbers are little endian:
///
/// \code
///   members:   u32 0x04034B50; ...; u16 name_size, extra_size (byte 26); name;
///              extra; data
///   directory: for each member u32 0x02014B50; u16 made_by, needs, flags,
///              method, time, date; u32 crc, stored_size, size; u16 name_size,
///              extra_size, comment_size, disk, attributes; u32 attributes,
///              header_offset; name; extra; comment
///   end:       u32 0x06054B50; u16 disk, disk_of_directory, entries_here,
///              entries; u32 directory_size, directory_offset;
///              u16 comment_size; comment
/// \endcode
///
/// If a number does not fit its field, all bits of the field are ones. Then the
/// number stands with 64 bits in the extra part 1 of the member, in the order
/// of the fields. For the end it stands in a second end before the first
/// (0x06064B50); a locator (0x07064B50) just before the first points to it.
///
/// Libraries for zip return bytes. Here the places of stored members in the
/// file are needed, so that their bytes can be copied from there.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10.
///
//===----------------------------------------------------------------------===//

#include "Base/ZipDirectory.h"

#include "Base/ByteCursor.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

static constexpr uint32_t MemberMagic = 0x04034B50;
static constexpr uint32_t EntryMagic = 0x02014B50;
static constexpr uint32_t EndMagic = 0x06054B50;
static constexpr uint32_t LargeEndMagic = 0x06064B50;
static constexpr uint32_t LocatorMagic = 0x07064B50;
static constexpr uint64_t MemberHeaderSize = 30;
static constexpr uint64_t EntrySize = 46;
static constexpr uint64_t EndSize = 22;
static constexpr uint64_t LargeEndSize = 56;
static constexpr uint64_t LocatorSize = 20;
static constexpr uint64_t LongestComment = 65535;

/// Directories are read in pieces of this size.
static constexpr uint64_t ReadAhead = uint64_t(1) << 16;

namespace {

/// The directory's description at the end of the file.
struct DirectoryPlace {
  uint64_t Offset;
  uint64_t Size;
  uint64_t Entries;
};

class DirectoryReader {
public:
  explicit DirectoryReader(std::shared_ptr<const ByteSource> Source)
      : Source(std::move(Source)) {}

  Expected<std::vector<ZipMember>> read();

private:
  const std::string &path() const { return Source->path(); }
  Expected<DirectoryPlace> findDirectory() const;
  Error readLargeEnd(uint64_t EndOffset, DirectoryPlace &Place) const;
  Expected<ZipMember> readEntry(ByteCursor &Cursor) const;

  std::shared_ptr<const ByteSource> Source;
};

} // namespace

/// The directory's place from the second end, when there is one.
Error DirectoryReader::readLargeEnd(uint64_t EndOffset,
                                    DirectoryPlace &Place) const {
  if (EndOffset < LocatorSize)
    return Error::success();
  uint8_t Locator[LocatorSize];
  if (Error E = Source->read(EndOffset - LocatorSize, Locator))
    return E;
  if (endian::read32le(Locator) != LocatorMagic)
    return Error::success();
  uint64_t Offset = endian::read64le(Locator + 8);
  if (Offset > EndOffset - LocatorSize ||
      EndOffset - LocatorSize - Offset < LargeEndSize)
    return inputError(path(), "the zip64 locator points to byte " +
                                  Twine(Offset) +
                                  ", where the end of no directory is");
  uint8_t End[LargeEndSize];
  if (Error E = Source->read(Offset, End))
    return E;
  if (endian::read32le(End) != LargeEndMagic)
    return inputError(path(), "the zip64 locator points to byte " +
                                  Twine(Offset) +
                                  ", where the end of no directory is");
  Place.Entries = endian::read64le(End + 32);
  Place.Size = endian::read64le(End + 40);
  Place.Offset = endian::read64le(End + 48);
  return Error::success();
}

Expected<DirectoryPlace> DirectoryReader::findDirectory() const {
  uint64_t TailSize = std::min(Source->size(), EndSize + LongestComment);
  SmallVector<uint8_t, 0> Tail;
  Tail.resize_for_overwrite(TailSize);
  uint64_t TailStart = Source->size() - TailSize;
  if (Error E = Source->read(TailStart, Tail))
    return E;
  // The last place that looks like an end whose comment fills the file.
  for (uint64_t I = TailSize < EndSize ? 0 : TailSize - EndSize + 1;
       I-- != 0;) {
    const uint8_t *End = Tail.data() + I;
    if (endian::read32le(End) != EndMagic ||
        endian::read16le(End + 20) != TailSize - I - EndSize)
      continue;
    DirectoryPlace Place = {endian::read32le(End + 16),
                            endian::read32le(End + 12),
                            endian::read16le(End + 10)};
    uint64_t EndOffset = TailStart + I;
    if (Error E = readLargeEnd(EndOffset, Place))
      return E;
    if (Place.Offset > EndOffset || Place.Size > EndOffset - Place.Offset)
      return inputError(path(), "the zip directory has " + Twine(Place.Size) +
                                    " bytes from byte " + Twine(Place.Offset) +
                                    ", but its end is at byte " +
                                    Twine(EndOffset));
    if (Place.Entries > Place.Size / EntrySize)
      return inputError(path(), "the zip directory has " +
                                    Twine(Place.Entries) +
                                    " entries, but room for " +
                                    Twine(Place.Size / EntrySize));
    return Place;
  }
  return inputError(path(), "is a zip archive without its end",
                    "it is cut short, or still being written");
}

/// Replaces \p Fields that are all ones by the 64-bit numbers of the extra part
/// of an entry. False if one is missing.
static bool readLargeFields(ArrayRef<uint8_t> Extra,
                            ArrayRef<uint64_t *> Fields) {
  ArrayRef<uint8_t> Large;
  while (Extra.size() >= 4) {
    uint16_t Id = endian::read16le(Extra.data());
    uint16_t Size = endian::read16le(Extra.data() + 2);
    Extra = Extra.drop_front(4);
    if (Size > Extra.size())
      break;
    if (Id == 1)
      Large = Extra.take_front(Size);
    Extra = Extra.drop_front(Size);
  }
  for (uint64_t *Field : Fields) {
    if (*Field != 0xFFFFFFFF)
      continue;
    if (Large.size() < 8)
      return false;
    *Field = endian::read64le(Large.data());
    Large = Large.drop_front(8);
  }
  return true;
}

Expected<ZipMember> DirectoryReader::readEntry(ByteCursor &Cursor) const {
  uint64_t Start = Cursor.position();
  Expected<const uint8_t *> Bytes =
      Cursor.take(EntrySize, "an entry of the zip directory", ReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  const uint8_t *Entry = *Bytes;
  if (endian::read32le(Entry) != EntryMagic)
    return Cursor.fail(Start, "is not an entry of a zip directory");
  ZipMember Member;
  Member.IsEncrypted = endian::read16le(Entry + 8) & 1;
  Member.Method = endian::read16le(Entry + 10);
  Member.Checksum = endian::read32le(Entry + 16);
  Member.StoredSize = endian::read32le(Entry + 20);
  Member.Size = endian::read32le(Entry + 24);
  uint16_t NameSize = endian::read16le(Entry + 28);
  uint16_t ExtraSize = endian::read16le(Entry + 30);
  uint16_t CommentSize = endian::read16le(Entry + 32);
  Member.HeaderOffset = endian::read32le(Entry + 42);
  if (NameSize > LongestName)
    return Cursor.fail(Start, "a name has " + Twine(NameSize) +
                                  " bytes; at most " + Twine(LongestName) +
                                  " are read");
  Bytes = Cursor.take(uint64_t(NameSize) + ExtraSize + CommentSize,
                      "an entry of the zip directory", ReadAhead);
  if (!Bytes)
    return Bytes.takeError();
  Member.Name.assign(reinterpret_cast<const char *>(*Bytes), NameSize);
  if (!readLargeFields(
          ArrayRef<uint8_t>(*Bytes + NameSize, ExtraSize),
          {&Member.Size, &Member.StoredSize, &Member.HeaderOffset}))
    return Cursor.fail(Start, "member " + quoted(Member.Name) +
                                  " lacks a 64-bit size or offset");
  return Member;
}

Expected<std::vector<ZipMember>> DirectoryReader::read() {
  Expected<DirectoryPlace> Place = findDirectory();
  if (!Place)
    return Place.takeError();
  ByteCursor Cursor(Source);
  Cursor.skip(Place->Offset);
  uint64_t End = Place->Offset + Place->Size;
  std::vector<ZipMember> Members;
  Members.reserve(std::min(Place->Entries, MostReserved));
  for (uint64_t I = 0; I != Place->Entries; ++I) {
    Expected<ZipMember> Member = readEntry(Cursor);
    if (!Member)
      return Member.takeError();
    if (Cursor.position() > End)
      return Cursor.fail(End, "the zip directory ends inside an entry");
    if (Member->HeaderOffset >= Place->Offset)
      return inputError(
          path(), "member " + quoted(Member->Name) + " starts at byte " +
                      Twine(Member->HeaderOffset) +
                      ", but the directory at byte " + Twine(Place->Offset));
    Members.push_back(std::move(*Member));
  }
  if (Cursor.position() != End)
    return Cursor.fail(Cursor.position(),
                       plural(End - Cursor.position(), "byte") +
                           " after the last entry of the zip directory");
  llvm::sort(Members, [](const ZipMember &A, const ZipMember &B) {
    return std::tie(A.HeaderOffset, A.Name) < std::tie(B.HeaderOffset, B.Name);
  });
  uint64_t Next = Place->Offset;
  for (ZipMember &Member : reverse(Members)) {
    Member.Limit = Next;
    Next = Member.HeaderOffset;
  }
  return Members;
}

Expected<std::vector<ZipMember>>
metaobj::readZipDirectory(std::shared_ptr<const ByteSource> Source) {
  return DirectoryReader(std::move(Source)).read();
}

Expected<uint64_t> metaobj::findZipData(const ByteSource &Source,
                                        const ZipMember &Member) {
  std::string Subject = "member " + quoted(Member.Name);
  auto Overlap = [&]() -> Error {
    return inputError(Source.path(), Subject + " has " +
                                         plural(Member.StoredSize, "byte") +
                                         ", which reach into what follows at "
                                         "byte " +
                                         Twine(Member.Limit));
  };
  if (Member.Limit < Member.HeaderOffset ||
      Member.Limit - Member.HeaderOffset < MemberHeaderSize)
    return Overlap();
  uint8_t Header[MemberHeaderSize];
  if (Error E = Source.read(Member.HeaderOffset, Header))
    return E;
  if (endian::read32le(Header) != MemberMagic)
    return inputError(Source.path(), "at byte " + Twine(Member.HeaderOffset) +
                                         ": " + Subject +
                                         " does not start there");
  uint64_t Start = Member.HeaderOffset + MemberHeaderSize +
                   endian::read16le(Header + 26) +
                   endian::read16le(Header + 28);
  if (Start > Member.Limit || Member.StoredSize > Member.Limit - Start)
    return Overlap();
  return Start;
}

//===- TarArchive.cpp - Members of tar archives ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tar archive is a sequence of headers of 512 bytes. The member's data
/// follows its header, padded to a multiple of 512. Two headers of zeros end it
/// (POSIX.1-2017, pax, "ustar Interchange Format"):
///
/// \code
///   0: name[100]   124: size[12]   148: checksum[8]   156: type
///   257: "ustar"   345: prefix[155] ("<prefix>/<name>" in POSIX archives)
/// \endcode
///
/// Numbers are octal digits, or, by GNU tar, big endian behind a byte 0x80. The
/// checksum is the sum of the header's bytes with blanks in its own place.
/// Longer values are in a member of their own in front of the one that they
/// describe: type 'x' has lines "<length> <key>=<value>\n" (path, size), GNU's
/// 'L' a name.
///
/// The whole archive is never read: a member's data is a range.
///
//===----------------------------------------------------------------------===//

#include "Base/TarArchive.h"

#include "Base/ByteCursor.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

static constexpr uint64_t TarBlockSize = 512;

/// Names and lines about a member; far more than any needs.
static constexpr uint64_t LargestText = 1 << 16;

/// Headers of an archive. A few compressed bytes make many.
static constexpr uint64_t MostHeaders = 1 << 20;

/// The text of a field, which ends at its first NUL.
static StringRef textField(StringRef Header, size_t Offset, size_t Size) {
  StringRef Field = Header.substr(Offset, Size);
  return Field.take_front(Field.find('\0'));
}

static std::optional<uint64_t> numberField(StringRef Header, size_t Offset,
                                           size_t Size) {
  StringRef Field = Header.substr(Offset, Size);
  if (static_cast<uint8_t>(Field.front()) == 0x80) {
    uint64_t Value = 0;
    for (char Byte : Field.drop_front()) {
      if (Value >> 56)
        return std::nullopt;
      Value = Value << 8 | static_cast<uint8_t>(Byte);
    }
    return Value;
  }
  StringRef Digits = Field.take_front(Field.find('\0')).trim(' ');
  uint64_t Value = 0;
  if (!Digits.empty() && Digits.getAsInteger(8, Value))
    return std::nullopt;
  return Value;
}

static uint64_t checksum(StringRef Header) {
  uint64_t Sum = 0;
  for (size_t I = 0; I != TarBlockSize; ++I)
    Sum += I >= 148 && I < 156 ? ' ' : static_cast<uint8_t>(Header[I]);
  return Sum;
}

bool metaobj::hasTarMagic(StringRef Head) {
  return Head.substr(257).starts_with("ustar");
}

bool metaobj::startsLikeTar(StringRef Head) {
  return hasTarMagic(Head) && Head.size() >= TarBlockSize &&
         numberField(Head, 148, 8) == checksum(Head);
}

namespace {

class TarReader {
public:
  TarReader(const std::shared_ptr<const ByteSource> &Archive,
            function_ref<Error(const TarMember &)> Visit,
            function_ref<void(const TarOther &)> Other)
      : Visit(Visit), Other(Other), Cursor(Archive) {}

  Error run();

private:
  Error readMember(StringRef Header);
  Expected<std::string> readHeader();
  Expected<std::string> readText(uint64_t Size);
  Error readLines(StringRef Lines);

  function_ref<Error(const TarMember &)> Visit;
  function_ref<void(const TarOther &)> Other;
  ByteCursor Cursor;
  uint64_t Start = 0; ///< Of the header.
  /// Facts about the next member, from the members before it.
  std::optional<std::string> NextName;
  std::optional<uint64_t> NextSize;
};

} // namespace

Expected<std::string> TarReader::readText(uint64_t Size) {
  if (Size > LargestText)
    return Cursor.fail(Start, "a member's name and size take " + Twine(Size) +
                                  " bytes; up to " + Twine(LargestText) +
                                  " are read");
  Expected<const uint8_t *> Bytes =
      Cursor.take(Size, "what a member is called");
  if (!Bytes)
    return Bytes.takeError();
  return std::string(reinterpret_cast<const char *>(*Bytes), Size);
}

/// "<length> <key>=<value>\n", the length being that of the whole line.
Error TarReader::readLines(StringRef Lines) {
  while (!Lines.empty()) {
    StringRef Digits = Lines.take_front(Lines.find(' '));
    size_t Length;
    if (Digits.getAsInteger(10, Length) || Length > Lines.size() ||
        Length < Digits.size() + 2 || Lines[Length - 1] != '\n')
      return Cursor.fail(Start, "an extended header has a line that is none");
    auto [Key, Value] = Lines.slice(Digits.size() + 1, Length - 1).split('=');
    Lines = Lines.drop_front(Length);
    uint64_t Size;
    if (Key == "path") {
      NextName = textField(Value, 0, Value.size()).str();
    } else if (Key == "size") {
      if (Value.getAsInteger(10, Size))
        return Cursor.fail(Start,
                           "an extended header has the size " + quoted(Value));
      NextSize = Size;
    } else if (Key.starts_with("GNU.sparse.")) {
      return Cursor.fail(Start, "has a member with holes, which are not read");
    }
  }
  return Error::success();
}

/// The member's name, where no member before it has told another.
static std::string nameField(StringRef Header) {
  std::string Name = textField(Header, 0, 100).str();
  StringRef Prefix = textField(Header, 345, 155);
  // GNU's own archives ("ustar  ") have other things there.
  bool IsPosix = Header.substr(257, 6) == StringRef("ustar\0", 6);
  if (IsPosix && !Prefix.empty())
    Name = (Prefix + "/" + Name).str();
  return Name;
}

/// What a member without data is; empty for folders and files.
static StringRef describeType(char Type) {
  switch (Type) {
  case '1':
    return "a hard link";
  case '2':
    return "a symbolic link";
  case '3':
  case '4':
    return "a device";
  case '6':
    return "a pipe";
  default:
    return "";
  }
}

Error TarReader::readMember(StringRef Header) {
  char Type = Header[156];
  std::optional<uint64_t> Size = numberField(Header, 124, 12);
  if (!Size)
    return Cursor.fail(Start, "the size of a tar member is not a number");
  bool IsAbout = Type == 'x' || Type == 'g' || Type == 'L' || Type == 'K';
  // Links, folders and devices have no data; sizes there mean other things.
  if (Type >= '1' && Type <= '6')
    Size = 0;
  else if (NextSize && !IsAbout)
    Size = NextSize;
  uint64_t Left = Cursor.left();
  if (*Size > Left)
    return Cursor.fail(Start, "a tar member claims " + Twine(*Size) +
                                  " bytes, but " + Twine(Left) + " are left");
  uint64_t Offset = Cursor.position();
  if (IsAbout) {
    Expected<std::string> Text = readText(*Size);
    if (!Text)
      return Text.takeError();
    if (Type == 'L')
      NextName = textField(*Text, 0, Text->size()).str();
    else if (Type == 'x')
      if (Error E = readLines(*Text))
        return E;
  } else {
    std::string Name = NextName ? *NextName : nameField(Header);
    if (Type == 'S')
      return Cursor.fail(Start, "has a member with holes, which are not read");
    // Old archives have a NUL for a file, and some keep it in one piece.
    if (Type == '0' || Type == '\0' || Type == '7')
      if (Error E = Visit({Name, Offset, *Size}))
        return E;
    if (StringRef Subject = describeType(Type); Other && !Subject.empty())
      Other({Name, Subject});
    Cursor.skip(*Size);
    NextName.reset();
    NextSize.reset();
  }
  // Where that is missing the next header is.
  Cursor.skip(std::min(Cursor.left(), offsetToAlignment(*Size, Align(512))));
  return Error::success();
}

Expected<std::string> TarReader::readHeader() {
  Start = Cursor.position();
  Expected<const uint8_t *> Bytes =
      Cursor.take(TarBlockSize, "the header of a tar member");
  if (!Bytes)
    return Bytes.takeError();
  return std::string(reinterpret_cast<const char *>(*Bytes), TarBlockSize);
}

Error TarReader::run() {
  unsigned Zeros = 0;
  for (uint64_t Count = 0; Zeros != 2; ++Count) {
    if (Count == MostHeaders)
      return Cursor.fail(Cursor.position(), "has more than " +
                                                Twine(MostHeaders) +
                                                " headers of tar members");
    Expected<std::string> Header = readHeader();
    if (!Header)
      return Header.takeError();
    if (Header->find_first_not_of('\0') == std::string::npos) {
      ++Zeros;
      continue;
    }
    if (Zeros != 0)
      return Cursor.fail(Start, "a block follows the end of a tar archive, "
                                "which is two blocks of zeros");
    if (numberField(*Header, 148, 8) != checksum(*Header))
      return Cursor.fail(Start, "the header of a tar member is damaged: its "
                                "checksum is wrong");
    if (Error E = readMember(*Header))
      return E;
  }
  return Error::success();
}

Error metaobj::visitTar(const std::shared_ptr<const ByteSource> &Archive,
                        function_ref<Error(const TarMember &)> Visit,
                        function_ref<void(const TarOther &)> Other) {
  return TarReader(Archive, Visit, Other).run();
}

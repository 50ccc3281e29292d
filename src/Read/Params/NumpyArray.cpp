//===- NumpyArray.cpp - Reader of NumPy arrays (.npy) ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file of NumPy's is a header and the elements:
///
/// \code
///   u8 magic[6]; u8 major; u8 minor;
///   u16 size (version 1) or u32 size (versions 2 and 3), little endian;
///   u8 header[size];     Latin-1, UTF-8 from version 3 on
///   u8 data[];
///   header: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
/// \endcode
///
/// The header is a literal of Python, padded with blanks. `descr` is byte order
/// ('<', '>', or '|' where there is none), kind and bytes of the elements; for
/// structures it is a list. Elements are in C order, the last index running
/// fastest, or in Fortran order, the first.
///
/// Source: `numpy/lib/format.py`.
///
//===----------------------------------------------------------------------===//

#include "Read/Params/NumpyArray.h"

#include "Base/Wording.h"
#include "Read/FileFormats.h"
#include "Read/OpenedFile.h"
#include "Read/Params/TransposedArray.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

/// Headers of plain arrays have about a hundred bytes.
static constexpr uint64_t LargestHeader = uint64_t(1) << 16;

namespace {

struct NumpyHeader {
  std::string Type;
  bool IsStructure = false;
  bool IsFortran = false;
  SmallVector<int64_t, 2> Shape;
};

/// Parses the literal of Python that a header is, as far as plain arrays go.
class HeaderParser {
public:
  explicit HeaderParser(StringRef Text) : Rest(Text) {}

  /// False when the text is something else.
  bool parse(NumpyHeader &Result);

private:
  bool take(StringRef Token);
  bool takeString(StringRef &Value);
  bool takeEntry(StringRef Key, NumpyHeader &Result);
  bool takeShape(SmallVectorImpl<int64_t> &Shape);

  StringRef Rest;
  StringSet<> Seen;
};

struct NumpyType {
  StringLiteral Name; ///< Without the byte order.
  StringLiteral DType;
};

constexpr NumpyType NumpyTypes[] = {
    {"b1", "bool"},      {"i1", "int8"},        {"i2", "int16"},
    {"i4", "int32"},     {"i8", "int64"},       {"u1", "uint8"},
    {"u2", "uint16"},    {"u4", "uint32"},      {"u8", "uint64"},
    {"f2", "float16"},   {"f4", "float32"},     {"f8", "float64"},
    {"c8", "complex64"}, {"c16", "complex128"},
};

} // namespace

bool HeaderParser::take(StringRef Token) {
  Rest = Rest.ltrim(" \t\r\n");
  return Rest.consume_front(Token);
}

bool HeaderParser::takeString(StringRef &Value) {
  StringRef Quote = take("'") ? "'" : take("\"") ? "\"" : "";
  if (Quote.empty())
    return false;
  size_t End = Rest.find(Quote);
  if (End == StringRef::npos)
    return false;
  Value = Rest.take_front(End);
  Rest = Rest.drop_front(End + 1);
  return !Value.contains('\\');
}

/// "()", "(3,)", "(3, 4)"; Python 2 wrote "3L".
bool HeaderParser::takeShape(SmallVectorImpl<int64_t> &Shape) {
  if (!take("("))
    return false;
  while (!take(")")) {
    Rest = Rest.ltrim(" \t\r\n");
    StringRef Digits = Rest.take_while(isDigit);
    int64_t Extent = 0;
    if (Digits.empty() || Digits.getAsInteger(10, Extent) ||
        Shape.size() == size_t(MostDimensions))
      return false;
    Shape.push_back(Extent);
    Rest = Rest.drop_front(Digits.size());
    Rest.consume_front("L");
    if (!take(",")) {
      // One extent in brackets without a comma is no tuple.
      return take(")") && Shape.size() > 1;
    }
  }
  return true;
}

bool HeaderParser::takeEntry(StringRef Key, NumpyHeader &Result) {
  if (!take(":") || !Seen.insert(Key).second)
    return false;
  if (Key == "shape")
    return takeShape(Result.Shape);
  if (Key == "fortran_order") {
    Result.IsFortran = take("True");
    return Result.IsFortran || take("False");
  }
  StringRef Type;
  if (Key != "descr")
    return false;
  if (takeString(Type)) {
    Result.Type = Type.str();
    return !Type.empty();
  }
  // The contents of the list do not matter, because it is refused.
  Result.IsStructure = Rest.starts_with("[");
  return false;
}

bool HeaderParser::parse(NumpyHeader &Result) {
  if (!take("{"))
    return false;
  while (!take("}")) {
    StringRef Key;
    if (!takeString(Key) || !takeEntry(Key, Result))
      return false;
    if (!take(",")) {
      if (!take("}"))
        return false;
      break;
    }
  }
  return Seen.size() == 3 && Rest.trim(" \t\r\n").empty();
}

/// NumPy's kinds that no tensor can have.
static StringRef describeKind(char Kind) {
  switch (Kind) {
  case 'O':
    return "Python objects";
  case 'S':
  case 'U':
  case 'a':
    return "text";
  case 'M':
  case 'm':
    return "dates or times";
  case 'V':
    return "bytes without a type";
  default:
    return "not numbers that DLPack has";
  }
}

static Error readType(Param &P, Endianness &Order, StringRef Type,
                      StringRef Input) {
  auto HasNoOrder = [&] {
    return inputError(Input,
                      "has elements of NumPy type " + quoted(Type) +
                          ", which does not tell their byte order",
                      "numpy.save writes '<' for little endian and '>' for big "
                      "endian before the type");
  };
  if (isAlpha(Type.front()))
    return HasNoOrder();
  StringRef Name = Type.drop_front(1);
  const auto *Found = find_if(NumpyTypes, [&](const NumpyType &TheNumpyType) {
    return TheNumpyType.Name == Name;
  });
  if (Found == std::end(NumpyTypes))
    return inputError(Input,
                      "has elements of NumPy type " + quoted(Type) + " (" +
                          describeKind(Name.empty() ? '?' : Name[0]) +
                          "); bools, integers, floats and complex numbers are "
                          "read",
                      Name.starts_with("V")
                          ? "a manifest can say what the bytes are"
                          : setting::SkipParams +
                                "=GLOB leaves a parameter out");
  P.DType = *parseDType(Found->DType);
  unsigned Unit = byteOrderUnit(P.DType);
  switch (Type[0]) {
  case '<':
    Order = Endianness::little;
    return Error::success();
  case '>':
    Order = Endianness::big;
    return Error::success();
  case '|':
    Order = Endianness::little;
    if (Unit == 1)
      return Error::success();
    break;
  default:
    break;
  }
  return HasNoOrder();
}

/// Where the data of an array starts in its file.
static Expected<uint64_t> readHeader(const ByteSource &Source, uint64_t Begin,
                                     uint64_t Size, StringRef Input,
                                     NumpyHeader &Header) {
  uint8_t Start[12] = {};
  size_t Known = std::min<uint64_t>(Size, sizeof(Start));
  if (Error E =
          Source.read(Begin, MutableArrayRef<uint8_t>(Start).take_front(Known)))
    return E;
  StringRef Magic(reinterpret_cast<const char *>(Start), NumpyMagic.size());
  if (Known < 10)
    return inputError(Input, "ends at byte " + Twine(Size) +
                                 " inside the header of a NumPy array");
  if (Magic != NumpyMagic)
    return inputError(Input, "is not a NumPy array");
  unsigned Major = Start[6], Minor = Start[7];
  if (Major < 1 || Major > 3 || Minor != 0)
    return inputError(Input, "has version " + Twine(Major) + "." +
                                 Twine(Minor) +
                                 " of the format; 1.0, 2.0 and 3.0 are read");
  uint64_t Length =
      Major == 1 ? endian::read16le(Start + 8) : endian::read32le(Start + 8);
  uint64_t TextStart = Major == 1 ? 10 : 12;
  if (Length > LargestHeader)
    return inputError(Input, "has a header of " + Twine(Length) +
                                 " bytes; at most " + Twine(LargestHeader) +
                                 " are read");
  if (Size < TextStart || Length > Size - TextStart)
    return inputError(Input, "ends at byte " + Twine(Size) +
                                 " inside the header of a NumPy array");
  Expected<std::string> Text = readString(Source, Begin + TextStart, Length);
  if (!Text)
    return Text.takeError();
  bool Parsed = HeaderParser(*Text).parse(Header);
  if (Header.IsStructure)
    return inputError(
        Input, "has structures for elements",
        "save each field as an array of its own, or leave it out with " +
            setting::SkipParams + "=GLOB");
  if (!Parsed)
    return inputError(Input, "the header is not a dictionary of 'descr', "
                             "'fortran_order' and 'shape'");
  return TextStart + Length;
}

Expected<Param>
metaobj::readNumpyArrayIn(const std::shared_ptr<const ByteSource> &Source,
                          uint64_t Begin, uint64_t Size, std::string Name,
                          StringRef Input) {
  NumpyHeader Header;
  Expected<uint64_t> Start = readHeader(*Source, Begin, Size, Input, Header);
  if (!Start)
    return Start.takeError();
  Param P;
  P.Name = std::move(Name);
  P.Owner = Input.str();
  Endianness Order;
  if (Error E = readType(P, Order, Header.Type, Input))
    return E;
  P.Shape = std::move(Header.Shape);
  Expected<uint64_t> Bytes = tensorBytes(P.DType, P.Shape);
  if (!Bytes)
    return nestedError(Input, Bytes.takeError());
  if (*Bytes > Size - *Start)
    return inputError(
        Input, "ends at byte " + Twine(Size) + " inside the data, which has " +
                   plural(*Bytes, "byte") + " from byte " + Twine(*Start));
  if (*Bytes < Size - *Start)
    return inputError(Input, "at byte " + Twine(*Start + *Bytes) + ": " +
                                 plural(Size - *Start - *Bytes, "byte") +
                                 " after the array");
  P.Data = Payload::range(Source, Begin + *Start, *Bytes);
  if (Header.IsFortran)
    if (Error E = inCOrder(std::move(P.Data), P.Shape, Input).moveInto(P.Data))
      return E;
  P.Data.setElement(byteOrderUnit(P.DType), Order);
  return P;
}

StringRef metaobj::numpyArrayName(StringRef Path) {
  StringRef Name = sys::path::filename(Path);
  if (!Name.consume_back(".zst"))
    Name.consume_back(".gz");
  Name.consume_back(".npy");
  return Name;
}

Expected<Param>
metaobj::readNumpyArray(std::shared_ptr<const ByteSource> Source) {
  // The format has no name for the array.
  if (Source->path() == "<stdin>")
    return inputError(Source->path(),
                      "a NumPy array has no name on standard "
                      "input",
                      "give the file itself, or an .npz archive");
  StringRef Name = numpyArrayName(Source->path());
  return readNumpyArrayIn(Source, 0, Source->size(), Name.str(),
                          Source->path());
}

//===- Safetensors.cpp - Reader of safetensors files ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A safetensors file is a JSON header and the bytes of all tensors, row-major
/// and little endian, without holes between them:
///
/// \code
///   u64 size; u8 header[size]; u8 data[];
///   header: {"<name>": {"dtype": "F32", "shape": [2, 3],
///                       "data_offsets": [begin, end]}, ...,
///            "__metadata__": {"<key>": "<text>", ...}}
/// \endcode
///
/// Offsets count from the first byte of the data. That every byte belongs to
/// just one tensor is a rule of the format, which its own library checks too.
/// Parameters are given in the order of their data, since JSON has none.
///
/// Source: the README and `tensor.rs` of huggingface/safetensors.
///
//===----------------------------------------------------------------------===//

#include "Base/ByteCursor.h"
#include "Base/NameLimits.h"
#include "Base/Nesting.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "metaobj/Input.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

/// The limit of the format's own library.
static constexpr uint64_t LargestSafetensorsHeader = 100000000;

namespace {

/// How the format calls a type, and how we do. Its 8-bit floats are PyTorch's.
struct NamedType {
  StringLiteral Name;
  StringLiteral DType; ///< Empty: smaller than a byte.
};

constexpr NamedType SafetensorsTypes[] = {
    {"BOOL", "bool"},
    {"U8", "uint8"},
    {"I8", "int8"},
    {"U16", "uint16"},
    {"I16", "int16"},
    {"U32", "uint32"},
    {"I32", "int32"},
    {"U64", "uint64"},
    {"I64", "int64"},
    {"F16", "float16"},
    {"BF16", "bfloat16"},
    {"F32", "float32"},
    {"F64", "float64"},
    {"C64", "complex64"},
    {"F8_E4M3", "float8_e4m3fn"},
    {"F8_E5M2", "float8_e5m2"},
    {"F8_E8M0", "float8_e8m0fnu"},
    {"F4", ""},
    {"F6_E2M3", ""},
    {"F6_E3M2", ""},
};

/// The place of a tensor in the data.
struct Extent {
  uint64_t Begin;
  uint64_t End;
  size_t Index; ///< Of the parameter.
};

/// Visits each entry of a JSON object in its order, a repeated key twice.
/// LLVM's parser gets one key or value at a time, because its result for a
/// header of a hundred thousand entries takes forty times the memory of the
/// text. Only the ends of entries are found here. Whether what lies between
/// them is JSON is LLVM's to say, so a wrong end is an error there.
class EntryScanner {
public:
  explicit EntryScanner(StringRef Text) : Text(Text) {}

  /// An error of \p Visit ends the loop. Text that is no JSON is a StringError,
  /// "at byte <offset>: <reason>".
  Error visit(function_ref<Error(StringRef, const json::Value &)> Visit);

private:
  void skipSpace() {
    Position =
        std::min(Text.find_first_not_of(" \t\r\n", Position), Text.size());
  }
  bool accept(char Byte) {
    skipSpace();
    bool Is = Position < Text.size() && Text[Position] == Byte;
    Position += Is;
    return Is;
  }
  void skipString();
  void skipValue();
  Expected<json::Value> parse(size_t Begin) const;
  Error fail(size_t Offset, const Twine &Reason) const {
    return createStringError(inconvertibleErrorCode(),
                             "at byte " + Twine(Offset) + ": " + Reason);
  }

  StringRef Text;
  size_t Position = 0;
};

class SafetensorsReader {
public:
  SafetensorsReader(std::shared_ptr<const ByteSource> Source,
                    const ParamsReading &Reading)
      : Cursor(std::move(Source)), Reading(Reading), Owner(path()) {}

  Expected<std::vector<Param>> read();

private:
  const std::string &path() const { return Cursor.source()->path(); }
  Error fail(const Twine &Reason) const { return inputError(path(), Reason); }

  Error readTensor(StringRef Name, const json::Value &Value);
  void skipTensor(const json::Value &Value);
  Error readType(Param &P, const json::Object &Tensor) const;
  Error readShape(Param &P, const json::Object &Tensor) const;
  Error readOffsets(Param &P, const json::Object &Tensor);
  Error checkNames() const;
  Error checkCoverage();
  void sortParams();

  ByteCursor Cursor;
  const ParamsReading &Reading;
  SharedText Owner;
  uint64_t DataSize = 0;
  std::vector<Param> Params;   ///< In the order of the header.
  std::vector<Extent> Extents; ///< One for each.
  /// Begin and end of skipped tensors.
  std::vector<std::pair<uint64_t, uint64_t>> Skipped;
  /// Is one skipped that does not say which bytes it has?
  bool HasUnknownBytes = false;
};

} // namespace

/// Behind the string that starts here, or to the end.
void EntryScanner::skipString() {
  for (++Position; Position < Text.size() && Text[Position] != '"'; ++Position)
    if (Text[Position] == '\\')
      ++Position;
  Position = std::min(Position + 1, Text.size());
}

/// To the comma or brace behind the value.
void EntryScanner::skipValue() {
  for (size_t Depth = 0; Position < Text.size();) {
    switch (Text[Position]) {
    case '"':
      skipString();
      continue;
    case '[':
    case '{':
      ++Depth;
      break;
    case ']':
    case '}':
      if (Depth == 0)
        return;
      --Depth;
      break;
    case ',':
      if (Depth == 0)
        return;
      break;
    default:
      break;
    }
    ++Position;
  }
}

Expected<json::Value> EntryScanner::parse(size_t Begin) const {
  Expected<json::Value> Value = json::parse(Text.slice(Begin, Position));
  if (Value)
    return Value;
  // LLVM counts from the start of what it was given.
  std::string Reason;
  handleAllErrors(Value.takeError(), [&](const json::ParseError &Problem) {
    Reason = Problem.message();
  });
  return fail(Begin, StringRef(Reason).split("]: ").second);
}

Error EntryScanner::visit(
    function_ref<Error(StringRef, const json::Value &)> Visit) {
  if (!accept('{'))
    return fail(Position, "no object starts here");
  for (bool IsFirst = true; !accept('}'); IsFirst = false) {
    if (!IsFirst && !accept(','))
      return fail(Position, "neither a comma nor the end of the object");
    skipSpace();
    size_t KeyAt = Position;
    if (Position == Text.size() || Text[Position] != '"')
      return fail(Position, "no key starts here");
    skipString();
    Expected<json::Value> Key = parse(KeyAt);
    if (!Key)
      return Key.takeError();
    if (!accept(':'))
      return fail(Position, "no colon behind a key");
    size_t ValueAt = Position;
    skipValue();
    Expected<json::Value> Value = parse(ValueAt);
    if (!Value)
      return Value.takeError();
    if (Error E = Visit(*Key->getAsString(), *Value))
      return E;
  }
  skipSpace();
  return Position == Text.size()
             ? Error::success()
             : fail(Position, "something is behind the object");
}

static std::string subject(const Param &P) {
  return "parameter " + quoted(P.Name);
}

Error SafetensorsReader::readType(Param &P, const json::Object &Tensor) const {
  std::optional<StringRef> Name = Tensor.getString("dtype");
  if (!Name)
    return fail(subject(P) + " has no 'dtype' that is a string");
  const auto *Type =
      find_if(SafetensorsTypes, [&](const NamedType &TheNamedType) {
        return TheNamedType.Name == *Name;
      });
  if (Type == std::end(SafetensorsTypes))
    return fail(subject(P) + " has dtype " + quoted(*Name) +
                ", which is not known");
  if (Type->DType.empty())
    return inputError(path(),
                      subject(P) + " has dtype " + quoted(*Name) +
                          ": elements smaller than one byte cannot be linked",
                      "store the packed bytes as U8");
  P.DType = *parseDType(Type->DType);
  return Error::success();
}

Error SafetensorsReader::readShape(Param &P, const json::Object &Tensor) const {
  const json::Array *Shape = Tensor.getArray("shape");
  if (!Shape)
    return fail(subject(P) + " has no 'shape' that is an array");
  if (Shape->size() > size_t(MostDimensions))
    return fail(subject(P) + " has " + Twine(Shape->size()) +
                " dimensions; 0 to " + Twine(MostDimensions) + " are read");
  for (const json::Value &Extent : *Shape) {
    std::optional<int64_t> Number = Extent.getAsInteger();
    if (!Number || *Number < 0)
      return fail(subject(P) + ": extent " + Twine(P.Shape.size()) +
                  " of its shape is not a whole number from 0 to 2^63 - 1");
    P.Shape.push_back(*Number);
  }
  return Error::success();
}

/// Begin and end; nullopt when they are no whole numbers.
static std::optional<std::pair<uint64_t, uint64_t>>
takeOffsets(const json::Object &Tensor) {
  const json::Array *Offsets = Tensor.getArray("data_offsets");
  std::optional<int64_t> Begin, End;
  if (Offsets && Offsets->size() == 2) {
    Begin = (*Offsets)[0].getAsInteger();
    End = (*Offsets)[1].getAsInteger();
  }
  if (!Begin || !End || *Begin < 0 || *End < 0)
    return std::nullopt;
  return std::make_pair(uint64_t(*Begin), uint64_t(*End));
}

Error SafetensorsReader::readOffsets(Param &P, const json::Object &Tensor) {
  auto Offsets = takeOffsets(Tensor);
  if (!Offsets)
    return fail(subject(P) +
                " has no 'data_offsets' that are two whole numbers");
  Extent Placed = {Offsets->first, Offsets->second, Params.size()};
  auto Range = [&] {
    return "bytes " + std::to_string(Placed.Begin) + " to " +
           std::to_string(Placed.End) + " of the data";
  };
  if (Placed.Begin > Placed.End)
    return fail(subject(P) + " has " + Range() +
                ", which end before they start");
  if (Placed.End > DataSize)
    return fail(subject(P) + " has " + Range() + ", which has " +
                Twine(DataSize));
  Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
  if (!Size)
    return nestedError(path(), subject(P), Size.takeError());
  if (*Size != Placed.End - Placed.Begin)
    return fail(subject(P) + " has " +
                plural(Placed.End - Placed.Begin, "byte") + " of data, but " +
                tensorName(P.DType, P.Shape) + " takes " + Twine(*Size));
  P.Data =
      Payload::range(Cursor.source(), Cursor.position() + Placed.Begin, *Size);
  P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  Extents.push_back(Placed);
  return Error::success();
}

/// Of a tensor that is not wanted only the bytes count, for the holes between
/// the others.
void SafetensorsReader::skipTensor(const json::Value &Value) {
  const json::Object *Tensor = Value.getAsObject();
  auto Offsets = Tensor ? takeOffsets(*Tensor) : std::nullopt;
  if (Offsets && Offsets->first <= Offsets->second &&
      Offsets->second <= DataSize)
    Skipped.push_back(*Offsets);
  else
    HasUnknownBytes = true;
}

Error SafetensorsReader::readTensor(StringRef Name, const json::Value &Value) {
  if (!Reading.wants(Name)) {
    skipTensor(Value);
    return Error::success();
  }
  if (Name.size() > LongestName)
    return fail("a name has " + Twine(Name.size()) + " bytes; at most " +
                Twine(LongestName) + " are read");
  Param P;
  P.Name = Name.str();
  P.Owner = Owner;
  const json::Object *Tensor = Value.getAsObject();
  if (!Tensor)
    return fail(subject(P) + " is not described by an object");
  if (Error E = readType(P, *Tensor))
    return E;
  if (Error E = readShape(P, *Tensor))
    return E;
  if (Error E = readOffsets(P, *Tensor))
    return E;
  Params.push_back(std::move(P));
  return Error::success();
}

Error SafetensorsReader::checkNames() const {
  DenseSet<StringRef> Names;
  Names.reserve(Params.size());
  for (const Param &P : Params)
    if (!Names.insert(P.Name).second)
      return fail(subject(P) + " is there twice");
  return Error::success();
}

/// Each byte of the data belongs to one tensor: nothing is hidden between them.
Error SafetensorsReader::checkCoverage() {
  llvm::sort(Extents, [this](const Extent &A, const Extent &B) {
    return std::tie(A.Begin, A.End, Params[A.Index].Name) <
           std::tie(B.Begin, B.End, Params[B.Index].Name);
  });
  llvm::sort(Skipped);
  uint64_t End = 0;     ///< Of the parameters.
  uint64_t Covered = 0; ///< The same with what is skipped.
  size_t Next = 0;      ///< Of Skipped.
  auto CoverSkipped = [&] {
    for (; Next != Skipped.size() && Skipped[Next].first <= Covered; ++Next)
      Covered = std::max(Covered, Skipped[Next].second);
  };
  const Param *Before = nullptr;
  for (const Extent &TheExtent : Extents) {
    const Param &P = Params[TheExtent.Index];
    if (TheExtent.Begin < End)
      return fail(subject(P) + " shares bytes " + Twine(TheExtent.Begin) +
                  " to " + Twine(std::min(End, TheExtent.End)) +
                  " of the data with " + subject(*Before));
    CoverSkipped();
    if (TheExtent.Begin > Covered && !HasUnknownBytes)
      return fail("bytes " + Twine(Covered) + " to " + Twine(TheExtent.Begin) +
                  " of the data belong to no parameter");
    End = TheExtent.End;
    Covered = std::max(Covered, End);
    Before = &P;
  }
  CoverSkipped();
  if (Covered != DataSize && !HasUnknownBytes)
    return fail("bytes " + Twine(Covered) + " to " + Twine(DataSize) +
                " of the data belong to no parameter");
  return Error::success();
}

/// Puts the parameters into the order of the extents, in place: each circle of
/// moves by itself.
void SafetensorsReader::sortParams() {
  for (size_t Start = 0; Start != Extents.size(); ++Start) {
    if (Extents[Start].Index == Start)
      continue;
    Param First = std::move(Params[Start]);
    size_t To = Start;
    while (Extents[To].Index != Start) {
      size_t From = std::exchange(Extents[To].Index, To);
      Params[To] = std::move(Params[From]);
      To = From;
    }
    Params[To] = std::move(First);
    Extents[To].Index = To;
  }
}

Expected<std::vector<Param>> SafetensorsReader::read() {
  Expected<const uint8_t *> Bytes = Cursor.take(8, "the size of the header");
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Size = endian::read64le(*Bytes);
  if (Size > LargestSafetensorsHeader)
    return Cursor.fail(0, "the header has " + Twine(Size) + " bytes; at most " +
                              Twine(LargestSafetensorsHeader) + " are read");
  Bytes = Cursor.take(Size, "the header");
  if (!Bytes)
    return Bytes.takeError();
  StringRef Text(reinterpret_cast<const char *>(*Bytes), Size);
  DataSize = Cursor.left();
  if (jsonNesting(Text) > DeepestJson)
    return fail("the header nests brackets more than " + Twine(DeepestJson) +
                " deep");
  // Growing would take the memory of two lists.
  size_t Likely = std::min<size_t>(Text.count("\"dtype\""), MostReserved);
  Params.reserve(Likely);
  Extents.reserve(Likely);
  Error E = EntryScanner(Text).visit([this](StringRef Name,
                                            const json::Value &Value) -> Error {
    return Name == "__metadata__" ? Error::success() : readTensor(Name, Value);
  });
  if (E.isA<StringError>())
    return nestedError(path(), "the header is not valid JSON", std::move(E));
  if (E)
    return E;
  if (Error Twice = checkNames())
    return Twice;
  if (Error Hole = checkCoverage())
    return Hole;
  sortParams();
  return std::move(Params);
}

bool metaobj::startsLikeSafetensors(StringRef Head) {
  if (Head.size() < 10 ||
      endian::read64le(Head.data()) > LargestSafetensorsHeader)
    return false;
  // Objects of COFF can start with such a number too, but go on with binary
  // fields; JSON is text.
  StringRef Text = Head.drop_front(8).take_front(endian::read64le(Head.data()));
  if (any_of(Text, [](char Byte) { return uint8_t(Byte) < 0x09; }))
    return false;
  if (!Text.consume_front("{"))
    return false;
  Text = Text.ltrim(" \t\r\n");
  return Text.starts_with("\"") || Text.starts_with("}");
}

Expected<std::vector<Param>>
metaobj::readSafetensors(std::shared_ptr<const ByteSource> Source,
                         const ParamsReading &Reading) {
  return SafetensorsReader(std::move(Source), Reading).read();
}

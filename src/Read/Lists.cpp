//===- Lists.cpp - Names, buffers and constants as text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A list of names has one a line. The other lists are CSV. Buffers with
/// lifetimes have the format of the benchmarks of MiniMalloc, and of others:
///
///     id,lower,upper,size
///     b1,0,3,4
///
/// A buffer lives from `lower` until before `upper`. The places in a pool of
/// constants are only in the memory of TVM's compiler. A script can print them:
///
///     name,offset
///     fused_constant,0
///
//===----------------------------------------------------------------------===//

#include "Base/TextFile.h"
#include "Base/Wording.h"
#include "Read/FileFormats.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

/// Bytes, to limit the memory that a wrong file takes.
static constexpr uint64_t LargestConstantsFile = 64 << 20;

namespace {

enum BufferColumn {
  IdColumn,
  LowerColumn,
  UpperColumn,
  SizeColumn,
  AlignmentColumn,
  PoolsColumn,
  FixedColumn,
  TrafficColumn,
  InPlaceColumn,
  ReadersColumn,
  KnownOffsetColumn,
  KnownPoolColumn
};

constexpr StringLiteral BufferColumns[] = {
    "id",    "lower",   "upper",    "size",    "alignment", "pools",
    "fixed", "traffic", "in_place", "readers", "offset",    "pool"};
constexpr size_t NeededBufferColumns = 4;

enum ConstantColumn { NameColumn, OffsetColumn };

constexpr StringLiteral ConstantColumns[] = {"name", "offset"};

/// Reads comma-separated values whose first line names the columns, in any
/// order; columns with other names are not looked at. A field may be in double
/// quotes, where two of them stand for one.
class CsvReader {
public:
  /// \p Name is for messages. \p Columns are those that the caller knows.
  CsvReader(StringRef Text, StringRef Name, ArrayRef<StringLiteral> Columns)
      : Text(Text), Name(Name), Columns(Columns), PositionOf(Columns.size()) {}

  /// Reads the first line. It must have the first \p Needed of the columns, and
  /// none of them twice. \p Wanted is for the message: "a list of buffers has
  /// id and size".
  Error readHead(size_t Needed, StringRef Wanted);

  /// Reads the other lines, calling \p Take at each that is not blank.
  Error eachRow(function_ref<Error()> Take);

  /// Is there a column for \p Column, a position in the list of columns?
  bool has(size_t Column) const { return PositionOf[Column].has_value(); }
  StringRef text(size_t Column) const { return Fields[*PositionOf[Column]]; }
  /// Is there one with something in it?
  bool hasText(size_t Column) const {
    return has(Column) && !text(Column).empty();
  }
  Error readNumber(size_t Column, uint64_t &Into) const;

  /// An error in the line that was read last.
  Error fail(const Twine &Reason) const {
    return inputError(Name, "line " + Twine(Line) + ": " + Reason);
  }

private:
  Error readLine();

  StringRef Text; ///< What is left of it.
  StringRef Name;
  ArrayRef<StringLiteral> Columns;
  std::vector<std::optional<size_t>> PositionOf; ///< Of each of them.
  size_t Line = 0;
  size_t Width = 0;
  std::vector<std::string> Fields; ///< Of the line; none if it is blank.
};

} // namespace

Error CsvReader::readLine() {
  ++Line;
  Fields.clear();
  auto [Left, Rest] = Text.split('\n');
  Text = Rest;
  Left = Left.trim(" \t\r");
  if (Left.empty())
    return Error::success();
  while (true) {
    std::string &Field = Fields.emplace_back();
    Left = Left.ltrim(" \t");
    if (!Left.consume_front("\"")) {
      StringRef Plain = Left.take_until([](char C) { return C == ','; });
      Left = Left.drop_front(Plain.size());
      Field = Plain.rtrim().str();
    } else {
      while (true) {
        size_t Quote = Left.find('"');
        if (Quote == StringRef::npos)
          return fail("a quote is not closed");
        Field += Left.take_front(Quote);
        Left = Left.drop_front(Quote + 1);
        if (!Left.consume_front("\""))
          break;
        Field += '"';
      }
      Left = Left.ltrim(" \t");
    }
    if (Left.empty())
      return Error::success();
    if (!Left.consume_front(","))
      return fail("has " + quoted(Left) + " behind a quote, not a comma");
  }
}

static bool isMisspelt(StringRef Name, StringRef Known) {
  return Name.equals_insensitive(Known) ||
         (Name.size() >= 4 &&
          (Known.starts_with(Name) || Name.edit_distance(Known) == 1));
}

Error CsvReader::readHead(size_t Needed, StringRef Wanted) {
  Text.consume_front(ByteOrderMark);
  if (Error E = readLine())
    return E;
  Width = Fields.size();
  for (const auto &[Place, Field] : enumerate(Fields)) {
    const auto *Known = find(Columns, Field);
    if (Known == Columns.end()) {
      // One that is misspelt would not be looked at.
      for (StringRef Column : Columns)
        if (!is_contained(Fields, Column) && isMisspelt(Field, Column))
          return fail("the column " + quoted(Field) + " is none of a list; " +
                      quoted(Column) + " is one");
      continue;
    }
    std::optional<size_t> &Position = PositionOf[Known - Columns.begin()];
    if (Position)
      return fail("a second column is named " + quoted(*Known));
    Position = Place;
  }
  for (size_t I = 0; I != Needed; ++I)
    if (!has(I))
      return fail("has no column " + quoted(Columns[I]) + "; " + Wanted);
  return Error::success();
}

Error CsvReader::eachRow(function_ref<Error()> Take) {
  while (!Text.empty()) {
    if (Error E = readLine())
      return E;
    if (Fields.empty())
      continue;
    if (Fields.size() != Width)
      return fail("has " + plural(Fields.size(), "field") +
                  ", but the first line " + plural(Width, "column"));
    if (Error E = Take())
      return E;
  }
  return Error::success();
}

Error CsvReader::readNumber(size_t Column, uint64_t &Into) const {
  if (!text(Column).getAsInteger(10, Into))
    return Error::success();
  return fail(Columns[Column] + " is " + quoted(text(Column)) +
              ", not a whole number of at most 64 bits");
}

bool metaobj::startsLikeBufferList(StringRef Head) {
  Head.consume_front(ByteOrderMark);
  // The end of a line is looked for in text only: other files may be gigabytes.
  StringRef Line = Head.take_until(
      [](char C) { return uint8_t(C) < 0x20 && C != '\t' && C != '\r'; });
  if (Line.size() < Head.size() && Head[Line.size()] != '\n')
    return false;
  SmallVector<StringRef, 8> Names;
  Line.rtrim('\r').split(Names, ',');
  for (StringRef &Name : Names)
    Name = Name.trim();
  return all_of(ArrayRef(BufferColumns).take_front(NeededBufferColumns),
                [&](StringRef Needed) { return is_contained(Names, Needed); });
}

/// Names with '|' between them.
static Expected<std::vector<std::string>> readNames(const CsvReader &File,
                                                    BufferColumn Column) {
  SmallVector<StringRef, 4> Names;
  File.text(Column).split(Names, '|');
  std::vector<std::string> Result;
  for (StringRef Name : Names) {
    Name = Name.trim();
    if (Name.empty())
      return File.fail(BufferColumns[Column] + " is " +
                       quoted(File.text(Column)) +
                       ", not names with '|' between them");
    if (is_contained(Result, Name))
      return File.fail(BufferColumns[Column] + " names " + quoted(Name) +
                       " twice");
    Result.push_back(Name.str());
  }
  return Result;
}

/// The pools in which a buffer may lie. Those that are new are added to
/// \p Pools.
static Expected<uint64_t> readPools(const CsvReader &File,
                                    std::vector<PlanPool> &Pools) {
  Expected<std::vector<std::string>> Names = readNames(File, PoolsColumn);
  if (!Names)
    return Names.takeError();
  uint64_t Result = 0;
  for (const std::string &Name : *Names) {
    auto Known =
        find_if(Pools, [&](const PlanPool &Pool) { return Pool.Name == Name; });
    size_t Position = Known - Pools.begin();
    if (Known == Pools.end())
      Pools.push_back({Name});
    if (Position >= PlanProblem::MostPools)
      return File.fail("names pool " + quoted(Name) + " beside " +
                       Twine(PlanProblem::MostPools) + " others, the most");
    Result |= uint64_t(1) << Position;
  }
  return Result;
}

/// Takes names of pools into \p Pools.
static Expected<PlanBuffer> readBuffer(const CsvReader &File,
                                       std::vector<PlanPool> &Pools) {
  PlanBuffer Buffer{File.text(IdColumn).str(), 0, 0, 0};
  struct {
    BufferColumn Column;
    uint64_t &To;
  } Numbers[] = {{LowerColumn, Buffer.Lower},
                 {UpperColumn, Buffer.Upper},
                 {SizeColumn, Buffer.Size},
                 {AlignmentColumn, Buffer.Alignment},
                 {TrafficColumn, Buffer.Traffic}};
  for (auto &Number : Numbers)
    if (File.has(Number.Column))
      if (Error E = File.readNumber(Number.Column, Number.To))
        return E;
  if (Buffer.Lower >= Buffer.Upper)
    return File.fail("lower is " + Twine(Buffer.Lower) + " and upper " +
                     Twine(Buffer.Upper) + ", so that the buffer never lives");
  if (!isPowerOf2_64(Buffer.Alignment))
    return File.fail("alignment is " + Twine(Buffer.Alignment) +
                     ", which is not a power of two");
  if (File.hasText(PoolsColumn))
    if (Error E = readPools(File, Pools).moveInto(Buffer.Pools))
      return E;
  if (!File.hasText(FixedColumn))
    return Buffer;
  if (!isPowerOf2_64(Buffer.Pools) && (Buffer.Pools != 0 || !Pools.empty()))
    return File.fail("fixed is " + quoted(File.text(FixedColumn)) +
                     ", but pools does not name one pool");
  BufferPlace Place = {Buffer.Pools == 0 ? 0 : Log2_64(Buffer.Pools), 0};
  if (Error E = File.readNumber(FixedColumn, Place.Offset))
    return E;
  Buffer.Fixed = Place;
  return Buffer;
}

/// A place in a plan that is known. All buffers have one, or none has.
static Error readKnown(const CsvReader &File, BufferList &Into) {
  if (!File.has(KnownOffsetColumn))
    return Error::success();
  const bool IsKnown = File.hasText(KnownOffsetColumn);
  if (Into.Known.size() + IsKnown !=
      (IsKnown ? Into.Problem.Buffers.size() : 0))
    return File.fail("offset is " + quoted(File.text(KnownOffsetColumn)) +
                     ": all buffers have one, or none has");
  if (!IsKnown)
    return Error::success();
  BufferList::Place &Place = Into.Known.emplace_back();
  if (File.has(KnownPoolColumn))
    Place.Pool = File.text(KnownPoolColumn).str();
  return File.readNumber(KnownOffsetColumn, Place.Offset);
}

Expected<BufferList> metaobj::readBufferList(StringRef Text, StringRef Name) {
  CsvReader File(Text, Name, BufferColumns);
  if (Error E = File.readHead(NeededBufferColumns,
                              "a list of buffers has id, lower, upper and "
                              "size"))
    return E;
  BufferList Result;
  PlanProblem &Problem = Result.Problem;
  std::vector<PlanPool> Pools;
  StringMap<size_t> Ids; // And their positions.
  struct Pair {
    size_t Buffer;
    std::string Other;
  };
  std::vector<Pair> Pairs;
  Error E = File.eachRow([&]() -> Error {
    PlanBuffer &Buffer = Problem.Buffers.emplace_back();
    if (Error E = readBuffer(File, Pools).moveInto(Buffer))
      return E;
    size_t Position = Problem.Buffers.size() - 1;
    if (Error E = readKnown(File, Result))
      return E;
    if (File.has(ReadersColumn))
      Result.Readers.emplace_back();
    if (File.hasText(ReadersColumn))
      if (Error E =
              readNames(File, ReadersColumn).moveInto(Result.Readers.back()))
        return E;
    if (File.hasText(InPlaceColumn))
      Pairs.push_back({Position, File.text(InPlaceColumn).str()});
    if (Ids.try_emplace(Buffer.Name, Position).second)
      return Error::success();
    return File.fail("a second buffer has the id " + quoted(Buffer.Name));
  });
  if (E)
    return E;
  for (const Pair &Named : Pairs) {
    auto Other = Ids.find(Named.Other);
    PlanBuffer &Buffer = Problem.Buffers[Named.Buffer];
    if (Other == Ids.end())
      return inputError(Name, "buffer " + quoted(Buffer.Name) +
                                  " has in_place " + quoted(Named.Other) +
                                  ", but no buffer has this id");
    Buffer.InPlaceOf = Other->second;
  }
  if (!Pools.empty())
    Problem.Pools = std::move(Pools);
  return Result;
}

Expected<ConstantOffsets> metaobj::readConstantOffsets(StringRef Text,
                                                       StringRef Name) {
  CsvReader File(Text, Name, ConstantColumns);
  if (Error E = File.readHead(std::size(ConstantColumns),
                              "a list of constants has name and offset"))
    return E;
  ConstantOffsets Result;
  Error E = File.eachRow([&] {
    Result.push_back({File.text(NameColumn).str(), 0});
    return File.readNumber(OffsetColumn, Result.back().second);
  });
  if (E)
    return E;
  if (Result.empty())
    return inputError(Name, "lists no constant");
  return Result;
}

Expected<ConstantOffsets> metaobj::loadConstantOffsets(StringRef Path) {
  Expected<TextFile> File =
      readTextFile(Path, LargestConstantsFile, "lists of constants");
  if (!File)
    return File.takeError();
  return readConstantOffsets(File->Text, File->Name);
}

Expected<std::vector<std::string>> metaobj::readNameList(StringRef Text,
                                                         StringRef Name) {
  std::vector<std::string> Names;
  Text.consume_front(ByteOrderMark);
  for (size_t Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.trim(" \t\r");
    if (Line.empty() || Line.starts_with("#"))
      continue;
    // A binary file, or a table with more columns than the name.
    for (char Byte : Line)
      if (Byte == '\0' || isSpace(Byte))
        return inputError(Name,
                          "line " + Twine(Number) + ": " + quoted(Line) +
                              " is not one name",
                          "give one name a line");
    Names.push_back(Line.str());
  }
  return Names;
}

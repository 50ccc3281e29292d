//===- BufferList.cpp - CSV of buffers with lifetimes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The format of the benchmarks of MiniMalloc, and of others:
///
///     id,lower,upper,size
///     b1,0,3,4
///
/// A buffer lives from `lower` until before `upper`. As elsewhere in CSV, a
/// field may be in double quotes, where two of them stand for one.
///
//===----------------------------------------------------------------------===//

#include "Input/BufferList.h"

#include "Text/Wording.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <optional>

using namespace llvm;

namespace metaobj {

namespace {

enum Column { IdColumn, LowerColumn, UpperColumn, SizeColumn, AlignmentColumn };

constexpr StringLiteral ColumnNames[] = {"id", "lower", "upper", "size",
                                         "alignment"};
constexpr size_t NeededColumns = 4;

class BufferListReader {
public:
  BufferListReader(StringRef Text, StringRef Name) : Text(Text), Name(Name) {}

  Expected<std::vector<PlanBuffer>> read();

private:
  Error fail(const Twine &Reason) const {
    return inputError(Name, "line " + Twine(Line) + ": " + Reason);
  }

  Expected<std::vector<std::string>> nextRow();
  Error readHead();
  Expected<uint64_t> number(ArrayRef<std::string> Row, Column Which) const;
  Expected<PlanBuffer> readBuffer(ArrayRef<std::string> Row);

  StringRef Text; ///< What is left of it.
  StringRef Name;
  size_t Line = 0;
  size_t Columns = 0;
  std::array<std::optional<size_t>, std::size(ColumnNames)> PositionOf;
  StringSet<> Ids;
};

} // namespace

bool startsLikeBufferList(StringRef Head) {
  Head.consume_front("\xEF\xBB\xBF");
  SmallVector<StringRef, 8> Names;
  Head.take_until([](char C) { return C == '\n'; })
      .rtrim('\r')
      .split(Names, ',');
  for (StringRef &Each : Names)
    Each = Each.trim();
  return all_of(ArrayRef(ColumnNames).take_front(NeededColumns),
                [&](StringRef Needed) { return is_contained(Names, Needed); });
}

/// The fields of the next line; none for a blank one.
Expected<std::vector<std::string>> BufferListReader::nextRow() {
  ++Line;
  auto [Row, Rest] = Text.split('\n');
  Text = Rest;
  Row = Row.trim(" \t\r");
  std::vector<std::string> Fields;
  if (Row.empty())
    return Fields;
  while (true) {
    std::string Field;
    Row = Row.ltrim(" \t");
    if (!Row.consume_front("\"")) {
      Field = Row.take_until([](char C) { return C == ','; }).rtrim().str();
      Row = Row.drop_until([](char C) { return C == ','; });
    } else {
      while (true) {
        size_t Quote = Row.find('"');
        if (Quote == StringRef::npos)
          return fail("a quote is not closed");
        Field += Row.take_front(Quote);
        Row = Row.drop_front(Quote + 1);
        if (!Row.consume_front("\""))
          break;
        Field += '"';
      }
      Row = Row.ltrim(" \t");
    }
    Fields.push_back(std::move(Field));
    if (Row.empty())
      return Fields;
    if (!Row.consume_front(","))
      return fail("has " + quoted(Row) + " behind a quote, not a comma");
  }
}

Error BufferListReader::readHead() {
  Expected<std::vector<std::string>> Head = nextRow();
  if (!Head)
    return Head.takeError();
  Columns = Head->size();
  for (size_t I = 0; I != Head->size(); ++I) {
    const auto *Known = find(ColumnNames, (*Head)[I]);
    if (Known == std::end(ColumnNames))
      continue;
    std::optional<size_t> &Position = PositionOf[Known - ColumnNames];
    if (Position)
      return fail("a second column is named " + quoted(*Known));
    Position = I;
  }
  for (size_t I = 0; I != NeededColumns; ++I)
    if (!PositionOf[I])
      return fail("has no column " + quoted(ColumnNames[I]) +
                  "; a list of buffers has id, lower, upper and size");
  return Error::success();
}

Expected<uint64_t> BufferListReader::number(ArrayRef<std::string> Row,
                                            Column Which) const {
  StringRef Field = Row[*PositionOf[Which]];
  uint64_t Number = 0;
  if (Field.getAsInteger(10, Number))
    return fail(ColumnNames[Which] + " is " + quoted(Field) +
                ", not a whole number of at most 64 bits");
  return Number;
}

Expected<PlanBuffer> BufferListReader::readBuffer(ArrayRef<std::string> Row) {
  if (Row.size() != Columns)
    return fail("has " + plural(Row.size(), "field") + ", but the first line " +
                plural(Columns, "column"));
  PlanBuffer Buffer{Row[*PositionOf[IdColumn]], 0, 0, 0};
  if (!Ids.insert(Buffer.Name).second)
    return fail("a second buffer has the id " + quoted(Buffer.Name));
  struct {
    Column Which;
    uint64_t &To;
  } Numbers[] = {{LowerColumn, Buffer.Lower},
                 {UpperColumn, Buffer.Upper},
                 {SizeColumn, Buffer.Size},
                 {AlignmentColumn, Buffer.Alignment}};
  for (auto &Each : Numbers) {
    if (!PositionOf[Each.Which])
      continue;
    Expected<uint64_t> Number = number(Row, Each.Which);
    if (!Number)
      return Number.takeError();
    Each.To = *Number;
  }
  if (Buffer.Lower >= Buffer.Upper)
    return fail("lower is " + Twine(Buffer.Lower) + " and upper " +
                Twine(Buffer.Upper) + ", so that the buffer never lives");
  if (!isPowerOf2_64(Buffer.Alignment))
    return fail("alignment is " + Twine(Buffer.Alignment) +
                ", which is no power of two");
  return Buffer;
}

Expected<std::vector<PlanBuffer>> BufferListReader::read() {
  Text.consume_front("\xEF\xBB\xBF");
  if (Error E = readHead())
    return E;
  std::vector<PlanBuffer> Buffers;
  while (!Text.empty()) {
    Expected<std::vector<std::string>> Row = nextRow();
    if (!Row)
      return Row.takeError();
    if (Row->empty())
      continue;
    Expected<PlanBuffer> Buffer = readBuffer(*Row);
    if (!Buffer)
      return Buffer.takeError();
    Buffers.push_back(std::move(*Buffer));
  }
  return Buffers;
}

Expected<std::vector<PlanBuffer>> readBufferList(StringRef Text,
                                                 StringRef Name) {
  return BufferListReader(Text, Name).read();
}

} // namespace metaobj

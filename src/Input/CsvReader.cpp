//===- CsvReader.cpp - Rows under named columns ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/CsvReader.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace metaobj {

static constexpr StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

bool hasCsvColumns(StringRef Head, ArrayRef<StringLiteral> Columns) {
  Head.consume_front(ByteOrderMark);
  SmallVector<StringRef, 8> Names;
  // The end of a line is looked for in text only: other files may be gigabytes.
  StringRef Line = Head.take_until(
      [](char C) { return uint8_t(C) < 0x20 && C != '\t' && C != '\r'; });
  if (Line.size() < Head.size() && Head[Line.size()] != '\n')
    return false;
  Line.rtrim('\r').split(Names, ',');
  for (StringRef &Each : Names)
    Each = Each.trim();
  return all_of(Columns,
                [&](StringRef Needed) { return is_contained(Names, Needed); });
}

Error CsvReader::fail(const Twine &Reason) const {
  return inputError(Name, "line " + Twine(Line) + ": " + Reason);
}

/// The fields of the next line; none for a blank one.
Expected<CsvReader::Row> CsvReader::nextLine() {
  ++Line;
  auto [Left, Rest] = Text.split('\n');
  Text = Rest;
  Left = Left.trim(" \t\r");
  Row Fields;
  if (Left.empty())
    return Fields;
  while (true) {
    std::string Field;
    Left = Left.ltrim(" \t");
    if (!Left.consume_front("\"")) {
      Field = Left.take_until([](char C) { return C == ','; }).rtrim().str();
      Left = Left.drop_until([](char C) { return C == ','; });
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
    Fields.push_back(std::move(Field));
    if (Left.empty())
      return Fields;
    if (!Left.consume_front(","))
      return fail("has " + quoted(Left) + " behind a quote, not a comma");
  }
}

Error CsvReader::readHead(ArrayRef<StringLiteral> Columns, size_t Needed,
                          StringRef Wanted) {
  Text.consume_front(ByteOrderMark);
  Expected<Row> Head = nextLine();
  if (!Head)
    return Head.takeError();
  Width = Head->size();
  Names.assign(Columns.begin(), Columns.end());
  PositionOf.resize(Columns.size());
  for (const auto &[Place, Field] : enumerate(*Head)) {
    const auto *Known = find(Columns, Field);
    if (Known == Columns.end())
      continue;
    std::optional<size_t> &Position = PositionOf[Known - Columns.begin()];
    if (Position)
      return fail("a second column is named " + quoted(*Known));
    Position = Place;
  }
  for (size_t I = 0; I != Needed; ++I)
    if (!PositionOf[I])
      return fail("has no column " + quoted(Columns[I]) + "; " + Wanted);
  return Error::success();
}

Expected<std::optional<CsvReader::Row>> CsvReader::nextRow() {
  while (!Text.empty()) {
    Expected<Row> Fields = nextLine();
    if (!Fields)
      return Fields.takeError();
    if (Fields->empty())
      continue;
    if (Fields->size() != Width)
      return fail("has " + plural(Fields->size(), "field") +
                  ", but the first line " + plural(Width, "column"));
    return std::move(*Fields);
  }
  return std::nullopt;
}

Expected<uint64_t> CsvReader::number(const Row &Of, size_t Column) const {
  StringRef Field = text(Of, Column);
  uint64_t Number = 0;
  if (Field.getAsInteger(10, Number))
    return fail(Names[Column] + " is " + quoted(Field) +
                ", not a whole number of at most 64 bits");
  return Number;
}

} // namespace metaobj

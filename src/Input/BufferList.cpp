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
/// A buffer lives from `lower` until before `upper`.
///
//===----------------------------------------------------------------------===//

#include "Input/BufferList.h"

#include "Input/CsvReader.h"
#include "Text/Wording.h"
#include "metaobj/Input.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace metaobj {

namespace {

enum Column { IdColumn, LowerColumn, UpperColumn, SizeColumn, AlignmentColumn };

constexpr StringLiteral ColumnNames[] = {"id", "lower", "upper", "size",
                                         "alignment"};
constexpr size_t NeededColumns = 4;

} // namespace

bool startsLikeBufferList(StringRef Head) {
  return hasCsvColumns(Head, ArrayRef(ColumnNames).take_front(NeededColumns));
}

static Expected<PlanBuffer> readBuffer(const CsvReader &File,
                                       const CsvReader::Row &Row) {
  PlanBuffer Buffer{File.text(Row, IdColumn).str(), 0, 0, 0};
  struct {
    Column Which;
    uint64_t &To;
  } Numbers[] = {{LowerColumn, Buffer.Lower},
                 {UpperColumn, Buffer.Upper},
                 {SizeColumn, Buffer.Size},
                 {AlignmentColumn, Buffer.Alignment}};
  for (auto &Each : Numbers) {
    if (!File.has(Each.Which))
      continue;
    Expected<uint64_t> Number = File.number(Row, Each.Which);
    if (!Number)
      return Number.takeError();
    Each.To = *Number;
  }
  if (Buffer.Lower >= Buffer.Upper)
    return File.fail("lower is " + Twine(Buffer.Lower) + " and upper " +
                     Twine(Buffer.Upper) + ", so that the buffer never lives");
  if (!isPowerOf2_64(Buffer.Alignment))
    return File.fail("alignment is " + Twine(Buffer.Alignment) +
                     ", which is no power of two");
  return Buffer;
}

Expected<std::vector<PlanBuffer>> readBufferList(StringRef Text,
                                                 StringRef Name) {
  CsvReader File(Text, Name);
  if (Error E = File.readHead(ColumnNames, NeededColumns,
                              "a list of buffers has id, lower, upper and "
                              "size"))
    return E;
  std::vector<PlanBuffer> Buffers;
  StringSet<> Ids;
  while (true) {
    Expected<std::optional<CsvReader::Row>> Row = File.nextRow();
    if (!Row)
      return Row.takeError();
    if (!*Row)
      return Buffers;
    Expected<PlanBuffer> Buffer = readBuffer(File, **Row);
    if (!Buffer)
      return Buffer.takeError();
    if (!Ids.insert(Buffer->Name).second)
      return File.fail("a second buffer has the id " + quoted(Buffer->Name));
    Buffers.push_back(std::move(*Buffer));
  }
}

} // namespace metaobj

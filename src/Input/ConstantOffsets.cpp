//===- ConstantOffsets.cpp - Places in a pool of constants ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TVM's compiler has them in memory only. A script can print them:
///
///     name,offset
///     fused_constant,0
///
//===----------------------------------------------------------------------===//

#include "File/TextFile.h"
#include "Input/CsvReader.h"
#include "Text/Wording.h"
#include "metaobj/Input.h"

using namespace llvm;

namespace metaobj {

namespace {

enum ConstantColumn { NameColumn, OffsetColumn };

constexpr StringLiteral ConstantColumns[] = {"name", "offset"};

/// Bytes, to limit the memory that a wrong file takes.
constexpr uint64_t LargestConstantsFile = 64 << 20;

} // namespace

Expected<ConstantOffsets> readConstantOffsets(StringRef Text, StringRef Name) {
  CsvReader File(Text, Name);
  if (Error E = File.readHead(ConstantColumns, std::size(ConstantColumns),
                              "a list of constants has name and offset"))
    return E;
  ConstantOffsets Result;
  while (true) {
    Expected<std::optional<CsvReader::Row>> Row = File.nextRow();
    if (!Row)
      return Row.takeError();
    if (!*Row)
      break;
    Expected<uint64_t> Offset = File.number(**Row, OffsetColumn);
    if (!Offset)
      return Offset.takeError();
    Result.push_back({File.text(**Row, NameColumn).str(), *Offset});
  }
  if (Result.empty())
    return inputError(Name, "lists no constant");
  return Result;
}

Expected<ConstantOffsets> loadConstantOffsets(StringRef Path) {
  Expected<TextFile> File =
      readTextFile(Path, LargestConstantsFile, "lists of constants");
  if (!File)
    return File.takeError();
  return readConstantOffsets(File->Text, File->Name);
}

} // namespace metaobj

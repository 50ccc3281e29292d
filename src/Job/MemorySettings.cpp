//===- MemorySettings.cpp - Memories that a command is told ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/MemorySettings.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace metaobj;

/// A misspelt name of a board is none.
static bool looksLikePath(StringRef Text) {
  return Text == "-" || Text.find_first_of("./") != StringRef::npos;
}

void MemorySettings::addTo(SettingTable &Table) {
  Table
      .texts("memory", "region", Regions,
             "Memories of the device: NAME=ADDRESS:SIZE,... such as "
             "flash=0x0:256K,ram=0x20000000:64K, or a YAML file "
             "(docs/link.md)")
      .commaSeparated()
      .pathWithout('=')
      .common();
  Table
      .parsed(
          "board", "name or file",
          "A YAML file (docs/board.md), or the memories of a known board: " +
              join(knownBoards(), ", "),
          [this](const SettingRow &Row, StringRef Text) -> Error {
            if (!is_contained(knownBoards(), Text) && !looksLikePath(Text))
              return Row.unknown(Text);
            Board = Text.str();
            return Error::success();
          },
          SettingRow::Path)
      .known(knownBoards())
      .common();
}

/// Is it the path of a file?
static bool isFile(ArrayRef<std::string> Regions) {
  StringRef First = Regions.empty() ? StringRef() : Regions.front();
  return Regions.size() == 1 && (!First.contains('=') || First.contains('/'));
}

Error MemorySettings::finish() {
  if (!Board.empty() && !Regions.empty())
    return settingFault(Setting("board") + " and " + Setting("memory") +
                        " exclude each other");
  if (isFile(Regions))
    return Error::success();
  Map.Regions.clear();
  for (const std::string &Text : Regions) {
    Expected<MemoryRegion> Region = parseMemoryRegion(Text);
    if (!Region)
      return handleErrors(Region.takeError(), [](const InputError &E) {
        return inputError(
            Setting("memory"),
            (E.input().empty() ? "" : E.input() + ": ") + E.reason(), E.hint());
      });
    Map.Regions.push_back(std::move(*Region));
  }
  return Error::success();
}

Expected<std::optional<MemoryMap>> MemorySettings::read() const {
  if (std::optional<MemoryMap> Known = memoryMapOfBoard(Board))
    return Known;
  if (Board.empty() && Regions.empty())
    return std::nullopt;
  if (Board.empty() && !isFile(Regions))
    return Map;
  const std::string &Path = Board.empty() ? Regions.front() : Board;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return inputError(Path, errorCodeToError(Buffer.getError()));
  return readMemoryMap((*Buffer)->getMemBufferRef());
}

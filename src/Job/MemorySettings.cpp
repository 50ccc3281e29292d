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

SettingRow &metaobj::addBoard(SettingTable &Table, SettingName Names,
                              std::string &To, StringRef Help) {
  return Table
      .parsed(
          Names, "name or file", Help,
          [&To](const SettingRow &Row, StringRef Text) -> Error {
            if (!is_contained(knownBoards(), Text) && !looksLikePath(Text))
              return Row.unknown(
                  Text, "any other board is a file: board.yaml, or ./" + Text);
            To = Text.str();
            return Error::success();
          },
          SettingRow::Path)
      .known(knownBoards());
}

Expected<MemoryMap> metaobj::readBoard(StringRef NameOrPath) {
  if (std::optional<MemoryMap> Known = memoryMapOfBoard(NameOrPath))
    return std::move(*Known);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(NameOrPath);
  if (!Buffer)
    return inputError(NameOrPath, errorCodeToError(Buffer.getError()));
  return readMemoryMap((*Buffer)->getMemBufferRef());
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
  addBoard(Table, "board", Board,
           "A YAML file (docs/board.md), or the memories of a known board: " +
               join(knownBoards(), ", "))
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
  if (!areGiven())
    return std::nullopt;
  if (Board.empty() && !isFile(Regions))
    return Map;
  Expected<MemoryMap> Read = readBoard(Board.empty() ? Regions.front() : Board);
  if (!Read)
    return Read.takeError();
  return std::move(*Read);
}

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
          "board", "name", "Memories of a board: " + join(knownBoards(), ", "),
          [this](const SettingRow &Row, StringRef Text) -> Error {
            if (!is_contained(knownBoards(), Text))
              return Row.unknown(Text);
            Board = Text.str();
            return Error::success();
          },
          SettingRow::Choice)
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
  if (!Board.empty())
    return memoryMapOfBoard(Board);
  if (Regions.empty())
    return std::nullopt;
  if (!isFile(Regions))
    return Map;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(Regions.front());
  if (!Buffer)
    return inputError(Regions.front(), errorCodeToError(Buffer.getError()));
  return readMemoryMap((*Buffer)->getMemBufferRef());
}

//===- Check.cpp - metaobj check ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"

#include "Job/ReportSettings.h"
#include "metaobj/Input.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace metaobj;

/// Compares linked programs with a board.
static Error checkBoards(ArrayRef<std::string> Files,
                         const CheckSettings &Settings,
                         const CheckConfig &Config) {
  Expected<std::optional<MemoryMap>> Board = Settings.Memory.read();
  if (!Board)
    return Board.takeError();
  if (Error E = checkRegions(**Board))
    return E;
  Error Findings = Error::success();
  for (const std::string &File : Files) {
    Expected<std::unique_ptr<MemoryBuffer>> Image = openWhole(File);
    if (!Image)
      return joinErrors(std::move(Findings), Image.takeError());
    Findings =
        joinErrors(std::move(Findings),
                   checkBoard((*Image)->getMemBufferRef(), **Board, Config));
  }
  return Findings;
}

int runCheck(const CommandLine &Line) {
  CheckSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  CheckConfig Config = Settings.Config;
  Config.Diagnostics = diagnosticPrinter(Settings.Quiet);
  if (Settings.Memory.areGiven()) {
    if (Error E = checkBoards(Settings.Files, Settings, Config))
      return reportError(std::move(E));
    return ExitDone;
  }
  Expected<std::vector<OperatorObject>> Objects =
      readObjects(Settings.Files, Config.Diagnostics);
  if (!Objects)
    return reportError(Objects.takeError());
  if (Error E = checkObjects(*Objects, Config))
    return reportError(std::move(E));
  return ExitDone;
}

//===- Size.cpp - metaobj size --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Size.h"

#include "Arguments.h"
#include "Command.h"

#include "Job/ReportSettings.h"
#include "Job/SizeBoard.h"
#include "Job/SizePage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

Expected<SizeBudget> readBudgetFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readBudget((*Buffer)->getMemBufferRef());
}

Error compareWithBudget(ArrayRef<SizeReport> Reports, const SizeBudget &Budget,
                        StringRef Path, const DiagnosticConsumer &Diagnostics) {
  Expected<std::vector<BudgetExcess>> Excesses =
      checkBudget(Reports, Budget, Diagnostics);
  if (!Excesses)
    return Excesses.takeError();
  Error All = Error::success();
  for (const BudgetExcess &Excess : *Excesses)
    All = joinErrors(
        std::move(All),
        inputError(Path, Excess.Subject + ": " + Twine(Excess.Bytes) +
                             " bytes, " + Twine(Excess.Bytes - Excess.Limit) +
                             " more than the limit of " + Twine(Excess.Limit)));
  return All;
}

/// A budget holds for an empty archive, whatever was meant to be in it.
static Error checkNotEmpty(StringRef File, bool HasBudget,
                           const DiagnosticConsumer &Diagnostics) {
  StringRef Reason = "has no object file: there is nothing to measure";
  if (HasBudget)
    return inputError(File, Reason);
  report(Diagnostics, Diagnostic::Warning, File, Reason);
  return Error::success();
}

static void warnOfStrippedFile(const SizeReport &Report,
                               const DiagnosticConsumer &Diagnostics) {
  if (Report.IsStripped)
    report(Diagnostics, Diagnostic::Warning, Report.File,
           "is stripped: only what its dynamic symbols tell has a name",
           "measure the file before it is stripped, or the metadata object "
           "that was linked");
}

Expected<std::vector<SizeReport>>
measureFiles(ArrayRef<std::unique_ptr<MemoryBuffer>> Files,
             const std::optional<MemoryMap> &Board, bool HasBudget,
             const DiagnosticConsumer &Diagnostics) {
  std::vector<SizeReport> All;
  for (const std::unique_ptr<MemoryBuffer> &File : Files) {
    Expected<std::vector<SizeReport>> Found = measure(File->getMemBufferRef());
    if (!Found)
      return Found.takeError();
    if (Found->empty())
      if (Error E = checkNotEmpty(File->getBufferIdentifier(), HasBudget,
                                  Diagnostics))
        return E;
    if (Board)
      if (Error E = addMemories(File->getMemBufferRef(), *Board, *Found))
        return E;
    for (SizeReport &Report : *Found) {
      warnOfStrippedFile(Report, Diagnostics);
      All.push_back(std::move(Report));
    }
  }
  return All;
}

static Error printComparison(const SizeSettings &Settings,
                             const std::optional<MemoryMap> &Board,
                             ArrayRef<SizeReport> Now,
                             const DiagnosticConsumer &Diagnostics) {
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers(1);
  if (Error E = openWhole(Settings.Base).moveInto(Buffers[0]))
    return E;
  Expected<std::vector<SizeReport>> Base =
      measureFiles(Buffers, Board, /*HasBudget=*/false, Diagnostics);
  if (!Base)
    return Base.takeError();
  SizeComparison Comparison = compareSizes(*Base, Now);
  SizeComparisonNames Names = {Settings.Base,
                               Settings.Files.size() == 1
                                   ? Settings.Files.front()
                                   : utostr(Settings.Files.size()) + " files"};
  if (Settings.Json)
    printJson(Comparison, Names, outs());
  else if (Settings.Markdown)
    printMarkdown(Comparison, Names, outs());
  else
    print(Comparison, Names, outs());
  return Error::success();
}

int runSize(const CommandLine &Line) {
  SizeSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  SizeBudget Budget;
  bool HasBudget = !Settings.Budget.empty();
  if (HasBudget) {
    Expected<SizeBudget> Read = readBudgetFile(Settings.Budget);
    if (!Read)
      return reportError(Read.takeError());
    Budget = std::move(*Read);
  }
  Expected<std::optional<MemoryMap>> Board = readSizeBoard(Settings.Board);
  if (!Board)
    return reportError(Board.takeError());
  DiagnosticConsumer Diagnostics = diagnosticPrinter(/*Quiet=*/false);
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;
  for (const std::string &File : Settings.Files) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(File);
    if (!Buffer)
      return reportError(Buffer.takeError());
    Buffers.push_back(std::move(*Buffer));
  }
  Expected<std::vector<SizeReport>> All =
      measureFiles(Buffers, *Board, HasBudget, Diagnostics);
  if (!All)
    return reportError(All.takeError());
  if (!Settings.Base.empty()) {
    if (Error E = printComparison(Settings, *Board, *All, Diagnostics))
      return reportError(std::move(E));
  } else if (Settings.Json)
    printJson(*All, outs());
  else
    for (const SizeReport &Report : *All) {
      if (&Report != &All->front())
        outs() << '\n';
      print(Report, outs());
    }
  if (!Settings.Html.empty())
    if (Error E = writeSizePage(
            {Settings.Html, Settings.Files, SignalHandling::RemoveFiles}, *All))
      return reportError(std::move(E));
  if (Error E = joinErrors(
          checkMemories(*All, *Board),
          compareWithBudget(*All, Budget, Settings.Budget, Diagnostics)))
    return reportError(std::move(E));
  return ExitDone;
}

//===- Size.cpp - metaobj size --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

#include "SettingFlags.h"

#include "metaobj/Report.h"
#include "metaobj/Setting.h"
#include "metaobj/SizePage.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

static Expected<SizeBudget> readBudgetFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readBudget((*Buffer)->getMemBufferRef());
}

/// One error for each limit that is exceeded.
static Error compareWithBudget(ArrayRef<SizeReport> Reports,
                               const SizeBudget &Budget, StringRef Path) {
  Expected<std::vector<BudgetExcess>> Excesses =
      checkBudget(Reports, Budget, diagnosticPrinter(/*Quiet=*/false));
  if (!Excesses)
    return Excesses.takeError();
  Error All = Error::success();
  for (const BudgetExcess &Each : *Excesses)
    All = joinErrors(
        std::move(All),
        inputError(Path, Each.What + ": " + Twine(Each.Bytes) + " bytes, " +
                             Twine(Each.Bytes - Each.Limit) +
                             " more than the limit of " + Twine(Each.Limit)));
  return All;
}

/// A budget holds for an empty archive, whatever was meant to be in it.
static Error checkNotEmpty(StringRef File, bool HasBudget) {
  StringRef Reason = "has no object file: there is nothing to measure";
  if (HasBudget)
    return inputError(File, Reason);
  report(diagnosticPrinter(/*Quiet=*/false), Diagnostic::Warning, File, Reason);
  return Error::success();
}

static void warnOfStrippedFile(const SizeReport &Of) {
  if (Of.IsStripped)
    report(diagnosticPrinter(/*Quiet=*/false), Diagnostic::Warning, Of.File,
           "is stripped: only what its dynamic symbols tell has a name",
           "measure the file before it is stripped, or the metadata object "
           "that was linked");
}

int runSize(int Argc, const char **Argv) {
  cl::OptionCategory Category("Size options");
  cl::opt<bool> Json("json",
                     cl::desc("Print JSON (docs/report.md): an object, or an "
                              "array if there are several"),
                     cl::cat(Category));
  cl::opt<std::string> BudgetPath(
      "budget", cl::value_desc("file"),
      cl::desc("Compare all files together with limits (JSON, "
               "docs/report.md); exit status 1 over one"),
      cl::cat(Category));
  cl::opt<std::string> Html(
      optionName(Setting::SizePage), cl::value_desc("file"),
      cl::desc("Write a page as well: maps of flash and RAM, and all figures; "
               "needs no other file"),
      cl::cat(Category));
  cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                              cl::desc("<file>..."), cl::cat(Category));
  if (!parseCommandLine(Argc, Argv,
                        "Say where each byte of object files, archives and "
                        "linked files went ('-': standard input)\n",
                        {&Category}))
    return ExitWrongUsage;
  if (Html == "-")
    return reportUsage("--html: standard output has the sizes; name a file");

  SizeBudget Budget;
  if (BudgetPath.getNumOccurrences()) {
    Expected<SizeBudget> Read = readBudgetFile(BudgetPath);
    if (!Read)
      return reportError(Read.takeError());
    Budget = std::move(*Read);
  }
  std::vector<SizeReport> All;
  for (const std::string &File : Files) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(File);
    if (!Buffer)
      return reportError(Buffer.takeError());
    Expected<std::vector<SizeReport>> Found =
        measure((*Buffer)->getMemBufferRef());
    if (!Found)
      return reportError(Found.takeError());
    if (Found->empty())
      if (Error E = checkNotEmpty(File, BudgetPath.getNumOccurrences()))
        return reportError(std::move(E));
    for (SizeReport &Each : *Found) {
      warnOfStrippedFile(Each);
      All.push_back(std::move(Each));
    }
  }
  if (Json)
    printJson(All, outs());
  else
    for (const SizeReport &Each : All) {
      if (&Each != &All.front())
        outs() << '\n';
      print(Each, outs());
    }
  if (!Html.empty())
    if (Error E =
            writeSizePage({Html, Files, SignalHandling::RemoveFiles}, All))
      return reportError(std::move(E));
  if (Error E = compareWithBudget(All, Budget, BudgetPath))
    return reportError(std::move(E));
  return ExitDone;
}

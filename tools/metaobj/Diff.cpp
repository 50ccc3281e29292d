//===- Diff.cpp - metaobj diff --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exit status is that of diff(1), which scripts know: 0 equal, 1 different,
// 2 trouble.
//
//===----------------------------------------------------------------------===//

#include "Diff.h"

#include "Arguments.h"
#include "Command.h"
#include "StandardStreams.h"

#include "Job/ReportSettings.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

enum DiffStatus { DiffEqual = 0, DiffDifferent = 1, DiffTrouble = 2 };

static int reportTrouble(Error E) {
  reportError(std::move(E));
  return DiffTrouble;
}

static void warnOfStrippedSide(const DiffSide &Side,
                               const DiagnosticConsumer &Diagnostics) {
  if (Side.IsStripped)
    report(
        Diagnostics, Diagnostic::Warning, Side.File,
        "is stripped: only what dynamic symbols and records tell is compared",
        "compare the file before it is stripped, or the metadata object "
        "that was linked");
}

void warnOfDiff(const DiffReport &Report,
                const DiagnosticConsumer &Diagnostics) {
  if (!Report.A.NumRegistries && !Report.A.NumParams &&
      !Report.B.NumRegistries && !Report.B.NumParams)
    report(Diagnostics, Diagnostic::Warning, Report.A.File,
           "there is nothing to compare: neither file has a registry or a "
           "parameter");
  warnOfStrippedSide(Report.A, Diagnostics);
  warnOfStrippedSide(Report.B, Diagnostics);
}

int runDiff(const CommandLine &Line) {
  FailureStatus = DiffTrouble;
  DiffSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  const std::string &FileA = Settings.Files[0], &FileB = Settings.Files[1];
  if (FileA == "-" && FileB == "-")
    return reportUsage("standard input can be only one of the two files");

  Expected<std::unique_ptr<MemoryBuffer>> A = openWhole(FileA);
  if (!A)
    return reportTrouble(A.takeError());
  Expected<std::unique_ptr<MemoryBuffer>> B = openWhole(FileB);
  if (!B)
    return reportTrouble(B.takeError());
  Expected<DiffReport> Found =
      diff((*A)->getMemBufferRef(), (*B)->getMemBufferRef());
  if (!Found)
    return reportTrouble(Found.takeError());
  warnOfDiff(*Found, diagnosticPrinter(/*Quiet=*/false));
  if (Settings.Json)
    printJson(*Found, outs());
  else
    print(*Found, outs());
  return Found->areEqual() ? DiffEqual : DiffDifferent;
}

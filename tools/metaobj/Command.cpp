//===- Command.cpp - What the subcommands share ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SettingFlags.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace metaobj;

static ColourChoice Colour = ColourChoice::Auto;

void setColour(ColourChoice Choice) { Colour = Choice; }

static bool hasColour() {
  if (Colour != ColourChoice::Auto)
    return Colour == ColourChoice::Always;
  return errs().has_colors() && !std::getenv("NO_COLOR");
}

static void printSeverity(StringRef Severity, raw_ostream::Colors In) {
  errs() << "metaobj: ";
  if (hasColour()) {
    errs().enable_colors(true);
    errs().changeColor(In, /*Bold=*/true);
  }
  errs() << Severity << ": ";
  if (hasColour())
    errs().resetColor();
}

static void printLine(StringRef Severity, const Message &Input,
                      const Message &Reason, const Message &Details = {},
                      const Message &Hint = {}) {
  printSeverity(Severity, Severity == "error"     ? raw_ostream::RED
                          : Severity == "warning" ? raw_ostream::MAGENTA
                                                  : raw_ostream::CYAN);
  if (!Input.empty())
    errs() << printable(inFlags(Input)) << ": ";
  errs() << printable(inFlags(Reason)) << '\n' << inFlags(Details);
  if (Hint.empty())
    return;
  printSeverity("hint", raw_ostream::GREEN);
  errs() << printable(inFlags(Hint)) << '\n';
}

Expected<std::unique_ptr<MemoryBuffer>> openWhole(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return inputError(File, errorCodeToError(Buffer.getError()));
  return std::move(*Buffer);
}

char UsageError::ID;

int reportError(Error E) {
  int Status = ExitInputsAtFault;
  handleAllErrors(
      std::move(E),
      [&Status](const InputError &Cause) {
        if (Cause.isA(UsageError::classID()))
          Status = ExitWrongUsage;
        printLine("error", Cause.input(), Cause.reason(), Cause.details(),
                  Cause.hint());
      },
      [](const ErrorInfoBase &Cause) {
        printLine("error", "", Cause.message());
      });
  return Status;
}

int reportUsage(const Message &Reason) {
  printLine("error", "", Reason);
  return ExitWrongUsage;
}

int reportUsage(Error E) {
  reportError(std::move(E));
  return ExitWrongUsage;
}

DiagnosticConsumer diagnosticPrinter(bool Quiet) {
  return [Quiet](const Diagnostic &TheDiagnostic) {
    bool IsNote = TheDiagnostic.Severity == Diagnostic::Note;
    if (IsNote && Quiet)
      return;
    printLine(IsNote ? "note" : "warning", TheDiagnostic.Input,
              TheDiagnostic.Reason, TheDiagnostic.Details, TheDiagnostic.Hint);
  };
}

//===- Command.cpp - What the subcommands share
//-----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

bool parseCommandLine(int Argc, const char **Argv, StringRef Overview,
                      ArrayRef<const cl::OptionCategory *> Categories) {
  cl::HideUnrelatedOptions(Categories);
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "metaobj " METAOBJ_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
  });

  // With a stream of our own LLVM reports instead of leaving with status 1,
  // which means something else here.
  std::string Message;
  raw_string_ostream MessageStream(Message);
  if (cl::ParseCommandLineOptions(Argc, Argv, Overview, &MessageStream))
    return true;

  // LLVM starts each line with the program's name.
  SmallVector<StringRef, 4> Lines;
  StringRef(Message).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    if (Line.consume_front(Argv[0]))
      Line.consume_front(":");
    reportUsage(Line.trim());
  }
  return false;
}

static void printLine(StringRef Severity, StringRef Input, StringRef Reason,
                      StringRef Details, StringRef Hint) {
  errs() << "metaobj: " << Severity << ": ";
  if (!Input.empty())
    errs() << Input << ": ";
  errs() << Reason << '\n' << Details;
  if (!Hint.empty())
    errs() << "metaobj: hint: " << Hint << '\n';
}

int reportError(Error E) {
  handleAllErrors(
      std::move(E),
      [](const InputError &Cause) {
        printLine("error", Cause.input(), Cause.reason(), Cause.details(),
                  Cause.hint());
      },
      [](const ErrorInfoBase &Cause) {
        printLine("error", "", Cause.message(), "", "");
      });
  return ExitInputsAtFault;
}

int reportUsage(const Twine &Reason) {
  errs() << "metaobj: error: " << Reason << '\n';
  return ExitWrongUsage;
}

DiagnosticHandler diagnosticPrinter(bool Quiet) {
  return [Quiet](const Diagnostic &What) {
    bool IsNote = What.Severity == Diagnostic::Note;
    if (IsNote && Quiet)
      return;
    printLine(IsNote ? "note" : "warning", What.Input, What.Reason, "",
              What.Hint);
  };
}

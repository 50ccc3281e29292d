//===- Command.h - What the subcommands share -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each subcommand is one function, which makes its settings, gives them the
/// words of the command line, and does what they say.
///
/// Exit status: 0 done, 1 the inputs are at fault, 2 wrong usage.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_COMMAND_H
#define METAOBJ_TOOLS_COMMAND_H

#include "CommandTable.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <optional>

enum ExitStatus { ExitDone = 0, ExitInputsAtFault = 1, ExitWrongUsage = 2 };

/// The whole program: finds the subcommand and runs it. Returns the exit status
/// or ends the process.
int runCommandLine(int Argc, const char **Argv);

/// What a subcommand is called with.
struct CommandLine {
  const CommandInfo &Command;
  const char *Program; ///< Argv[0] of the process.
  std::vector<llvm::StringRef> Words;
};

/// The subcommands.
int runEmbed(const CommandLine &Line);
int runEmit(const CommandLine &Line);
int runCheck(const CommandLine &Line);
int runDevice(const CommandLine &Line); ///< Builds may leave it out.
int runDiff(const CommandLine &Line);
int runInspect(const CommandLine &Line);
int runLink(const CommandLine &Line); ///< Builds may leave it out.
int runPlan(const CommandLine &Line);
int runSelfTest(const CommandLine &Line);
int runSize(const CommandLine &Line);
int runTargets(const CommandLine &Line);

/// The whole of \p File ("-": standard input).
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openWhole(llvm::StringRef File);

/// An error of the command line itself, for which the exit status is
/// ExitWrongUsage.
class UsageError : public llvm::ErrorInfo<UsageError, metaobj::InputError> {
public:
  using llvm::ErrorInfo<UsageError, metaobj::InputError>::ErrorInfo;

  static char ID;
};

/// Prints `metaobj: error: <input>: <reason>`, details and hint, for each error
/// that \p E holds. Returns ExitInputsAtFault, or ExitWrongUsage if one is a
/// UsageError.
int reportError(llvm::Error E);

/// Prints a usage error. Returns ExitWrongUsage.
int reportUsage(const metaobj::Message &Reason);

/// The same for what \p E says.
int reportUsage(llvm::Error E);

/// Prints warnings and notes to standard error; notes only when not \p Quiet.
metaobj::DiagnosticConsumer diagnosticPrinter(bool Quiet);

/// When messages have colours.
enum class ColourChoice { Auto, Always, Never };
void setColour(ColourChoice Choice);

#endif // METAOBJ_TOOLS_COMMAND_H

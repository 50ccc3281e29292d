//===- Command.h - What the subcommands share -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each subcommand is one function. It owns its options as local objects, so
/// that only those of the command that runs are ever registered.
///
/// Exit status: 0 done, 1 the inputs are at fault, 2 wrong usage.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_COMMAND_H
#define METAOBJ_TOOLS_COMMAND_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <optional>

enum ExitStatus { ExitDone = 0, ExitInputsAtFault = 1, ExitWrongUsage = 2 };

/// The whole program: finds the subcommand and runs it. Returns the exit status
/// or ends the process.
int runCommandLine(int Argc, const char **Argv);

/// The subcommands. Argv[0] is "metaobj <command>".
int runEmit(int Argc, const char **Argv);
int runCheck(int Argc, const char **Argv);
int runDevice(int Argc, const char **Argv);
int runDiff(int Argc, const char **Argv);
int runInspect(int Argc, const char **Argv);
int runLink(int Argc, const char **Argv);
int runPlan(int Argc, const char **Argv);
int runSelfTest(int Argc, const char **Argv);
int runSize(int Argc, const char **Argv);
int runTargets(int Argc, const char **Argv);

/// The whole of \p File ("-": standard input).
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openWhole(llvm::StringRef File);

/// Parses the options that are registered. --help shows those of \p Categories
/// in this order and hides all others. Returns false, with the reason on
/// standard error, when the command line is wrong: the caller returns
/// ExitWrongUsage.
bool parseCommandLine(
    int Argc, const char **Argv, llvm::StringRef Overview,
    llvm::ArrayRef<const llvm::cl::OptionCategory *> Categories);

/// "0x8000" or "32768"; nullopt for anything else, and above 64 bits.
std::optional<uint64_t> parseAddress(llvm::StringRef Text);

/// An error of the command line itself, for which the exit status is
/// ExitWrongUsage. Its input is the option.
class UsageError : public llvm::ErrorInfo<UsageError, metaobj::InputError> {
public:
  using llvm::ErrorInfo<UsageError, metaobj::InputError>::ErrorInfo;

  static char ID;
};

/// \p Option with its dashes: "--memory".
llvm::Error optionError(llvm::StringRef Option, const llvm::Twine &Reason,
                        const llvm::Twine &Hint = "");

/// The same for a value of \p Option that the library refuses.
llvm::Error optionError(llvm::StringRef Option, llvm::Error Cause);

/// Prints `metaobj: error: <input>: <reason>`, details and hint, for each error
/// that \p E holds. Returns ExitInputsAtFault, or ExitWrongUsage if one is a
/// UsageError.
int reportError(llvm::Error E);

/// Prints a usage error. Returns ExitWrongUsage.
int reportUsage(const llvm::Twine &Reason);

/// The same for what \p E says.
int reportUsage(llvm::Error E);

/// Prints warnings and notes to standard error; notes only when not \p Quiet.
metaobj::DiagnosticConsumer diagnosticPrinter(bool Quiet);

#endif // METAOBJ_TOOLS_COMMAND_H

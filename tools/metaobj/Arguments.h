//===- Arguments.h - The words of a command line ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Settings are spelt as LLVM's programs take them: `--name=value`,
/// `--name value`, with one dash or two, `-o file`, `-ofile`. Whatever the
/// table has, a command has; besides there are --help, --help-all, --version,
/// --config, --print-config, --color and, for LLVM's own options, -mllvm.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_ARGUMENTS_H
#define METAOBJ_TOOLS_METAOBJ_ARGUMENTS_H

#include "Command.h"

#include "Job/JobFile.h"

#include <optional>
#include <string>
#include <vector>

/// Sets \p Settings, their files and their action by the words of \p Line.
/// nullopt: all is well; else the status to leave with, after help or an error
/// was printed. \p LlvmFlags gets the values of -mllvm.
std::optional<int> readArguments(const CommandLine &Line,
                                 metaobj::CommandSettings &Settings,
                                 std::vector<std::string> *LlvmFlags = nullptr);

/// Prints the help of \p Command; \p All: of all settings.
void printHelp(const CommandInfo &Command, llvm::StringRef Action, bool All,
               llvm::raw_ostream &OS);

#endif // METAOBJ_TOOLS_METAOBJ_ARGUMENTS_H

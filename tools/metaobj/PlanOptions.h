//===- PlanOptions.h - Command line of metaobj plan -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_PLANOPTIONS_H
#define METAOBJ_TOOLS_METAOBJ_PLANOPTIONS_H

#include "SettingFlags.h"

#include "metaobj/PlanJob.h"

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

/// Lives while the command runs: its members register themselves.
struct PlanOptions {
  llvm::cl::OptionCategory Category{"plan options"};
  llvm::cl::list<std::string> Files{llvm::cl::Positional, llvm::cl::OneOrMore,
                                    llvm::cl::desc("<file>..."),
                                    llvm::cl::cat(Category)};
  TextsFlag Pools{Category, metaobj::Setting::PlanPools, "name[:limit]",
                  "A memory, the fastest first; a limit in bytes, K or M (1024 "
                  "of the smaller unit)"};
  NumberFlag Effort{Category, metaobj::Setting::PlanEffort, "level",
                    "How long to search: 0 (not at all) to 9, each with four "
                    "times the steps of the one before it (default: 5)",
                    llvm::cl::init(metaobj::PlanEffort().Level)};
  Flag<llvm::cl::opt<uint64_t>> Alignment{
      Category, metaobj::Setting::PlanAlignment, "bytes",
      "Of each buffer, a power of two (default: 16 for graphs, else what the "
      "list says)"};
  SwitchFlag WorkspaceIo{
      Category, "workspace-io",
      "The model's inputs and outputs lie in the pools as well"};
  TextFlag Module{Category, metaobj::Setting::Module, "name",
                  "The module to read from a Model Library Format archive"};
  TextsFlag Inputs{Category, metaobj::Setting::ProgramInputs, "glob",
                   "Inputs that the program sets; any other without a "
                   "parameter is an error"};
  SwitchFlag Json{Category, "json", "Print JSON (docs/plan.md)"};
  SwitchFlag Csv{
      Category, "csv",
      "Print id,lower,upper,size,offset; and the pool when there are several"};
  TextFlag Svg{Category, metaobj::Setting::PlanPicture, "file",
               "Write a picture: time to the right, addresses upwards"};
  SwitchFlag Quiet{Category, "quiet", "No notes, only warnings and errors"};

  /// Those whose values are numbers.
  std::vector<llvm::cl::Option *> numbers() { return {&Effort, &Alignment}; }
};

/// An error for the first option with an impossible value, which is wrong
/// usage.
llvm::Error checkValues(const PlanOptions &Options);

/// The job of these options, whose values were checked.
metaobj::PlanJob planJobOf(const PlanOptions &Options,
                           metaobj::DiagnosticConsumer Diagnostics);

#endif // METAOBJ_TOOLS_METAOBJ_PLANOPTIONS_H

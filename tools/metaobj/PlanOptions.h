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
  llvm::cl::list<std::string> Pools{
      optionName(metaobj::Setting::PlanPools),
      llvm::cl::desc(
          "A memory, the fastest first; a limit in bytes, K or M (1024 "
          "of the smaller unit)"),
      llvm::cl::value_desc("name[:limit]"), llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> Effort{
      optionName(metaobj::Setting::PlanEffort),
      llvm::cl::desc(
          "How long to search: 0 (not at all) to 9, each with four times "
          "the steps of the one before it (default: 5)"),
      llvm::cl::init(metaobj::PlanEffort().Level),
      llvm::cl::value_desc("level"), llvm::cl::cat(Category)};
  llvm::cl::opt<uint64_t> Alignment{
      optionName(metaobj::Setting::PlanAlignment),
      llvm::cl::desc(
          "Of each buffer, a power of two (default: 16 for graphs, else "
          "what the list says)"),
      llvm::cl::value_desc("bytes"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> WorkspaceIo{
      "workspace-io",
      llvm::cl::desc("The model's inputs and outputs lie in the pools as well"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Module{
      optionName(metaobj::Setting::Module),
      llvm::cl::desc("The module to read from a Model Library Format archive"),
      llvm::cl::value_desc("name"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Inputs{
      optionName(metaobj::Setting::ProgramInputs),
      llvm::cl::desc(
          "Inputs that the program sets; any other without a parameter is "
          "an error"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Json{"json", llvm::cl::desc("Print JSON (docs/plan.md)"),
                           llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Csv{
      "csv",
      llvm::cl::desc("Print id,lower,upper,size,offset; and the pool "
                     "when there are several"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Svg{
      optionName(metaobj::Setting::PlanPicture),
      llvm::cl::desc("Write a picture: time to the right, addresses upwards"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Quiet{
      "quiet", llvm::cl::desc("No notes, only warnings and errors"),
      llvm::cl::cat(Category)};

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

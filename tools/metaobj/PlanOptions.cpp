//===- PlanOptions.cpp - Command line of metaobj plan ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOptions.h"

#include "PoolFlag.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

Error checkValues(const PlanOptions &Options) {
  auto Refuse = [](const Twine &Reason) { return inputError("", Reason); };
  if (Options.Json && Options.Csv)
    return Refuse("--json and --csv exclude each other");
  if (Options.Effort > PlanEffort::Highest)
    return Refuse("expected 0 to 9 for --plan-effort, found " +
                  Twine(Options.Effort));
  if (Options.Svg == "-")
    return Refuse("--svg: standard output has the plan; name a file");
  if (Options.Alignment.getNumOccurrences() &&
      !isPowerOf2_64(Options.Alignment))
    return Refuse("expected a power of two for --alignment, found " +
                  Twine(Options.Alignment));
  StringSet<> Names;
  for (StringRef Text : Options.Pools) {
    std::optional<PlanPool> Pool = parsePool(Text);
    if (!Pool)
      return Refuse("expected name or name:limit for --pool, found '" + Text +
                    "'");
    if (!Names.insert(Pool->Name).second)
      return Refuse("--pool: a second pool is named '" + Pool->Name + "'");
  }
  return Error::success();
}

PlanJob planJobOf(const PlanOptions &Options, DiagnosticConsumer Diagnostics) {
  PlanJob Job;
  for (StringRef Text : Options.Pools)
    Job.Pools.push_back(*parsePool(Text));
  Job.Reading.Files.assign(Options.Files.begin(), Options.Files.end());
  Job.Reading.Module = Options.Module;
  Job.Reading.ProgramInputs.assign(Options.Inputs.begin(),
                                   Options.Inputs.end());
  Job.Planning.WorkspaceIo = Options.WorkspaceIo;
  if (Options.Alignment.getNumOccurrences())
    Job.Planning.Alignment = Options.Alignment;
  Job.Effort.Level = Options.Effort;
  Job.Picture = Options.Svg;
  Job.Diagnostics = std::move(Diagnostics);
  return Job;
}

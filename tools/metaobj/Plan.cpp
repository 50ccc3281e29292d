//===- Plan.cpp - metaobj plan --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "PoolFlag.h"
#include "SettingFlags.h"

#include "metaobj/PlanJob.h"
#include "metaobj/Setting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace llvm;
using namespace metaobj;

namespace {

struct PlanOptions {
  cl::OptionCategory Category{"plan options"};
  cl::list<std::string> Files{cl::Positional, cl::OneOrMore,
                              cl::desc("<file>..."), cl::cat(Category)};
  cl::list<std::string> Pools{
      optionName(Setting::PlanPools),
      cl::desc("A memory, the fastest first; a limit in bytes, K or M (1024 "
               "of the smaller unit)"),
      cl::value_desc("name[:limit]"), cl::cat(Category)};
  cl::opt<unsigned> Effort{
      optionName(Setting::PlanEffort),
      cl::desc("How long to search: 0 (not at all) to 9, each with four times "
               "the steps of the one before it (default: 5)"),
      cl::init(PlanEffort().Level), cl::value_desc("level"), cl::cat(Category)};
  cl::opt<uint64_t> Alignment{
      optionName(Setting::PlanAlignment),
      cl::desc("Of each buffer, a power of two (default: 16 for graphs, else "
               "what the list says)"),
      cl::value_desc("bytes"), cl::cat(Category)};
  cl::opt<bool> WorkspaceIo{
      "workspace-io",
      cl::desc("The model's inputs and outputs lie in the pools as well"),
      cl::cat(Category)};
  cl::opt<std::string> Module{
      optionName(Setting::Module),
      cl::desc("The module to read from a Model Library Format archive"),
      cl::value_desc("name"), cl::cat(Category)};
  cl::list<std::string> Inputs{
      optionName(Setting::ProgramInputs),
      cl::desc("Inputs that the program sets; any other without a parameter is "
               "an error"),
      cl::value_desc("glob"), cl::cat(Category)};
  cl::opt<bool> Json{"json", cl::desc("Print JSON (docs/plan.md)"),
                     cl::cat(Category)};
  cl::opt<bool> Csv{"csv",
                    cl::desc("Print id,lower,upper,size,offset; and the pool "
                             "when there are several"),
                    cl::cat(Category)};
  cl::opt<std::string> Svg{
      optionName(Setting::PlanPicture),
      cl::desc("Write a picture: time to the right, addresses upwards"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<bool> Quiet{"quiet", cl::desc("No notes, only warnings and errors"),
                      cl::cat(Category)};
};

} // namespace

/// False, with the reason on standard error, when they contradict each other.
static bool takePools(const PlanOptions &Options, PlanJob &Job) {
  for (const std::string &Text : Options.Pools) {
    std::optional<PlanPool> Pool = parsePool(Text);
    if (!Pool) {
      reportUsage("expected name or name:limit for --pool, found '" + Text +
                  "'");
      return false;
    }
    if (any_of(Job.Pools, [&](const PlanPool &Other) {
          return Other.Name == Pool->Name;
        })) {
      reportUsage("--pool: a second pool is named '" + Pool->Name + "'");
      return false;
    }
    Job.Pools.push_back(std::move(*Pool));
  }
  return true;
}

int runPlan(int Argc, const char **Argv) {
  // On the heap: options are large.
  auto Options = std::make_unique<PlanOptions>();
  if (!parseCommandLine(Argc, Argv,
                        "Plan the memory of a graph's tensors, or of a list of "
                        "buffers (CSV: id,lower,upper,size) ('-': standard "
                        "input)\n",
                        {&Options->Category}))
    return ExitWrongUsage;
  if (Options->Json && Options->Csv)
    return reportUsage("--json and --csv exclude each other");
  if (Options->Effort > PlanEffort::Highest)
    return reportUsage("expected 0 to 9 for --plan-effort, found " +
                       Twine(Options->Effort));
  if (Options->Svg == "-")
    return reportUsage("--svg: standard output has the plan; name a file");
  if (Options->Alignment.getNumOccurrences() &&
      !isPowerOf2_64(Options->Alignment))
    return reportUsage("expected a power of two for --alignment, found " +
                       Twine(Options->Alignment));

  PlanJob Job;
  if (!takePools(*Options, Job))
    return ExitWrongUsage;
  Job.Reading.Files = Options->Files;
  Job.Reading.Module = Options->Module;
  Job.Reading.ProgramInputs = Options->Inputs;
  Job.Planning.WorkspaceIo = Options->WorkspaceIo;
  if (Options->Alignment.getNumOccurrences())
    Job.Planning.Alignment = Options->Alignment;
  Job.Effort.Level = Options->Effort;
  Job.Picture = Options->Svg;
  Job.Signals = SignalHandling::RemoveFiles;
  Job.Diagnostics = diagnosticPrinter(Options->Quiet);
  Expected<PlanReport> Report = runPlanJob(Job);
  if (!Report)
    return reportError(Report.takeError());
  if (Options->Json)
    printPlanJson(*Report, outs());
  else if (Options->Csv)
    printPlanCsv(*Report, outs());
  else
    printPlan(*Report, outs());
  return ExitDone;
}

//===- PlanSettings.cpp - What plan can be told ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/PlanSettings.h"

#include "Job/MemorySettings.h"
#include "Job/PoolText.h"
#include "Job/RelaxSettings.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

PlanSettings::PlanSettings() {
  Table.group("Memories");
  Table
      .parsed(
          {setting::PlanPools, "pool"}, "name[:limit][,cost=N]",
          "A memory, the fastest first; a limit in bytes, K (1024 bytes) or "
          "M (1024 K); the cost of a byte of traffic; repeatable",
          [this](const SettingRow &Row, StringRef Text) -> Error {
            std::optional<PlanPool> Pool = parsePoolWithCost(Text);
            if (!Pool)
              return Row.expected("name or name:limit, in bytes, K or M, and "
                                  "perhaps ,cost=N",
                                  Text);
            if (any_of(TheJob.Pools, [&](const PlanPool &ThePlanPool) {
                  return ThePlanPool.Name == Pool->Name;
                }))
              return settingFault(Row.Names.Which +
                                  ": a second pool is named '" + Pool->Name +
                                  "'");
            TheJob.Pools.push_back(std::move(*Pool));
            return Error::success();
          })
      .list()
      .orEmpty()
      .common();
  addBoard(Table, "board", TheJob.Board,
           "A board (YAML, docs/board.md, or a known one), whose memories are "
           "the pools: those that programs write, or those that --pool names")
      .common();
  Table
      .number({setting::PlanEffort, "plan-effort"}, "level",
              TheJob.Effort.Level, {0, PlanEffort::Highest},
              "How long to search: 0 (not at all) to 9, each with four times "
              "the steps of the one before it")
      .byDefault(Twine(TheJob.Effort.Level))
      .common();
  Table
      .alignment({setting::PlanAlignment, "alignment"},
                 "Alignment of each buffer, a power of two (default: 16 for "
                 "graphs, else what the list says)",
                 [this](uint64_t Bytes) { TheJob.Planning.Alignment = Bytes; })
      .common();
  Table
      .flag({setting::PlanWorkspaceIo, "workspace-io"},
            TheJob.Planning.WorkspaceIo,
            "The model's inputs and outputs lie in the pools as well")
      .common();
  Table.group("Input");
  Table
      .text({setting::Module, "module"}, "name", TheJob.Reading.Module,
            "The module to read from a Model Library Format archive")
      .common();
  Table
      .globs({setting::ProgramInputs, "inputs"}, "glob",
             TheJob.Reading.ProgramInputs,
             "Inputs that the program sets; any other without a parameter is "
             "an error; repeatable")
      .common();
  addRelaxSettings(Table, TheJob.Reading);
  Table.group("Output");
  Table.flag("json", Json, "Print JSON (docs/plan.md)").common().ofPrograms();
  Table
      .flag("csv", Csv,
            "Print the buffers as a list (docs/plan.md), with an offset, and "
            "with the pool unless it is the default one")
      .common()
      .ofPrograms();
  Table
      .path({setting::PlanPicture, "svg"}, "file", TheJob.Picture,
            "Write a picture: time to the right, addresses upwards")
      .common();
  Table
      .path({setting::PlanPage, "html"}, "file", TheJob.Page,
            "Write a page: the picture, to be zoomed, and what lives at the "
            "peak")
      .common();
  Table.flag("quiet", Quiet, "No notes, only warnings and errors")
      .common()
      .ofPrograms();
}

Error PlanSettings::finish() {
  if (Json && Csv)
    return settingFault(Setting("json") + " and " + Setting("csv") +
                        " exclude each other");
  if (!TheJob.Page.empty() && TheJob.Page == TheJob.Picture)
    return settingFault(setting::PlanPicture + " and " + setting::PlanPage +
                        " name the same file");
  for (const auto &[Path, Which] :
       {std::pair(&TheJob.Picture, setting::PlanPicture),
        {&TheJob.Page, setting::PlanPage}})
    if (*Path == "-")
      return settingFault(Which +
                          ": standard output has the plan; name a file");
  return Error::success();
}

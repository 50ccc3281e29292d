//===- PlanFuzz.cpp - Graphs and lists of buffers, and their plans --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5.

#include "Fuzz.h"

#include "metaobj/Graph.h"

using namespace llvm;
using namespace metaobj;

/// A plan that is found holds, and is no larger than the graph's own.
static void checkPlanOf(const GraphBuffers &Buffers) {
  Expected<MemoryPlan> Plan =
      planBuffers(Buffers.Problem, fuzz::InputName, {1});
  if (!Plan) {
    handleAllErrors(Plan.takeError(), [&](const InputError &Problem) {
      fuzz::checkError(make_error<InputError>(Problem));
      // A pool without a limit has room for all.
      fuzz::check(Buffers.Problem.Pools.size() != 1 ||
                  Buffers.Problem.Pools[0].Limit ||
                  !StringRef(Problem.message()).contains("no plan was found"));
    });
    return;
  }
  fuzz::check(!checkPlan(Buffers.Problem, *Plan));
  fuzz::check(Plan->totalSize() >= Plan->LowerBound);
  if (Buffers.StorageIdSize)
    fuzz::check(Plan->totalSize() <= *Buffers.StorageIdSize);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Expected<BufferList> List = readBufferList(Text, fuzz::InputName);
  if (!List) {
    fuzz::checkError(List.takeError());
  } else {
    GraphBuffers Buffers;
    Buffers.Problem = std::move(List->Problem);
    checkPlanOf(Buffers);
    Buffers.Problem.Pools[0].Limit = 4096;
    Buffers.Problem.Pools.push_back({"slow", std::nullopt, 9});
    if (Buffers.Problem.Pools.size() <= PlanProblem::MostPools)
      checkPlanOf(Buffers);
  }
  if (Expected<ConstantOffsets> Offsets =
          readConstantOffsets(Text, fuzz::InputName);
      !Offsets)
    fuzz::checkError(Offsets.takeError());
  Expected<Graph> Read = readGraph(Text, fuzz::InputName);
  if (!Read) {
    fuzz::checkError(Read.takeError());
    return 0;
  }
  for (bool WorkspaceIo : {false, true}) {
    GraphPlanConfig Config;
    Config.WorkspaceIo = WorkspaceIo;
    Expected<GraphBuffers> Buffers =
        graphBuffers(*Read, fuzz::InputName, Config);
    if (!Buffers)
      fuzz::checkError(Buffers.takeError());
    else
      checkPlanOf(*Buffers);
  }
  return 0;
}

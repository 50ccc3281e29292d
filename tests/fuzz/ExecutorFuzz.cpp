//===- ExecutorFuzz.cpp - Graphs, and executors that run them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Four bytes choose settings, and graph executor JSON follows them. Each graph
// that is accepted gets an executor, whose run is played through on numbers of
// tensors in place of bytes. Small ones become a module, which LLVM verifies.
//
// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5.

#include "../unit/Emit/Parts/Executor/Simulation.h"
#include "Fuzz.h"

#include "Emit/Parts/Executor/Executor.h"
#include "metaobj/Emit.h"

using namespace llvm;
using namespace metaobj;

/// Largest numbers of nodes that become a module, and of bytes that are played
/// through.
static constexpr size_t MostNodes = 40;
static constexpr uint64_t MostBytes = 1 << 14;

namespace {

/// Settings, a bit or a number at a time.
class Choices {
public:
  explicit Choices(uint32_t Bits) : Bits(Bits) {}

  uint32_t below(uint32_t Limit) {
    uint32_t Result = Bits % Limit;
    Bits /= Limit;
    return Result;
  }
  bool yes() { return below(2) != 0; }

private:
  uint32_t Bits;
};

} // namespace

static ExecutorConfig chooseConfig(Choices &From) {
  ExecutorConfig Config;
  Config.Interface = From.yes() ? EntryInterface::Packed : EntryInterface::C;
  Config.Wrappers = static_cast<PackedWrappers>(From.below(3));
  Config.WorkspaceIo = From.yes();
  Config.HasPlatformHooks = From.yes();
  Config.Alignment = uint64_t(1) << From.below(8);
  Config.Effort.Level = 0;
  if (From.yes())
    Config.Pools.insert(Config.Pools.begin(), ExecutorPool("fast", 64));
  Config.Pools.back().IsCallers = From.yes();
  return Config;
}

/// A model that has the functions of \p TheGraph, and some of its inputs as
/// parameters.
static Model makeModel(Graph TheGraph, Choices &From) {
  Model Result;
  bool IsUnpacked = From.yes();
  uint32_t Params = From.below(8);
  bool HasDevices = From.yes();
  CallingConvention Convention =
      IsUnpacked ? CallingConvention::Unpacked : CallingConvention::Packed;
  for (GraphNode &Node : TheGraph.Nodes) {
    if (Node.isView())
      continue;
    Node.Convention = Convention;
    if (HasDevices && Node.Inputs.size() == 1)
      Node.Device = "npu";
  }
  for (std::string &Name : TheGraph.functionNames()) {
    metaobj::Function &Added = Result.Functions.emplace_back();
    Added.Name = std::move(Name);
    Added.Convention = Convention;
    Added.Owner = "operators";
  }
  for (const auto &[Index, Input] : enumerate(TheGraph.Inputs)) {
    const GraphTensor &Tensor = TheGraph.tensorOf(Input);
    if (!(Params >> Index % 3 & 1) || !Tensor.DType || !Tensor.Shape)
      continue;
    Expected<uint64_t> Size = tensorBytes(*Tensor.DType, *Tensor.Shape);
    if (!Size || *Size > MostBytes) {
      if (!Size)
        consumeError(Size.takeError());
      continue;
    }
    Param &Added = Result.Params.emplace_back();
    Added.Name = Input.Name;
    Added.DType = *Tensor.DType;
    Added.Shape.assign(Tensor.Shape->begin(), Tensor.Shape->end());
    Added.Data = Payload::fill(1, *Size);
    Added.Owner = "params";
  }
  Result.Graph = std::move(TheGraph);
  return Result;
}

/// A machine of 64 bits, one of 32, and one with the other byte order.
static TargetMachine &machine(uint32_t Number) {
  static constexpr StringLiteral Triples[] = {
      "x86_64-none-elf", "thumbv6m-none-eabi", "s390x-linux-gnu"};
  static std::unique_ptr<TargetMachine> Machines[std::size(Triples)];
  std::unique_ptr<TargetMachine> &Result = Machines[Number];
  if (!Result) {
    TargetSpec Spec;
    Spec.Triple = Triple(Triples[Number]);
    Result = cantFail(createTargetMachine(Spec));
  }
  return *Result;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  uint32_t Bits;
  if (Size < sizeof(Bits))
    return -1; // Not worth keeping.
  memcpy(&Bits, Data, sizeof(Bits));
  StringRef Text(reinterpret_cast<const char *>(Data) + sizeof(Bits),
                 Size - sizeof(Bits));
  Expected<Graph> Read = readGraph(Text, fuzz::InputName);
  if (!Read) {
    consumeError(Read.takeError()); // GraphJsonFuzz looks at it.
    return -1;
  }
  Choices From(Bits);
  EmitConfig Config;
  Config.Executor = chooseConfig(From);
  Model TheModel = makeModel(std::move(*Read), From);
  Expected<std::shared_ptr<const Executor>> Planned =
      planExecutor(TheModel, *Config.Executor, "tvmgen_default", nullptr);
  if (!Planned) {
    fuzz::checkError(Planned.takeError());
    return 0;
  }
  Simulation Run(**Planned, [](bool IsRight) { fuzz::check(IsRight); });
  if (Run.isSmall(MostBytes))
    Run.run();
  if (TheModel.Graph->Nodes.size() > MostNodes)
    return 0;
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> Built =
      buildModule(TheModel, machine(From.below(3)), Context, Config);
  if (Built)
    return 0;
  handleAllErrors(Built.takeError(), [](const InputError &Problem) {
    fuzz::check(!Problem.reason().empty());
    // The module is this library's own: LLVM has nothing to refuse.
    fuzz::check(!StringRef(Problem.message()).contains("verifier"));
  });
  return 0;
}

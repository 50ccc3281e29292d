//===- Executor.cpp - A run of a model, decided ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/Executor.h"

#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Object/FormatRules.h"
#include "Target/MemoryMapPlaces.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// LLVM pads its object in memory, also before zeros that take no bytes of it.
static constexpr uint64_t LargestPoolAlignment = uint64_t(1) << 20;

namespace {

class ExecutorPlanner {
public:
  ExecutorPlanner(const Model &TheModel, const ExecutorConfig &Config,
                  StringRef SymbolStart, const DiagnosticConsumer &Diagnostics,
                  const Param *CallersConstants,
                  const std::optional<ContentHash> &ImageId,
                  const std::optional<MemoryMap> &Board)
      : TheModel(TheModel), Name("model " + quoted(TheModel.Name)),
        Diagnostics(Diagnostics), Board(Board) {
    if (CallersConstants)
      Result.CallersConstants = *CallersConstants;
    Result.ImageId = ImageId;
    Result.Config = Config;
    Result.SymbolStart = SymbolStart;
    Result.ModelName = TheModel.Name;
  }

  Expected<std::shared_ptr<const Executor>> plan();

private:
  Error findParams();
  Error takeParam(Graph::Input &Input, const Param &P, TensorPlace Place);
  Error checkProgramInputs() const;
  void findRoots();
  Error listIo();
  Error listCalls();
  Expected<uint32_t> deviceOf(const GraphNode &Node);
  Error checkSignatures() const;
  Error checkFfi() const;
  Error placePool(size_t Index);
  Error placePools();
  Error planPools();
  Error checkPoolRoom() const;
  void listOwnFunctions();
  void placeTensors();
  Error placeCopies();
  Error checkKnown(TensorIndex Tensor, StringRef Subject) const;

  Graph &graph() { return Result.TheGraph; }

  const Model &TheModel;
  std::string Name;
  const DiagnosticConsumer &Diagnostics;
  const std::optional<MemoryMap> &Board;
  std::vector<uint64_t> PoolAlignments;
  std::vector<const MemoryRegion *> PoolRegions; ///< Null: not known.
  Executor Result;
  /// By graph tensor: the tensor that views show in the end.
  std::vector<TensorIndex> Roots;
  /// By graph tensor: where the parameter for it is.
  std::vector<std::optional<TensorPlace>> ParamOf;
  /// By parameter of the model: is it an input of the graph?
  std::vector<bool> IsInput;
  GraphBuffers Buffers;
  MemoryPlan Plan;
};

} // namespace

/// It must differ from the first \p Others pools.
static Error checkPool(const ExecutorConfig &Config, StringRef ModelName,
                       StringRef PoolName, size_t Others, bool IsCallers) {
  bool IsName = !PoolName.empty() &&
                all_of(PoolName, [](char C) { return isAlnum(C) || C == '_'; });
  if (!IsName)
    return inputError(ModelName, "a pool cannot be called " + quoted(PoolName),
                      "its name becomes a part of names in C: use letters, "
                      "digits and underscores");
  if (IsCallers && Config.isInRegistry())
    return inputError(ModelName,
                      "pool " + quoted(PoolName) +
                          " is the caller's, which calls by name cannot pass",
                      "choose " + setting::ExecutorInterface + "=c without " +
                          setting::ExecutorWrappers);
  for (const ExecutorPool &Other : ArrayRef(Config.Pools).take_front(Others))
    if (Other.Name == PoolName)
      return inputError(ModelName, "two pools are called " + quoted(PoolName));
  return Error::success();
}

Error metaobj::checkExecutor(const Model &TheModel,
                             const ExecutorConfig &Config) {
  std::string Name = "model " + quoted(TheModel.Name);
  bool IsFfi = any_of(TheModel.Functions, [](const metaobj::Function &F) {
    return F.Convention == CallingConvention::Ffi;
  });
  if (!TheModel.Graph)
    return inputError(
        Name, "has no graph, so that the order of calls is not known",
        IsFfi ? "give the model.tar that TVM has written, or its Relax "
                "executable with " +
                    setting::FfiRoot
              : "give the graph with " + setting::Graph + ", or leave out " +
                    setting::Executor);
  if (Config.WorkspaceIo && Config.isInRegistry())
    return inputError(Name,
                      "inputs and outputs lie in the pools, where calls by "
                      "name cannot pass them",
                      "leave out " + setting::ExecutorWorkspaceIo +
                          ", or choose " + setting::ExecutorInterface +
                          "=c without " + setting::ExecutorWrappers);
  if (!isPowerOf2_64(Config.Alignment) ||
      Config.Alignment > LargestPoolAlignment)
    return inputError(Name,
                      "the alignment of pools, " + Twine(Config.Alignment) +
                          ", is not a power of two of at most " +
                          Twine(LargestPoolAlignment),
                      "choose another " + setting::ExecutorAlignment);
  if (Config.Pools.empty())
    return inputError(Name, "the executor has no pool",
                      "name one with " + setting::ExecutorPools);
  for (const auto &[Index, Pool] : enumerate(Config.Pools)) {
    if (Error E = checkPool(Config, Name, Pool.Name, Index, Pool.IsCallers))
      return E;
    if (Pool.IsShared &&
        (Pool.IsCallers || Pool.Section != ExecutorPool().Section))
      return inputError(Name,
                        "pool " + quoted(Pool.Name) +
                            " is shared, so that only linkers place it",
                        "choose one owner in " + setting::ExecutorPools);
  }
  if (!Config.Constants)
    return Error::success();
  return checkPool(Config, Name, Config.Constants->Name, Config.Pools.size(),
                   Config.Constants->IsCallers);
}

/// \p Input is \p P, or in it, at \p Place.
Error ExecutorPlanner::takeParam(Graph::Input &Input, const Param &P,
                                 TensorPlace Place) {
  GraphTensor &Tensor = graph().Tensors[Input.Tensor];
  if (P.isCompressed())
    return inputError(Name,
                      "parameter " + quoted(P.Name) +
                          " is compressed, but operators read its elements",
                      "leave out " + setting::Compression + " for it");
  Input.IsParam = true;
  if (Input.In) {
    if (Error E = checkKnown(Input.Tensor, quoted(Input.Name)))
      return E;
    // Sizes were checked with the graph.
    uint64_t Bytes = cantFail(storageBytes(*Tensor.DType, *Tensor.Shape));
    uint64_t All = P.Data.size();
    if (Input.In->Offset > All || Bytes > All - Input.In->Offset)
      return inputError(
          Name, quoted(Input.Name) + " is " + plural(Bytes, "byte") +
                    " from byte " + Twine(Input.In->Offset) + " of parameter " +
                    quoted(P.Name) + ", which has " + plural(All, "byte"));
    Place.Offset = Input.In->Offset;
    ParamOf[Input.Tensor] = Place;
    return Error::success();
  }
  ArrayRef<int64_t> Shape = P.Shape;
  if ((Tensor.DType && !sameDType(*Tensor.DType, P.DType)) ||
      (Tensor.Shape && ArrayRef(*Tensor.Shape) != Shape))
    return inputError(Name, "parameter " + quoted(P.Name) + " is " +
                                tensorName(P.DType, Shape) +
                                ", which differs from the graph");
  Tensor.DType = P.DType;
  Tensor.Shape = Shape.vec();
  ParamOf[Input.Tensor] = Place;
  return Error::success();
}

/// A parameter for each input that has one, by name.
Error ExecutorPlanner::findParams() {
  ParamOf.resize(graph().Tensors.size());
  IsInput.resize(TheModel.Params.size());
  StringMap<uint32_t> Params;
  for (const auto &[Index, P] : enumerate(TheModel.Params))
    Params.try_emplace(P.Name, Index);
  const std::optional<Param> &Callers = Result.CallersConstants;
  TensorPlace OfCallers = {TensorPlace::Pool,
                           uint32_t(Result.Config.Pools.size())};
  for (Graph::Input &Input : graph().Inputs) {
    const std::string &Wanted = Input.In ? Input.In->Param : Input.Name;
    auto Found = Params.find(Wanted);
    if (Callers && Callers->Name == Wanted) {
      if (Error E = takeParam(Input, *Callers, OfCallers))
        return E;
    } else if (Found != Params.end()) {
      if (Error E = takeParam(Input, TheModel.Params[Found->second],
                              {TensorPlace::Param, Found->second}))
        return E;
      IsInput[Found->second] = true;
    } else if (Input.IsParam || Input.In) {
      return inputError(
          Name, "parameter " + quoted(Wanted) + " of the graph is missing",
          "give the file of parameters that has it");
    }
  }
  return Error::success();
}

/// A parameter that is forgotten, or has another name than its input, would
/// become an input of the run.
Error ExecutorPlanner::checkProgramInputs() const {
  const std::vector<std::string> &Known = TheModel.ProgramInputs;
  std::vector<StringRef> Inputs;
  for (const Graph::Input &Input : Result.TheGraph.Inputs) {
    if (Input.IsParam)
      continue;
    if (!Known.empty() && !is_contained(Known, Input.Name))
      return inputError(
          Name,
          "input " + quoted(Input.Name) +
              " has no parameter, and the program's inputs are " +
              quotedList(std::vector<StringRef>(Known.begin(), Known.end())),
          "give the parameter of this name, or add the input to "
          "Model::ProgramInputs");
    Inputs.push_back(Input.Name);
  }
  std::vector<StringRef> Others;
  for (const auto &[Param, IsTaken] : zip_equal(TheModel.Params, IsInput))
    if (!IsTaken)
      Others.push_back(Param.Name);
  // Readers of files name both.
  if (Known.empty() && !Inputs.empty() && !Others.empty())
    report(Diagnostics, Diagnostic::Warning, Name,
           "the program has to set " + quotedList(Inputs) + ", and " +
               plural(Others.size(), "parameter") +
               (Others.size() == 1 ? " is no input" : " are no inputs") +
               " of the graph: " + quotedList(Others),
           "an input and its parameter have the same name; name what the "
           "program sets in Model::ProgramInputs");
  return Error::success();
}

/// Makers stand before readers, as checkGraph() has seen.
void ExecutorPlanner::findRoots() {
  Roots.resize(graph().Tensors.size());
  for (TensorIndex I = 0; I != Roots.size(); ++I)
    Roots[I] = I;
  for (const GraphNode &Node : graph().Nodes)
    if (Node.isView())
      Roots[Node.Outputs[0]] = Roots[Node.Inputs[0]];
}

/// Refuses \p Tensor if its size is not known.
Error ExecutorPlanner::checkKnown(TensorIndex Tensor, StringRef Subject) const {
  const GraphTensor &TheGraphTensor = Result.TheGraph.Tensors[Tensor];
  if (TheGraphTensor.DType && TheGraphTensor.Shape)
    return Error::success();
  return inputError(Name, "the graph has no " +
                              Twine(TheGraphTensor.Shape ? "type" : "shape") +
                              " of " + Subject);
}

Error ExecutorPlanner::listIo() {
  auto Add = [this](std::vector<ExecutorIo> &To, std::string IoName,
                    TensorIndex Tensor) -> Error {
    if (Error E = checkKnown(Tensor, quoted(IoName)))
      return E;
    const GraphTensor &TheGraphTensor = graph().Tensors[Tensor];
    Expected<uint64_t> Bytes =
        storageBytes(*TheGraphTensor.DType, *TheGraphTensor.Shape);
    if (!Bytes)
      return inputError(Name, Bytes.takeError());
    To.push_back({std::move(IoName), Tensor, *Bytes});
    return Error::success();
  };
  for (const Graph::Input &Input : graph().Inputs)
    if (!Input.IsParam)
      if (Error E = Add(Result.Inputs, Input.Name, Input.Tensor))
        return E;
  const std::vector<TensorIndex> &Outputs = graph().Outputs;
  auto NameOf = [this, &Outputs](size_t Index) -> std::string {
    if (!graph().OutputNames.empty())
      return graph().OutputNames[Index];
    // TVM's names.
    return Outputs.size() == 1 ? "output" : "output" + utostr(Index);
  };
  for (const auto &[Index, Tensor] : enumerate(Outputs))
    if (Error E = Add(Result.Outputs, NameOf(Index), Tensor))
      return E;
  return Error::success();
}

/// As TVM's names: a capital letter for each word, digits dropped. All but
/// letters and digits ends a word.
static std::string nameInHooks(StringRef Kind) {
  std::string Result;
  bool IsStart = true;
  for (char C : Kind) {
    if (isAlpha(C))
      Result += IsStart ? toUpper(C) : toLower(C);
    if (!isDigit(C))
      IsStart = !isAlpha(C);
  }
  return Result;
}

/// The number of the device of \p Node.
Expected<uint32_t> ExecutorPlanner::deviceOf(const GraphNode &Node) {
  std::string InHooks = nameInHooks(Node.Device);
  if (InHooks.empty())
    return inputError(Name, "device " + quoted(Node.Device) +
                                " has no letters for the names of its hooks");
  for (const auto &[Index, TheExecutorDevice] : enumerate(Result.Devices)) {
    if (TheExecutorDevice.Kind == Node.Device)
      return Index;
    if (TheExecutorDevice.InHooks == InHooks)
      return inputError(Name, "devices " + quoted(TheExecutorDevice.Kind) +
                                  " and " + quoted(Node.Device) +
                                  " would have the same hooks: TVMDevice" +
                                  InHooks + "Open and others");
  }
  Result.Devices.push_back({Node.Device, InHooks});
  return Result.Devices.size() - 1;
}

Error ExecutorPlanner::listCalls() {
  StringMap<uint32_t> Functions;
  for (const auto &[Index, F] : enumerate(TheModel.Functions))
    Functions.try_emplace(F.Name, Index);
  std::vector<StringRef> Missing;
  for (const auto &[Index, Node] : enumerate(graph().Nodes)) {
    if (Node.isView())
      continue;
    auto Found = Functions.find(Node.Function);
    if (Found == Functions.end()) {
      Missing.push_back(Node.Function);
      continue;
    }
    if (Node.Convention != TheModel.Functions[Found->second].Convention)
      return inputError(Name, nodeName(graph(), Index) + " calls function " +
                                  quoted(Node.Function) +
                                  " in another way than the model says");
    ExecutorCall Call{uint32_t(Index), Found->second, Node.arguments(),
                      std::nullopt};
    if (Node.Convention == CallingConvention::Packed ||
        Node.Convention == CallingConvention::Ffi ||
        Result.Config.Wrappers == PackedWrappers::All)
      for (TensorIndex Argument : Call.Arguments)
        if (Error E = checkKnown(Argument,
                                 "an argument of " + nodeName(graph(), Index)))
          return E;
    if (!Node.Device.empty() && Node.Convention == CallingConvention::Ffi)
      return inputError(Name,
                        nodeName(graph(), Index) +
                            " would get the context of device " +
                            quoted(Node.Device) +
                            ", for which operators of tvm-ffi have no argument",
                        "leave out " + setting::Devices);
    if (!Node.Device.empty()) {
      Expected<uint32_t> Device = deviceOf(Node);
      if (!Device)
        return Device.takeError();
      Call.Device = *Device;
    }
    Result.Calls.push_back(std::move(Call));
  }
  if (!Result.Devices.empty() && Result.isInRegistry())
    return inputError(Name,
                      "operators run on device " +
                          quoted(Result.Devices.front().Kind) +
                          ", whose context calls by name cannot pass",
                      "choose " + setting::ExecutorInterface + "=c without " +
                          setting::ExecutorWrappers);
  if (!Result.Devices.empty() && Result.Config.Calls == ExecutorCalls::Main &&
      Result.isPacked(Result.Calls.front()))
    return inputError(Name,
                      "a packed main function of TVM takes no context of a "
                      "device",
                      "leave out " + setting::Devices + ", or choose " +
                          setting::OperatorCalls + "=unpacked");
  if (Missing.empty())
    return Error::success();
  return inputError(
      Name,
      "has no " +
          std::string(Missing.size() == 1 ? "function " : "functions ") +
          quotedList(Missing) + ", which the graph calls",
      "give the operator objects that define them");
}

/// Are all arguments of two calls of one function the same kind of tensor?
static bool areAlike(const Graph &TheGraph, const ExecutorCall &Left,
                     const ExecutorCall &Right) {
  return all_of(zip_equal(Left.Arguments, Right.Arguments), [&](auto Pair) {
    const GraphTensor &First = TheGraph.Tensors[std::get<0>(Pair)];
    const GraphTensor &Second = TheGraph.Tensors[std::get<1>(Pair)];
    return sameDType(*First.DType, *Second.DType) &&
           First.Shape == Second.Shape;
  });
}

/// Code has one type for each function, and a wrapper checks one set of shapes.
Error ExecutorPlanner::checkSignatures() const {
  std::vector<const ExecutorCall *> First(TheModel.Functions.size());
  for (const ExecutorCall &Call : Result.Calls) {
    const metaobj::Function &Called = TheModel.Functions[Call.Function];
    if (Result.takesTensors(Call))
      continue;
    const ExecutorCall *&Other = First[Call.Function];
    if (!Other)
      Other = &Call;
    else if (Other->Arguments.size() != Call.Arguments.size() ||
             Other->Device.has_value() != Call.Device.has_value())
      return inputError(Name, nodeName(Result.TheGraph, Other->Node) + " and " +
                                  nodeName(Result.TheGraph, Call.Node) +
                                  " call the unpacked function " +
                                  quoted(Called.Name) +
                                  " with different numbers of arguments");
    else if (Result.Config.Wrappers == PackedWrappers::All &&
             !areAlike(Result.TheGraph, *Other, Call))
      return inputError(Name,
                        nodeName(Result.TheGraph, Other->Node) + " and " +
                            nodeName(Result.TheGraph, Call.Node) + " call " +
                            quoted(Called.Name) +
                            " with different tensors, so that a wrapper could "
                            "not check them",
                        "choose " + setting::ExecutorWrappers + "=entry");
  }
  return Error::success();
}

/// What operators of tvm-ffi take for granted.
Error ExecutorPlanner::checkFfi() const {
  if (Result.isInRegistry())
    return inputError(Name,
                      "operators of tvm-ffi are in no registry of TVM's C "
                      "runtime, which finds models by name",
                      "choose " + setting::ExecutorInterface + "=c without " +
                          setting::ExecutorWrappers);
  if (Result.Config.Alignment < FfiTensorAlignment)
    return inputError(
        Name,
        "the alignment of pools is " + Twine(Result.Config.Alignment) +
            ", but operators of tvm-ffi need " + Twine(FfiTensorAlignment),
        "choose another " + setting::ExecutorAlignment);
  for (const auto &[P, IsTaken] : zip_equal(TheModel.Params, IsInput))
    if (IsTaken && P.LeastAlignment < FfiTensorAlignment)
      return inputError(
          Name,
          "parameter " + quoted(P.Name) + " may lie at a multiple of " +
              Twine(P.LeastAlignment) + ", but operators of tvm-ffi need " +
              Twine(FfiTensorAlignment),
          "set Param::LeastAlignment");
  return Error::success();
}

/// Gives the pool the section, the alignment and the limit that the board has
/// for it.
Error ExecutorPlanner::placePool(size_t Index) {
  ExecutorPool &Pool = Result.Config.Pools[Index];
  const MemoryRegion *&Region = PoolRegions[Index];
  if (Pool.IsCallers) {
    Region = regionNamed(*Board, Pool.Name);
    if (Region && !Region->IsWritable)
      Region = nullptr;
    return Region ? limitByRegion(Pool, *Region) : Error::success();
  }
  PlacedSymbol Symbol = {
      Result.poolSymbol(Pool), SectionUse::Zeros,
      Pool.IsShared ? "COMMON" : Pool.Section,
      Pool.IsShared || Pool.Section != ExecutorPool().Section, Pool.Name};
  auto CanHave = [](StringRef Section) {
    return !sourceRules().refusePoolSection(Section);
  };
  placeSymbol(*Board, Symbol, CanHave);
  if (Error E = checkPlace(*Board, Symbol, Name, CanHave))
    return E;
  if (Symbol.Alignment > LargestPoolAlignment)
    return inputError(Symbol.AlignmentRule->Place,
                      "alignment " + Twine(Symbol.Alignment) + " of pool " +
                          quoted(Pool.Name) + " is above the limit of " +
                          Twine(LargestPoolAlignment));
  PoolAlignments[Index] = std::max(PoolAlignments[Index], Symbol.Alignment);
  Region = regionOfSection(*Board, Symbol.Section, Symbol.Use);
  if (!Pool.IsShared)
    Pool.Section = std::move(Symbol.Section);
  return Region ? limitByRegion(Pool, *Region) : Error::success();
}

Error ExecutorPlanner::placePools() {
  size_t Count = Result.Config.Pools.size();
  PoolAlignments.assign(Count, Result.Config.Alignment);
  PoolRegions.resize(Count);
  if (Board)
    for (size_t Index = 0; Index != Count; ++Index)
      if (Error E = placePool(Index))
        return E;
  return Error::success();
}

/// Several pools may lie in one memory.
Error ExecutorPlanner::checkPoolRoom() const {
  if (!Board)
    return Error::success();
  std::vector<SectionBytes> Sections;
  for (const ExecutorMemory &Memory : Result.Pools)
    if (!Memory.Pool.IsCallers)
      Sections.push_back(
          {Memory.Pool.IsShared ? StringRef("COMMON") : Memory.Pool.Section,
           SectionUse::Zeros, Memory.Bytes, Result.poolSymbol(Memory.Pool),
           Name});
  return checkRoom(*Board, Sections);
}

Error ExecutorPlanner::planPools() {
  if (Error E = placePools())
    return E;
  GraphPlanConfig Planning;
  Planning.Alignment = Result.Config.Alignment;
  Planning.WorkspaceIo = Result.Config.WorkspaceIo;
  Planning.Diagnostics = Diagnostics;
  Expected<GraphBuffers> Made = graphBuffers(graph(), Name, Planning);
  if (!Made)
    return Made.takeError();
  Buffers = std::move(*Made);
  // The graph's own plan is one of a single pool without a limit.
  Buffers.Problem.Pools.clear();
  append_range(Buffers.Problem.Pools, Result.Config.Pools);
  Expected<MemoryPlan> Planned = planBuffers(
      Buffers.Problem, Name, Result.Config.Effort, hintOfLimits(PoolRegions));
  if (!Planned)
    return Planned.takeError();
  Plan = std::move(*Planned);
  for (ExecutorCall &Call : Result.Calls)
    if (std::optional<uint32_t> Buffer = Buffers.WorkspaceOf[Call.Node]) {
      const BufferPlace &Place = Plan.Places[*Buffer];
      Call.Workspace = {TensorPlace::Pool, Place.Pool, Place.Offset};
      Call.WorkspaceBytes = Buffers.Problem.Buffers[*Buffer].Size;
      Result.PlansWorkspaces = true;
    }
  for (const auto &[Pool, Size, Alignment] :
       zip_equal(Result.Config.Pools, Plan.PoolSizes, PoolAlignments))
    Result.Pools.push_back({Pool, Size, Alignment});
  if (Error E = checkPoolRoom())
    return E;
  if (const std::optional<Param> &Constants = Result.CallersConstants) {
    ExecutorPool Pool(Constants->Name);
    Pool.IsCallers = true;
    Result.Pools.push_back(
        {Pool, Constants->Data.size(), 1, /*IsConstant=*/true});
  }
  if (Result.ImageId) {
    ExecutorPool Image("params");
    Image.IsCallers = true;
    Result.Pools.push_back(
        {Image, 0, 1, /*IsConstant=*/true, /*IsImage=*/true});
  }
  return Error::success();
}

void ExecutorPlanner::placeTensors() {
  Result.Places.resize(Roots.size());
  for (const auto &[Index, Buffer] : enumerate(Buffers.BufferOf))
    if (Buffer) {
      const BufferPlace &Place = Plan.Places[*Buffer];
      Result.Places[Index] = {TensorPlace::Pool, Place.Pool, Place.Offset};
    }
  std::vector<TensorPlace> OfRoot(Roots.size());
  for (const auto &[Index, Param] : enumerate(ParamOf))
    if (Param)
      OfRoot[Index] = *Param;
  if (!Result.Config.WorkspaceIo) {
    for (const auto &[Index, Input] : enumerate(Result.Inputs))
      OfRoot[Input.Tensor] = {TensorPlace::Input, uint32_t(Index)};
    for (const auto &[Index, Output] : enumerate(Result.Outputs))
      if (TensorPlace &Place = OfRoot[Roots[Output.Tensor]];
          Place.Kind == TensorPlace::Unused)
        Place = {TensorPlace::Output, uint32_t(Index)};
  }
  for (TensorIndex I = 0; I != Roots.size(); ++I)
    if (Result.Places[I].Kind == TensorPlace::Unused)
      Result.Places[I] = OfRoot[Roots[I]];
}

/// Copies for outputs that are elsewhere when all operators have run.
Error ExecutorPlanner::placeCopies() {
  for (const auto &[Index, Output] : enumerate(Result.Outputs)) {
    const TensorPlace &Place = Result.Places[Output.Tensor];
    if (Result.Config.WorkspaceIo) {
      if (Result.isConstant(Place))
        return inputError(Name,
                          quoted(Output.Name) +
                              " is a parameter, which lies in no pool",
                          "leave out " + setting::ExecutorWorkspaceIo);
    } else if (Place != TensorPlace{TensorPlace::Output, uint32_t(Index)}) {
      Result.Copies.push_back({uint32_t(Index), Output.Tensor});
    }
  }
  return Error::success();
}

/// The packed functions that the registry gets. TVM lists the model's entry
/// first.
void ExecutorPlanner::listOwnFunctions() {
  namespace names = executor_symbols;
  if (!Result.isInRegistry())
    return;
  std::string Run =
      Result.symbol(Result.isPacked() ? names::Run : names::PackedRun);
  ExecutorCalls Calls = Result.Config.Calls;
  auto InRegistry = [this](StringRef Suffix) {
    return Result.moduleName() + "_" + Suffix.str();
  };
  Result.Own = {{InRegistry(names::Run), Run},
                {InRegistry(names::Main),
                 Result.isPacked() && Calls == ExecutorCalls::Operators
                     ? Result.symbol(names::Main)
                     : Run},
                {InRegistry(names::Metadata), Result.symbol(names::Metadata)}};
  if (Result.Config.Wrappers != PackedWrappers::All)
    return;
  std::vector<bool> IsListed(TheModel.Functions.size());
  for (const ExecutorCall &Call : Result.Calls) {
    const metaobj::Function &F = TheModel.Functions[Call.Function];
    if (Result.isPacked(Call) || IsListed[Call.Function])
      continue;
    IsListed[Call.Function] = true;
    Result.Own.push_back(
        {F.Name, (symbols::PackedOperator + F.symbol()).str(), Call.Function});
  }
}

Expected<std::shared_ptr<const Executor>> ExecutorPlanner::plan() {
  if (Error E = checkExecutor(TheModel, Result.Config))
    return E;
  if (Error E = checkGraph(*TheModel.Graph, Name))
    return E;
  Result.TheGraph = *TheModel.Graph;
  if (Error E = findParams())
    return E;
  if (Error E = checkProgramInputs())
    return E;
  findRoots();
  if (Error E = listIo())
    return E;
  if (Error E = listCalls())
    return E;
  if (Error E = checkSignatures())
    return E;
  if (callsFfi(graph()))
    if (Error E = checkFfi())
      return E;
  if (Error E = planPools())
    return E;
  placeTensors();
  if (Error E = placeCopies())
    return E;
  listOwnFunctions();
  return std::make_shared<const Executor>(std::move(Result));
}

Expected<std::shared_ptr<const Executor>> metaobj::planExecutor(
    const Model &TheModel, const ExecutorConfig &Config, StringRef SymbolStart,
    const DiagnosticConsumer &Diagnostics, const Param *CallersConstants,
    const std::optional<ContentHash> &ImageId,
    const std::optional<MemoryMap> &Board) {
  return ExecutorPlanner(TheModel, Config, SymbolStart, Diagnostics,
                         CallersConstants, ImageId, Board)
      .plan();
}

std::vector<std::string> metaobj::executorSymbols(const ExecutorConfig &Config,
                                                  StringRef SymbolStart) {
  namespace names = executor_symbols;
  std::vector<std::string> Result;
  auto Add = [&](StringRef Suffix) {
    Result.push_back((SymbolStart + "_" + Suffix).str());
  };
  Add(names::Run);
  bool IsPacked = Config.Interface == EntryInterface::Packed;
  if (Config.Calls == ExecutorCalls::Operators)
    Add(names::Main);
  Add(names::FailedOperator);
  if (Config.isInRegistry())
    Add(names::Metadata);
  if (!IsPacked && Config.isInRegistry())
    Add(names::PackedRun);
  for (const ExecutorPool &Pool : Config.Pools)
    if (Pool.IsShared) {
      Result.push_back(sharedPoolSymbol(Pool.Name));
      Result.push_back(sharedPoolFlag(Pool.Name));
    } else if (Config.WorkspaceIo && !Pool.IsCallers) {
      Add(Pool.Name);
    }
  return Result;
}

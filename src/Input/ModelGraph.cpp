//===- ModelGraph.cpp - The graph, and what others say of it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A graph does not tell weights from what the program sets: both are inputs.
/// When a file of parameters is forgotten, the program runs with memory that
/// nobody wrote. So the inputs that are left for the program are told.
///
//===----------------------------------------------------------------------===//

#include "Input/ModelGraph.h"

#include "Aot/Executor.h"
#include "Graph/DType.h"
#include "Input/NamePatterns.h"
#include "Input/TvmNames.h"
#include "Text/Wording.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <limits>

using namespace llvm;

namespace metaobj {

/// Adds the arguments behind inputs and outputs, in the order of \p Pools. One
/// of them is constant, if any has the name \p Constant.
static void addPools(GraphNode &Call,
                     ArrayRef<std::pair<StringRef, TensorIndex>> Pools,
                     StringRef Constant) {
  uint32_t Inputs = Call.Inputs.size();
  uint32_t Outputs = Call.Outputs.size();
  std::vector<bool> IsConstant;
  for (const auto &[Name, Tensor] : Pools) {
    IsConstant.push_back(!Constant.empty() && Name == Constant);
    (IsConstant.back() ? Call.Inputs : Call.Outputs).push_back(Tensor);
  }
  if (Constant.empty())
    return;
  uint32_t InputsNow = Call.Inputs.size();
  for (uint32_t I = 0; I != Inputs; ++I)
    Call.ArgumentOrder.push_back(I);
  for (uint32_t I = 0; I != Outputs; ++I)
    Call.ArgumentOrder.push_back(InputsNow + I);
  uint32_t NextInput = Inputs, NextOutput = InputsNow + Outputs;
  for (bool IsInput : IsConstant)
    Call.ArgumentOrder.push_back(IsInput ? NextInput++ : NextOutput++);
}

/// The graph with one call, of \p Function. Its pools are outputs that nobody
/// reads: memory that lives during the call. A pool of constants is an input
/// that has its parameter at emission.
static Graph mainGraph(const InputConfig::MainArguments &Arguments,
                       StringRef Function) {
  Graph Result;
  auto Add = [&Result](DLDataType DType, std::vector<int64_t> Shape) {
    GraphTensor &Tensor = Result.Tensors.emplace_back();
    Tensor.DType = DType;
    Tensor.Shape = std::move(Shape);
    return static_cast<TensorIndex>(Result.Tensors.size() - 1);
  };
  GraphNode Call;
  Call.Name = Call.Function = Function.str();
  for (const auto &Each : Arguments.Inputs) {
    Call.Inputs.push_back(Add(Each.DType, Each.Shape));
    Result.Inputs.push_back({Each.Name, Call.Inputs.back()});
  }
  for (const auto &Each : Arguments.Outputs) {
    Call.Outputs.push_back(Add(Each.DType, Each.Shape));
    Result.Outputs.push_back(Call.Outputs.back());
  }
  std::vector<std::pair<StringRef, TensorIndex>> Pools;
  for (const auto &Each : Arguments.Pools)
    Pools.push_back(
        {Each.Name, Add({kDLUInt, 8, 1}, {static_cast<int64_t>(Each.Bytes)})});
  if (!Arguments.ConstantPool.empty()) {
    TensorIndex Tensor = Result.Tensors.size();
    Result.Tensors.emplace_back();
    Result.Inputs.push_back({Arguments.ConstantPool, Tensor, /*IsParam=*/true});
    Pools.push_back({Arguments.ConstantPool, Tensor});
  }
  llvm::sort(Pools);
  addPools(Call, Pools, Arguments.ConstantPool);
  Result.Nodes.push_back(std::move(Call));
  return Result;
}

/// Refuses arguments that no function of TVM has: an input that is one of
/// \p Params, two pools of one name or one that is too large, and devices of
/// several kinds.
static Error checkMainArguments(const InputConfig &Config,
                                ArrayRef<Param> Params) {
  const InputConfig::MainArguments &Main = *Config.Main;
  auto Fail = [](const Twine &Reason, const Twine &Hint = "") {
    return inputError("InputConfig::Main", Reason, Hint);
  };
  for (const InputConfig::MainArguments::Input &Each : Main.Inputs)
    if (any_of(Params,
               [&](const Param &Other) { return Other.Name == Each.Name; }))
      return Fail("input " + quoted(Each.Name) +
                      " is also the name of a parameter",
                  "leave that out with InputConfig::SkipParams");
  StringSet<> Pools;
  if (!Main.ConstantPool.empty())
    Pools.insert(Main.ConstantPool);
  for (const InputConfig::MainArguments::Pool &Each : Main.Pools) {
    if (!Pools.insert(Each.Name).second)
      return Fail("two pools are called " + quoted(Each.Name));
    if (Each.Bytes > uint64_t(std::numeric_limits<int64_t>::max()))
      return Fail("pool " + quoted(Each.Name) +
                  " has more bytes than 63 bits can count");
  }
  for (const InputConfig::DeviceRule &Each : Config.Devices)
    if (Each.Kind != Config.Devices.front().Kind)
      return inputError("InputConfig::Devices",
                        "main functions of TVM get a context for one kind of "
                        "device, not for " +
                            quoted(Config.Devices.front().Kind) + " and " +
                            quoted(Each.Kind));
  return Error::success();
}

/// Refuses arguments that differ from the metadata of \p Module.
static Error compareMain(const InputConfig::MainArguments &Arguments,
                         const LibraryModule &Module) {
  if (Module.Main.size() != 1)
    return Error::success();
  const LibraryMain &Known = Module.Main.front();
  auto Fail = [&](const Twine &Reason) {
    return inputError("InputConfig::Main",
                      Reason + ", says the metadata of module " +
                          quoted(Module.Name));
  };
  auto SizeOf = [](const InputConfig::MainArguments::Tensor &Each) {
    Expected<uint64_t> Bytes = storageBytes(Each.DType, Each.Shape);
    if (Bytes)
      return *Bytes;
    consumeError(Bytes.takeError()); // checkGraph tells it.
    return UINT64_MAX;
  };
  auto IsAlike = [&](const InputConfig::MainArguments::Tensor &Given,
                     const LibraryTensor &Each) {
    return sameDType(Given.DType, Each.DType) && SizeOf(Given) == Each.Size;
  };
  if (Known.Inputs && Known.Inputs->size() != Arguments.Inputs.size())
    return Fail("the model has " + plural(Known.Inputs->size(), "input"));
  auto Describe = [](const LibraryTensor &Each) {
    return quoted(Each.Name) + " is " + plural(Each.Size, "byte") + " of " +
           dtypeName(Each.DType);
  };
  if (Known.Inputs)
    for (const LibraryTensor &Each : *Known.Inputs)
      if (none_of(Arguments.Inputs, [&](const auto &Given) {
            return cNameOfTvm(Given.Name) == cNameOfTvm(Each.Name) &&
                   IsAlike(Given, Each);
          }))
        return Fail("input " + Describe(Each));
  if (!Known.Outputs)
    return Error::success();
  if (Known.Outputs->size() != Arguments.Outputs.size())
    return Fail("the model has " + plural(Known.Outputs->size(), "output"));
  // Their names are not given, and the metadata has no order.
  std::vector<InputConfig::MainArguments::Tensor> Left = Arguments.Outputs;
  for (const LibraryTensor &Each : *Known.Outputs) {
    auto Found =
        find_if(Left, [&](const auto &Given) { return IsAlike(Given, Each); });
    if (Found == Left.end())
      return Fail("output " + Describe(Each));
    Left.erase(Found);
  }
  return Error::success();
}

Error applyMain(const InputConfig &Config, StringRef ModelName,
                ArrayRef<Param> Params, GatheredFiles &Files) {
  if (!Config.Main)
    return Error::success();
  if (Files.TheGraph)
    return inputError(Files.GraphName,
                      "is a graph, but the executor calls the operators' own "
                      "main function",
                      "leave out the graph, or choose "
                      "EmitConfig::Executor=aot");
  std::string Function =
      ("tvmgen_" + ModelName + "_" + executor_symbols::Main).str();
  bool IsDefined = any_of(Files.Symbols, [&](const auto &Symbols) {
    return any_of(Symbols, [&](const DefinedSymbol &Each) {
      return Each.Name == Function;
    });
  });
  if (!IsDefined)
    return inputError("InputConfig::Main",
                      "no operator object defines " + quoted(Function),
                      "name the model with Model::Name as its compiler did, or "
                      "choose EmitConfig::Executor=aot with a graph");
  if (Error E = checkMainArguments(Config, Params))
    return E;
  if (Files.Libraries.size() == 1)
    if (const LibraryModule *Module = Files.Libraries.front().used())
      if (Error E = compareMain(*Config.Main, *Module))
        return E;
  if (!Params.empty() && Config.Main->ConstantPool.empty())
    report(Config.Diagnostics, Diagnostic::Warning, "InputConfig::Main",
           quoted(Function) + " gets none of the " +
               plural(Params.size(), "parameter") +
               ": from TVM v0.12 on it takes them in a pool of constants",
           "add ExecutorConfig::Constants, or leave out the parameters if the "
           "operators hold their own");
  Files.TheGraph = mainGraph(*Config.Main, Function);
  Files.GraphName = Function;
  return checkGraph(*Files.TheGraph, Function);
}

static Error checkAgainstGraph(const Param &Each, const GraphTensor &Input,
                               StringRef GraphName) {
  ArrayRef<int64_t> Shape = Input.Shape ? ArrayRef(*Input.Shape) : Each.Shape;
  bool Same = (!Input.DType || sameDType(*Input.DType, Each.DType)) &&
              Shape == ArrayRef(Each.Shape);
  if (Same)
    return Error::success();
  return inputError(Each.Owner,
                    "parameter " + quoted(Each.Name) + " is " +
                        tensorName(Each.DType, Each.Shape) + ", but " +
                        quoted(GraphName) + " has " +
                        tensorName(Input.DType.value_or(Each.DType), Shape));
}

Error applyGraph(const InputConfig &Config, GatheredFiles &Files,
                 std::vector<Param> &Params) {
  if (!Files.TheGraph)
    return Error::success();
  StringMap<Graph::Input *> Inputs;
  for (Graph::Input &Input : Files.TheGraph->Inputs)
    Inputs.try_emplace(Input.Name, &Input);
  std::vector<StringRef> Unknown;
  for (Param &Each : Params) {
    Graph::Input *Input = Inputs.lookup(Each.Name);
    if (!Input) {
      Unknown.push_back(Each.Name);
      continue;
    }
    const GraphTensor &Tensor = Files.TheGraph->tensorOf(*Input);
    if (Error E = checkAgainstGraph(Each, Tensor, Files.GraphName))
      return E;
    Each.StorageId = Tensor.StorageId;
    Input->IsParam = true;
  }
  if (!Unknown.empty() && !Config.Main)
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           plural(Unknown.size(), "parameter") +
               (Unknown.size() == 1 ? " is no input" : " are no inputs") +
               " of the graph and so without a storage id: " +
               quotedList(Unknown));
  return Error::success();
}

Error applyCalls(const InputConfig &Config, GatheredFiles &Files) {
  if (!Files.TheGraph) {
    if (Config.Devices.empty())
      return Error::success();
    return inputError("InputConfig::Devices",
                      "there is no graph whose operators could run on a device",
                      "give the graph with InputConfig::GraphFile");
  }
  for (GraphNode &Node : Files.TheGraph->Nodes)
    if (!Node.isView())
      Node.Convention = Config.OperatorCalls;
  for (const InputConfig::DeviceRule &Rule : Config.Devices) {
    Expected<NamePatterns> Pattern =
        NamePatterns::create("InputConfig::Devices=" + Rule.Kind, Rule.Glob);
    if (!Pattern)
      return Pattern.takeError();
    for (GraphNode &Node : Files.TheGraph->Nodes)
      if (!Node.isView() && Pattern->match(Node.Function))
        Node.Device = Rule.Kind;
    Pattern->reportUnused(Config.Diagnostics,
                          "operator of " + quoted(Files.GraphName));
  }
  return Error::success();
}

/// Do operator objects bring parameters along, whose names nobody can see?
static bool haveOwnParams(const GatheredFiles &Files) {
  return any_of(Files.Symbols, [](const std::vector<DefinedSymbol> &Symbols) {
    return any_of(Symbols, [](const DefinedSymbol &Each) {
      return Each.Name == LookupLinkedParamName;
    });
  });
}

static std::string inputs(size_t Count) {
  return plural(Count, "input") + " of the graph" +
         (Count == 1 ? " has" : " have") + " no parameter";
}

/// Every input without a parameter has to be one that the user named.
static Error checkNamed(const InputConfig &Config, const GatheredFiles &Files,
                        const Model &TheModel) {
  Expected<NamePatterns> Named =
      NamePatterns::create("InputConfig::ProgramInputs", Config.ProgramInputs);
  if (!Named)
    return Named.takeError();
  if (!Files.TheGraph)
    return inputError("InputConfig::ProgramInputs",
                      "there is no graph whose inputs it could name",
                      "give the graph with InputConfig::GraphFile");
  for (const Graph::Input &Input : Files.TheGraph->Inputs)
    (void)Named->match(Input.Name);
  Named->reportUnused(Config.Diagnostics,
                      "input of " + quoted(Files.GraphName));
  std::vector<StringRef> Missing;
  for (const std::string &Name : TheModel.ProgramInputs)
    if (!Named->match(Name))
      Missing.push_back(Name);
  if (Missing.empty())
    return Error::success();
  std::string Found =
      inputs(Missing.size()) + (Missing.size() == 1 ? " and is" : " and are") +
      " not named by InputConfig::ProgramInputs: " + quotedList(Missing);
  if (haveOwnParams(Files)) {
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           Found + "; the operators' own '" + LookupLinkedParamName +
               "' may have them");
    return Error::success();
  }
  return inputError(Files.GraphName, Found,
                    "add the file of parameters that has them, or name what "
                    "the program sets with InputConfig::ProgramInputs=GLOB");
}

Error findProgramInputs(const InputConfig &Config, const GatheredFiles &Files,
                        Model &TheModel) {
  if (Files.TheGraph) {
    StringSet<> Params;
    for (const Param &Each : TheModel.Params)
      Params.insert(Each.Name);
    for (const Graph::Input &Input : Files.TheGraph->Inputs)
      if (!Params.contains(Input.Name) && !Input.IsParam)
        TheModel.ProgramInputs.push_back(Input.Name);
  }
  if (!Config.ProgramInputs.empty())
    return checkNamed(Config, Files, TheModel);
  // Those of a main function were named.
  if (TheModel.ProgramInputs.empty() || Config.Main)
    return Error::success();
  std::vector<StringRef> Names(TheModel.ProgramInputs.begin(),
                               TheModel.ProgramInputs.end());
  if (haveOwnParams(Files))
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           inputs(Names.size()) + " here; the operators' own '" +
               LookupLinkedParamName + "' may have some: " + quotedList(Names));
  else
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           inputs(Names.size()) + ", so that the program has to set " +
               (Names.size() == 1 ? "it: " : "them: ") + quotedList(Names),
           "InputConfig::ProgramInputs=GLOB names those that it sets; any "
           "other is an error "
           "then");
  return Error::success();
}

static constexpr StringLiteral OtherModelHint =
    "the graph and the objects are of different models, or the description is "
    "wrong";

/// Does the graph have the operator write its argument \p Position?
static bool isWritten(const GraphNode &Node, size_t Position) {
  if (!Node.ArgumentOrder.empty())
    Position = Node.ArgumentOrder[Position];
  return Position >= Node.Inputs.size();
}

/// How \p Described is used otherwise than \p Tensor, which the operator writes
/// if \p IsWritten; empty if in no way.
static std::string difference(const OperatorArgument &Described,
                              const GraphTensor &Tensor, bool IsWritten) {
  if ((Described.Use == ArgumentUse::Output) != IsWritten ||
      Described.Use == ArgumentUse::InputAndOutput)
    return "described as '" + argumentUseName(Described.Use).str() +
           "', but the graph has it " + (IsWritten ? "written" : "read");
  if (Tensor.DType && !sameDType(*Tensor.DType, Described.DType))
    return "described as " + dtypeName(Described.DType) +
           ", but the graph has " + dtypeName(*Tensor.DType);
  if (Tensor.Shape && Tensor.Shape->size() != Described.Rank)
    return "described with rank " + std::to_string(Described.Rank) +
           ", but the graph has the shape " + extentsText(*Tensor.Shape);
  return "";
}

static Error applyArguments(const OperatorDescription &Described,
                            StringRef Owner, StringRef GraphName, size_t Number,
                            Graph &TheGraph) {
  const GraphNode &Node = TheGraph.Nodes[Number];
  auto Refuse = [&](const Twine &Reason) {
    return inputError(GraphName,
                      nodeName(TheGraph, Number) + " calls " +
                          quoted(Node.Function) + ", which " + quoted(Owner) +
                          " describes: " + Reason,
                      OtherModelHint);
  };
  std::vector<TensorIndex> Passed = Node.arguments();
  if (Passed.size() != Described.Arguments.size())
    return Refuse("it takes " + plural(Described.Arguments.size(), "argument") +
                  ", but the graph passes " + Twine(Passed.size()));
  for (const auto &[Position, Each] : enumerate(Described.Arguments)) {
    GraphTensor &Tensor = TheGraph.Tensors[Passed[Position]];
    if (std::string Text = difference(Each, Tensor, isWritten(Node, Position));
        !Text.empty())
      return Refuse("argument " + Twine(Position) + " is " + Text);
    if (!Tensor.DType)
      Tensor.DType = Each.DType;
  }
  return Error::success();
}

Error applyDescriptions(const SelectedFunctions &Selected, StringRef Name,
                        bool IsMain, Graph &TheGraph) {
  if (Selected.Described.empty())
    return Error::success();
  StringMap<StringRef> Owners;
  for (const Function &Each : Selected.Functions)
    Owners.try_emplace(Each.Name, Each.Owner);
  for (const auto &[Number, Node] : enumerate(TheGraph.Nodes)) {
    const OperatorDescription *Described =
        Selected.Described.lookup(Node.Function);
    if (Node.isView() || !Described)
      continue;
    Node.Convention = Described->Convention;
    if (Node.Device.empty())
      Node.Device = Described->Device;
    Node.Workspace = Described->Workspace;
    if (IsMain || Described->Arguments.empty())
      continue;
    if (Error E = applyArguments(*Described, Owners.lookup(Node.Function), Name,
                                 Number, TheGraph))
      return E;
  }
  return Error::success();
}

} // namespace metaobj

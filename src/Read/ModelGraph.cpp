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

#include "Read/ModelGraph.h"

#include "Abi/ExecutorSymbols.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/NamePatterns.h"
#include "Read/Objects/SuggestNames.h"
#include "Read/Objects/TvmNames.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <iterator>
#include <limits>
#include <optional>

using namespace llvm;
using namespace metaobj;

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
  for (const auto &Input : Arguments.Inputs) {
    Call.Inputs.push_back(Add(Input.DType, Input.Shape));
    Result.Inputs.push_back({Input.Name, Call.Inputs.back()});
  }
  bool AreNamed = all_of(Arguments.Outputs,
                         [](const auto &Item) { return !Item.Name.empty(); });
  for (const auto &Output : Arguments.Outputs) {
    Call.Outputs.push_back(Add(Output.DType, Output.Shape));
    Result.Outputs.push_back(Call.Outputs.back());
    if (AreNamed)
      Result.OutputNames.push_back(Output.Name);
  }
  std::vector<std::pair<StringRef, TensorIndex>> Pools;
  for (const auto &Pool : Arguments.Pools)
    Pools.push_back(
        {Pool.Name, Add({kDLUInt, 8, 1}, {static_cast<int64_t>(Pool.Bytes)})});
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
  auto Fail = [](const Message &Reason, const Message &Hint = {}) {
    return inputError(setting::Main, Reason, Hint);
  };
  for (const InputConfig::MainArguments::Argument &Input : Main.Inputs)
    if (any_of(Params,
               [&](const Param &Other) { return Other.Name == Input.Name; }))
      return Fail("input " + quoted(Input.Name) +
                      " is also the name of a parameter",
                  "leave that out with " + setting::SkipParams);
  StringSet<> Pools;
  if (!Main.ConstantPool.empty())
    Pools.insert(Main.ConstantPool);
  for (const InputConfig::MainArguments::Pool &Pool : Main.Pools) {
    if (!Pools.insert(Pool.Name).second)
      return Fail("two pools are called " + quoted(Pool.Name));
    if (Pool.Bytes > uint64_t(std::numeric_limits<int64_t>::max()))
      return Fail("pool " + quoted(Pool.Name) +
                  " has more bytes than 63 bits can count");
  }
  for (const InputConfig::DeviceRule &Device : Config.Devices)
    if (Device.Kind != Config.Devices.front().Kind)
      return inputError(setting::Devices,
                        "main functions of TVM get a context for one kind of "
                        "device, not for " +
                            quoted(Config.Devices.front().Kind) + " and " +
                            quoted(Device.Kind));
  return Error::success();
}

/// The bytes of a tensor that the executor passes; nullopt if they are not
/// known.
static std::optional<uint64_t>
sizeOf(const std::optional<DLDataType> &DType,
       const std::optional<std::vector<int64_t>> &Shape) {
  if (!DType || !Shape)
    return std::nullopt;
  Expected<uint64_t> Bytes = storageBytes(*DType, *Shape);
  if (Bytes)
    return *Bytes;
  consumeError(Bytes.takeError()); // checkGraph tells it.
  return std::nullopt;
}

static bool isAlike(const GraphTensor &Given, const LibraryTensor &Known) {
  return Given.DType && sameDType(*Given.DType, Known.DType) &&
         sizeOf(Given.DType, Given.Shape) == Known.Size;
}

/// The largest workspace that an operator of \p Module asks the runtime for.
static uint64_t largestWorkspace(const LibraryModule &Module) {
  uint64_t Largest = 0;
  for (const LibraryOperator &Operator : Module.Operators)
    for (const LibraryWorkspace &Workspace : Operator.Workspaces)
      Largest = std::max(Largest, Workspace.Size);
  return Largest;
}

namespace {

/// Compares the arguments of a main function with the metadata of its module.
class MainComparer {
public:
  MainComparer(const InputConfig &Config, const LibraryModule &Module,
               ArrayRef<Param> Params)
      : Config(Config), Given(*Config.Main), Module(Module), Params(Params),
        Known(Module.Main.front()) {}

  Error compare() const;

private:
  using Argument = InputConfig::MainArguments::Argument;

  Error fail(const Twine &Reason) const {
    return inputError(setting::Main, Reason + ", says the metadata of module " +
                                         quoted(Module.Name));
  }
  static bool isAlike(const Argument &TheArgument, const LibraryTensor &Known) {
    return ::isAlike({TheArgument.DType, TheArgument.Shape}, Known);
  }
  Error compareInputs() const;
  Error compareOutputs() const;
  Error comparePools() const;
  Error compareConstants() const;

  const InputConfig &Config;
  const InputConfig::MainArguments &Given;
  const LibraryModule &Module;
  ArrayRef<Param> Params;
  const LibraryMain &Known;
};

} // namespace

static std::string describe(const LibraryTensor &Tensor) {
  return quoted(Tensor.Name) + " is " + plural(Tensor.Size, "byte") + " of " +
         dtypeName(Tensor.DType);
}

Error MainComparer::compareInputs() const {
  if (!Known.Inputs)
    return Error::success();
  if (Known.Inputs->size() != Given.Inputs.size())
    return fail("the model has " + plural(Known.Inputs->size(), "input"));
  for (const LibraryTensor &Tensor : *Known.Inputs)
    if (none_of(Given.Inputs, [&](const Argument &Input) {
          return cNameOfTvm(Input.Name) == cNameOfTvm(Tensor.Name) &&
                 isAlike(Input, Tensor);
        }))
      return fail("input " + describe(Tensor));
  return Error::success();
}

/// Outputs need no names, and the metadata has no order.
Error MainComparer::compareOutputs() const {
  if (!Known.Outputs)
    return Error::success();
  if (Known.Outputs->size() != Given.Outputs.size())
    return fail("the model has " + plural(Known.Outputs->size(), "output"));
  std::vector<Argument> Left;
  // Those that have a name first.
  for (bool HasName : {true, false})
    copy_if(Given.Outputs, std::back_inserter(Left),
            [&](const Argument &TheArgument) {
              return !TheArgument.Name.empty() == HasName;
            });
  std::vector<LibraryTensor> Open = *Known.Outputs;
  for (const Argument &Output : Left) {
    auto Found = find_if(Open, [&](const LibraryTensor &Tensor) {
      return isAlike(Output, Tensor) &&
             (Output.Name.empty() ||
              cNameOfTvm(Output.Name) == cNameOfTvm(Tensor.Name));
    });
    if (Found == Open.end())
      return fail("output " + describe(Open.front()));
    Open.erase(Found);
  }
  return Error::success();
}

/// TVM writes the size of all pools and the largest workspace of an operator as
/// one number. Pools of several targets are counted by targets, so the sum of
/// several may be larger.
Error MainComparer::comparePools() const {
  if (!Known.WorkspaceSize)
    return Error::success();
  uint64_t Operators = largestWorkspace(Module);
  if (Operators > *Known.WorkspaceSize)
    return Error::success();
  uint64_t Wanted = *Known.WorkspaceSize - Operators;
  uint64_t Bytes = 0;
  for (const InputConfig::MainArguments::Pool &Pool : Given.Pools)
    Bytes = SaturatingAdd(Bytes, Pool.Bytes);
  if (!Given.Pools.empty() &&
      (Bytes < Wanted || (Given.Pools.size() == 1 && Bytes != Wanted)))
    return fail("the pools have " + plural(Bytes, "byte") +
                ", but the function takes " + Twine(Wanted));
  // Before TVM v0.12 it has none by default, and asks the runtime.
  if (Given.Pools.empty() && Wanted != 0 && Known.Inputs)
    report(Config.Diagnostics, Diagnostic::Warning, setting::Main,
           "the metadata of module " + quoted(Module.Name) + " has " +
               plural(Wanted, "byte") +
               " of workspace for the function, but no pool is named",
           "name it (global_workspace:" + Twine(Wanted).str() +
               "), unless the function takes it by TVMBackendAllocWorkspace");
  return Error::success();
}

Error MainComparer::compareConstants() const {
  if (Given.ConstantPool.empty() || Given.Offsets.empty() ||
      Known.ConstantsSize.value_or(0) == 0)
    return Error::success();
  StringMap<uint64_t> Sizes;
  for (const Param &P : Params)
    Sizes.try_emplace(P.Name, P.raw().size());
  uint64_t End = 0;
  for (const auto &[Name, Offset] : Given.Offsets)
    if (uint64_t Bytes = Sizes.lookup(Name))
      End = std::max(End, SaturatingAdd(Offset, Bytes));
  std::string Text = "pool " + quoted(Given.ConstantPool) + " has " +
                     plural(End, "byte") + ", but the model has " +
                     Twine(*Known.ConstantsSize).str() + " of constants";
  if (End > *Known.ConstantsSize)
    return fail(Text);
  if (End < *Known.ConstantsSize)
    report(Config.Diagnostics, Diagnostic::Warning, setting::Main,
           Text + ", says the metadata of module " + quoted(Module.Name),
           "give all constants and their offsets: what is missing at the end "
           "is read from behind the pool");
  return Error::success();
}

Error MainComparer::compare() const {
  if (Error E = compareInputs())
    return E;
  if (Error E = compareOutputs())
    return E;
  if (Error E = comparePools())
    return E;
  return compareConstants();
}

/// What the metadata of the one module says of its main function; null if
/// nothing.
static const LibraryModule *moduleWithMain(const GatheredFiles &Files) {
  const LibraryModule *Module =
      Files.Libraries.size() == 1 ? Files.Libraries.front().used() : nullptr;
  return Module && Module->Main.size() == 1 ? Module : nullptr;
}

/// Gives the outputs of the graph the names that the metadata has for them. It
/// has no order, so each must be told from the others by type and size.
static void nameOutputs(const InputConfig &Config, GatheredFiles &Files) {
  Graph &TheGraph = *Files.TheGraph;
  const LibraryModule *Module = moduleWithMain(Files);
  if (!Module || !TheGraph.OutputNames.empty())
    return;
  const auto &Known = Module->Main.front().Outputs;
  if (!Known || Known->size() != TheGraph.Outputs.size())
    return;
  std::vector<std::string> Names;
  for (TensorIndex Output : TheGraph.Outputs) {
    auto Is = [&](const LibraryTensor &Tensor) {
      return isAlike(TheGraph.Tensors[Output], Tensor);
    };
    if (count_if(*Known, Is) == 1)
      Names.push_back(find_if(*Known, Is)->Name);
  }
  StringSet<> Different;
  for (const std::string &Name : Names)
    Different.insert(Name);
  if (Different.size() == Known->size()) {
    TheGraph.OutputNames = std::move(Names);
    return;
  }
  std::vector<StringRef> Told;
  for (const LibraryTensor &TheLibraryTensor : *Known)
    Told.push_back(TheLibraryTensor.Name);
  // Those are the names that they have.
  if (all_of(Told, [](StringRef Name) {
        return Name.consume_front("output") &&
               all_of(Name, [](char C) { return isDigit(C); });
      }))
    return;
  report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
         "the metadata of module " + quoted(Module->Name) +
             " has the names of the outputs, but not which is which: " +
             quotedList(Told));
}

static bool defines(const GatheredFiles &Files, StringRef Function) {
  return any_of(Files.Contents, [&](const ObjectContents &Object) {
    return any_of(Object.Symbols, [&](const ObjectSymbol &Symbol) {
      return Symbol.Name == Function;
    });
  });
}

Error metaobj::applyMain(const InputConfig &Config, StringRef ModelName,
                         ArrayRef<Param> Params, GatheredFiles &Files) {
  if (!Config.Main)
    return Error::success();
  if (Files.TheGraph)
    return inputError(Files.GraphName,
                      "is a graph, but the executor calls the operators' own "
                      "main function",
                      "leave out the graph, or choose " + setting::Executor +
                          "=aot");
  std::string Start = ("tvmgen_" + ModelName).str();
  std::string Function = Start + "_" + executor_symbols::Main.str();
  if (!defines(Files, Function) && defines(Files, Start + OldMainEnd.str()))
    Function = Start + OldMainEnd.str();
  if (!defines(Files, Function))
    return inputError(setting::Main,
                      "no operator object defines " + quoted(Function),
                      "name the model with " + setting::ModelName +
                          " as its compiler did, or choose " +
                          setting::Executor + "=aot with a graph");
  if (Error E = checkMainArguments(Config, Params))
    return E;
  if (const LibraryModule *Module = moduleWithMain(Files))
    if (Error E = MainComparer(Config, *Module, Params).compare())
      return E;
  if (!Params.empty() && Config.Main->ConstantPool.empty())
    report(Config.Diagnostics, Diagnostic::Warning, setting::Main,
           quoted(Function) + " gets none of the " +
               plural(Params.size(), "parameter") +
               ": from TVM v0.12 on it takes them in a pool of constants",
           "add " + setting::ExecutorConstants +
               ", or leave out the parameters if the operators hold their own");
  Files.TheGraph = mainGraph(*Config.Main, Function);
  Files.GraphName = Function;
  return checkGraph(*Files.TheGraph, Function);
}

static Error checkAgainstGraph(const Param &P, const GraphTensor &Input,
                               StringRef GraphName) {
  ArrayRef<int64_t> Shape = Input.Shape ? ArrayRef(*Input.Shape) : P.Shape;
  bool Same = (!Input.DType || sameDType(*Input.DType, P.DType)) &&
              Shape == ArrayRef(P.Shape);
  if (Same)
    return Error::success();
  return inputError(
      P.Owner, "parameter " + quoted(P.Name) + " is " +
                   tensorName(P.DType, P.Shape) + ", but " + quoted(GraphName) +
                   " has " + tensorName(Input.DType.value_or(P.DType), Shape));
}

/// Views of parameters have the types that only the parameters tell.
static Error typeViews(StringRef Name, Graph &TheGraph) {
  bool IsNew = false;
  for (const GraphNode &Node : TheGraph.Nodes) {
    if (!Node.isView())
      continue;
    const GraphTensor &Shown = TheGraph.Tensors[Node.Inputs[0]];
    GraphTensor &View = TheGraph.Tensors[Node.Outputs[0]];
    IsNew |= Shown.DType && !View.DType;
    if (!View.DType)
      View.DType = Shown.DType;
  }
  // Their sizes were not known before.
  return IsNew ? checkGraph(TheGraph, Name) : Error::success();
}

Error metaobj::applyGraph(const InputConfig &Config, GatheredFiles &Files,
                          std::vector<Param> &Params) {
  if (!Files.TheGraph)
    return Error::success();
  nameOutputs(Config, Files);
  StringMap<Graph::Input *> Inputs;
  for (Graph::Input &Input : Files.TheGraph->Inputs)
    Inputs.try_emplace(Input.Name, &Input);
  std::vector<StringRef> Unknown, Untyped;
  for (Param &P : Params) {
    Graph::Input *Input = Inputs.lookup(P.Name);
    if (!Input) {
      Unknown.push_back(P.Name);
      continue;
    }
    GraphTensor &Tensor = Files.TheGraph->Tensors[Input->Tensor];
    if (Error E = checkAgainstGraph(P, Tensor, Files.GraphName))
      return E;
    if (!Tensor.DType)
      Untyped.push_back(P.Name);
    Tensor.DType = P.DType;
    Tensor.Shape.emplace(P.Shape.begin(), P.Shape.end());
    P.StorageId = Tensor.StorageId;
    Input->IsParam = true;
  }
  if (!Unknown.empty() && !Config.Main)
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           plural(Unknown.size(), "parameter") +
               (Unknown.size() == 1 ? " is not an input" : " are not inputs") +
               " of the graph and so without a storage id: " +
               quotedList(Unknown));
  if (!Untyped.empty() && callsFfi(*Files.TheGraph))
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           "does not tell the types of " + plural(Untyped.size(), "parameter") +
               ", which are as in the files: " + quotedList(Untyped),
           "compare them with the compiler's: operators may read others "
           "without an error");
  return typeViews(Files.GraphName, *Files.TheGraph);
}

Error metaobj::applyCalls(const InputConfig &Config, GatheredFiles &Files) {
  if (!Files.TheGraph) {
    if (Config.Devices.empty())
      return Error::success();
    return inputError(setting::Devices,
                      "there is no graph whose operators could run on a device",
                      "give the graph with " + setting::Graph);
  }
  for (GraphNode &Node : Files.TheGraph->Nodes)
    if (!Node.isView() && Node.Convention != CallingConvention::Ffi)
      Node.Convention = Config.OperatorCalls;
  for (const InputConfig::DeviceRule &Rule : Config.Devices) {
    Expected<NamePatterns> Pattern =
        NamePatterns::create(setting::Devices + "=" + Rule.Kind, Rule.Glob);
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

Error metaobj::applyWorkspaces(const InputConfig &Config,
                               GatheredFiles &Files) {
  if (Config.Workspaces.empty())
    return Error::success();
  if (!Files.TheGraph)
    return inputError(setting::Workspaces,
                      "there is no graph whose operators could have workspaces",
                      "give the model with " + setting::Executor);
  StringMap<uint64_t> Bytes;
  for (GraphNode &Node : Files.TheGraph->Nodes) {
    if (Node.isView())
      continue;
    if (Node.Convention != CallingConvention::Ffi)
      return inputError(setting::Workspaces,
                        quoted(Node.Function) +
                            " takes its workspaces from TVM's C runtime, whose "
                            "memory the program gives",
                        "workspaces are planned for operators of tvm-ffi");
    Node.Workspace = 0;
  }
  std::vector<std::string> Functions = Files.TheGraph->functionNames();
  std::vector<StringRef> Called;
  for (StringRef Function : Functions) {
    Function.consume_front(tvm_ffi::FunctionStart);
    Called.push_back(Function);
  }
  for (const auto &[Name, Size] : Config.Workspaces) {
    StringRef Short = Name;
    Short.consume_front(tvm_ffi::FunctionStart);
    if (!is_contained(Called, Short))
      return inputError(setting::Workspaces,
                        quoted(Files.GraphName) + " calls no operator " +
                            quoted(Name),
                        suggestNames(Short, Called));
    if (!Bytes.try_emplace(Short, Size).second)
      return inputError(setting::Workspaces, "the workspace of operator " +
                                                 quoted(Name) +
                                                 " is given twice");
  }
  for (GraphNode &Node : Files.TheGraph->Nodes) {
    StringRef Short = Node.Function;
    Short.consume_front(tvm_ffi::FunctionStart);
    if (auto Found = Bytes.find(Short); Found != Bytes.end())
      Node.Workspace = Found->second;
  }
  return Error::success();
}

/// May the operators' own look-up have parameters of the graph? An executor
/// does not ask it.
static bool haveOwnParams(const InputConfig &Config,
                          const GatheredFiles &Files) {
  return !Config.TakesOwnParams && defines(Files, LookupLinkedParamName);
}

static std::string inputs(size_t Count) {
  return plural(Count, "input") + " of the graph" +
         (Count == 1 ? " has" : " have") + " no parameter";
}

/// Every input without a parameter has to be one that the user named.
static Error checkNamed(const InputConfig &Config, const GatheredFiles &Files,
                        const Model &TheModel) {
  Expected<NamePatterns> Named =
      NamePatterns::create(setting::ProgramInputs, Config.ProgramInputs);
  if (!Named)
    return Named.takeError();
  if (!Files.TheGraph)
    return inputError(setting::ProgramInputs,
                      "there is no graph whose inputs it could name",
                      "give the graph with " + setting::Graph);
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
  Message Found =
      inputs(Missing.size()) + (Missing.size() == 1 ? " and is" : " and are") +
      " not named by " + setting::ProgramInputs + ": " + quotedList(Missing);
  if (haveOwnParams(Config, Files)) {
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           Found + "; the operators' own '" + LookupLinkedParamName +
               "' may have them");
    return Error::success();
  }
  return inputError(Files.GraphName, Found,
                    "add the file of parameters that has them, or name what "
                    "the program sets with " +
                        setting::ProgramInputs + "=GLOB");
}

Error metaobj::findProgramInputs(const InputConfig &Config,
                                 const GatheredFiles &Files, Model &TheModel) {
  if (Files.TheGraph) {
    StringSet<> Params;
    for (const Param &P : TheModel.Params)
      Params.insert(P.Name);
    for (const Graph::Input &Input : Files.TheGraph->Inputs)
      if (!Params.contains(Input.Name) && !Input.IsParam)
        TheModel.ProgramInputs.push_back(Input.Name);
  }
  if (!Config.ProgramInputs.empty())
    return checkNamed(Config, Files, TheModel);
  // Those of a main function were named.
  if (TheModel.ProgramInputs.empty() || Config.Main || Files.HasRelaxGraph)
    return Error::success();
  std::vector<StringRef> Names(TheModel.ProgramInputs.begin(),
                               TheModel.ProgramInputs.end());
  if (haveOwnParams(Config, Files))
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           inputs(Names.size()) + " here; the operators' own '" +
               LookupLinkedParamName + "' may have some: " + quotedList(Names));
  else
    report(Config.Diagnostics, Diagnostic::Note, Files.GraphName,
           inputs(Names.size()) + ", so that the program has to set " +
               (Names.size() == 1 ? "it: " : "them: ") + quotedList(Names),
           setting::ProgramInputs +
               "=GLOB names those that it sets; any other is an error then");
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
                            const Message &Owner, StringRef GraphName,
                            size_t Number, Graph &TheGraph) {
  const GraphNode &Node = TheGraph.Nodes[Number];
  auto Refuse = [&](const Twine &Reason) {
    return inputError(GraphName,
                      nodeName(TheGraph, Number) + " calls " +
                          quoted(Node.Function) + ", which " +
                          quotedMessage(Owner) + " describes: " + Reason,
                      OtherModelHint);
  };
  std::vector<TensorIndex> Passed = Node.arguments();
  if (Passed.size() != Described.Arguments.size())
    return Refuse("it takes " + plural(Described.Arguments.size(), "argument") +
                  ", but the graph passes " + Twine(Passed.size()));
  for (const auto &[Position, Argument] : enumerate(Described.Arguments)) {
    GraphTensor &Tensor = TheGraph.Tensors[Passed[Position]];
    if (std::string Text =
            difference(Argument, Tensor, isWritten(Node, Position));
        !Text.empty())
      return Refuse("argument " + Twine(Position) + " is " + Text);
    if (!Tensor.DType)
      Tensor.DType = Argument.DType;
  }
  return Error::success();
}

Error metaobj::checkCalls(const SelectedFunctions &Selected, StringRef Name,
                          bool IsMain, const Graph &TheGraph) {
  for (const auto &[Number, Node] : enumerate(TheGraph.Nodes)) {
    auto Found = Selected.Types.find(Node.Function);
    if (Node.isView() || Node.Convention != CallingConvention::Unpacked ||
        Found == Selected.Types.end() ||
        Selected.Described.count(Node.Function))
      continue;
    const KnownType &Type = Found->second;
    size_t Passed = Node.arguments().size() + !Node.Device.empty();
    if ((!Type.IsPacked && !Type.IsOther) || Type.Pointers == Passed)
      continue;
    return inputError(
        Name,
        nodeName(TheGraph, Number) + " calls " + quoted(Node.Function) +
            " with " + plural(Passed, "pointer") + ", but the function is " +
            shortened(Type.Signature),
        IsMain ? "name all that it takes: inputs, outputs and pools by " +
                     setting::Main + ", and constants by " +
                     setting::ExecutorConstants
               : "the graph and the objects are of different models, or the "
                 "operators take pools, which only their main function passes");
  }
  return Error::success();
}

Error metaobj::applyDescriptions(const SelectedFunctions &Selected,
                                 StringRef Name, bool IsMain, Graph &TheGraph) {
  if (Selected.Described.empty())
    return Error::success();
  StringMap<Message> Owners;
  for (const metaobj::Function &F : Selected.Functions)
    Owners.try_emplace(F.Name, F.Owner);
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

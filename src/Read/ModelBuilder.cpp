//===- ModelBuilder.cpp - A model from memory -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/ModelBuilder.h"

#include "Base/Wording.h"
#include "Read/Collect.h"
#include "Read/Objects/SuggestNames.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

#include <limits>

using namespace llvm;
using namespace metaobj;

/// The index of a reference whose fault is known already.
static constexpr uint32_t ReportedIndex = std::numeric_limits<uint32_t>::max();

struct ModelBuilder::State {
  explicit State(StringRef Name) : Name(Name) { Result.Name = Name.str(); }
  ~State() { consumeError(std::move(Faults)); }

  std::string Name; ///< Result is gone once it is built.
  Model Result;
  /// The owner of this builder's references.
  std::shared_ptr<const void> Identity = std::make_shared<char>();
  StringMap<uint32_t> FunctionIndices;
  /// Functions that no object or module has listed.
  std::vector<uint32_t> Named;
  std::unique_ptr<GraphBuilder> Calls;
  DenseMap<uint32_t, TensorRef> TensorOfParam;
  StringSet<> OutputNames;
  Error Faults = Error::success();
  /// What the objects define is not known.
  bool IsObjectRefused = false;
  bool IsBuilt = false;

  std::string subject() const { return "model " + quoted(Name); }

  void add(Error Fault) {
    Faults = joinErrors(std::move(Faults), std::move(Fault));
  }
  void fail(const Message &Reason, const Message &Hint) {
    add(inputError(subject(), Reason, Hint));
  }

  /// The index of \p Ref among \p Count parts. nullopt is a fault that is told;
  /// \p Makers are the functions that return such references.
  template <typename T>
  std::optional<uint32_t> find(const BuilderRef<T> &Ref, size_t Count,
                               const Twine &Subject, StringRef Makers) {
    bool IsOurs = Ref.Owner == Identity;
    if (IsOurs && Ref.Index < Count)
      return Ref.Index;
    if (!IsOurs || Ref.Index != ReportedIndex)
      fail(Subject + (!Ref.Owner ? " refers to nothing"
                                 : " belongs to another builder"),
           "take what " + Makers + " of this builder returned");
    return std::nullopt;
  }

  FunctionRef addFunction(metaobj::Function Added);
  void addListed(Expected<std::vector<metaobj::Function>> Listed,
                 StringRef Owner);
  ParamRef addParam(StringRef Name, Expected<Param> Added,
                    const ParamOptions &Options);
  Error checkFunctions() const;
  Error checkNames() const;
  Expected<Model> build();
};

FunctionRef ModelBuilder::State::addFunction(metaobj::Function Added) {
  uint32_t Index = Result.Functions.size();
  FunctionIndices.try_emplace(Added.Name, Index);
  Result.Functions.push_back(std::move(Added));
  return FunctionRef(Identity, Index);
}

void ModelBuilder::State::addListed(
    Expected<std::vector<metaobj::Function>> Listed, StringRef Owner) {
  if (!Listed) {
    IsObjectRefused = true;
    return add(Listed.takeError());
  }
  if (Listed->empty())
    return add(inputError(Owner.empty() ? subject() : Owner.str(),
                          "has no packed function that is wanted",
                          "add other functions by their names"));
  for (metaobj::Function &F : *Listed) {
    F.Owner = Owner;
    addFunction(std::move(F));
  }
}

/// A refused parameter leaves an empty one, for its references.
ParamRef ModelBuilder::State::addParam(StringRef Name, Expected<Param> Added,
                                       const ParamOptions &Options) {
  Param &New = Result.Params.emplace_back();
  if (Added) {
    New = std::move(*Added);
  } else {
    add(Added.takeError());
    New.Name = Name.str();
    New.DType = {kDLUInt, 8, 1};
    New.Shape = {0};
  }
  if (Options.Alignment)
    New.Alignment = Options.Alignment->value();
  New.Section = Options.Section;
  New.StorageId = Options.StorageId;
  return ParamRef(Identity, Result.Params.size() - 1);
}

Error ModelBuilder::State::checkFunctions() const {
  if (Named.empty() || IsObjectRefused)
    return Error::success();
  std::vector<metaobj::Function> Wanted;
  for (uint32_t Index : Named)
    Wanted.push_back(Result.Functions[Index]);
  return checkDefined(subject(), Wanted, Result.Objects);
}

/// The executor takes the parameter of an input's name without being asked.
Error ModelBuilder::State::checkNames() const {
  StringSet<> Params;
  for (const Param &P : Result.Params)
    Params.insert(P.Name);
  Error All = Error::success();
  for (const Graph::Input &Input : Result.Graph->Inputs)
    if (!Input.IsParam && Params.contains(Input.Name))
      All = joinErrors(
          std::move(All),
          inputError(subject(),
                     "input " + quoted(Input.Name) +
                         " has the name of a parameter",
                     "give it another name, or take the parameter with "
                     "GraphBuilder::param"));
  return All;
}

/// The runtime ABI is chosen later, and with it the limits.
static RegistryLimits widestLimits(ArrayRef<metaobj::Function> Functions) {
  RegistryLimits Limits;
  Limits.MaxFunctions = std::numeric_limits<size_t>::max();
  // No registry has functions of two runtimes.
  for (const metaobj::Function &F : Functions)
    if (F.Convention != CallingConvention::Unpacked) {
      Limits.Convention = F.Convention;
      break;
    }
  return Limits;
}

Expected<Model> ModelBuilder::State::build() {
  if (IsBuilt)
    return inputError(subject(), "is built already",
                      "make another ModelBuilder, or copy the model");
  IsBuilt = true;
  bool IsWhole = !Faults;
  Error All = joinErrors(std::move(Faults), checkFunctions());
  All = joinErrors(std::move(All),
                   checkModel(Result, widestLimits(Result.Functions), nullptr));
  // Without what was refused, more than that would seem to be missing.
  if (Result.Graph && IsWhole) {
    All = joinErrors(std::move(All), checkGraph(*Result.Graph, subject()));
    All = joinErrors(std::move(All), checkNames());
  }
  if (All)
    return All;
  return std::move(Result);
}

ModelBuilder::ModelBuilder(StringRef Name)
    : Parts(std::make_unique<State>(Name)) {}
ModelBuilder::ModelBuilder(ModelBuilder &&) noexcept = default;
ModelBuilder &ModelBuilder::operator=(ModelBuilder &&) noexcept = default;
ModelBuilder::~ModelBuilder() = default;

FunctionRef ModelBuilder::addFunction(StringRef Name,
                                      const FunctionOptions &Options) {
  Parts->Named.push_back(Parts->Result.Functions.size());
  metaobj::Function New;
  New.Name = Name.str();
  New.Symbol = Options.Symbol;
  New.Convention = Options.Convention;
  return Parts->addFunction(std::move(New));
}

void ModelBuilder::addOperators(const Module &Operators,
                                function_ref<bool(StringRef)> IsWanted) {
  Parts->addListed(listFunctions(Operators, IsWanted), Operators.getName());
}

void ModelBuilder::addOperators(OperatorObject Operators,
                                function_ref<bool(StringRef)> IsWanted) {
  addObject(std::move(Operators));
  const OperatorObject &Added = Parts->Result.Objects.back();
  Parts->addListed(listFunctions(Added, IsWanted), Added.Name);
}

void ModelBuilder::addObject(OperatorObject Object) {
  std::vector<OperatorObject> &Objects = Parts->Result.Objects;
  if (Object.Name.empty())
    Object.Name = "operator object " + std::to_string(Objects.size());
  Objects.push_back(std::move(Object));
}

FunctionRef ModelBuilder::function(StringRef Name) {
  auto Found = Parts->FunctionIndices.find(Name);
  if (Found != Parts->FunctionIndices.end())
    return FunctionRef(Parts->Identity, Found->second);
  std::vector<StringRef> Known;
  for (const metaobj::Function &F : Parts->Result.Functions)
    if (!F.Name.empty())
      Known.push_back(F.Name);
  std::string Hint = suggestNames(Name, Known);
  Parts->fail("has no function " + quoted(Name),
              Hint.empty() ? "add it before it is asked for" : Hint);
  return FunctionRef(Parts->Identity, ReportedIndex);
}

ParamRef ModelBuilder::addParam(StringRef Name, const DLTensor &Tensor,
                                const ParamOptions &Options) {
  return Parts->addParam(Name, Param::fromDLTensor(Name.str(), Tensor),
                         Options);
}

ParamRef ModelBuilder::addParam(StringRef Name, DLManagedTensor *Tensor,
                                const ParamOptions &Options) {
  return Parts->addParam(Name, Param::fromManaged(Name.str(), Tensor), Options);
}

ParamRef ModelBuilder::addParam(StringRef Name, const ShapedType &Type,
                                Payload Data, const ParamOptions &Options) {
  Param New;
  New.Name = Name.str();
  New.DType = Type.DType;
  New.Shape.assign(Type.Shape.begin(), Type.Shape.end());
  New.Data = std::move(Data);
  return Parts->addParam(Name, std::move(New), Options);
}

ParamRef ModelBuilder::addParam(Param Added) {
  Parts->Result.Params.push_back(std::move(Added));
  return ParamRef(Parts->Identity, Parts->Result.Params.size() - 1);
}

GraphBuilder &ModelBuilder::graph() {
  if (!Parts->Calls) {
    Parts->Result.Graph.emplace();
    Parts->Calls.reset(new GraphBuilder(*Parts));
  }
  return *Parts->Calls;
}

Expected<Model> ModelBuilder::build() && { return Parts->build(); }

TensorRef GraphBuilder::addTensor(GraphTensor Added) {
  std::vector<GraphTensor> &Tensors = Parts.Result.Graph->Tensors;
  Tensors.push_back(std::move(Added));
  return TensorRef(Parts.Identity, Tensors.size() - 1);
}

static GraphTensor tensorOf(const ShapedType &Type) {
  GraphTensor Result;
  Result.DType = Type.DType;
  Result.Shape = Type.Shape;
  return Result;
}

std::optional<TensorIndex> GraphBuilder::find(const TensorRef &Tensor,
                                              const Twine &Subject) {
  return Parts.find(Tensor, Parts.Result.Graph->Tensors.size(), Subject,
                    "input(), param(), call() or view()");
}

TensorRef GraphBuilder::input(StringRef Name, const ShapedType &Type) {
  TensorRef New = addTensor(tensorOf(Type));
  Parts.Result.Graph->Inputs.push_back({Name.str(), New.Index});
  Parts.Result.ProgramInputs.push_back(Name.str());
  return New;
}

TensorRef GraphBuilder::param(const ParamRef &TheParamRef) {
  const std::vector<Param> &Params = Parts.Result.Params;
  std::optional<uint32_t> Index = Parts.find(
      TheParamRef, Params.size(), "a parameter of the graph", "addParam()");
  if (!Index)
    return TensorRef(Parts.Identity, ReportedIndex);
  TensorRef &Known = Parts.TensorOfParam[*Index];
  if (!Known.Owner) {
    const Param &P = Params[*Index];
    Known = addTensor(tensorOf({P.DType, ArrayRef(P.Shape).vec()}));
    Parts.Result.Graph->Inputs.push_back(
        {P.Name, Known.Index, /*IsParam=*/true});
  }
  return Known;
}

GraphNode &GraphBuilder::addNode(const FunctionRef &Callee,
                                 ArrayRef<TensorRef> Inputs,
                                 const CallOptions &Options) {
  Graph &TheGraph = *Parts.Result.Graph;
  ArrayRef<metaobj::Function> Functions = Parts.Result.Functions;
  size_t Number = TheGraph.Nodes.size();
  GraphNode &Node = TheGraph.Nodes.emplace_back();
  if (std::optional<uint32_t> Index = Parts.find(
          Callee, Functions.size(), "the function of node " + Twine(Number),
          "addFunction() or function()")) {
    Node.Function = Functions[*Index].Name;
    Node.Convention = Functions[*Index].Convention;
  }
  Node.Name = Options.Name.empty() ? Node.Function : Options.Name;
  std::string Subject = nodeName(TheGraph, Number);
  for (const auto &[Position, Ref] : enumerate(Inputs))
    Node.Inputs.push_back(
        find(Ref, "input " + Twine(Position) + " of " + Subject)
            .value_or(ReportedIndex));
  for (const InPlaceOutput &TheInPlaceOutput : Options.InPlace) {
    std::string Output =
        "output " + std::to_string(TheInPlaceOutput.Output) + " of " + Subject;
    std::optional<TensorIndex> Input =
        find(TheInPlaceOutput.Input, "the input under " + Output);
    if (!Input)
      continue;
    auto Found = llvm::find(Node.Inputs, *Input);
    if (Found == Node.Inputs.end())
      Parts.fail(Output + " may be written over a tensor that is not an input",
                 "take one of the node's inputs");
    else
      Node.InPlace.push_back(
          {uint32_t(Found - Node.Inputs.begin()), TheInPlaceOutput.Output});
  }
  Node.ArgumentOrder = Options.ArgumentOrder;
  Node.Device = Options.Device;
  Node.Workspace = Options.Workspace;
  return Node;
}

TensorRef GraphBuilder::call(const FunctionRef &Callee,
                             ArrayRef<TensorRef> Inputs,
                             const ShapedType &Output,
                             const CallOptions &Options) {
  return call(Callee, Inputs, ArrayRef(Output), Options).front();
}

std::vector<TensorRef> GraphBuilder::call(const FunctionRef &Callee,
                                          ArrayRef<TensorRef> Inputs,
                                          ArrayRef<ShapedType> Outputs,
                                          const CallOptions &Options) {
  GraphNode &Node = addNode(Callee, Inputs, Options);
  std::vector<TensorRef> Results;
  for (const ShapedType &Output : Outputs) {
    Results.push_back(addTensor(tensorOf(Output)));
    Node.Outputs.push_back(Results.back().Index);
  }
  return Results;
}

TensorRef GraphBuilder::view(const TensorRef &TheTensorRef,
                             std::vector<int64_t> Shape) {
  Graph &TheGraph = *Parts.Result.Graph;
  GraphNode Node;
  GraphTensor New;
  if (std::optional<TensorIndex> Index =
          find(TheTensorRef, "the input of node " +
                                 Twine(TheGraph.Nodes.size()) + ", a view,")) {
    Node.Inputs = {*Index};
    New.DType = TheGraph.Tensors[*Index].DType;
  }
  New.Shape = std::move(Shape);
  TensorRef Result = addTensor(std::move(New));
  Node.Outputs = {Result.Index};
  TheGraph.Nodes.push_back(std::move(Node));
  return Result;
}

void GraphBuilder::output(StringRef Name, const TensorRef &Tensor) {
  Graph &TheGraph = *Parts.Result.Graph;
  std::string Subject = "output " + std::to_string(TheGraph.Outputs.size());
  if (Name.empty())
    Parts.fail(Subject + " has no name", "give it one");
  else if (!Parts.OutputNames.insert(Name).second)
    Parts.fail("a second output is named " + quoted(Name),
               "give it another name");
  TheGraph.Outputs.push_back(
      find(Tensor, "output " + quoted(Name)).value_or(ReportedIndex));
  TheGraph.OutputNames.push_back(Name.str());
}

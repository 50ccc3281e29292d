//===- DescribedGraph.cpp - Descriptions against the graph ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/DescribedGraph.h"

#include "Graph/DType.h"
#include "Text/Wording.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace metaobj {

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

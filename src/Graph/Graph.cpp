//===- Graph.cpp - What a model calls, and in which order -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Graph.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace metaobj {

namespace {

class GraphChecker {
public:
  GraphChecker(const Graph &Checked, StringRef Name)
      : Checked(Checked), Name(Name), IsMade(Checked.Tensors.size()) {}

  Error check();

private:
  Error fail(const Twine &Reason) const { return inputError(Name, Reason); }

  Error checkRange(const Twine &Subject, TensorIndex Tensor) const;
  Error make(const Twine &Subject, TensorIndex Tensor);
  Error checkTensor(size_t Index) const;
  Error checkInputs();
  Error checkNode(size_t Index);
  Error checkOrder(size_t Index) const;
  Error checkView(size_t Index) const;

  const Graph &Checked;
  StringRef Name;
  std::vector<bool> IsMade; ///< By the inputs and nodes so far.
};

} // namespace

std::vector<std::string> Graph::functionNames() const {
  std::vector<std::string> Names;
  StringSet<> Known;
  for (const GraphNode &Node : Nodes)
    if (!Node.isView() && Known.insert(Node.Function).second)
      Names.push_back(Node.Function);
  return Names;
}

std::vector<TensorIndex> GraphNode::arguments() const {
  std::vector<TensorIndex> Usual = Inputs;
  append_range(Usual, Outputs);
  if (ArgumentOrder.empty())
    return Usual;
  std::vector<TensorIndex> Result;
  for (uint32_t Position : ArgumentOrder)
    Result.push_back(Usual[Position]);
  return Result;
}

std::string nodeName(const Graph &TheGraph, size_t Node) {
  std::string Number = "node " + std::to_string(Node);
  const std::string &Given = TheGraph.Nodes[Node].Name;
  return Given.empty() ? Number : quoted(Given) + " (" + Number + ")";
}

Error GraphChecker::checkRange(const Twine &Subject, TensorIndex Tensor) const {
  if (Tensor < Checked.Tensors.size())
    return Error::success();
  return fail(Subject + " is tensor " + Twine(Tensor) + ", but there " +
              (Checked.Tensors.size() == 1 ? "is " : "are ") +
              plural(Checked.Tensors.size(), "tensor"));
}

/// \p Subject, an input or the output of a node, makes \p Tensor.
Error GraphChecker::make(const Twine &Subject, TensorIndex Tensor) {
  if (Error E = checkRange(Subject, Tensor))
    return E;
  if (IsMade[Tensor])
    return fail(Subject + " is tensor " + Twine(Tensor) +
                ", which something before it makes already");
  IsMade[Tensor] = true;
  return Error::success();
}

Error GraphChecker::checkTensor(size_t Index) const {
  const GraphTensor &Tensor = Checked.Tensors[Index];
  if (!Tensor.DType || !Tensor.Shape)
    return Error::success();
  Expected<uint64_t> Size = storageBytes(*Tensor.DType, *Tensor.Shape);
  if (!Size)
    return nestedError(Name, "tensor " + Twine(Index), Size.takeError());
  return Error::success();
}

Error GraphChecker::checkInputs() {
  StringSet<> Names;
  for (size_t I = 0; I != Checked.Inputs.size(); ++I) {
    const Graph::Input &Input = Checked.Inputs[I];
    if (Input.Name.empty())
      return fail("input " + Twine(I) + " has no name");
    if (!Names.insert(Input.Name).second)
      return fail("a second input is named " + quoted(Input.Name));
    if (Error E = make("input " + quoted(Input.Name), Input.Tensor))
      return E;
  }
  return Error::success();
}

Error GraphChecker::checkView(size_t Index) const {
  const GraphNode &Node = Checked.Nodes[Index];
  std::string Subject = nodeName(Checked, Index);
  if (Node.Inputs.size() != 1 || Node.Outputs.size() != 1)
    return fail(Subject + " is a view with " +
                plural(Node.Inputs.size(), "input") + " and " +
                plural(Node.Outputs.size(), "output") + "; it has one of each");
  const GraphTensor &From = Checked.Tensors[Node.Inputs[0]];
  const GraphTensor &To = Checked.Tensors[Node.Outputs[0]];
  if (!From.DType || !From.Shape || !To.DType || !To.Shape)
    return Error::success();
  uint64_t Before = cantFail(storageBytes(*From.DType, *From.Shape));
  uint64_t After = cantFail(storageBytes(*To.DType, *To.Shape));
  if (Before == After)
    return Error::success();
  return fail(Subject + " is a view of " + plural(Before, "byte") + " as " +
              plural(After, "byte"));
}

Error GraphChecker::checkOrder(size_t Index) const {
  const GraphNode &Node = Checked.Nodes[Index];
  if (Node.ArgumentOrder.empty())
    return Error::success();
  std::vector<bool> IsThere(Node.Inputs.size() + Node.Outputs.size());
  for (uint32_t Position : Node.ArgumentOrder) {
    if (Position >= IsThere.size() || IsThere[Position])
      return fail(nodeName(Checked, Index) + " has argument " +
                  Twine(Position) + " twice, or has no such argument");
    IsThere[Position] = true;
  }
  if (Node.ArgumentOrder.size() == IsThere.size())
    return Error::success();
  return fail(nodeName(Checked, Index) + " orders " +
              plural(Node.ArgumentOrder.size(), "argument") + " of " +
              Twine(IsThere.size()));
}

Error GraphChecker::checkNode(size_t Index) {
  const GraphNode &Node = Checked.Nodes[Index];
  std::string Subject = nodeName(Checked, Index);
  for (size_t I = 0; I != Node.Inputs.size(); ++I) {
    std::string Input = "input " + std::to_string(I) + " of " + Subject;
    if (Error E = checkRange(Input, Node.Inputs[I]))
      return E;
    if (!IsMade[Node.Inputs[I]])
      return fail(Input + " is tensor " + Twine(Node.Inputs[I]) +
                  ", which nothing before it makes");
  }
  for (size_t I = 0; I != Node.Outputs.size(); ++I)
    if (Error E =
            make("output " + Twine(I) + " of " + Subject, Node.Outputs[I]))
      return E;
  for (auto [From, To] : Node.InPlace)
    if (From >= Node.Inputs.size() || To >= Node.Outputs.size())
      return fail(Subject + " writes output " + Twine(To) + " over input " +
                  Twine(From) + ", but has " +
                  plural(Node.Inputs.size(), "input") + " and " +
                  plural(Node.Outputs.size(), "output"));
  if (Error E = checkOrder(Index))
    return E;
  return Node.isView() ? checkView(Index) : Error::success();
}

Error GraphChecker::check() {
  for (size_t I = 0; I != Checked.Tensors.size(); ++I)
    if (Error E = checkTensor(I))
      return E;
  if (Error E = checkInputs())
    return E;
  for (size_t I = 0; I != Checked.Nodes.size(); ++I)
    if (Error E = checkNode(I))
      return E;
  for (size_t I = 0; I != Checked.Outputs.size(); ++I) {
    std::string Subject = "output " + std::to_string(I) + " of the graph";
    if (Error E = checkRange(Subject, Checked.Outputs[I]))
      return E;
    if (!IsMade[Checked.Outputs[I]])
      return fail(Subject + " is tensor " + Twine(Checked.Outputs[I]) +
                  ", which nothing makes");
  }
  if (!Checked.OutputNames.empty() &&
      Checked.OutputNames.size() != Checked.Outputs.size())
    return fail("has " + plural(Checked.OutputNames.size(), "name") + " for " +
                plural(Checked.Outputs.size(), "output"));
  for (size_t I = 0; I != IsMade.size(); ++I)
    if (!IsMade[I])
      return fail("nothing makes tensor " + Twine(I));
  return Error::success();
}

Error checkGraph(const Graph &TheGraph, StringRef Name) {
  return GraphChecker(TheGraph, Name).check();
}

} // namespace metaobj

//===- Graph.cpp - What a model calls, and in which order -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Graph.h"

#include "Base/FaultList.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace metaobj;

namespace {

class GraphChecker {
public:
  GraphChecker(const Graph &Checked, StringRef Name)
      : Checked(Checked), Name(Name), Faults(Name),
        IsMade(Checked.Tensors.size()) {}

  Error check();

private:
  void fail(const Twine &Reason) { Faults.add(inputError(Name, Reason)); }

  bool checkRange(const Twine &Subject, TensorIndex Tensor);
  void make(const Twine &Subject, TensorIndex Tensor);
  void checkTensor(size_t Index);
  void checkInputs();
  void checkNode(size_t Index);
  void checkOrder(size_t Index);
  void checkView(size_t Index);
  void checkOutputs();

  const Graph &Checked;
  StringRef Name;
  FaultList Faults;
  /// The tensor that something should make is not known.
  bool IsMakerLost = false;
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

bool metaobj::callsFfi(const Graph &TheGraph) {
  return any_of(TheGraph.Nodes, [](const GraphNode &Node) {
    return !Node.isView() && Node.Convention == CallingConvention::Ffi;
  });
}

std::string metaobj::nodeName(const Graph &TheGraph, size_t Node) {
  std::string Number = "node " + std::to_string(Node);
  const std::string &Given = TheGraph.Nodes[Node].Name;
  return Given.empty() ? Number : quoted(Given) + " (" + Number + ")";
}

/// False, with a fault, if there is no such tensor.
bool GraphChecker::checkRange(const Twine &Subject, TensorIndex Tensor) {
  if (Tensor < Checked.Tensors.size())
    return true;
  fail(Subject + " is tensor " + Twine(Tensor) + ", but there " +
       (Checked.Tensors.size() == 1 ? "is " : "are ") +
       plural(Checked.Tensors.size(), "tensor"));
  return false;
}

/// \p Subject, an input or the output of a node, makes \p Tensor.
void GraphChecker::make(const Twine &Subject, TensorIndex Tensor) {
  if (!checkRange(Subject, Tensor)) {
    IsMakerLost = true;
    return;
  }
  if (IsMade[Tensor])
    return fail(Subject + " is tensor " + Twine(Tensor) +
                ", which something before it makes already");
  IsMade[Tensor] = true;
}

void GraphChecker::checkTensor(size_t Index) {
  const GraphTensor &Tensor = Checked.Tensors[Index];
  if (!Tensor.DType || !Tensor.Shape)
    return;
  Expected<uint64_t> Size = storageBytes(*Tensor.DType, *Tensor.Shape);
  if (!Size)
    Faults.add(nestedError(Name, "tensor " + Twine(Index), Size.takeError()));
}

void GraphChecker::checkInputs() {
  StringSet<> Names;
  for (size_t I = 0; I != Checked.Inputs.size(); ++I) {
    const Graph::Input &Input = Checked.Inputs[I];
    std::string Subject = "input " + quoted(Input.Name);
    if (Input.Name.empty()) {
      Subject = "input " + std::to_string(I);
      fail(Subject + " has no name");
    } else if (!Names.insert(Input.Name).second) {
      fail("a second input is named " + quoted(Input.Name));
    }
    make(Subject, Input.Tensor);
  }
}

/// Bytes of \p Tensor; nullopt if they are not known, or are a fault.
static std::optional<uint64_t> knownBytes(const GraphTensor &Tensor) {
  if (!Tensor.DType || !Tensor.Shape)
    return std::nullopt;
  return expectedToOptional(storageBytes(*Tensor.DType, *Tensor.Shape));
}

void GraphChecker::checkView(size_t Index) {
  const GraphNode &Node = Checked.Nodes[Index];
  std::string Subject = nodeName(Checked, Index);
  if (Node.Inputs.size() != 1 || Node.Outputs.size() != 1)
    return fail(Subject + " is a view with " +
                plural(Node.Inputs.size(), "input") + " and " +
                plural(Node.Outputs.size(), "output") + "; it has one of each");
  size_t Count = Checked.Tensors.size();
  if (Node.Inputs[0] >= Count || Node.Outputs[0] >= Count)
    return;
  std::optional<uint64_t> Before = knownBytes(Checked.Tensors[Node.Inputs[0]]);
  std::optional<uint64_t> After = knownBytes(Checked.Tensors[Node.Outputs[0]]);
  if (Before && After && *Before != *After)
    fail(Subject + " is a view of " + plural(*Before, "byte") + " as " +
         plural(*After, "byte"));
}

void GraphChecker::checkOrder(size_t Index) {
  const GraphNode &Node = Checked.Nodes[Index];
  if (Node.ArgumentOrder.empty())
    return;
  std::vector<bool> IsThere(Node.Inputs.size() + Node.Outputs.size());
  for (uint32_t Position : Node.ArgumentOrder) {
    if (Position >= IsThere.size() || IsThere[Position])
      return fail(nodeName(Checked, Index) + " has argument " +
                  Twine(Position) + " twice, or has no such argument");
    IsThere[Position] = true;
  }
  if (Node.ArgumentOrder.size() != IsThere.size())
    fail(nodeName(Checked, Index) + " orders " +
         plural(Node.ArgumentOrder.size(), "argument") + " of " +
         Twine(IsThere.size()));
}

void GraphChecker::checkNode(size_t Index) {
  const GraphNode &Node = Checked.Nodes[Index];
  std::string Subject = nodeName(Checked, Index);
  for (size_t I = 0; I != Node.Inputs.size(); ++I) {
    std::string Input = "input " + std::to_string(I) + " of " + Subject;
    if (checkRange(Input, Node.Inputs[I]) && !IsMade[Node.Inputs[I]] &&
        !IsMakerLost)
      fail(Input + " is tensor " + Twine(Node.Inputs[I]) +
           ", which nothing before it makes");
  }
  for (size_t I = 0; I != Node.Outputs.size(); ++I)
    make("output " + Twine(I) + " of " + Subject, Node.Outputs[I]);
  for (auto [From, To] : Node.InPlace)
    if (From >= Node.Inputs.size() || To >= Node.Outputs.size())
      fail(Subject + " writes output " + Twine(To) + " over input " +
           Twine(From) + ", but has " + plural(Node.Inputs.size(), "input") +
           " and " + plural(Node.Outputs.size(), "output"));
  checkOrder(Index);
  if (Node.isView())
    checkView(Index);
}

void GraphChecker::checkOutputs() {
  for (size_t I = 0; I != Checked.Outputs.size(); ++I) {
    std::string Subject = "output " + std::to_string(I) + " of the graph";
    if (checkRange(Subject, Checked.Outputs[I]) && !IsMade[Checked.Outputs[I]])
      fail(Subject + " is tensor " + Twine(Checked.Outputs[I]) +
           ", which nothing makes");
  }
  if (!Checked.OutputNames.empty() &&
      Checked.OutputNames.size() != Checked.Outputs.size())
    fail("has " + plural(Checked.OutputNames.size(), "name") + " for " +
         plural(Checked.Outputs.size(), "output"));
}

Error GraphChecker::check() {
  for (size_t I = 0; I != Checked.Tensors.size(); ++I)
    checkTensor(I);
  checkInputs();
  for (size_t I = 0; I != Checked.Nodes.size(); ++I)
    checkNode(I);
  // A wrong index above is also a tensor that nothing makes.
  if (Faults.empty())
    checkOutputs();
  if (Faults.empty())
    for (size_t I = 0; I != IsMade.size(); ++I)
      if (!IsMade[I])
        fail("nothing makes tensor " + Twine(I));
  return Faults.take();
}

Error metaobj::checkGraph(const Graph &TheGraph, StringRef Name) {
  return GraphChecker(TheGraph, Name).check();
}

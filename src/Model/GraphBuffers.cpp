//===- GraphBuffers.cpp - A graph's tensors become buffers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Joins tensors that must share memory: a view and its input, an output in
/// place and the input that it is written over. Each group is a buffer, which
/// lives as long as any of its tensors.
///
//===----------------------------------------------------------------------===//

#include "metaobj/Graph.h"

#include "Base/Wording.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <set>

using namespace llvm;
using namespace metaobj;

namespace {

class GraphBufferMaker {
public:
  GraphBufferMaker(const Graph &TheGraph, StringRef Name,
                   const GraphPlanConfig &Config)
      : TheGraph(TheGraph), Name(Name), Config(Config),
        Alignment(Config.Alignment.value_or(
            callsFfi(TheGraph) ? FfiTensorAlignment
                               : GraphPlanConfig::GraphAlignment)),
        Leader(TheGraph.Tensors.size()), NameOf(TheGraph.Tensors.size()),
        Lower(TheGraph.Tensors.size()), Upper(TheGraph.Tensors.size()),
        IsOutside(TheGraph.Tensors.size()) {}

  Expected<GraphBuffers> make();

private:
  TensorIndex find(TensorIndex Tensor);
  void join(TensorIndex Into, TensorIndex Tensor);
  void findLifetimes();
  void joinInPlace(uint32_t Node);
  Error addBuffers(GraphBuffers &Result);
  void addTraffic(GraphBuffers &Result);
  void addWorkspaces(GraphBuffers &Result);
  void addKnown(GraphBuffers &Result);

  const Graph &TheGraph;
  StringRef Name;
  const GraphPlanConfig &Config;
  const uint64_t Alignment;
  /// For each tensor another one of its group, or itself.
  std::vector<TensorIndex> Leader;
  /// Of each tensor. A leader's values are those of its group.
  std::vector<std::string> NameOf;
  std::vector<uint64_t> Lower, Upper;
  std::vector<bool> IsOutside; ///< The caller's, or a parameter's.
};

} // namespace

TensorIndex GraphBufferMaker::find(TensorIndex Tensor) {
  while (Leader[Tensor] != Tensor)
    Tensor = Leader[Tensor] = Leader[Leader[Tensor]];
  return Tensor;
}

void GraphBufferMaker::join(TensorIndex Into, TensorIndex Tensor) {
  Into = find(Into);
  Tensor = find(Tensor);
  if (Into == Tensor)
    return;
  Leader[Tensor] = Into;
  Lower[Into] = std::min(Lower[Into], Lower[Tensor]);
  Upper[Into] = std::max(Upper[Into], Upper[Tensor]);
  IsOutside[Into] = IsOutside[Into] || IsOutside[Tensor];
}

/// Joins views immediately: who reads a view reads its input.
void GraphBufferMaker::findLifetimes() {
  for (TensorIndex I = 0; I != Leader.size(); ++I)
    Leader[I] = I;
  for (const Graph::Input &Input : TheGraph.Inputs) {
    NameOf[Input.Tensor] = Input.Name;
    Upper[Input.Tensor] = 1;
    IsOutside[Input.Tensor] = Input.IsParam || !Config.WorkspaceIo;
  }
  for (uint64_t Time = 0; Time != TheGraph.Nodes.size(); ++Time) {
    const GraphNode &Node = TheGraph.Nodes[Time];
    for (TensorIndex Output : Node.Outputs) {
      NameOf[Output] = Node.Name;
      Lower[Output] = Time;
      Upper[Output] = Time + 1;
    }
    if (Node.isView())
      join(Node.Inputs[0], Node.Outputs[0]);
    for (TensorIndex Input : Node.Inputs)
      Upper[find(Input)] = std::max(Upper[find(Input)], Time + 1);
  }
  for (TensorIndex Output : TheGraph.Outputs) {
    TensorIndex Root = find(Output);
    // The caller reads it after the last node.
    Upper[Root] = std::max<uint64_t>(TheGraph.Nodes.size() + 1, 1);
    if (!Config.WorkspaceIo)
      IsOutside[Root] = true;
  }
}

/// Joins an output with the input that it is written over if nothing reads the
/// input later: one output with one input, because two inputs have different
/// bytes. Otherwise the graph's own plan is wrong, and addKnown() says so.
void GraphBufferMaker::joinInPlace(uint32_t Time) {
  const GraphNode &Node = TheGraph.Nodes[Time];
  std::set<TensorIndex> Taken;
  std::set<uint32_t> Written;
  for (auto [From, To] : Node.InPlace) {
    TensorIndex Input = find(Node.Inputs[From]);
    TensorIndex Output = find(Node.Outputs[To]);
    if (Input == Output || IsOutside[Input] || IsOutside[Output] ||
        Upper[Input] > Time + 1 || Written.count(To) ||
        !Taken.insert(Input).second)
      continue;
    Written.insert(To);
    join(Input, Output);
  }
}

Error GraphBufferMaker::addBuffers(GraphBuffers &Result) {
  Result.BufferOf.resize(TheGraph.Tensors.size());
  for (TensorIndex I = 0; I != Leader.size(); ++I) {
    TensorIndex Root = find(I);
    if (IsOutside[Root])
      continue;
    const GraphTensor &Tensor = TheGraph.Tensors[I];
    if (!Tensor.DType || !Tensor.Shape)
      return inputError(Name, "has no " +
                                  Twine(Tensor.Shape ? "type" : "shape") +
                                  " of what " + quoted(NameOf[I]) +
                                  " writes, so that it cannot be planned");
    uint64_t Size = cantFail(storageBytes(*Tensor.DType, *Tensor.Shape));
    if (!Result.BufferOf[Root]) {
      Result.BufferOf[Root] = uint32_t(Result.Problem.Buffers.size());
      Result.Problem.Buffers.push_back(
          {NameOf[Root], Lower[Root], Upper[Root], 0, Alignment});
    }
    Result.BufferOf[I] = Result.BufferOf[Root];
    PlanBuffer &Buffer = Result.Problem.Buffers[*Result.BufferOf[I]];
    Buffer.Size = std::max(Buffer.Size, Size);
  }
  return Error::success();
}

/// An operator reads its inputs and writes its outputs once; of a workspace, it
/// is assumed to write and read all bytes.
void GraphBufferMaker::addTraffic(GraphBuffers &Result) {
  auto Add = [&](uint32_t Index, uint64_t Bytes) {
    uint64_t &Traffic = Result.Problem.Buffers[Index].Traffic;
    Traffic = SaturatingAdd(Traffic, Bytes);
  };
  for (uint64_t Time = 0; Time != TheGraph.Nodes.size(); ++Time) {
    const GraphNode &Node = TheGraph.Nodes[Time];
    if (Node.isView())
      continue;
    for (const std::vector<TensorIndex> *Tensors :
         {&Node.Inputs, &Node.Outputs})
      for (TensorIndex Tensor : *Tensors)
        if (std::optional<uint32_t> Index = Result.BufferOf[Tensor])
          Add(*Index, cantFail(storageBytes(*TheGraph.Tensors[Tensor].DType,
                                            *TheGraph.Tensors[Tensor].Shape)));
    if (std::optional<uint32_t> Index = Result.WorkspaceOf[Time])
      Add(*Index, SaturatingMultiply<uint64_t>(*Node.Workspace, 2));
  }
}

/// Of operators of tvm-ffi: TVM's C runtime has a memory of its own for them.
/// The graph's own plan does not have them, so there they follow the tensors.
void GraphBufferMaker::addWorkspaces(GraphBuffers &Result) {
  Result.WorkspaceOf.resize(TheGraph.Nodes.size());
  std::vector<BufferPlace> &Known = Result.Problem.Known;
  uint64_t Start = alignTo(Result.StorageIdSize.value_or(0), Alignment);
  for (uint64_t Time = 0; Time != TheGraph.Nodes.size(); ++Time) {
    const GraphNode &Node = TheGraph.Nodes[Time];
    if (Node.isView() || Node.Convention != CallingConvention::Ffi ||
        Node.Workspace.value_or(0) == 0)
      continue;
    Result.WorkspaceOf[Time] = uint32_t(Result.Problem.Buffers.size());
    Result.Problem.Buffers.push_back({Node.Name + " (workspace)", Time,
                                      Time + 1, *Node.Workspace, Alignment});
    if (!Result.StorageIdSize)
      continue;
    Known.push_back({0, Start});
    Result.StorageIdSize =
        std::max(*Result.StorageIdSize, SaturatingAdd(Start, *Node.Workspace));
  }
  if (Result.StorageIdSize.value_or(0) <= uint64_t(INT64_MAX))
    return;
  Known.clear(); // planMemory() refuses such sizes.
  Result.StorageIdSize = std::nullopt;
}

/// The graph's own plan: one piece of memory for each storage id, one behind
/// the other.
void GraphBufferMaker::addKnown(GraphBuffers &Result) {
  std::map<uint64_t, std::vector<uint32_t>> BuffersOf;
  std::vector<bool> HasId(Result.Problem.Buffers.size());
  for (TensorIndex I = 0; I != Leader.size(); ++I) {
    const std::optional<uint64_t> &Id = TheGraph.Tensors[I].StorageId;
    if (!Result.BufferOf[I])
      continue;
    if (!Id)
      return;
    // The id of its first tensor counts for a group.
    if (!HasId[*Result.BufferOf[I]])
      BuffersOf[*Id].push_back(*Result.BufferOf[I]);
    HasId[*Result.BufferOf[I]] = true;
  }
  std::vector<BufferPlace> Known(Result.Problem.Buffers.size());
  uint64_t Offset = 0, End = 0;
  for (auto &[Id, Members] : BuffersOf) {
    auto LowerOf = [&](uint32_t Member) {
      return Result.Problem.Buffers[Member].Lower;
    };
    llvm::sort(Members, [&](uint32_t Left, uint32_t Right) {
      return LowerOf(Left) < LowerOf(Right);
    });
    Offset = alignTo(End, Alignment);
    const PlanBuffer *Before = nullptr;
    for (uint32_t Member : Members) {
      const PlanBuffer &Buffer = Result.Problem.Buffers[Member];
      if (Before && Before->Upper > Buffer.Lower) {
        report(Config.Diagnostics, Diagnostic::Warning, Name,
               "storage id " + Twine(Id) + " holds " + quoted(Before->Name) +
                   " and " + quoted(Buffer.Name) +
                   " at the same time: graph executors would overwrite one; "
                   "the plan here does not");
        return;
      }
      if (Buffer.Size != 0 && (!Before || Before->Upper < Buffer.Upper))
        Before = &Buffer;
      Known[Member] = {0, Offset};
      End = std::max(End, SaturatingAdd(Offset, Buffer.Size));
    }
  }
  if (End > uint64_t(INT64_MAX))
    return; // planMemory() refuses such sizes.
  Result.Problem.Known = std::move(Known);
  Result.StorageIdSize = End;
}

Expected<GraphBuffers> GraphBufferMaker::make() {
  if (!isPowerOf2_64(Alignment))
    return inputError(setting::PlanAlignment,
                      Twine(Alignment) + " is not a power of two");
  if (TheGraph.Outputs.empty())
    return inputError(Name, "has no outputs ('heads'), so that nothing tells "
                            "which tensors are still needed at its end");
  findLifetimes();
  for (uint32_t Time = 0; Time != TheGraph.Nodes.size(); ++Time)
    joinInPlace(Time);
  std::set<int32_t> Devices;
  for (TensorIndex I = 0; I != Leader.size(); ++I)
    if (!IsOutside[find(I)] && TheGraph.Tensors[I].DeviceType)
      Devices.insert(*TheGraph.Tensors[I].DeviceType);
  if (Devices.size() > 1)
    report(Config.Diagnostics, Diagnostic::Warning, Name,
           "has tensors on " + Twine(Devices.size()) +
               " kinds of device; the plan places all in the same pools");
  GraphBuffers Result;
  if (Error E = addBuffers(Result))
    return E;
  addKnown(Result);
  addWorkspaces(Result);
  addTraffic(Result);
  return Result;
}

Expected<GraphBuffers> metaobj::graphBuffers(const Graph &TheGraph,
                                             StringRef Name,
                                             const GraphPlanConfig &Config) {
  return GraphBufferMaker(TheGraph, Name, Config).make();
}

//===- Simulation.h - A run of an executor, played --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_EMIT_PARTS_EXECUTOR_SIMULATION_H
#define METAOBJ_TESTS_UNIT_EMIT_PARTS_EXECUTOR_SIMULATION_H

#include "Emit/Parts/Executor/Executor.h"
#include "metaobj/Model.h"

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace metaobj {

/// A run of an executor on memory whose bytes are numbers of tensors: views
/// have that of what they show. Unit tests and a fuzz target share it.
class Simulation {
public:
  /// \p Check gets what must be true.
  Simulation(const Executor &TheExecutor, std::function<void(bool)> Check)
      : TheExecutor(TheExecutor), Check(std::move(Check)),
        Value(TheExecutor.Places.size()) {
    for (TensorIndex I = 0; I != Value.size(); ++I)
      Value[I] = I;
    for (const GraphNode &Node : TheExecutor.TheGraph.Nodes)
      if (Node.isView())
        Value[Node.Outputs[0]] = Value[Node.Inputs[0]];
  }

  /// Are all tensors of known size, and have at most \p Most bytes together?
  bool isSmall(uint64_t Most) const {
    uint64_t Total = 0;
    for (TensorIndex I = 0; I != Value.size(); ++I) {
      std::optional<uint64_t> Size = sizeOf(I);
      if (!Size || *Size > Most || (Total += *Size) > Most)
        return false;
    }
    return true;
  }

  void run() {
    for (const Graph::Input &Input : TheExecutor.TheGraph.Inputs)
      write(TheExecutor.Places[Input.Tensor], Input.Tensor);
    for (const ExecutorCall &Call : TheExecutor.Calls) {
      const GraphNode &Node = TheExecutor.TheGraph.Nodes[Call.Node];
      for (TensorIndex TheTensorIndex : Node.Inputs)
        expect(TheExecutor.Places[TheTensorIndex], TheTensorIndex);
      for (TensorIndex TheTensorIndex : Node.Outputs)
        write(TheExecutor.Places[TheTensorIndex], TheTensorIndex);
    }
    for (const ExecutorCopy &Copy : TheExecutor.Copies) {
      expect(TheExecutor.Places[Copy.From], Copy.From);
      write({TensorPlace::Output, Copy.Output}, Copy.From);
    }
    for (uint32_t I = 0; I != TheExecutor.Outputs.size(); ++I) {
      TensorIndex Tensor = TheExecutor.Outputs[I].Tensor;
      expect(TheExecutor.Config.WorkspaceIo
                 ? TheExecutor.Places[Tensor]
                 : TensorPlace{TensorPlace::Output, I},
             Tensor);
    }
  }

private:
  std::optional<uint64_t> sizeOf(TensorIndex Tensor) const {
    const GraphTensor &TheGraphTensor = TheExecutor.TheGraph.Tensors[Tensor];
    if (!TheGraphTensor.DType || !TheGraphTensor.Shape)
      return std::nullopt;
    llvm::Expected<uint64_t> Size =
        storageBytes(*TheGraphTensor.DType, *TheGraphTensor.Shape);
    if (Size)
      return *Size;
    llvm::consumeError(Size.takeError());
    return std::nullopt;
  }

  void write(const TensorPlace &To, TensorIndex Tensor) {
    uint64_t Size = *sizeOf(Tensor);
    if (To.Kind == TensorPlace::Pool) {
      const ExecutorMemory &Pool = TheExecutor.Pools[To.Index];
      Check(Pool.IsConstant || To.Offset % TheExecutor.Config.Alignment == 0);
      Check(To.Offset + Size <= Pool.Bytes);
    }
    for (uint64_t I = 0; I != Size; ++I)
      Memory[{To.Kind, To.Index, To.Offset + I}] = Value[Tensor];
  }

  void expect(const TensorPlace &Place, TensorIndex Tensor) {
    for (uint64_t I = 0, E = *sizeOf(Tensor); I != E; ++I) {
      auto Found = Memory.find({Place.Kind, Place.Index, Place.Offset + I});
      Check(Found != Memory.end() && Found->second == Value[Tensor]);
    }
  }

  const Executor &TheExecutor;
  std::function<void(bool)> Check;
  std::vector<TensorIndex> Value;
  std::map<std::tuple<int, uint32_t, uint64_t>, TensorIndex> Memory;
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_EMIT_PARTS_EXECUTOR_SIMULATION_H

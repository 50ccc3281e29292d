//===- Simulation.h - A run of an executor, played --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_EMIT_PARTS_EXECUTOR_SIMULATION_H
#define METAOBJ_TESTS_UNIT_EMIT_PARTS_EXECUTOR_SIMULATION_H

#include "Emit/Parts/Executor/Executor.h"
#include "metaobj/Tensor.h"

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
  Simulation(const Executor &Of, std::function<void(bool)> Check)
      : Of(Of), Check(std::move(Check)), Value(Of.Places.size()) {
    for (TensorIndex I = 0; I != Value.size(); ++I)
      Value[I] = I;
    for (const GraphNode &Node : Of.TheGraph.Nodes)
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
    for (const Graph::Input &Input : Of.TheGraph.Inputs)
      write(Of.Places[Input.Tensor], Input.Tensor);
    for (const ExecutorCall &Call : Of.Calls) {
      const GraphNode &Node = Of.TheGraph.Nodes[Call.Node];
      for (TensorIndex Each : Node.Inputs)
        expect(Of.Places[Each], Each);
      for (TensorIndex Each : Node.Outputs)
        write(Of.Places[Each], Each);
    }
    for (const ExecutorCopy &Copy : Of.Copies) {
      expect(Of.Places[Copy.From], Copy.From);
      write({TensorPlace::Output, Copy.Output}, Copy.From);
    }
    for (uint32_t I = 0; I != Of.Outputs.size(); ++I) {
      TensorIndex Tensor = Of.Outputs[I].Tensor;
      expect(Of.Config.WorkspaceIo ? Of.Places[Tensor]
                                   : TensorPlace{TensorPlace::Output, I},
             Tensor);
    }
  }

private:
  std::optional<uint64_t> sizeOf(TensorIndex Tensor) const {
    const GraphTensor &Each = Of.TheGraph.Tensors[Tensor];
    if (!Each.DType || !Each.Shape)
      return std::nullopt;
    llvm::Expected<uint64_t> Size = storageBytes(*Each.DType, *Each.Shape);
    if (Size)
      return *Size;
    llvm::consumeError(Size.takeError());
    return std::nullopt;
  }

  void write(const TensorPlace &To, TensorIndex Tensor) {
    uint64_t Size = *sizeOf(Tensor);
    if (To.Kind == TensorPlace::Pool) {
      const ExecutorMemory &Pool = Of.Pools[To.Index];
      Check(Pool.IsConstant || To.Offset % Of.Config.Alignment == 0);
      Check(To.Offset + Size <= Pool.Bytes);
    }
    for (uint64_t I = 0; I != Size; ++I)
      Memory[{To.Kind, To.Index, To.Offset + I}] = Value[Tensor];
  }

  void expect(const TensorPlace &At, TensorIndex Tensor) {
    for (uint64_t I = 0, E = *sizeOf(Tensor); I != E; ++I) {
      auto Found = Memory.find({At.Kind, At.Index, At.Offset + I});
      Check(Found != Memory.end() && Found->second == Value[Tensor]);
    }
  }

  const Executor &Of;
  std::function<void(bool)> Check;
  std::vector<TensorIndex> Value;
  std::map<std::tuple<int, uint32_t, uint64_t>, TensorIndex> Memory;
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_EMIT_PARTS_EXECUTOR_SIMULATION_H

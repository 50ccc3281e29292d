//===- metaobj/Graph.h - What a model calls, and in which order -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model's graph as plain data: operators in call order and the tensors that
/// they read and write. Readers of files fill it (metaobj/Input.h), compilers
/// with a GraphBuilder (metaobj/ModelBuilder.h).
///
/// At the end, the planner (metaobj/Plan.h) for graphs, with faults as errors
/// of the inputs.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_GRAPH_H
#define METAOBJ_GRAPH_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Plan.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

/// How a function is called.
enum class CallingConvention {
  /// `int32_t f(void *args, int32_t *type_codes, int32_t num_args,
  /// void *out_ret_value, int32_t *out_ret_tcode, void *resource_handle)`,
  /// TVM v0.7 to v0.20. The only one that a C runtime registry can call.
  Packed,
  /// Plain data pointers, as TVM's unpacked API and C interface use.
  Unpacked,
  /// The tvm-ffi safe call, with a DLTensor for each argument.
  Ffi,
  /// Any other: a table has its address, and the program knows its type.
  Other,
};

/// Operators of tvm-ffi assume that each tensor lies at a multiple of this, and
/// never check it.
inline constexpr uint64_t FfiTensorAlignment = 64;

/// A position in Graph::Tensors.
using TensorIndex = uint32_t;

/// What the graph says about a tensor.
struct GraphTensor {
  /// nullopt: the graph does not say it, so the tensor cannot be planned.
  std::optional<DLDataType> DType = std::nullopt;
  std::optional<std::vector<int64_t>> Shape = std::nullopt;
  /// The compiler's own plan: tensors with one id share memory.
  std::optional<uint64_t> StorageId = std::nullopt;
  /// DLPack's number of the kind of device whose memory holds it.
  std::optional<int32_t> DeviceType = std::nullopt;
};

/// A step of the graph.
struct GraphNode {
  /// For messages and tables; need not be unique.
  std::string Name;
  /// The name of the operator in Model::Functions. Empty: the node is a view.
  /// It calls nothing, and its one output is its one input with another shape.
  std::string Function;
  CallingConvention Convention = CallingConvention::Packed;
  /// In the order of the function's arguments: inputs, then outputs.
  std::vector<TensorIndex> Inputs;
  std::vector<TensorIndex> Outputs;
  /// Another order of the arguments: their positions in Inputs, with Outputs
  /// counted on behind them. Empty: the one above.
  std::vector<uint32_t> ArgumentOrder = {};
  /// The operator may write an output over an input: positions in Inputs and
  /// Outputs.
  std::vector<std::pair<uint32_t, uint32_t>> InPlace = {};
  /// The kind of device that the operator runs on, "ethos-u" for example. The
  /// operator gets the device's context, which TVMDevice<Kind>Open has opened.
  /// Empty: it gets no context.
  std::string Device = {};
  /// Bytes that the operator takes by TVMBackendAllocWorkspace at a time, if
  /// its object or the user tells it. With CallingConvention::Ffi they are
  /// planned with the tensors.
  std::optional<uint64_t> Workspace = std::nullopt;

  bool isView() const { return Function.empty(); }

  /// Inputs and outputs as the function takes them.
  std::vector<TensorIndex> arguments() const;
};

/// Operators in call order, and the tensors between them.
struct Graph {
  /// A tensor that the program sets, or a parameter.
  struct Input {
    std::string Name;
    TensorIndex Tensor;
    /// It must have a parameter. The executor takes the parameter of its name
    /// with or without this. readModel and GraphBuilder::param set it.
    bool IsParam = false;
    /// Where it lies in a larger parameter; nullopt: it is one of its own.
    struct Part {
      std::string Param;
      uint64_t Offset; ///< In bytes.
    };
    std::optional<Part> In = std::nullopt;
  };

  std::vector<GraphTensor> Tensors;
  std::vector<GraphNode> Nodes;
  std::vector<Input> Inputs;
  /// The program reads these when all nodes have run. One tensor may be several
  /// outputs.
  std::vector<TensorIndex> Outputs;
  /// One for each of Outputs. Empty: they are called "output", or "output0" and
  /// so on.
  std::vector<std::string> OutputNames = {};

  const GraphTensor &tensorOf(const Input &TheInput) const {
    return Tensors[TheInput.Tensor];
  }

  /// The functions in order of first use, each once.
  std::vector<std::string> functionNames() const;
};

/// Is any operator called as tvm-ffi does?
bool callsFfi(const Graph &TheGraph);

/// "'conv' (node 3)", or "node 3" without a name, for messages.
std::string nodeName(const Graph &TheGraph, size_t Node);

/// Refuses a graph that cannot run:
/// - a tensor that is out of range, that nothing makes, that is made twice, or
///   that is read before it is made (so every cycle);
/// - a view with more or less than one input and one output, or of other sizes;
/// - positions of InPlace that are out of range;
/// - an order of arguments that has one of them twice or not at all;
/// - an input without a name, or with the name of another one; names of some
///   outputs only;
/// - sizes that are negative or exceed 64 bits.
///
/// The error joins all faults; of more than twenty it counts the others.
///
/// \p Name is for messages.
llvm::Error checkGraph(const Graph &TheGraph, llvm::StringRef Name);

//===----------------------------------------------------------------------===//
// Memory of a graph
//===----------------------------------------------------------------------===//

/// The planner itself has no settings.
namespace setting {
inline constexpr Setting PlanPools("PlanProblem::Pools");
inline constexpr Setting PlanEffort("PlanEffort::Level");
} // namespace setting

/// Which tensors of a graph are planned, and how.
struct GraphPlanConfig {
  /// Of each buffer in bytes, a power of two. nullopt: a list of buffers says
  /// it; for a graph it is GraphAlignment, or FfiTensorAlignment.
  std::optional<uint64_t> Alignment = std::nullopt;
  static constexpr uint64_t GraphAlignment = 16;
  /// The pools also hold the outputs, and the inputs without a parameter.
  /// Otherwise the caller of the model has these.
  bool WorkspaceIo = false;
  DiagnosticConsumer Diagnostics;
};

namespace setting {
inline constexpr Setting PlanAlignment("GraphPlanConfig::Alignment");
inline constexpr Setting PlanWorkspaceIo("GraphPlanConfig::WorkspaceIo");
} // namespace setting

/// Buffers of a graph's tensors. Time is the position of a node: a tensor that
/// node 3 writes and node 5 reads last lives in [3, 6).
struct GraphBuffers {
  /// Known is the graph's own plan by storage ids, if it has one.
  PlanProblem Problem;
  /// For each tensor the position of its buffer in Problem.Buffers; nullopt for
  /// parameters and for tensors of the caller. A view, or an output in place,
  /// has the buffer of its input.
  std::vector<std::optional<uint32_t>> BufferOf;
  /// By node: the buffer of its workspace, which lives for one call.
  std::vector<std::optional<uint32_t>> WorkspaceOf;
  /// Bytes of the graph's own plan; nullopt: it has none.
  std::optional<uint64_t> StorageIdSize;
};

/// Buffers of \p TheGraph in one pool. checkGraph() must accept the graph.
/// Errors: a graph without outputs, a tensor without type or shape. Warns if
/// tensors that live at the same time overlap in the graph's own plan. \p Name
/// is for messages.
llvm::Expected<GraphBuffers> graphBuffers(const Graph &TheGraph,
                                          llvm::StringRef Name,
                                          const GraphPlanConfig &Config = {});

/// planMemory() with errors instead of faults. \p Name is for messages, and
/// \p Limits for the hint of those about limits: where these come from. Empty:
/// from settings.
llvm::Expected<MemoryPlan> planBuffers(const PlanProblem &Problem,
                                       llvm::StringRef Name,
                                       PlanEffort Effort = {},
                                       const Message &Limits = {});

} // namespace metaobj

#endif // METAOBJ_GRAPH_H

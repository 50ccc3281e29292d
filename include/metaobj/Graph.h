//===- metaobj/Graph.h - What a model calls, and in which order -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model's graph as plain data: operators in call order and the tensors that
/// they read and write. Readers of files fill it (metaobj/Input.h), or a
/// compiler does and calls checkGraph().
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_GRAPH_H
#define METAOBJ_GRAPH_H

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
  /// The tvm-ffi safe call.
  Ffi,
};

/// A position in Graph::Tensors.
using TensorIndex = uint32_t;

/// What the graph knows of a tensor.
struct GraphTensor {
  /// nullopt where the graph does not tell; then it cannot be planned.
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
  /// The operator that is called, by the name that Model::Functions has for
  /// it. Empty for a view: nothing is called, and the one output is the one
  /// input under another shape.
  std::string Function;
  CallingConvention Convention = CallingConvention::Packed;
  /// In the order of the function's arguments: inputs, then outputs.
  std::vector<TensorIndex> Inputs;
  std::vector<TensorIndex> Outputs;
  /// Outputs that may be written over an input, as positions in Inputs and
  /// Outputs.
  std::vector<std::pair<uint32_t, uint32_t>> InPlace = {};
  /// The kind of device that the operator runs on, "ethos-u": it gets a context
  /// for it, after calls of TVMDevice<Kind>Open. Empty: it gets none.
  std::string Device = {};

  bool isView() const { return Function.empty(); }
};

/// Operators in call order, and the tensors between them.
struct Graph {
  /// What comes from outside: set by the program, or a parameter.
  struct Input {
    std::string Name;
    TensorIndex Tensor;
    /// A parameter of the model is for it. readModel sets it.
    bool IsParam = false;
  };

  std::vector<GraphTensor> Tensors;
  std::vector<GraphNode> Nodes;
  std::vector<Input> Inputs;
  /// What the program reads when all nodes have run. One tensor may be several
  /// outputs.
  std::vector<TensorIndex> Outputs;

  const GraphTensor &tensorOf(const Input &Each) const {
    return Tensors[Each.Tensor];
  }

  /// The functions in order of first use, each once.
  std::vector<std::string> functionNames() const;
};

/// "'conv' (node 3)", or "node 3" without a name, for messages.
std::string nodeName(const Graph &TheGraph, size_t Node);

/// Refuses what no run of \p TheGraph could mean: a tensor that is out of
/// range, that nothing or more than one thing makes, or that is read before it
/// is made (so each cycle); a view with other than one input and one output, or
/// other sizes; in-place positions that are out of range; an input without a
/// name or with that of another; sizes that are negative or pass 64 bits.
/// \p Name is for messages.
llvm::Error checkGraph(const Graph &TheGraph, llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_GRAPH_H

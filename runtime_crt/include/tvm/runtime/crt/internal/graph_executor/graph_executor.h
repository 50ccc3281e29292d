/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file graph_executor.h
 * The inside of a graph executor, for programs that read members of TVM's
 * structure:
 *
 *     char *name = executor->nodes[executor->input_nodes[0]].name;
 *     uint32_t entry = TVMGraphExecutor_GetEntryId(
 *         executor, executor->outputs[0].node_id, executor->outputs[0].index);
 *     DLTensor *output = &executor->data_entry[entry].dl_tensor;
 *
 * New programs need none of this: TVMGraphExecutor_GetInputName tells names,
 * TVMGraphExecutor_InputTensor and _OutputTensor tell tensors.
 *
 * A program that includes this header in any of its files links more, and each
 * of its executors takes more memory: the names of all nodes, and a few bytes
 * for each node, input and output. In a program that does not, neither. With
 * the runtime as a single source, or with a compiler without weak functions,
 * TVM_CRT_ENABLE_GRAPH_INTERNALS=1 (crt_config.h) says so when the runtime is
 * compiled; otherwise the program does not link (tvm_crt_graph_internals).
 *
 * The members are only read. Elements at data_entry[i].dl_tensor.data may be
 * written, and the pointer set, before a run: so in such a program all inputs
 * count as set, and a forgotten one is not found. Members of TVM's structure
 * that are missing here do not compile.
 */

#ifndef TVM_RUNTIME_CRT_INTERNAL_GRAPH_EXECUTOR_GRAPH_EXECUTOR_H_
#define TVM_RUNTIME_CRT_INTERNAL_GRAPH_EXECUTOR_GRAPH_EXECUTOR_H_

#include <stdbool.h>

#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/packed_func.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A node of the graph. */
typedef struct TVMGraphExecutorNode {
  /** "null" for an input, "tvm_op" for an operator. */
  char *op_type;
  /** As in the graph: of an operator not that of its function. */
  char *name;
} TVMGraphExecutorNode;

/** An output of a node. */
typedef struct TVMGraphExecutorNodeEntry {
  uint32_t node_id;
  uint32_t index;
  uint32_t version;
} TVMGraphExecutorNodeEntry;

/** A tensor: what a TVMNDArray begins with. */
typedef struct TVMGraphExecutorDataEntry {
  DLTensor dl_tensor;
} TVMGraphExecutorDataEntry;

/** An executor. What is called reserved belongs to the runtime. */
struct TVMGraphExecutor {
  TVMModuleHandle module_handle;
  DLDevice devices[1];
  uint32_t reserved_count;
  uint32_t node_row_ptr_count;
  uint32_t reserved_arguments;
  uint32_t input_nodes_count;
  uint32_t outputs_count;
  uint32_t reserved_sizes[2];
  uint32_t data_entry_count;
  uint32_t reserved_counts[3];
  const uint16_t *reserved_ids;
  /** First entry of each node, and the number of entries. TVM's numbers have 32
   * bits. */
  const uint16_t *node_row_ptr;
  const uint16_t *reserved_lists[6];
  void *reserved_pool;
  TVMGraphExecutorDataEntry *data_entry;
  void *reserved_tables[6];
  bool reserved_states[3];
  /* From here on only for programs with this header. */
  TVMGraphExecutorNode *nodes;
  uint32_t *input_nodes;
  TVMGraphExecutorNodeEntry *outputs;
  uint32_t nodes_count;
};

/** The number of a tensor in data_entry: output \p index of node \p nid. */
static inline uint32_t
TVMGraphExecutor_GetEntryId(const TVMGraphExecutor *executor, uint32_t nid,
                            uint32_t index) {
  return (uint32_t)executor->node_row_ptr[nid] + index;
}

/* A reference to it links what fills the members. */
extern const uint8_t tvm_crt_graph_internals;
#if defined(__GNUC__)
__attribute__((__used__))
#endif
static const uint8_t *const tvm_crt_uses_graph_internals =
    &tvm_crt_graph_internals;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_INTERNAL_GRAPH_EXECUTOR_GRAPH_EXECUTOR_H_ */

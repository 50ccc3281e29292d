/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The tables of a graph executor. */

#ifndef RUNTIME_CRT_SRC_GRAPH_GRAPH_H_
#define RUNTIME_CRT_SRC_GRAPH_GRAPH_H_

#include <stdbool.h>

#include <tvm_crt/graph_executor.h>

/* Most nodes, tensors, storages, operator arguments, and so on: numbers of 16
 * bits, one of which is left over. */
#define GRAPH_COUNT_MAX 65534U

/* Memory that tensors share. */
typedef struct {
  uint8_t *data;
  /* Its size; once there is memory, where it begins in it. */
  size_t nbytes;
  /* A linked parameter: never written. */
  bool is_linked;
} storage_t;

typedef struct {
  TVMFunctionHandle function;
  /* Its arguments are the next so many of the list of all. */
  uint16_t num_args;
} operator_t;

/* How much there is of everything. */
typedef struct {
  uint32_t nodes;
  uint32_t entries;
  uint32_t extents;
  uint32_t operators;
  uint32_t args;
  /* Arguments of the operator that has most. */
  uint32_t most_args;
  uint32_t inputs;
  uint32_t outputs;
  uint32_t name_bytes;
} graph_counts_t;

/* An entry is a tensor: an input, or what an operator writes. Where the tables
 * are NULL, they are still to be allocated. */
struct TVMGraphExecutor {
  TVMModuleHandle module;
  DLDevice device;
  graph_counts_t counts;
  /* The memory of the tensors; NULL when they need none. */
  void *pool;
  DLTensor *entries;
  int64_t *extents;
  /* Arguments of the operator that runs. */
  TVMValue *values;
  int *type_codes;
  storage_t *storages;
  operator_t *operators;
  /* Storage of each entry. */
  uint16_t *storage_of;
  /* First entry of each node, and behind them the number of entries. */
  uint16_t *first_entry;
  /* Entries that the operators take, operator by operator. */
  uint16_t *args;
  uint16_t *inputs;
  uint16_t *outputs;
  /* Names of the inputs, each with its NUL. */
  char *names;
};

/* Reads the JSON; of the entries only shape and type. Without tables it counts,
 * with tables for what was counted it fills them and binds the operators. 0 or
 * an error code, with the last error set. */
int graph_read(TVMGraphExecutor *executor, const char *json) TVM_CRT_MUST_CHECK;

/* Index of the input of this name; -1, with the last error set, when there is
 * none. */
int graph_find_input(const TVMGraphExecutor *executor, const char *name,
                     size_t length);

/* Whether tensors have the same element type and as many bytes; the first must
 * lie in CPU memory without gaps. */
bool graph_is_like(const DLTensor *tensor, const DLTensor *wanted);

/* An entry of a list of so many; NULL, with the last error set, for any other
 * index. */
DLTensor *graph_entry_at(const TVMGraphExecutor *executor, const uint16_t *list,
                         uint32_t count, int32_t index);

/* Finds the tensor of an input by its name. */
int graph_find_tensor(TVMGraphExecutor *executor, const char *name,
                      DLTensor **input) TVM_CRT_MUST_CHECK;

/* Checks that a tensor may be set as input. */
int graph_check_fit(const DLTensor *input,
                    const DLTensor *tensor) TVM_CRT_MUST_CHECK;

/* Copies into the tensor of an input; see TVMGraphExecutor_CopyInput. */
int graph_copy_input(TVMGraphExecutor *executor, DLTensor *input,
                     DLTensor *data_in) TVM_CRT_MUST_CHECK;

/* Lets each entry have its storage's data. */
void graph_set_data(TVMGraphExecutor *executor);

/* The storage of an entry. */
static inline storage_t *graph_storage(const TVMGraphExecutor *executor,
                                       const DLTensor *entry) {
  return &executor->storages[executor->storage_of[entry - executor->entries]];
}

/* What the texts of errors begin with. */
extern const char graph_title[];

/* Stores such a text and returns the error. */
int graph_fail(tvm_crt_error_t error, const char *reason);

#endif /* RUNTIME_CRT_SRC_GRAPH_GRAPH_H_ */

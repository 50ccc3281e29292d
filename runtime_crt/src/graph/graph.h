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
  size_t nbytes;
  /* A linked parameter: never written. */
  bool is_linked;
  /* An operator has an output here. */
  bool is_written;
  /* An operator has an input here, or the graph an output. */
  bool is_read;
  /* Of an input: it has elements, or the program has its tensor. A call that
   * should have set it and was refused takes that back. */
  bool is_set;
} storage_t;

typedef struct {
  TVMFunctionHandle function;
  /* Its arguments are the next so many of the list of all. */
  uint16_t num_args;
} operator_t;

/* What there is some of. Of the first, each is a number that is kept in a list;
 * the others are only counted. */
enum {
  /* Storage of each entry. */
  graph_storages,
  /* First entry of each node, and behind them the number of entries. */
  graph_first_entries,
  /* Entries that the operators take, operator by operator. */
  graph_args,
  /* Entries that are inputs, and outputs. */
  graph_inputs,
  graph_outputs,
  /* Element types of entries. */
  graph_types,
  graph_extents,
  graph_entries,
  graph_operators,
  /* Arguments of the operator that has most. */
  graph_most_args,
  graph_name_bytes,
  graph_num_counts
};

/* Kinds with a list, and kinds that are counted like them. */
#define GRAPH_NUM_LISTS ((size_t)graph_types)
#define GRAPH_NUM_APPENDED ((size_t)graph_operators)

/* An entry is a tensor: an input, or what an operator writes. Where the tables
 * are NULL, they are still to be allocated. */
struct TVMGraphExecutor {
  TVMModuleHandle module;
  DLDevice device;
  uint32_t counts[graph_num_counts];
  /* NULL for what is only counted. */
  uint16_t *lists[GRAPH_NUM_APPENDED];
  /* The memory of the tensors; NULL when they need none. */
  void *pool;
  DLTensor *entries;
  int64_t *extents;
  /* Arguments of the operator that runs. */
  TVMValue *values;
  int *type_codes;
  storage_t *storages;
  operator_t *operators;
  /* Names of the inputs, each with its NUL. */
  char *names;
  /* What keeps the executor from running: a call was refused since the last
   * run, and no input of this executor tells so; parameters were refused, and
   * no others were loaded since. */
  bool is_call_refused;
  bool are_params_refused;
  /* The outputs are those of a run that went to its end. */
  bool has_run;
};

/* Reads the JSON; of the entries only shape and type. Without tables it counts,
 * with tables for what was counted it fills them and binds the operators. 0 or
 * an error code, with the last error set. */
int tvm_crt_graph_read(TVMGraphExecutor *executor,
                       const char *text) TVM_CRT_MUST_CHECK;

/* Index of the input of this name, which has length bytes and needs no NUL; -1,
 * with the last error set, when there is none. */
int tvm_crt_graph_find_input(const TVMGraphExecutor *executor, const char *name,
                             size_t length);

/* The name of an input. */
const char *tvm_crt_graph_input_name(const TVMGraphExecutor *executor,
                                     uint32_t index);

/* Finds an input by its name for a call that is to set it. When there is none,
 * the next run fails. */
int tvm_crt_graph_input_to_set(TVMGraphExecutor *executor, const char *name,
                               uint32_t *index) TVM_CRT_MUST_CHECK;

/* Copies into the tensor of an input; see TVMGraphExecutor_CopyInput. */
int tvm_crt_graph_copy_input(TVMGraphExecutor *executor, uint32_t index,
                             const DLTensor *data_in) TVM_CRT_MUST_CHECK;

/* Lets each entry have its storage's data. */
void tvm_crt_graph_set_data(TVMGraphExecutor *executor);

/* The entry of an input, whose index is below the number of inputs. */
static inline uint32_t graph_input_entry(const TVMGraphExecutor *executor,
                                         uint32_t index) {
  return executor->lists[graph_inputs][index];
}

/* The storage of an entry. */
static inline storage_t *graph_storage(const TVMGraphExecutor *executor,
                                       uint32_t entry) {
  return &executor->storages[executor->lists[graph_storages][entry]];
}

/* Whether an index is one of a list. */
bool tvm_crt_graph_has(const TVMGraphExecutor *executor, size_t list,
                       int32_t index);

/* What the texts of errors begin with. */
extern const char tvm_crt_graph_title[];

/* Stores such a text and returns the error. */
int tvm_crt_graph_fail(tvm_crt_error_t error, const char *reason);

/* The same with a name behind the reason. */
int tvm_crt_graph_fail_named(tvm_crt_error_t error, const char *reason,
                             const char *name);

/* The same with bytes that need no NUL; of many bytes the first. */
int tvm_crt_graph_fail_bytes(tvm_crt_error_t error, const char *reason,
                             const char *bytes, size_t length);

/* The same for an argument that is NULL or out of range. */
int tvm_crt_graph_refuse(void);

/* The same for a tensor that is not like that of this name. */
int tvm_crt_graph_refuse_tensor(const char *name);

/* The end of a public function that programs call without a look at its result:
 * tells the platform's log of an error, and returns it. */
int tvm_crt_graph_end(int error);

#endif /* RUNTIME_CRT_SRC_GRAPH_GRAPH_H_ */

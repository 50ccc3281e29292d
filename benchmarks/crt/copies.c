// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nanoseconds of TVMGraphExecutor_GetOutput and _LoadParams, of a copy behind
// the look that TVM's take at their arguments, and of memcpy of the same bytes,
// for copies.py: a line of `what bytes runtime form memcpy` for each. They run
// in turn; each figure is the median of its rounds.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/graph_executor.h>

#define ROUNDS 31
// Bytes that a round copies, about.
#define ROUND_BYTES 20000000

const TVMModule *TVMSystemLibEntryPoint(void) { return NULL; }

static int operation(TVMValue *args, int *codes, int num_args, TVMValue *ret,
                     int *ret_code, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)ret_code;
  (void)resource;
  return 0;
}

static const TVMBackendPackedCFunc functions[] = {operation};
static const TVMFuncRegistry registry = {"\1\0op\0", functions};
static const TVMModule module = {&registry};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void check(int error) {
  if (error != 0) {
    fprintf(stderr, "%s\n", TVMGetLastError());
    exit(1);
  }
}

// One parameter and one output of so many bytes.
static TVMGraphExecutor *make_executor(TVMModuleHandle handle, size_t nbytes) {
  static const char form[] =
      "{\"nodes\":[{\"op\":\"null\",\"name\":\"p\",\"inputs\":[]},"
      "{\"op\":\"tvm_op\",\"name\":\"op\",\"attrs\":{\"num_outputs\":\"1\","
      "\"num_inputs\":\"1\",\"flatten_data\":\"0\",\"func_name\":\"op\"},"
      "\"inputs\":[[0,0,0]]}],\"arg_nodes\":[0],\"heads\":[[1,0,0]],\"attrs\":{"
      "\"dltype\":[\"list_str\",[\"uint8\",\"uint8\"]],"
      "\"storage_id\":[\"list_int\",[0,1]],"
      "\"shape\":[\"list_shape\",[[%zu],[%zu]]]},\"node_row_ptr\":[0,1,2]}";
  static char json[1000];
  DLDevice cpu = {kDLCPU, 0};
  TVMGraphExecutor *executor = NULL;
  snprintf(json, sizeof(json), form, nbytes, nbytes);
  check(TVMGraphExecutor_Create(json, handle, &cpu, &executor));
  return executor;
}

static void put(unsigned char **out, uint64_t number, size_t nbytes) {
  memcpy(*out, &number, nbytes);
  *out += nbytes;
}

// A params file of one array of bytes, named p.
static size_t make_params(unsigned char *out, size_t nbytes) {
  unsigned char *at = out;
  put(&at, kTVMNDArrayListMagic, 8);
  put(&at, 0, 8);
  put(&at, 1, 8);
  put(&at, 1, 8);
  put(&at, 'p', 1);
  put(&at, 1, 8);
  put(&at, kTVMNDArrayMagic, 8);
  put(&at, 0, 8);
  put(&at, kDLCPU, 8);
  put(&at, 1, 4);
  put(&at, 1 | 8 << 8 | 1 << 16, 4);
  put(&at, nbytes, 8);
  put(&at, nbytes, 8);
  memset(at, 7, nbytes);
  return (size_t)(at - out) + nbytes;
}

// What TVM's GetOutput looks at: which entry, then dimensions, bits and number
// of elements. Its LoadParams reads the header of each array as well.
static int64_t count(const DLTensor *tensor) {
  int64_t elements = 1;
  for (int i = 0; i < tensor->ndim; i++)
    elements *= tensor->shape[i];
  return elements;
}

static const uint32_t rows[] = {0, 1};

static __attribute__((noinline)) int
copy_as_tvm(const DLTensor *entries, const uint32_t node, DLTensor *out) {
  const DLTensor *from = &entries[rows[node]];
  const size_t nbytes = (size_t)count(out) * (out->dtype.bits / 8U);
  if (out->ndim != from->ndim || out->dtype.bits != from->dtype.bits ||
      count(out) != count(from))
    return -1;
  memcpy(out->data, from->data, nbytes);
  return 0;
}

static void measure(TVMModuleHandle handle, const char *what, size_t nbytes) {
  static unsigned char *out, *from;
  void *(*volatile plain)(void *, const void *, size_t) = memcpy;
  TVMGraphExecutor *executor = make_executor(handle, nbytes);
  double times[3][ROUNDS];
  const int turns = (int)(ROUND_BYTES / nbytes) + 1;
  const int is_load = strcmp(what, "LoadParams") == 0;
  int64_t shape[1] = {(int64_t)nbytes};
  DLTensor tensor = {NULL, {kDLCPU, 0}, 1, {kDLUInt, 8, 1}, shape, NULL, 0};
  DLTensor entries[2] = {tensor, tensor};
  size_t size;
  out = malloc(nbytes);
  from = malloc(nbytes + 1000);
  tensor.data = out;
  size = make_params(from, nbytes);
  // There is no output before a run, and no run without its input.
  check(TVMGraphExecutor_LoadParams(executor, (const char *)from,
                                    (uint32_t)size));
  check(TVMGraphExecutor_Run(executor));
  // All copy between the same places: how these lie to one another counts.
  entries[1].data = is_load ? &from[size - nbytes]
                            : TVMGraphExecutor_OutputTensor(executor, 0)->data;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (int turn = 0; turn < turns; turn++)
      check(is_load ? TVMGraphExecutor_LoadParams(executor, (const char *)from,
                                                  (uint32_t)size)
                    : TVMGraphExecutor_GetOutput(executor, 0, &tensor));
    times[0][round] = (now() - start) / turns;
    start = now();
    for (int turn = 0; turn < turns; turn++)
      check(copy_as_tvm(entries, 1, &tensor));
    times[1][round] = (now() - start) / turns;
    start = now();
    for (int turn = 0; turn < turns; turn++)
      plain(out, entries[1].data, nbytes);
    times[2][round] = (now() - start) / turns;
  }
  for (int i = 0; i < 3; i++)
    qsort(times[i], ROUNDS, sizeof(double), compare);
  printf("%s %zu %.1f %.1f %.1f\n", what, nbytes, times[0][ROUNDS / 2],
         times[1][ROUNDS / 2], times[2][ROUNDS / 2]);
  check(TVMGraphExecutor_Release(&executor));
  free(out);
  free(from);
}

int main(void) {
  TVMModuleHandle handle = NULL;
  check((int)TVMInitializeRuntime());
  check(TVMModCreateFromCModule(&module, &handle));
  measure(handle, "LoadParams", 1000000);
  measure(handle, "GetOutput", 4000);
  measure(handle, "GetOutput", 16000);
  measure(handle, "GetOutput", 99000);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Params files: for a graph with two parameters, and as a single array.
 *
 * Tries to break (SECURITY.md): runtime_crt 1, 9. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/graph_executor.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char graph[] =
    "{\"nodes\": [{\"op\": \"null\", \"name\": \"w\", \"inputs\": []},"
    " {\"op\": \"null\", \"name\": \"b\", \"inputs\": []}], \"arg_nodes\": [0, "
    "1],"
    " \"heads\": [[0, 0, 0]], \"node_row_ptr\": [0, 1, 2], \"attrs\": {"
    " \"dltype\": [\"list_str\", [\"int16\", \"float32\"]],"
    " \"storage_id\": [\"list_int\", [0, 1]],"
    " \"shape\": [\"list_shape\", [[2, 1], []]]}}";

static const struct {
  uint16_t count;
  char names[1];
} names = {0, ""};
static const TVMFuncRegistry registry = {(const char *)&names, NULL};
static const TVMModule module = {&registry};

const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }

static void check(int holds) {
  if (!holds)
    abort();
}

static void load_params(const char *bytes, size_t size) {
  const DLDevice cpu = {kDLCPU, 0};
  TVMModuleHandle handle;
  TVMGraphExecutor *executor = NULL;
  int error;
  check(TVMInitializeRuntime() == kTvmErrorNoError);
  check(TVMModCreateFromCModule(&module, &handle) == 0);
  check(TVMGraphExecutor_Create(graph, handle, &cpu, &executor) == 0);
  error = TVMGraphExecutor_LoadParams(executor, bytes, (uint32_t)size);
  check(error == 0 || error == kTvmErrorParamCorrupt ||
        error == kTvmErrorExecutorModuleNoSuchInput ||
        error == kTvmErrorFunctionCallInvalidArg);
  check(TVMGraphExecutor_Release(&executor) == 0);
}

static void load_array(const char *bytes, size_t size) {
  const char *at = bytes;
  TVMNDArray array;
  const int error = TVMNDArray_LoadBounded(&array, &at, size);
  if (error != 0) {
    check(error == kTvmErrorParamCorrupt && at == bytes);
    return;
  }
  check(at > bytes && (size_t)(at - bytes) <= size);
  check(TVMNDArray_DataSizeBytes(&array) <= (int64_t)size);
  check(TVMNDArray_Release(&array) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  /* Where the names and their count end in a sound file. */
  const size_t first_array = 8 + 8 + 8 + 2 * (8 + 1) + 8;
  char *exact = malloc(size > 0 ? size : 1);
  check(exact != NULL);
  memcpy(exact, data, size);
  load_params(exact, size);
  load_array(exact, size);
  if (size > first_array)
    load_array(exact + first_array, size - first_array);
  free(exact);
  return 0;
}

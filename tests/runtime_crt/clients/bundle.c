/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A program in the form of TVM's bundle_deploy, which applications and
 * generators of wrappers copied: memory from the page allocator, the module
 * from runtime.SystemLib through TVMPackedFunc, the platform functions in the
 * program itself. C and C++; what it takes from the C library comes with
 * packed_func.h: exit, printf, PRId32. */

#include "tvm/runtime/c_runtime_api.h"

#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/packed_func.h>
#include <tvm/runtime/crt/page_allocator.h>
#ifdef INTERNALS
#include <tvm/runtime/crt/internal/graph_executor/graph_executor.h>
#endif

/* Generated wrappers have this line, behind the header. */
TVMModuleHandle TVMArgs_AsModuleHandle(const TVMArgs *args, size_t index);

#define CRT_MEMORY_SIZE (64 * 1024)
#define PAGE_SIZE_LOG2 10

static uint8_t g_crt_memory[CRT_MEMORY_SIZE];
static MemoryManagerInterface *g_memory_manager;
static size_t first_bytes;

#define TVM_CCALL(func)                                                        \
  do {                                                                         \
    tvm_crt_error_t ret = (tvm_crt_error_t)(func);                             \
    if (ret != kTvmErrorNoError) {                                             \
      fprintf(stderr, "%s: %d: error: %s\n", __FILE__, __LINE__,               \
              TVMGetLastError());                                              \
      exit(ret);                                                               \
    }                                                                          \
  } while (0)

#ifdef __cplusplus
extern "C" {
#endif

/* Without the attribute: the declaration has it. */
void TVMPlatformAbort(tvm_crt_error_t code) {
  printf("abort 0x%x\n", (unsigned)code);
  exit(3);
}

void TVMLogf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vfprintf(stderr, fmt, args);
  va_end(args);
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  if (first_bytes == 0)
    first_bytes = num_bytes;
  return g_memory_manager->Allocate(g_memory_manager, num_bytes, dev, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  return g_memory_manager->Free(g_memory_manager, ptr, dev);
}

#ifndef WITHOUT_CLOCK
tvm_crt_error_t TVMPlatformTimerStart(void) {
  return kTvmErrorFunctionCallNotImplemented;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  (void)elapsed_time_seconds;
  return kTvmErrorFunctionCallNotImplemented;
}
#endif

TVM_DLL void *tvm_runtime_create(const char *json) {
  DLDevice dev;
  dev.device_type = (DLDeviceType)kDLCPU;
  dev.device_id = 0;
  TVM_CCALL(PageMemoryManagerCreate(&g_memory_manager, g_crt_memory,
                                    sizeof(g_crt_memory), PAGE_SIZE_LOG2));
  TVM_CCALL(TVMInitializeRuntime());
  TVMPackedFunc pf;
  TVMArgs args = TVMArgs_Create(NULL, NULL, 0);
  TVM_CCALL(TVMPackedFunc_InitGlobalFunc(&pf, "runtime.SystemLib", &args));
  TVM_CCALL(TVMPackedFunc_Call(&pf));

  TVMModuleHandle mod_syslib = TVMArgs_AsModuleHandle(&pf.ret_value, 0);

  TVMGraphExecutor *executor = NULL;
  TVM_CCALL(TVMGraphExecutor_Create(json, mod_syslib, &dev, &executor));
  return executor;
}

#ifdef __cplusplus
}
#endif

static const char graph[] =
    "{\"nodes\": ["
    "{\"op\": \"null\", \"name\": \"x\", \"inputs\": []}, "
    "{\"op\": \"null\", \"name\": \"p0\", \"inputs\": []}, "
    "{\"op\": \"tvm_op\", \"name\": \"sum\", \"attrs\": {\"num_outputs\": "
    "\"1\", \"num_inputs\": \"2\", \"flatten_data\": \"0\", \"func_name\": "
    "\"tvmgen_default_fused_add\"}, \"inputs\": [[0, 0, 0], [1, 0, 0]]}], "
    "\"arg_nodes\": [0, 1], \"heads\": [[2, 0, 0]], "
    "\"attrs\": {\"dltype\": [\"list_str\", [\"int32\", \"int32\", "
    "\"int32\"]], \"storage_id\": [\"list_int\", [0, 1, 2]], "
    "\"shape\": [\"list_shape\", [[3], [3], [3]]]}, "
    "\"node_row_ptr\": [0, 1, 2, 3]}";

static DLTensor tensor_of(int32_t *data, int64_t *shape) {
  DLTensor tensor;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.ndim = 1;
  tensor.dtype = String2DLDataType("int32");
  tensor.shape = shape;
  return tensor;
}

#ifdef INTERNALS
/* What applications read of TVM's structure, as they write it. The input is set
 * by its name there, and its memory by the entry. */
static void use_internals(TVMGraphExecutor *executor) {
  uint32_t input_node_id = executor->input_nodes[1];
  char *input_name = executor->nodes[input_node_id].name;
  uint32_t output_eid = TVMGraphExecutor_GetEntryId(
      executor, executor->outputs[0].node_id, executor->outputs[0].index);
  DLTensor *output = &(executor->data_entry[output_eid].dl_tensor);
  DLTensor *input =
      &executor
           ->data_entry[TVMGraphExecutor_GetEntryId(executor, input_node_id, 0)]
           .dl_tensor;
  int32_t values[3] = {100, 200, 300};
  memcpy(input->data, values, sizeof(values));
  memcpy(executor->data_entry[executor->input_nodes[0]].dl_tensor.data, values,
         sizeof(values));
  TVM_CCALL(TVMGraphExecutor_Run(executor));
  printf("%s of %u, %s %s of %u\n", input_name,
         (unsigned)executor->input_nodes_count,
         executor->nodes[executor->outputs[0].node_id].op_type,
         executor->nodes[executor->outputs[0].node_id].name,
         (unsigned)executor->nodes_count);
  printf("%u outputs, %d dimension of %d, entry %u of %u: %" PRId32 "\n",
         (unsigned)executor->outputs_count, (int)output->ndim,
         (int)output->shape[0], (unsigned)output_eid,
         (unsigned)executor->data_entry_count, ((int32_t *)output->data)[2]);
}
#endif

int main(int argc, char **argv) {
  TVMGraphExecutor *executor = (TVMGraphExecutor *)tvm_runtime_create(graph);
  int32_t a[3] = {1, 2, 3}, b[3] = {10, 20, 30}, sum[3] = {0, 0, 0};
  int64_t shape[1] = {3};
  DLTensor x = tensor_of(a, shape), p0 = tensor_of(b, shape);
  DLTensor out = tensor_of(sum, shape);
  (void)argv;
#ifdef TELLS_MEMORY
  printf("%u\n", (unsigned)first_bytes);
  return argc - 1;
#endif
#ifdef INTERNALS
  use_internals(executor);
#endif
  TVM_CCALL(TVMGraphExecutor_SetInput(executor, "x", &x));
  TVM_CCALL(TVMGraphExecutor_SetInput(executor, "p0", &p0));
  TVM_CCALL(TVMGraphExecutor_Run(executor));
  TVM_CCALL(TVMGraphExecutor_GetOutput(executor, 0, &out));
  TVM_CCALL(TVMGraphExecutor_Release(&executor));
  printf("%" PRId32 " %" PRId32 " %" PRId32 "\n", sum[0], sum[1], sum[2]);
  if (argc > 1) {
    /* A result that is no module: the end of the program. */
    TVMArgs wrong = TVMArgs_Create(NULL, NULL, 0);
    wrong.values_count = (argc > 2) ? 0U : 1U;
    wrong.tcodes[0] = (argc > 2) ? (int)kTVMModuleHandle : (int)kTVMNullptr;
    (void)TVMArgs_AsModuleHandle(&wrong, 0);
  }
  return 0;
}

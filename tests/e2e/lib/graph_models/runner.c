/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* runner <graph.json> <params file or -> [<input> <file> <output file>]
 *
 * Runs a model by the graph executor and tells what it sees: how much memory
 * was allocated, each input with a checksum of its bytes and whether they lie
 * in that memory, and what the run returned. The input's file has its elements,
 * as this machine writes them; so has the output's. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/graph_executor.h>

static const char *blocks[8];
static size_t sizes[8];
static size_t num_blocks;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  *out_ptr = malloc(num_bytes);
  if (*out_ptr == NULL || num_blocks == sizeof(blocks) / sizeof(*blocks))
    return kTvmErrorPlatformNoMemory;
  blocks[num_blocks] = *out_ptr;
  sizes[num_blocks++] = num_bytes;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  free(ptr);
  return kTvmErrorNoError;
}

static int is_allocated(const void *data) {
  for (size_t i = 0; i != num_blocks; i++)
    if ((uintptr_t)data - (uintptr_t)blocks[i] < sizes[i])
      return 1;
  return 0;
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = malloc(1 << 24);
  if (file == NULL || bytes == NULL)
    exit(2);
  *size = fread(bytes, 1, (1 << 24) - 1, file);
  bytes[*size] = '\0';
  fclose(file);
  return bytes;
}

static size_t bytes_of(const DLTensor *tensor) {
  size_t size = tensor->dtype.bits / 8u;
  for (int i = 0; i != tensor->ndim; i++)
    size *= (size_t)tensor->shape[i];
  return size;
}

/* Bytes from low to high on every machine. */
static unsigned char byte_at(const DLTensor *tensor, size_t i) {
  const uint16_t one = 1;
  const size_t last = *(const char *)&one ? 0 : tensor->dtype.bits / 8u - 1;
  return ((const unsigned char *)tensor->data)[i ^ last];
}

static uint32_t crc32(const DLTensor *tensor) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i != bytes_of(tensor); i++) {
    crc ^= byte_at(tensor, i);
    for (int bit = 0; bit != 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

static int check(const char *what, int error) {
  if (error != 0) {
    printf("%s %d %s\n", what, error, TVMGetLastError());
    exit(0);
  }
  return error;
}

int main(int argc, char **argv) {
  const DLDevice cpu = {kDLCPU, 0};
  TVMModuleHandle module = NULL;
  TVMGraphExecutor *executor = NULL;
  size_t size;
  char *json = read_file(argv[1], &size);
  check("initialise", TVMInitializeRuntime());
  check("module", TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module));
  check("create", TVMGraphExecutor_Create(json, module, &cpu, &executor));
  free(json);
  if (strcmp(argv[2], "-") != 0) {
    char *params = read_file(argv[2], &size);
    check("params",
          TVMGraphExecutor_LoadParams(executor, params, (uint32_t)size));
    free(params);
  }
  printf("blocks %zu pool %zu outputs %d\n", num_blocks, sizes[1],
         TVMGraphExecutor_GetNumOutputs(executor));
  for (int i = 0; i != TVMGraphExecutor_GetNumInputs(executor); i++) {
    const DLTensor *input = TVMGraphExecutor_InputTensor(executor, i);
    printf("input %d %08" PRIx32 " %d.%d [", is_allocated(input->data),
           is_allocated(input->data) && argv[2][0] == '-' ? 0 : crc32(input),
           input->dtype.code, input->dtype.bits);
    for (int d = 0; d != input->ndim; d++)
      printf(" %" PRId64, input->shape[d]);
    printf(" ]\n");
  }
  if (argc == 6) {
    DLTensor input = *TVMGraphExecutor_InputTensor(
        executor, TVMGraphExecutor_GetInputIndex(executor, argv[3]));
    DLTensor output = *TVMGraphExecutor_OutputTensor(executor, 0);
    FILE *file;
    input.data = read_file(argv[4], &size);
    output.data = malloc(bytes_of(&output));
    check("input", TVMGraphExecutor_SetInput(executor, argv[3], &input));
    check("run", TVMGraphExecutor_Run(executor));
    check("output", TVMGraphExecutor_GetOutput(executor, 0, &output));
    file = fopen(argv[5], "wb");
    if (file == NULL ||
        fwrite(output.data, 1, bytes_of(&output), file) != bytes_of(&output) ||
        fclose(file) != 0)
      return 3;
    free(input.data);
    free(output.data);
  } else {
    check("run", TVMGraphExecutor_Run(executor));
  }
  check("release", TVMGraphExecutor_Release(&executor));
  printf("done\n");
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operators as TVM's code generator makes them for a library that is not a
 * system library: they check their arguments, call the runtime by weak
 * pointers, and return -1 without another word if there is no workspace. */
#include "operators.h"

#include <stddef.h>

void TVMFFIErrorSetRaisedFromCStrParts(const char *kind, const char **parts,
                                       int32_t num_parts);

__attribute__((weak)) void *__tvm_ffi__library_ctx;
__attribute__((weak)) void *(*__TVMBackendAllocWorkspace)(int, int, uint64_t,
                                                          int, int);
__attribute__((weak)) int (*__TVMBackendFreeWorkspace)(int, int, void *);
typedef struct {
  void *sync_handle;
  int32_t num_task;
} Tasks;
__attribute__((weak)) int (*__TVMBackendParallelLaunch)(int (*)(int, Tasks *,
                                                                void *),
                                                        void *, int);

/* A function with the unwind table that TVM's have: nothing to unwind. */
__asm__(".section .text.with_table, \"ax\", %progbits\n"
        ".thumb_func\n"
        "with_table:\n"
        ".fnstart\n"
        "bx lr\n"
        ".fnend\n");

static int is_square(const TVMFFIAny *args, int32_t num_args,
                     const char *name) {
  for (int32_t i = 0; i < num_args; i++) {
    const DLTensor *tensor = args[i].v_ptr;
    if (args[i].type_index != 7 || tensor->ndim != 2 ||
        tensor->shape[0] != SIZE || tensor->shape[1] != SIZE) {
      const char *parts[] = {"Mismatched ", name, NULL, " on argument #",
                             i == 0 ? "0" : "1"};
      TVMFFIErrorSetRaisedFromCStrParts("ValueError", parts, 5);
      return 0;
    }
  }
  return 1;
}

/* The mean of each element and its eight neighbours, zeros around: the padded
 * input in one workspace, sums of rows in another. */
int __tvm_ffi_blur(void *handle, const TVMFFIAny *args, int32_t num_args,
                   TVMFFIAny *result) {
  if (!is_square(args, num_args, "blur.shape"))
    return -1;
  const float *in = ((const DLTensor *)args[0].v_ptr)->data;
  float *out = ((const DLTensor *)args[1].v_ptr)->data;
  float *padded = __TVMBackendAllocWorkspace(
      1, 0, sizeof(float[SIZE + 2][SIZE + 2]), 2, 32);
  if (padded == NULL)
    return -1;
  float *sums =
      __TVMBackendAllocWorkspace(1, 0, sizeof(float[SIZE + 2][SIZE]), 2, 32);
  if (sums == NULL)
    return -1;
  for (int y = 0; y < SIZE + 2; y++)
    for (int x = 0; x < SIZE + 2; x++)
      padded[y * (SIZE + 2) + x] = y == 0 || x == 0 || y > SIZE || x > SIZE
                                       ? 0
                                       : in[(y - 1) * SIZE + x - 1];
  for (int y = 0; y < SIZE + 2; y++)
    for (int x = 0; x < SIZE; x++)
      sums[y * SIZE + x] = padded[y * (SIZE + 2) + x] +
                           padded[y * (SIZE + 2) + x + 1] +
                           padded[y * (SIZE + 2) + x + 2];
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++)
      out[y * SIZE + x] = (sums[y * SIZE + x] + sums[(y + 1) * SIZE + x] +
                           sums[(y + 2) * SIZE + x]) /
                          9;
  if (__TVMBackendFreeWorkspace(1, 0, sums) != 0)
    return -1;
  return __TVMBackendFreeWorkspace(1, 0, padded) != 0 ? -1 : 0;
}

static int halve_some(int task, Tasks *tasks, void *data) {
  float *out = data;
  for (int i = task; i < SIZE * SIZE; i += tasks->num_task)
    out[i] *= 0.5f;
  return 0;
}

/* In place, by as many tasks as there are processors. */
int __tvm_ffi_halve(void *handle, const TVMFFIAny *args, int32_t num_args,
                    TVMFFIAny *result) {
  if (!is_square(args, num_args, "halve.shape"))
    return -1;
  return __TVMBackendParallelLaunch(halve_some,
                                    ((const DLTensor *)args[0].v_ptr)->data, 0);
}

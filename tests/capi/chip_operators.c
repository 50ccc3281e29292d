/*===- chip_operators.c - What chip.c calls -------------------------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <metaobj-c/metaobj_abi.h>

/** TVMValue. */
typedef union value {
  int64_t number;
  double real;
  void *handle;
} value;

int32_t tvmgen_net_add(value *args, int32_t *codes, int32_t count,
                       value *result, int32_t *code, void *resource);
int32_t tvmgen_net_echo(value *args, int32_t *codes, int32_t count,
                        value *result, int32_t *code, void *resource);
int32_t tvmgen_net_crash(value *args, int32_t *codes, int32_t count,
                         value *result, int32_t *code, void *resource);
int32_t tvmgen_net_loop(value *args, int32_t *codes, int32_t count,
                        value *result, int32_t *code, void *resource);

/** The second tensor is the first plus one. */
int32_t tvmgen_net_add(value *args, int32_t *codes, int32_t count,
                       value *result, int32_t *code, void *resource) {
  const metaobj_tensor_t *x = args[0].handle, *y = args[1].handle;
  (void)result, (void)code, (void)resource;
  if (count != 2 || codes[0] != 7 || codes[1] != 7 || x->dtype.bits != 32)
    return -1;
  for (int64_t i = 0; i < (x->ndim ? x->shape[0] : 1); ++i)
    ((int32_t *)y->data)[i] = ((const int32_t *)x->data)[i] + 1;
  return 0;
}

/** Returns the first argument. */
int32_t tvmgen_net_echo(value *args, int32_t *codes, int32_t count,
                        value *result, int32_t *code, void *resource) {
  (void)resource;
  if (count < 1)
    return -1;
  *result = args[0];
  *code = codes[0];
  return 0;
}

int32_t tvmgen_net_crash(value *args, int32_t *codes, int32_t count,
                         value *result, int32_t *code, void *resource) {
  (void)args, (void)codes, (void)count, (void)result, (void)code;
  (void)resource;
  return *(volatile int32_t *)(uintptr_t)0x60000000;
}

int32_t tvmgen_net_loop(value *args, int32_t *codes, int32_t count,
                        value *result, int32_t *code, void *resource) {
  (void)args, (void)codes, (void)count, (void)result, (void)code;
  (void)resource;
  for (;;)
    __asm__ volatile("" ::: "memory");
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators and main function as TVM's ahead-of-time compiler makes them: in C
 * with UNPACKED, and otherwise with the checks of its LLVM back end, also of
 * the pool's DLTensor. The pool holds x * y. */

#include <stddef.h>
#include <stdint.h>

enum { POOL_BYTES = 48, POOL_OFFSET = 16 };

static int32_t operate(const int32_t *x, const int32_t *y, int32_t *out,
                       uint8_t *pool) {
  int32_t *product = (int32_t *)(void *)&pool[POOL_OFFSET];
  for (int i = 0; i < 4; i++)
    product[i] = x[i] * y[i];
  for (int i = 0; i < 4; i++)
    out[i] = product[i] + 1;
  return x[0] == 666 ? -1 : 0;
}

#ifdef UNPACKED

int32_t tvmgen_net___tvm_main__(int32_t *x_buffer_var, int32_t *y_buffer_var,
                                int32_t *output_buffer_var,
                                uint8_t *global_workspace_0_var);
int32_t tvmgen_net___tvm_main__(int32_t *x_buffer_var, int32_t *y_buffer_var,
                                int32_t *output_buffer_var,
                                uint8_t *global_workspace_0_var) {
  return operate(x_buffer_var, y_buffer_var, output_buffer_var,
                 global_workspace_0_var);
}

#else

#include <tvm/runtime/c_runtime_api.h>

static void *checked(TVMValue value, int32_t code, int type, int bits, int ndim,
                     int64_t first, int64_t second) {
  const DLTensor *tensor = value.v_handle;
  if (code != 7 || tensor->ndim != ndim || tensor->dtype.code != type ||
      tensor->dtype.bits != bits || tensor->dtype.lanes != 1 ||
      tensor->shape[0] != first || (ndim == 2 && tensor->shape[1] != second) ||
      tensor->strides != NULL || tensor->byte_offset != 0 ||
      tensor->device.device_type != kDLCPU || tensor->device.device_id != 0)
    return NULL;
  return tensor->data;
}

int32_t tvmgen_net___tvm_main__(void *args, int32_t *codes, int32_t num_args,
                                void *out_value, int32_t *out_code,
                                void *resource_handle);
int32_t tvmgen_net___tvm_main__(void *args, int32_t *codes, int32_t num_args,
                                void *out_value, int32_t *out_code,
                                void *resource_handle) {
  const TVMValue *values = args;
  void *x, *y, *out, *pool;
  (void)out_value, (void)out_code, (void)resource_handle;
  if (num_args != 4)
    return -1;
  x = checked(values[0], codes[0], kDLInt, 32, 1, 4, 0);
  y = checked(values[1], codes[1], kDLInt, 32, 2, 2, 2);
  out = checked(values[2], codes[2], kDLInt, 32, 1, 4, 0);
  pool = checked(values[3], codes[3], kDLUInt, 8, 1, POOL_BYTES, 0);
  if (x == NULL || y == NULL || out == NULL || pool == NULL)
    return -1;
  return operate(x, y, out, pool);
}

#endif

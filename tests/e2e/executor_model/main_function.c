/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators and main function as TVM's ahead-of-time compiler makes them: in C
 * with UNPACKED, and otherwise with the checks of its LLVM back end, also of
 * the pool's DLTensor. The pool holds x * y. With CONSTANTS the function takes
 * what it adds from a pool of constants, as from TVM v0.12 on. */

#include <stddef.h>
#include <stdint.h>

enum { POOL_BYTES = 48, POOL_OFFSET = 16 };

#ifdef CONSTANTS
enum { CONSTANT_BYTES = 32, CONSTANT_OFFSET = 16 };
#define IF_CONSTANTS(...) __VA_ARGS__
#else
#define IF_CONSTANTS(...)
#endif

static int32_t operate(const int32_t *x, const int32_t *y, int32_t *out,
                       IF_CONSTANTS(const uint8_t *constants, ) uint8_t *pool) {
  int32_t *product = (int32_t *)(void *)&pool[POOL_OFFSET];
  for (int i = 0; i < 4; i++)
    product[i] = x[i] * y[i];
  for (int i = 0; i < 4; i++)
#ifdef CONSTANTS
    out[i] = product[i] +
             ((const int32_t *)(const void *)&constants[CONSTANT_OFFSET])[i];
#else
    out[i] = product[i] + 1;
#endif
  return x[0] == 666 ? -1 : 0;
}

#ifdef UNPACKED

int32_t
tvmgen_net___tvm_main__(int32_t *x_buffer_var, int32_t *y_buffer_var,
                        int32_t *output_buffer_var,
                        IF_CONSTANTS(uint8_t *global_const_workspace_0_var, )
                            uint8_t *global_workspace_1_var);
int32_t
tvmgen_net___tvm_main__(int32_t *x_buffer_var, int32_t *y_buffer_var,
                        int32_t *output_buffer_var,
                        IF_CONSTANTS(uint8_t *global_const_workspace_0_var, )
                            uint8_t *global_workspace_1_var) {
  return operate(x_buffer_var, y_buffer_var, output_buffer_var,
                 IF_CONSTANTS(global_const_workspace_0_var, )
                     global_workspace_1_var);
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
  void *x, *y, *out, IF_CONSTANTS(*constants, ) * pool;
  (void)out_value, (void)out_code, (void)resource_handle;
  if (num_args != IF_CONSTANTS(1 +) 4)
    return -1;
  x = checked(values[0], codes[0], kDLInt, 32, 1, 4, 0);
  y = checked(values[1], codes[1], kDLInt, 32, 2, 2, 2);
  out = checked(values[2], codes[2], kDLInt, 32, 1, 4, 0);
#ifdef CONSTANTS
  constants = checked(values[3], codes[3], kDLUInt, 8, 1, CONSTANT_BYTES, 0);
  if (constants == NULL)
    return -1;
#endif
  pool = checked(values[num_args - 1], codes[num_args - 1], kDLUInt, 8, 1,
                 POOL_BYTES, 0);
  if (x == NULL || y == NULL || out == NULL || pool == NULL)
    return -1;
  return operate(x, y, out, IF_CONSTANTS(constants, ) pool);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators of four 32-bit integers each. With UNPACKED they take plain
 * pointers, and otherwise DLTensors, which they check as strictly as TVM's
 * operators do. An element that is 666 makes mul fail. */

#include <stddef.h>
#include <stdint.h>

struct aligned {
  char first;
  int32_t number;
};

enum { ALIGNMENT = offsetof(struct aligned, number) };
enum { COUNT = 4, FAILURE = 42, WRONG_ARGUMENT = 99 };

static int32_t mul(const int32_t *a, const int32_t *b, int32_t *out) {
  for (int i = 0; i < COUNT; i++) {
    if (a[i] == 666)
      return FAILURE;
    out[i] = a[i] * b[i];
  }
  return 0;
}

static int32_t scale(const int32_t *a, const int32_t *b, int32_t *out) {
  return mul(a, b, out);
}

static int32_t add(const int32_t *a, const int32_t *b, int32_t *out) {
  for (int i = 0; i < COUNT; i++)
    out[i] = a[i] + b[i];
  return 0;
}

#ifdef UNPACKED

#define OPERATOR(NAME)                                                         \
  int32_t tvmgen_net_##NAME(int32_t *a, int32_t *b, int32_t *out);             \
  int32_t tvmgen_net_##NAME(int32_t *a, int32_t *b, int32_t *out) {            \
    return NAME(a, b, out);                                                    \
  }

#else

#include <tvm/runtime/c_runtime_api.h>

/* Types and shapes as the graph has them: four, or two by two. */
static int32_t *data_of(TVMValue value, int code) {
  const DLTensor *tensor = value.v_handle;
  int64_t count = 1;
  if (code != 7 || tensor->device.device_type != 1 ||
      tensor->device.device_id != 0 || tensor->dtype.code != 0 ||
      tensor->dtype.bits != 32 || tensor->dtype.lanes != 1 ||
      tensor->strides != NULL || tensor->byte_offset != 0 ||
      (uintptr_t)tensor->data % ALIGNMENT != 0 || tensor->ndim < 1 ||
      tensor->ndim > 2)
    return NULL;
  for (int i = 0; i < tensor->ndim; i++)
    count *= tensor->shape[i];
  return count == COUNT ? tensor->data : NULL;
}

#define OPERATOR(NAME)                                                         \
  int32_t tvmgen_net_##NAME(void *args, int32_t *codes, int32_t num_args,      \
                            void *out_value, int32_t *out_code,                \
                            void *context);                                    \
  int32_t tvmgen_net_##NAME(void *args, int32_t *codes, int32_t num_args,      \
                            void *out_value, int32_t *out_code,                \
                            void *context) {                                   \
    TVMValue *values = args;                                                   \
    int32_t *data[3];                                                          \
    if (num_args != 3 || out_value == NULL || *out_code != 4)                  \
      return WRONG_ARGUMENT;                                                   \
    for (int i = 0; i < 3; i++) {                                              \
      data[i] = data_of(values[i], codes[i]);                                  \
      if (data[i] == NULL)                                                     \
        return WRONG_ARGUMENT;                                                 \
    }                                                                          \
    (void)context;                                                             \
    return NAME(data[0], data[1], data[2]);                                    \
  }

#endif

OPERATOR(mul)
OPERATOR(add)
OPERATOR(scale)

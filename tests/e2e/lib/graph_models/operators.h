/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* How the operators of the models get at their tensors. */

#ifndef TESTS_E2E_GRAPH_MODELS_OPERATORS_H
#define TESTS_E2E_GRAPH_MODELS_OPERATORS_H

#include <tvm/runtime/c_backend_api.h>

/* An operator as TVM's generator declares it. */
#define OPERATOR(name)                                                         \
  int32_t name(void *args, int32_t *arg_type_ids, int32_t num_args,            \
               void *out_ret_value, int32_t *out_ret_tcode,                    \
               void *resource_handle);                                         \
  int32_t name(void *args, int32_t *arg_type_ids, int32_t num_args,            \
               void *out_ret_value, int32_t *out_ret_tcode,                    \
               void *resource_handle)

/* Elements of argument number i. */
#define DATA(type, i) ((type *)TENSOR(i)->data)
#define TENSOR(i) ((DLTensor *)((TVMValue *)args)[i].v_handle)

/* Each operator begins with it. */
#define EXPECT_ARGUMENTS(count)                                                \
  (void)out_ret_value;                                                         \
  (void)out_ret_tcode;                                                         \
  (void)resource_handle;                                                       \
  for (int i = 0; i != num_args; i++)                                          \
    if (arg_type_ids[i] != kTVMNDArrayHandle)                                  \
      return -2;                                                               \
  if (num_args != (count))                                                     \
  return -1

#endif

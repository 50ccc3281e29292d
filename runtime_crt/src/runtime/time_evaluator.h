/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Measures for a host how long a function takes. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_TIME_EVALUATOR_H_
#define RUNTIME_CRT_SRC_RUNTIME_TIME_EVALUATOR_H_

#include <tvm/runtime/crt/func_registry.h>

#include "config_host.h"

#if TVM_CRT_ENABLE_TIME_EVALUATOR

/* The function runtime.RPCTimeEvaluator. Only the evaluator that was made last
 * is alive: the handle of an older one is invalid. */
int tvm_crt_time_evaluator_create(TVMValue *args, int *type_codes, int num_args,
                                  TVMValue *ret_val, int *ret_type_code,
                                  void *resource_handle);

#endif

#endif /* RUNTIME_CRT_SRC_RUNTIME_TIME_EVALUATOR_H_ */

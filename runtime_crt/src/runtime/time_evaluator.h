/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Measures for a host how long a function takes. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_TIME_EVALUATOR_H_
#define RUNTIME_CRT_SRC_RUNTIME_TIME_EVALUATOR_H_

#include <tvm/runtime/crt/func_registry.h>

#include "config_checks.h"

#if TVM_CRT_ENABLE_TIME_EVALUATOR

/* Forgets the evaluator that was made last. */
void time_evaluator_reset(void);

/* The function runtime.RPCTimeEvaluator. */
int time_evaluator_create(TVMValue *args, int *type_codes, int num_args,
                          TVMValue *ret_val, int *ret_type_code,
                          void *resource_handle);

/* The function that measures, for the ordinal in an evaluator's handle. Only
 * the evaluator that was made last is alive: NULL for the handle of an older
 * one. */
TVMBackendPackedCFunc time_evaluator_function(tvm_function_index_t ordinal);

#endif

#endif /* RUNTIME_CRT_SRC_RUNTIME_TIME_EVALUATOR_H_ */

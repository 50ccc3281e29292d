/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* crt_config.h of a Zephyr program: what Kconfig decides, and the defaults of
 * config/crt_config.h for the rest. Zephyr's build includes the values of
 * Kconfig in front of every source. */

#ifndef RUNTIME_CRT_PORTS_ZEPHYR_CRT_CONFIG_H_
#define RUNTIME_CRT_PORTS_ZEPHYR_CRT_CONFIG_H_

#define TVM_CRT_FUNC_REGISTRY_COUNT_BYTES                                      \
  CONFIG_TVM_CRT_FUNC_REGISTRY_COUNT_BYTES
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES                                \
  CONFIG_TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES
#define TVM_CRT_MAX_REGISTERED_MODULES CONFIG_TVM_CRT_MAX_REGISTERED_MODULES
#define TVM_CRT_LAST_ERROR_SIZE_BYTES CONFIG_TVM_CRT_LAST_ERROR_SIZE_BYTES
#ifdef CONFIG_TVM_CRT_RECORD
#define TVM_CRT_RECORD_LEVELS CONFIG_TVM_CRT_RECORD_LEVELS
#endif

#ifdef CONFIG_TVM_CRT_BUILTIN_FUNCTIONS
#define TVM_CRT_ENABLE_BUILTIN_FUNCTIONS 1
#else
#define TVM_CRT_ENABLE_BUILTIN_FUNCTIONS 0
#endif

#ifdef CONFIG_TVM_CRT_REGISTRY_INDEX
#define TVM_CRT_ENABLE_REGISTRY_INDEX 1
#else
#define TVM_CRT_ENABLE_REGISTRY_INDEX 0
#endif

#ifdef CONFIG_TVM_CRT_TIME_EVALUATOR
#define TVM_CRT_ENABLE_TIME_EVALUATOR 1
#else
#define TVM_CRT_ENABLE_TIME_EVALUATOR 0
#endif

#include "../../../config/crt_config.h"

#endif /* RUNTIME_CRT_PORTS_ZEPHYR_CRT_CONFIG_H_ */

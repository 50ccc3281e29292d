/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The limit of the program's crt_config.h for decoding compressed parameters,
 * with its default and range. */

#ifndef RUNTIME_CRT_SRC_CONFIG_PARAMS_H_
#define RUNTIME_CRT_SRC_CONFIG_PARAMS_H_

#include "crt_config.h"

#ifndef TVM_CRT_PARAM_WINDOW_LOG
#define TVM_CRT_PARAM_WINDOW_LOG 17
#endif

#if TVM_CRT_PARAM_WINDOW_LOG < 10 || TVM_CRT_PARAM_WINDOW_LOG > 27
#error "TVM_CRT_PARAM_WINDOW_LOG must be 10 to 27"
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_PARAMS_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Values of the program's crt_config.h that decide how errors are reported,
 * with their defaults and ranges. Each source includes the config_*.h header of
 * what it uses: a program that links the backend alone needs no limits of
 * registries. */

#ifndef RUNTIME_CRT_SRC_CONFIG_ERRORS_H_
#define RUNTIME_CRT_SRC_CONFIG_ERRORS_H_

#include "crt_config.h"

#ifndef TVM_CRT_LAST_ERROR_SIZE_BYTES
#define TVM_CRT_LAST_ERROR_SIZE_BYTES 128
#endif
#ifndef TVM_CRT_ENABLE_ERROR_HOOK
#define TVM_CRT_ENABLE_ERROR_HOOK 0
#endif

#if TVM_CRT_LAST_ERROR_SIZE_BYTES < 32 || TVM_CRT_LAST_ERROR_SIZE_BYTES > 65535
#error "TVM_CRT_LAST_ERROR_SIZE_BYTES must be 32 to 65535"
#endif
#if TVM_CRT_ENABLE_ERROR_HOOK != 0 && TVM_CRT_ENABLE_ERROR_HOOK != 1
#error "TVM_CRT_ENABLE_ERROR_HOOK must be 0 or 1"
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_ERRORS_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The runtime's own global functions. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_BUILTIN_FUNCTIONS_H_
#define RUNTIME_CRT_SRC_RUNTIME_BUILTIN_FUNCTIONS_H_

#include <tvm/runtime/crt/error_codes.h>

/* Puts them into the global registry, which must be ready. */
tvm_crt_error_t tvm_crt_builtin_functions_register(void) TVM_CRT_MUST_CHECK;

#endif /* RUNTIME_CRT_SRC_RUNTIME_BUILTIN_FUNCTIONS_H_ */

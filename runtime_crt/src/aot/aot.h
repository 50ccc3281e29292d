/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the sources of the ahead-of-time executor share. */

#ifndef RUNTIME_CRT_SRC_AOT_AOT_H_
#define RUNTIME_CRT_SRC_AOT_AOT_H_

#include <tvm/runtime/crt/aot_executor.h>

/* Index of the input of this name, which has length bytes and needs no NUL; -1
 * when there is none. */
int tvm_crt_aot_find_input(const TVMAotExecutor *executor, const char *name,
                           size_t length);

/* The end of a public function that programs call without a look at its result:
 * tells the platform's log of an error, and returns it. */
int tvm_crt_aot_end(int error);

#endif /* RUNTIME_CRT_SRC_AOT_AOT_H_ */

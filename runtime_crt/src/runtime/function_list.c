/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Two variables of TVM's interface, in a source of their own: only a program
 * that names them has them. */

#include <tvm/runtime/crt/packed_func.h>

TVMPackedFunc *g_fexecs;
uint32_t g_fexecs_count;

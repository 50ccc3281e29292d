/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The unwind tables of functions for Arm with large frames name this function,
 * those of others __aeabi_unwind_cpp_pr0. libgcc has both, with an unwinder of
 * 4 KB; without it nothing unwinds. */

#include "helpers.h"

#ifdef __arm__
HELPER(void, __aeabi_unwind_cpp_pr1, (void)) {}
#endif

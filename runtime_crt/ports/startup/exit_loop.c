/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The end of a program that nobody watches: it waits for a reset. */

#include "startup.h"

void tvm_crt_exit(int status) {
  (void)status;
  for (;;) {
  }
}

void tvm_crt_fault(void) { tvm_crt_exit(1); }

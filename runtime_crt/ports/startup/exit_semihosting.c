/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The end of a program that a debugger or an emulator watches. */

#include <semihosting.h>

#include "startup.h"

void tvm_crt_exit(int status) { tvm_crt_semihosting_exit(status); }

void tvm_crt_fault(void) {
  static const char text[] = "error: processor fault\n";
  tvm_crt_semihosting_write(text, sizeof(text) - 1);
  tvm_crt_exit(1);
}

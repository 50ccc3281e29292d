/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/** \file startup.h From reset to main, and what comes after it. */

#ifndef RUNTIME_CRT_PORTS_STARTUP_H_
#define RUNTIME_CRT_PORTS_STARTUP_H_

#include <stdint.h>

/** Where the processor starts. */
void tvm_crt_reset(void);

/** Sets up data and zeros, and calls main. Needs a stack. */
void tvm_crt_start(void) __attribute__((noreturn));

/** The end of the program: after main, and after a fault (status 1). */
void tvm_crt_exit(int status) __attribute__((noreturn));

/** Where faults arrive. */
void tvm_crt_fault(void) __attribute__((noreturn));

#endif /* RUNTIME_CRT_PORTS_STARTUP_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file life_cycle.h
 * The end of the runtime.
 *
 * Nothing of the runtime runs before main, or after it: no constructors, no
 * destructors. Its memory is static and zero at first; a program that clears
 * .bss may call it before its C library is up, or without one.
 *
 *     TVMInitializeRuntime      crt.h; calling it again starts afresh
 *     ...
 *     TVMShutdownRuntime        handles are errors, as before the first start
 *     TVMInitializeRuntime      and so on
 */

#ifndef TVM_CRT_LIFE_CYCLE_H_
#define TVM_CRT_LIFE_CYCLE_H_

#ifdef __cplusplus
extern "C" {
#endif

/**
 * End the runtime. It forgets modules, functions of the program and the time
 * evaluator. Until TVMInitializeRuntime is called again, functions that need
 * the runtime fail with kTvmErrorPlatformCheckFailure, and every handle is
 * invalid. Frees no memory: the runtime itself has none, and the program must
 * release executors before. Without a running runtime the call does nothing.
 */
void TVMShutdownRuntime(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_LIFE_CYCLE_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file semihosting.h
 * Text, exit status and time through a debugger or emulator ("semihosting"),
 * for bare-metal Arm Cortex-M and RISC-V.
 *
 * Every call here stops the processor with a breakpoint that the debugger or
 * emulator answers. Without one attached the breakpoint is a fault: use this
 * port for emulators and for boards on a debug probe only.
 *
 * Source of the calls: Arm "Semihosting for AArch32 and AArch64", and the
 * RISC-V "Semihosting" specification, which keeps the numbers and parameter
 * blocks and changes the trap only.
 */

#ifndef RUNTIME_CRT_PORTS_SEMIHOSTING_H_
#define RUNTIME_CRT_PORTS_SEMIHOSTING_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Write bytes to the standard output of the debugger or emulator.
 *
 * \param text Bytes to write; need not end with NUL. May be NULL when nbytes is
 * 0. Read during the call only.
 * \param nbytes Number of bytes. Bytes that the host refuses are dropped: there
 * is nobody to report it to.
 */
void tvm_crt_semihosting_write(const char *text, size_t nbytes);

/**
 * End the program; the emulator ends with the given exit status.
 *
 * \param status 0 for success. A host that knows only the old exit call reports
 * 0 or 1.
 */
void tvm_crt_semihosting_exit(int status) __attribute__((noreturn));

/**
 * Read a clock that never runs backwards.
 *
 * \param ticks Receives the ticks since an unspecified start. Not NULL.
 * \param ticks_per_second Receives the tick rate, never 0. Not NULL.
 * \return kTvmErrorNoError; kTvmErrorFunctionCallInvalidArg for a NULL
 * argument; kTvmErrorPlatformTimerBadState when the host offers no clock (both
 * results are then unchanged).
 */
tvm_crt_error_t
tvm_crt_semihosting_clock(uint64_t *ticks,
                          uint32_t *ticks_per_second) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif /* RUNTIME_CRT_PORTS_SEMIHOSTING_H_ */

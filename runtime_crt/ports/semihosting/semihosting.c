/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The traps and parameter blocks of semihosting.
 *
 * Provides: tvm_crt_semihosting_write, tvm_crt_semihosting_exit,
 * tvm_crt_semihosting_clock. Needs: nothing (no libc, no other file of the
 * runtime); .bss must be zero before the first call.
 *
 * A call has an operation number and one parameter: a word, or the address of a
 * block of words of pointer width. */

#include "semihosting.h"

#include <stdbool.h>

enum {
  sys_open = 0x01,
  sys_writec = 0x03,
  sys_write = 0x05,
  sys_clock = 0x10,
  sys_exit = 0x18,
  sys_exit_extended = 0x20,
  sys_elapsed = 0x30,
  sys_tickfreq = 0x31
};

/* Reasons for an exit. */
#define ADP_STOPPED_RUN_TIME_ERROR ((uintptr_t)0x20023)
#define ADP_STOPPED_APPLICATION_EXIT ((uintptr_t)0x20026)

/* Mode "w": for the name ":tt" it means standard output. */
#define OPEN_FOR_WRITING ((uintptr_t)4)

#define FAILED UINTPTR_MAX

#if defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

static uintptr_t call_host(uintptr_t operation, uintptr_t parameter) {
  register uintptr_t r0 __asm__("r0") = operation;
  register uintptr_t r1 __asm__("r1") = parameter;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

#elif defined(__riscv)

uintptr_t semihosting_trap(uintptr_t operation, uintptr_t parameter);

/* The host knows the breakpoint by the two instructions around it, which do
 * nothing. All three must be uncompressed and lie in one page, which alignment
 * to 16 bytes makes sure of. In a section of its own, the alignment is that of
 * the section: padding inside a section would be subject to the linker's
 * relaxation, which moves it. */
__asm__(".pushsection .text.semihosting_trap, \"ax\"\n"
        ".option push\n"
        ".option norelax\n"
        ".balign 16\n"
        ".option norvc\n"
        ".globl semihosting_trap\n"
        ".hidden semihosting_trap\n"
        ".type semihosting_trap, @function\n"
        "semihosting_trap:\n"
        "  slli x0, x0, 0x1f\n"
        "  ebreak\n"
        "  srai x0, x0, 7\n"
        "  ret\n"
        ".size semihosting_trap, . - semihosting_trap\n"
        ".option pop\n"
        ".popsection\n");

static uintptr_t call_host(uintptr_t operation, uintptr_t parameter) {
  return semihosting_trap(operation, parameter);
}

#else
#error "the semihosting port knows Arm M profile and RISC-V"
#endif

static uintptr_t call_host_with(uintptr_t operation, const void *block) {
  return call_host(operation, (uintptr_t)block);
}

/* Handle of the host's standard output plus 1, so that zeroed memory means
 * "not opened yet"; FAILED when it cannot be opened. */
static uintptr_t stdout_handle_plus_1;

static bool open_stdout(uintptr_t *handle) {
  if (stdout_handle_plus_1 == 0) {
    static const char name[] = ":tt";
    const uintptr_t block[3] = {(uintptr_t)name, OPEN_FOR_WRITING,
                                sizeof(name) - 1};
    const uintptr_t opened = call_host_with(sys_open, block);
    stdout_handle_plus_1 = opened == FAILED ? FAILED : opened + 1;
  }
  *handle = stdout_handle_plus_1 - 1;
  return stdout_handle_plus_1 != FAILED;
}

void tvm_crt_semihosting_write(const char *text, size_t nbytes) {
  uintptr_t handle;
  if (text == NULL || nbytes == 0)
    return;
  if (!open_stdout(&handle)) {
    for (size_t i = 0; i < nbytes; i++)
      call_host_with(sys_writec, &text[i]);
    return;
  }
  /* The host answers with the number of bytes that it did not write. */
  while (nbytes > 0) {
    const uintptr_t block[3] = {handle, (uintptr_t)text, nbytes};
    const uintptr_t left = call_host_with(sys_write, block);
    if (left >= nbytes)
      return;
    text += nbytes - left;
    nbytes = left;
  }
}

void tvm_crt_semihosting_exit(int status) {
  const uintptr_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uintptr_t)status};
  const uintptr_t reason =
      status == 0 ? ADP_STOPPED_APPLICATION_EXIT : ADP_STOPPED_RUN_TIME_ERROR;
  call_host_with(sys_exit_extended, block);
  /* Only a host without the extended call comes back. The old call takes the
   * reason itself on 32-bit targets and a block on 64-bit ones. */
  if (sizeof(void *) > 4) {
    const uintptr_t old_block[2] = {reason, (uintptr_t)status};
    call_host_with(sys_exit, old_block);
  } else {
    call_host(sys_exit, reason);
  }
  for (;;) {
  }
}

/* Centiseconds; every host has it. */
static tvm_crt_error_t read_coarse_clock(uint64_t *ticks,
                                         uint32_t *ticks_per_second) {
  const uintptr_t centiseconds = call_host(sys_clock, 0);
  if (centiseconds == FAILED)
    return kTvmErrorPlatformTimerBadState;
  *ticks = centiseconds;
  *ticks_per_second = 100;
  return kTvmErrorNoError;
}

tvm_crt_error_t tvm_crt_semihosting_clock(uint64_t *ticks,
                                          uint32_t *ticks_per_second) {
  /* One word that is 64 bits wide, or two words, low first. */
  uintptr_t elapsed[2] = {0, 0};
  uintptr_t frequency;
  if (ticks == NULL || ticks_per_second == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  frequency = call_host(sys_tickfreq, 0);
  if (frequency == FAILED || frequency == 0 || frequency > UINT32_MAX ||
      call_host_with(sys_elapsed, elapsed) == FAILED)
    return read_coarse_clock(ticks, ticks_per_second);
#if UINTPTR_MAX > UINT32_MAX
  *ticks = elapsed[0];
#else
  *ticks = ((uint64_t)elapsed[1] << 32) | elapsed[0];
#endif
  *ticks_per_second = (uint32_t)frequency;
  return kTvmErrorNoError;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Runs operators for a debugger; see tasks.h.
 *
 * Needs: on Arm tvm_crt_has_fpu, which metaobj makes. */

#include "tasks.h"

#include <stddef.h>

typedef char check_task_size
    [(sizeof(tvm_crt_task_t) == ((sizeof(void *) == 4U) ? 64U : 72U)) ? 1 : -1];
typedef char
    check_task_function[(offsetof(tvm_crt_task_t, function) == 48U) ? 1 : -1];

#if defined(__arm__)

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYST_CSR REGISTER(0xe000e010U)
#define SYST_RVR REGISTER(0xe000e014U)
#define SYST_CVR REGISTER(0xe000e018U)
#define CPUID REGISTER(0xe000ed00U)
#define VTOR REGISTER(0xe000ed08U)
#define CFSR REGISTER(0xe000ed28U)
#define HFSR REGISTER(0xe000ed2cU)
#define CPACR REGISTER(0xe000ed88U)
#define DEMCR REGISTER(0xe000edfcU)
#define DWT_CTRL REGISTER(0xe0001000U)
#define DWT_CYCCNT REGISTER(0xe0001004U)
#define SYSTICK_MAX 0xffffffU

extern const uint8_t tvm_crt_has_fpu;

typedef void (*handler_t)(void);

/* Reset and all faults; the processor wants an alignment of 128 bytes. */
#define FAULT tvm_crt_tasks_fault
__attribute__((aligned(128))) static const handler_t vectors[16] = {
    FAULT, FAULT, FAULT, FAULT, FAULT, FAULT, FAULT, FAULT,
    FAULT, FAULT, FAULT, FAULT, FAULT, FAULT, FAULT, FAULT};

static uint32_t start(void) {
  uint32_t first;
  /* The vectors below have no place for interrupts. Faults ignore the mask. */
  __asm__ volatile("cpsid i" ::: "memory");
  VTOR = (uint32_t)(uintptr_t)vectors;
  if (tvm_crt_has_fpu != 0U) {
    CPACR |= 0xfU << 20;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
  }
  /* The Armv6-M and Armv8-M Baseline architectures have neither a cycle counter
   * nor causes of faults, which stay until they are cleared. */
  if (((CPUID >> 16) & 0xfU) == 0xfU) {
    CFSR = CFSR;
    HFSR = HFSR;
    DEMCR |= 1U << 24;
    DWT_CTRL |= 1U;
    first = DWT_CYCCNT;
    __asm__ volatile("nop\n\tnop\n\tnop" ::: "memory");
    if (DWT_CYCCNT != first) {
      return TVM_CRT_COUNTER_DWT;
    }
  }
  SYST_RVR = SYSTICK_MAX;
  /* Counts the processor's clock, without an interrupt. */
  if ((SYST_CSR & 7U) != 5U) {
    SYST_CSR = 5U;
  }
  return TVM_CRT_COUNTER_SYSTICK;
}

static uint64_t count_after(uint32_t counter) {
  return (counter == TVM_CRT_COUNTER_DWT) ? DWT_CYCCNT
                                          : (SYSTICK_MAX - SYST_CVR);
}

/* SysTick goes on from call to call, and starts again where it may not last. A
 * write sets its count to 0, and the next clock sets it to the largest number.
 * A processor without SysTick reads 0 for ever. Reading the state forgets that
 * the count was 0. */
static uint64_t count_before(uint32_t counter) {
  if (counter == TVM_CRT_COUNTER_SYSTICK) {
    if (SYST_CVR < (SYSTICK_MAX / 2U)) {
      uint32_t tries;
      SYST_CVR = 0U;
      for (tries = 0U; (tries < 1000U) && (SYST_CVR == 0U); tries++) {
      }
    }
    (void)SYST_CSR;
  }
  return count_after(counter);
}

static uint32_t counter_state(uint32_t counter) {
  if ((counter == TVM_CRT_COUNTER_SYSTICK) && ((SYST_CSR >> 16) & 1U) != 0U) {
    return counter | TVM_CRT_COUNTER_PASSED;
  }
  return counter;
}

__attribute__((naked)) void tvm_crt_tasks_fault(void) {
  /* The debugger leaves the exception by the second instruction. */
  __asm__ volatile("1: b 1b\n\tbx lr");
}

#else

#if defined(__riscv)

/* mtvec keeps flags in its two lowest bits. */
__asm__("  .pushsection .text.tvm_crt_tasks_fault, \"ax\", @progbits\n"
        "  .balign 4\n"
        "  .globl tvm_crt_tasks_fault\n"
        "  .type tvm_crt_tasks_fault, @function\n"
        "tvm_crt_tasks_fault:\n"
        "  j tvm_crt_tasks_fault\n"
        "  .size tvm_crt_tasks_fault, . - tvm_crt_tasks_fault\n"
        "  .popsection\n");

static uint32_t start(void) {
  /* lla: with any code model, and near. */
  __asm__ volatile("csrci 0x300, 8\n\t"   /* mstatus.MIE */
                   "csrw 0x304, zero\n\t" /* mie */
                   "lla t0, tvm_crt_tasks_fault\n\t"
                   "csrw 0x305, t0\n\t" /* mtvec */
                   "li t0, 0x2000\n\t"
                   "csrs 0x300, t0" /* mstatus.FS */
                   ::
                       : "t0", "memory");
  return TVM_CRT_COUNTER_MCYCLE;
}

static uint64_t count(void) {
#if __riscv_xlen == 32
  uint32_t low, high, again;
  do {
    __asm__ volatile("csrr %0, 0xb80" : "=r"(high)::"memory");
    __asm__ volatile("csrr %0, 0xb00" : "=r"(low)::"memory");
    __asm__ volatile("csrr %0, 0xb80" : "=r"(again)::"memory");
  } while (high != again);
  return ((uint64_t)high << 32) | low;
#else
  uint64_t all;
  __asm__ volatile("csrr %0, 0xb00" : "=r"(all)::"memory");
  return all;
#endif
}

#else

void tvm_crt_tasks_fault(void) {}

static uint32_t start(void) { return TVM_CRT_COUNTER_HOST; }

static uint64_t count(void) {
#if defined(__x86_64__)
  uint32_t low, high;
  __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high)::"memory");
  return ((uint64_t)high << 32) | low;
#elif defined(__aarch64__)
  uint64_t all;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(all)::"memory");
  return all;
#else
  return 0U;
#endif
}

#endif

#define count_before(counter) count()
#define count_after(counter) count()
#define counter_state(counter) (counter)

#endif

void tvm_crt_tasks_done(void) {
  for (;;) {
    __asm__ volatile("" ::: "memory");
  }
}

void tvm_crt_run_tasks(tvm_crt_task_t *tasks, uint32_t number) {
  const uint32_t counter = start();
  uint32_t i;
  for (i = 0U; i < number; i++) {
    /* The debugger reads it after a fault, too. */
    volatile tvm_crt_task_t *task = &tasks[i];
    TVMValue *args = task->args;
    int *type_codes = task->type_codes;
    TVMBackendPackedCFunc function = task->function;
    task->state = TVM_CRT_TASK_RUNS;
    task->before = count_before(counter);
    task->error = function(args, type_codes, (int)task->num_args,
                           &tasks[i].value, (int *)&tasks[i].value_code, NULL);
    task->after = count_after(counter);
    task->counter = counter_state(counter);
    task->state = TVM_CRT_TASK_DONE;
    if (task->error != 0) {
      return;
    }
  }
}

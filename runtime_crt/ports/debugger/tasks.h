/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/** \file tasks.h Calls of operators that a debugger asks for.
 *
 * A debugger writes a program with this code and a list of tasks into the
 * memory of a chip, sets the program counter to tvm_crt_run_tasks, its two
 * arguments and the return address tvm_crt_tasks_done, and stops there by a
 * breakpoint. Another breakpoint is at tvm_crt_tasks_fault, where processors
 * go that have a fault. Nothing else of the chip is needed: no interrupt, no
 * start-up code, nothing in flash. The layout of a task is known to the host
 * (src/Device/TaskLayout.h). */

#ifndef RUNTIME_CRT_PORTS_DEBUGGER_TASKS_H_
#define RUNTIME_CRT_PORTS_DEBUGGER_TASKS_H_

#include <stdint.h>

#include <tvm/runtime/c_backend_api.h>

/** What counted the cycles of a task. */
#define TVM_CRT_COUNTER_NONE 0U
#define TVM_CRT_COUNTER_DWT 1U     /**< Arm's DWT_CYCCNT: 32 bits. */
#define TVM_CRT_COUNTER_SYSTICK 2U /**< Arm's SysTick: 24 bits. */
#define TVM_CRT_COUNTER_MCYCLE 3U  /**< RISC-V's mcycle: 64 bits. */
#define TVM_CRT_COUNTER_HOST 4U    /**< The time stamp of a PC's processor. */
/** The counter passed its end at least once: the count is too small. */
#define TVM_CRT_COUNTER_PASSED 0x100U

/** States of a task. */
#define TVM_CRT_TASK_WAITS 0U
#define TVM_CRT_TASK_RUNS 1U
#define TVM_CRT_TASK_DONE 2U

typedef struct {
  uint64_t before; /**< Counter before the call. */
  uint64_t after;  /**< Counter behind the call, counted upwards. */
  TVMValue value;  /**< Result, by the function. */
  int32_t value_code;
  int32_t error;     /**< What the function returned. */
  uint32_t state;    /**< TVM_CRT_TASK_... */
  uint32_t counter;  /**< TVM_CRT_COUNTER_... */
  uint32_t num_args; /**< Of the arrays below. */
  uint32_t reserved;
  TVMBackendPackedCFunc function;
  TVMValue *args;
  int *type_codes;
} tvm_crt_task_t;

/** Calls the functions of \p count tasks, up to the first that fails. */
void tvm_crt_run_tasks(tvm_crt_task_t *tasks, uint32_t count);

/** Pointers that tvm_crt_call_unpacked passes on. */
#define TVM_CRT_UNPACKED_ARGS 16U

/** Calls the function at args[0] with the 16 pointers behind it, for operators
 * that are not packed. On all machines that have this code, the caller owns the
 * arguments: a function with fewer of them does not see the others. */
int32_t tvm_crt_call_unpacked(TVMValue *args, int *type_codes, int num_args,
                              TVMValue *value, int *value_code, void *resource);

/** Calls the operator of tvm-ffi (TVM v0.22 and later) at args[0], with the
 * num_args TVMFFIAnys behind it. The value is the most bytes of workspaces that
 * it took at a time. Needs part ffi. */
int32_t tvm_crt_call_ffi(TVMValue *args, int *type_codes, int num_args,
                         TVMValue *value, int *value_code, void *resource);

/** Where the debugger stops the processor. */
void tvm_crt_tasks_done(void);

/** Where the processor goes with a fault; registers are those of the fault, or
 * on Arm those that the processor stored on the stack. */
void tvm_crt_tasks_fault(void);

#endif /* RUNTIME_CRT_PORTS_DEBUGGER_TASKS_H_ */

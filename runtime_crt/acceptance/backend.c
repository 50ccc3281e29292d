/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What operators call, and the stack allocator. */

#include <tvm/runtime/crt/stack_allocator.h>

#include "acceptance.h"

static void check_workspace(void) {
  uint8_t *first = TVMBackendAllocWorkspace(kDLCPU, 0, 20, kDLFloat, 32);
  uint8_t *second = TVMBackendAllocWorkspace(kDLCPU, 0, 1, kDLInt, 8);
  if (!acceptance_check(first != NULL && second != NULL, "two workspaces"))
    return;
  for (int i = 0; i < 20; i++)
    first[i] = 1;
  second[0] = 2;
  acceptance_check((uintptr_t)first % 16 == 0 && (uintptr_t)second % 16 == 0,
                   "workspaces are aligned to 16 bytes");
  acceptance_check(first[0] == 1 && first[19] == 1 && second[0] == 2,
                   "workspaces do not overlap");
  acceptance_check(TVMBackendFreeWorkspace(kDLCPU, 0, second) == 0 &&
                       TVMBackendFreeWorkspace(kDLCPU, 0, first) == 0,
                   "workspaces are freed");
  acceptance_check(TVMBackendFreeWorkspace(kDLCPU, 0, NULL) != 0,
                   "release of NULL is refused");
  TVMAPISetLastError("");
  acceptance_check(TVMBackendAllocWorkspace(kDLCPU, 0, 0, kDLInt, 8) == NULL,
                   "a workspace of no bytes is NULL");
  acceptance_check(TVMBackendAllocWorkspace(kDLCPU, 0, UINT64_MAX, kDLInt, 8) ==
                           NULL &&
                       TVMGetLastError()[0] != '\0',
                   "one that is too large is NULL, with an error text");
}

typedef struct {
  int calls;
  int task;
  int num_task;
  int barrier;
  int result;
} loop_t;

static int loop_body(int task_id, TVMParallelGroupEnv *env, void *cdata) {
  loop_t *loop = cdata;
  loop->calls++;
  loop->task = task_id;
  loop->num_task = env->num_task;
  loop->barrier = TVMBackendParallelBarrier(task_id, env);
  return loop->result;
}

static void check_parallel(void) {
  loop_t loop = {0, -1, -1, -1, 0};
  acceptance_check(TVMBackendParallelLaunch(loop_body, &loop, 4) == 0 &&
                       loop.calls == 1 && loop.task == 0 &&
                       loop.num_task == 1 && loop.barrier == 0,
                   "a parallel loop runs as one task");
  loop.result = 23;
  acceptance_check(TVMBackendParallelLaunch(loop_body, &loop, 0) == 23,
                   "its result is passed on");
}

static int initialiser(void *cdata) {
  loop_t *state = cdata;
  state->calls++;
  return state->result;
}

static void check_run_once(void) {
  static void *handle;
  loop_t state = {0, 0, 0, 0, 5};
  acceptance_check(
      TVMBackendRunOnce(&handle, initialiser, &state, sizeof(state)) == 5,
      "an initialiser's failure is passed on");
  state.result = 0;
  acceptance_check(
      TVMBackendRunOnce(&handle, initialiser, &state, sizeof(state)) == 0 &&
          TVMBackendRunOnce(&handle, initialiser, &state, sizeof(state)) == 0 &&
          state.calls == 2,
      "it is tried again, and after success never");
}

void acceptance_backend(void) {
  check_workspace();
  check_parallel();
  check_run_once();
}

void acceptance_stack_allocator(void) {
  static uint8_t memory[176];
  tvm_workspace_t pool;
  void *first = NULL;
  void *second = NULL;
  void *third = NULL;
  /* Wherever memory lies, 160 of these bytes begin at an aligned one. */
  if (!acceptance_check(
          StackMemoryManager_Init(&pool, memory + 1, sizeof(memory) - 1) ==
              kTvmErrorNoError,
          "a pool that need not be aligned"))
    return;
  acceptance_check(
      StackMemoryManager_Allocate(&pool, 30, &first) == kTvmErrorNoError &&
          StackMemoryManager_Allocate(&pool, 40, &second) == kTvmErrorNoError,
      "two blocks");
  acceptance_check((uintptr_t)first % 16 == 0 && (uintptr_t)second % 16 == 0 &&
                       (uint8_t *)second - (uint8_t *)first >= 30,
                   "blocks are aligned to 16 bytes, one behind the other");
  acceptance_check(StackMemoryManager_Allocate(&pool, 500, &third) ==
                       kTvmErrorPlatformNoMemory,
                   "a block larger than the pool is refused");
  acceptance_check(StackMemoryManager_Allocate(&pool, -1, &third) ==
                       kTvmErrorFunctionCallInvalidArg,
                   "a negative size is refused");
  acceptance_check(StackMemoryManager_Free(&pool, memory + 175) ==
                       kTvmErrorPlatformStackAllocBadFree,
                   "memory behind the blocks is not freed");
  acceptance_check(StackMemoryManager_Free(&pool, second) == kTvmErrorNoError &&
                       StackMemoryManager_Free(&pool, first) ==
                           kTvmErrorNoError,
                   "blocks are freed in reverse order");
  acceptance_check(StackMemoryManager_Free(&pool, first) ==
                       kTvmErrorPlatformStackAllocBadFree,
                   "a block is not freed twice");
  acceptance_check(StackMemoryManager_Allocate(&pool, 100, &third) ==
                           kTvmErrorNoError &&
                       third == first,
                   "their memory is used again");
}

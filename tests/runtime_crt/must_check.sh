#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# must_check.sh <runtime_crt> <C compiler>
#
# Who ignores a result that must be looked at gets a warning; generated code,
# which looks at those and at no others, gets none. And a function that takes an
# executor cannot be called without one.

set -u

crt=$1
cc=$2
status=0

ignores() {
  printf '#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/aot_executor_module.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/graph_executor.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/page_allocator.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>
#include <tvm/platform/bare_metal.h>
#include <tvm_crt/aot_executor.h>
#include <tvm_crt/models.h>
#include <tvm_crt/registry_index.h>
#include <tvm_crt/static_arena.h>
void call(void *p);
void call(void *p) { %s; }\n' "$1" |
    "$cc" -std=c99 -Wall -Werror -x c -I"$crt/include" -I"$crt/config" -c - -o /dev/null
}

while read -r call; do
  if ignores "(void)p; $call" 2>/dev/null; then
    echo "may be ignored: $call"
    status=1
  fi
  # The call itself is right: looked at, it compiles.
  ignores "(void)p; if ($call) { return; }" || status=1
done <<'CALLS'
TVMInitializeRuntime()
TVMFuncGetGlobal("f", p)
TVMFuncRegisterGlobal("f", p, 0)
TVMFuncCall(p, p, p, 0, p, p)
TVMCFuncSetReturn(p, p, p, 1)
TVMModGetFunction(p, "f", 0, p)
TVMModCreateFromCModule(p, p)
TVMFindModel(p, p, "m")
TVMFuncRegistry_Lookup(p, "f", p)
TVMFuncRegistry_GetByIndex(p, 0, p)
TVMFuncRegistry_SetNumFuncs(p, 0)
TVMFuncRegistry_ValidateNames(p, 0, p)
TVMMutableFuncRegistry_Create(p, p, 0)
TVMMutableFuncRegistry_Set(p, "f", 0, 0)
TVMBackendAllocWorkspace(1, 0, 1, 0, 32)
TVMBackendFreeWorkspace(1, 0, p)
TVMBackendRegisterSystemLibSymbol("f", p)
TVMBackendGetFuncFromEnv(p, "f", p)
TVMBackendParallelLaunch(0, p, 0)
TVMBackendParallelBarrier(0, p)
TVMBackendRunOnce(p, 0, p, 0)
TVMArrayAlloc(p, 1, 0, 8, 1, 1, 0, p)
TVMDeviceAllocDataSpace((DLDevice){kDLCPU, 0}, 1, 1, (DLDataType){0, 8, 1}, p)
TVMDeviceCopyDataFromTo(p, p, p)
TVMDeviceInit(p)
TVMDeviceCheckBind(p, p)
TVMDeviceBindPort(p, p, p)
TVMDevicePlatformBind(p, p, p)
TVMDeviceActivate(p)
TVMDeviceOpen(p)
TVMDeviceCopyBytes(p, p)
TVMDeviceCopyTensor(p, p, p, p)
StackMemoryManager_Allocate(p, 1, p)
StackMemoryManager_Allocate_Body(p, 1, p, 0)
StackMemoryManager_Free(p, p)
StackMemoryManager_Free_Body(p, p, 0)
TVMAotExecutor_Create(p, (DLDevice){kDLCPU, 0}, p, "m")
TVMAotExecutor_GetInputName(p, 0, p)
TVMAotExecutor_Run(p)
TVMAotExecutor_LoadParams(p, p, 1)
TVMAotExecutorModule_Register()
TVMModUseIndex(p, p)
PageMemoryManagerCreate(p, p, 1, 5)
TVMPageMemoryManager_Reallocate(p, p, 1, (DLDevice){kDLCPU, 0}, p)
TVMStaticArena_Init(p, p, 1)
TVMStaticArena_Allocate(p, 1, (DLDevice){kDLCPU, 0}, p)
TVMStaticArena_Free(p, p, (DLDevice){kDLCPU, 0})
TVMPlatformMemoryAllocate(1, (DLDevice){kDLCPU, 0}, p)
TVMPlatformTimerStart()
TVMPlatformTimerStop(p)
TVMPlatformGenerateRandom(p, 1)
CALLS

while read -r call; do
  if ! ignores "(void)p; $call"; then
    echo "must not be ignored: $call"
    status=1
  fi
done <<'CALLS'
TVMPlatformInitialize()
TVMPlatformMemoryFree(p, (DLDevice){kDLCPU, 0})
TVMDeviceClose(p)
TVMDeviceDeactivate(p)
TVMDeviceDestroy(p)
TVMModFree(p)
TVMArrayFree(p)
TVMDeviceFreeDataSpace((DLDevice){kDLCPU, 0}, p)
TVMFuncFree(p)
TVMByteArrayFree(p)
TVMAPISetLastError("text")
StackMemoryManager_Init(p, p, 1)
TVMGraphExecutor_GetNumInputs(p)
TVMGraphExecutor_GetNumOutputs(p)
CALLS

for call in 'TVMGraphExecutor_GetNumInputs()' \
  'TVMGraphExecutor_GetNumOutputs()'; do
  if ignores "(void)p; $call" 2>/dev/null; then
    echo "has no parameter: $call"
    status=1
  fi
done
exit $status

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file graph_runtime.h
 * The graph executor under the names of TVM v0.7, for programs written for it.
 */

#ifndef TVM_RUNTIME_CRT_GRAPH_RUNTIME_H_
#define TVM_RUNTIME_CRT_GRAPH_RUNTIME_H_

#include <tvm/runtime/crt/graph_executor.h>

typedef TVMGraphExecutor TVMGraphRuntime;
typedef DLDevice DLContext;
typedef DLContext TVMContext;

#define TVMGraphRuntime_Create TVMGraphExecutor_Create
#define TVMGraphRuntime_GetInputIndex TVMGraphExecutor_GetInputIndex
#define TVMGraphRuntime_GetNumInputs TVMGraphExecutor_GetNumInputs
#define TVMGraphRuntime_GetNumOutputs TVMGraphExecutor_GetNumOutputs
#define TVMGraphRuntime_SetInput TVMGraphExecutor_SetInput
#define TVMGraphRuntime_LoadParams TVMGraphExecutor_LoadParams
#define TVMGraphRuntime_Run TVMGraphExecutor_Run
#define TVMGraphRuntime_GetOutput TVMGraphExecutor_GetOutput
#define TVMGraphRuntime_Release TVMGraphExecutor_Release

#endif /* TVM_RUNTIME_CRT_GRAPH_RUNTIME_H_ */

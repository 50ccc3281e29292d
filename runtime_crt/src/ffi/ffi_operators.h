/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to this part: the functions that only operators call, with the types
 * that they call them with. A program that has TVM's own header knows them by
 * other names of the same types. */

#ifndef RUNTIME_CRT_SRC_FFI_FFI_OPERATORS_H_
#define RUNTIME_CRT_SRC_FFI_FFI_OPERATORS_H_

#include <stdint.h>

/* Memory at a multiple of 64, released in reverse order. NULL and an error text
 * if there is not so much; the operator then returns -1. The device and the
 * type of elements are ignored. */
void *TVMBackendAllocWorkspace(int32_t device_type, int32_t device_id,
                               uint64_t nbytes, int32_t dtype_code_hint,
                               int32_t dtype_bits_hint);

/* 0; or -1 and an error text for memory that is not the last one. */
int32_t TVMBackendFreeWorkspace(int32_t device_type, int32_t device_id,
                                void *ptr);

/* What the tasks of a parallel loop share. The name is TVM's: sanitizers
 * compare the types of functions by names. */
typedef struct {
  void *sync_handle; /* NULL: there is one task. */
  int32_t num_task;  /* Those that really run: 1. */
} TVMParallelGroupEnv;

typedef int32_t tvm_crt_ffi_task_t(int32_t task_id, TVMParallelGroupEnv *tasks,
                                   void *data);

/* Runs the loop as one task, on the caller's thread; its result. The wanted
 * number of tasks, 0 for any, is ignored. */
int32_t TVMBackendParallelLaunch(tvm_crt_ffi_task_t *task, void *data,
                                 int32_t num_task);

/* Waits for the other tasks, of which there are none; 0. */
int32_t TVMBackendParallelBarrier(int32_t task_id, TVMParallelGroupEnv *tasks);

#endif /* RUNTIME_CRT_SRC_FFI_FFI_OPERATORS_H_ */

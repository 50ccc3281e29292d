/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: a workspace that cannot be had ends the program, although generated
 * code checks for NULL.
 *
 * Wraps: TVMBackendAllocWorkspace. Program: crt_test. Fails:
 * Backend.WorkspaceFailureIsNullNotTheEnd.
 * Also: GlobalFunctions.GeneratedOperatorRunsThroughTheSystemLib,
 * ErrorDetail.OfTheBackend. */

#include <stdlib.h>

#include <tvm/runtime/c_backend_api.h>

void *__real_TVMBackendAllocWorkspace(int device_type, int device_id,
                                      uint64_t nbytes, int code, int bits);
void *__wrap_TVMBackendAllocWorkspace(int device_type, int device_id,
                                      uint64_t nbytes, int code, int bits);

void *__wrap_TVMBackendAllocWorkspace(int device_type, int device_id,
                                      uint64_t nbytes, int code, int bits) {
  void *memory = __real_TVMBackendAllocWorkspace(device_type, device_id, nbytes,
                                                 code, bits);
  if (memory == NULL)
    abort();
  return memory;
}

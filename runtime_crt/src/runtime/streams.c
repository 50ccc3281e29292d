/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Streams of a CPU: the program's own order is the only one. */

#include <tvm/runtime/c_runtime_api.h>

#include "backend/failure.h"

int TVMStreamCreate(int device_type, int device_id, TVMStreamHandle *out) {
  (void)device_type;
  (void)device_id;
  if (out == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  *out = NULL;
  return 0;
}

int TVMStreamFree(int device_type, int device_id, TVMStreamHandle stream) {
  (void)device_type;
  (void)device_id;
  (void)stream;
  return 0;
}

int TVMSetStream(int device_type, int device_id, TVMStreamHandle handle) {
  (void)device_type;
  (void)device_id;
  (void)handle;
  return 0;
}

int TVMSynchronize(int device_type, int device_id, TVMStreamHandle stream) {
  (void)device_type;
  (void)device_id;
  (void)stream;
  return 0;
}

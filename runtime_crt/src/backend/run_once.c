/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* One-time initialisers of generated code, on one thread. */

#include <tvm/runtime/c_backend_api.h>

#include "backend/failure.h"

int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                      int nbytes) {
  int result = 0;
  (void)nbytes;
  if ((handle == NULL) || (f == NULL)) {
    return tvm_crt_refuse(kTvmErrorFunctionCallInvalidArg, __func__,
                          "invalid argument");
  }
  if (*handle == NULL) {
    /* Any address but NULL will do as the mark; set before the call, so that an
     * initialiser that comes back here does not start itself again. */
    *handle = (void *)handle;
    result = f(cdata);
    if (result != 0) {
      *handle = NULL;
    }
  }
  return result;
}

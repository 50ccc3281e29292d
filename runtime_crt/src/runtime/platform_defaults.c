/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What a platform may leave out. */

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

/* A platform without a log. */
TVM_CRT_WEAK void TVMLogf(const char *fmt, ...) { (void)fmt; }

TVM_CRT_WEAK tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer,
                                                       size_t num_bytes) {
  (void)buffer;
  (void)num_bytes;
  return kTvmErrorFunctionCallNotImplemented;
}

TVM_CRT_WEAK tvm_crt_error_t TVMPlatformBeforeMeasurement(void) {
  return kTvmErrorNoError;
}

TVM_CRT_WEAK tvm_crt_error_t TVMPlatformAfterMeasurement(void) {
  return kTvmErrorNoError;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What a platform may leave out. */

#include <tvm/runtime/crt/platform.h>

#if defined(__GNUC__)
#define WEAK __attribute__((weak))
#else
#define WEAK
#endif

WEAK tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer,
                                               size_t num_bytes) {
  (void)buffer;
  (void)num_bytes;
  return kTvmErrorFunctionCallNotImplemented;
}

WEAK tvm_crt_error_t TVMPlatformBeforeMeasurement(void) {
  return kTvmErrorNoError;
}

WEAK tvm_crt_error_t TVMPlatformAfterMeasurement(void) {
  return kTvmErrorNoError;
}

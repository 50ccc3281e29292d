/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What a platform may leave out. In the library that is linked last: a linker
 * takes the first definition that it finds in libraries, and a weak one that
 * stood before the platform's would keep it out without a word. */

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

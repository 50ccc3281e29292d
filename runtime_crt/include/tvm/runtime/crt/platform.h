/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file platform.h
 * Functions that the board or operating system supplies. The folder ports/ has
 * three complete sets.
 *
 * | function                           | called by              | default |
 * |------------------------------------|------------------------|---------|
 * | TVMPlatformMemoryAllocate, ...Free | backend, arrays,       | none    |
 * |                                    | executors, time        |         |
 * |                                    | evaluator              |         |
 * | TVMPlatformTimerStart, ...Stop     | time evaluator         | none    |
 * | TVMPlatformGenerateRandom          | random_fill            | weak    |
 * | TVMPlatformLogError                | every failure          | weak    |
 * | TVMPlatformBefore/AfterMeasurement | time evaluator         | weak    |
 * | TVMPlatformAbort                   | the program, macros    | none    |
 * |                                    | and inline functions   |         |
 * | TVMPlatformFormatMessage           | the program            | none    |
 * | TVMPlatformInitialize              | the program            | none    |
 * | TVMLogf (logging.h)                | executors, the program | weak    |
 */

#ifndef TVM_RUNTIME_CRT_PLATFORM_H_
#define TVM_RUNTIME_CRT_PLATFORM_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * End the program because of an error that cannot be handled.
 *
 * \param code The error.
 */
TVM_CRT_NO_RETURN void TVMPlatformAbort(tvm_crt_error_t code);

/**
 * Format a message into a buffer.
 *
 * \param out_buf Receives text and NUL, cut when it does not fit.
 * \param out_buf_size_bytes Size of out_buf, 0 writes nothing.
 * \param fmt printf format.
 * \param args Its arguments.
 * \return Bytes written without the NUL, less than out_buf_size_bytes.
 */
size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args);

/**
 * Allocate memory, aligned for any type and for the model's tensors (16 bytes
 * in generated code's expectation).
 *
 * The runtime frees in reverse order of allocation.
 *
 * \param num_bytes Size in bytes.
 * \param dev Device of the memory.
 * \param out_ptr Receives the memory; undefined on failure.
 * \return kTvmErrorNoError; kTvmErrorPlatformNoMemory; an own code.
 */
tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) TVM_CRT_MUST_CHECK;

/**
 * Free memory of TVMPlatformMemoryAllocate.
 *
 * \param ptr The memory.
 * \param dev Device of the memory.
 * \return kTvmErrorNoError; an own code.
 */
tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev);

/**
 * Start the timer. One measurement runs at a time.
 *
 * \return kTvmErrorNoError; kTvmErrorPlatformTimerBadState when it runs.
 */
tvm_crt_error_t TVMPlatformTimerStart(void) TVM_CRT_MUST_CHECK;

/**
 * Stop the timer.
 *
 * \param elapsed_time_seconds Receives the time since the start.
 * \return kTvmErrorNoError; kTvmErrorPlatformTimerBadState when it does not
 * run.
 */
tvm_crt_error_t
TVMPlatformTimerStop(double *elapsed_time_seconds) TVM_CRT_MUST_CHECK;

/** Called before each measurement of the time evaluator; the weak default
 * does nothing. \return kTvmErrorNoError to go on. */
tvm_crt_error_t TVMPlatformBeforeMeasurement(void);

/** Called after each measurement of the time evaluator; the weak default does
 * nothing. \return kTvmErrorNoError to go on. */
tvm_crt_error_t TVMPlatformAfterMeasurement(void);

/**
 * Fill memory with random bytes.
 *
 * \param buffer num_bytes bytes.
 * \param num_bytes Size of buffer.
 * \return kTvmErrorNoError. The weak default returns
 * kTvmErrorFunctionCallNotImplemented.
 */
tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer,
                                          size_t num_bytes) TVM_CRT_MUST_CHECK;

/**
 * Take note of a failure of the runtime, as it happens: the hook for a log of
 * errors. Called after text and detail (tvm_crt/error_detail.h) were recorded,
 * also for look-ups that find nothing; not for texts that operators store. It
 * must not call the runtime. An addition to TVM's interface; only in a runtime
 * built with TVM_CRT_ENABLE_ERROR_HOOK=1.
 *
 * \param error The code.
 * \param text The text of TVMGetLastError.
 */
void TVMPlatformLogError(tvm_crt_error_t error, const char *text);

/**
 * Bring up the platform. The program calls it before anything else of the
 * runtime; the runtime itself never does.
 *
 * \return kTvmErrorNoError; an own code.
 */
tvm_crt_error_t TVMPlatformInitialize(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PLATFORM_H_ */

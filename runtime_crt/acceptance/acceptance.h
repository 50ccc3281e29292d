/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file acceptance.h
 * The acceptance suite: does the runtime, as it was compiled for a board and
 * with the board's platform functions, do what its headers say?
 *
 * The suite is a client. It includes the public headers only, calls public
 * functions only, and the model that it looks functions and parameters up in is
 * emitted by metaobj. Through TVMLogf it writes a transcript: lines of the Test
 * Anything Protocol ("ok 3 - ..."), lines "# ..." with results, and a verdict
 * at the end. On every machine the transcript is the same to the byte
 * (transcript.txt); nothing in it depends on addresses, sizes of pointers, byte
 * order or time.
 *
 * A part is a function that makes its checks in order. It returns early when
 * the rest makes no sense.
 */

#ifndef RUNTIME_CRT_ACCEPTANCE_ACCEPTANCE_H_
#define RUNTIME_CRT_ACCEPTANCE_ACCEPTANCE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Initialise the platform and run all parts. Nothing of the runtime may have
 * been called.
 *
 * \return Number of failed checks, 0 when the board passes.
 */
int acceptance_run(void);

/* The rest is for the parts. */

/** One check: writes "ok" or "not ok", its number and what was wanted. \return
 * holds. */
bool acceptance_check(bool holds, const char *what);

/** A result for the transcript. */
void acceptance_show(const char *what, int value);

/** A three-element one-dimensional tensor in CPU memory, such as the model's
 * operators take. */
DLTensor acceptance_tensor(void *data, uint8_t code, uint8_t bits);

/** What the model gets as its input. */
extern const float acceptance_x[4];

/** Whether three numbers of 64 bits are the model's output for it. */
bool acceptance_is_result(const void *out);

/** A packed function's address as the pointer that TVMFuncRegisterGlobal takes.
 */
void *acceptance_address(TVMBackendPackedCFunc function);

/** The module of the system library, by the global function. \return Whether
 * there is one. */
bool acceptance_system_lib(TVMModuleHandle *module);

/* The parts, in the order of the transcript. The runtime is initialised by
 * acceptance_life_cycle. */

/** \param initialised What TVMPlatformInitialize returned. */
void acceptance_platform(tvm_crt_error_t initialised);
void acceptance_backend(void);
void acceptance_stack_allocator(void);
void acceptance_page_allocator(void);
void acceptance_life_cycle(void);
void acceptance_registry(void);
void acceptance_modules(void);
void acceptance_calls(void);
void acceptance_errors(void);
void acceptance_params(void);
void acceptance_model(void);
void acceptance_aot_executor(void);
void acceptance_graph_executor(void);

/** With TVM_CRT_ENABLE_REGISTRY_INDEX only. */
void acceptance_index(void);

#ifdef __cplusplus
}
#endif

#endif /* RUNTIME_CRT_ACCEPTANCE_ACCEPTANCE_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file ffi.h
 * What operators of TVM v0.22 and later (tvm-ffi) call, for a device without
 * TVM's runtime: errors, workspaces, parallel loops on one thread.
 *
 * The sources are src/ffi/ and this header; nothing else of runtime_crt is
 * needed, crt_config.h neither. Limits are macros, given to the compiler. There
 * is no heap, and one thread: no function may be called from an interrupt while
 * another runs.
 *
 * Operators also call TVMBackendAllocWorkspace, TVMBackendFreeWorkspace,
 * TVMBackendParallelLaunch and TVMBackendParallelBarrier, which are here, and
 * which src/backend/ has for operators of TVM v0.7 to v0.18. Link this part in
 * front of the other: its four functions do for the operators of both.
 *
 * What needs TVM's runtime is not defined, so that such an operator fails to
 * link: TVMFFIFunctionCall, TVMFFIEnvModLookupFromImports,
 * TVMFFIHandleInitOnce.
 */

#ifndef TVM_CRT_FFI_H_
#define TVM_CRT_FFI_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes for the text of the last error with its NUL, in .bss: 16 to 65535, or
 * 0 for no text. Default 128. Longer texts are cut and end with "...". */
#ifndef TVM_FFI_ERROR_TEXT_BYTES
#define TVM_FFI_ERROR_TEXT_BYTES 128
#endif

/** Bytes of the part's own memory for workspaces, in .bss: 0 to 2^31 - 1;
 * default 16384. A program that never asks for a workspace, or defines
 * TVMFfiOwnWorkspace itself, does not have it. */
#ifndef TVM_FFI_WORKSPACE_BYTES
#define TVM_FFI_WORKSPACE_BYTES 16384
#endif

/** Memory for workspaces. */
typedef struct {
  void *memory;
  size_t bytes;
} TVMFfiWorkspace;

/**
 * The memory that is used unless TVMFfiUseWorkspace names another one. A
 * program may define it: with memory of its own, or with {NULL, 0} if every
 * operator has a planned place.
 */
extern const TVMFfiWorkspace TVMFfiOwnWorkspace;

/**
 * Take workspaces from this memory from now on. All workspaces that are in use
 * are released: call it before an operator, and after one that failed.
 *
 * \param memory Its first multiple of 64 is where workspaces begin. Used until
 * the next call. NULL: TVMFfiOwnWorkspace.
 * \param bytes Of memory; ignored for NULL.
 */
void TVMFfiUseWorkspace(void *memory, size_t bytes);

/**
 * \return The most bytes that workspaces took at a time, with the gaps in front
 * of multiples of 64: so many bytes at a multiple of 64 are enough.
 */
size_t TVMFfiWorkspacePeak(void);

/** Begin to measure anew, from what is in use now. */
void TVMFfiResetWorkspacePeak(void);

/**
 * \return The text of the last error, "kind: message"; "" if there was none or
 * TVM_FFI_ERROR_TEXT_BYTES is 0. A success does not clear it. Valid until the
 * next error.
 */
const char *TVMFfiLastError(void);

/**
 * Set the text of the last error. Operators do so before they return -1, and
 * operators in C may do so, too.
 *
 * \param kind Such as "ValueError"; NULL leaves it out.
 * \param message NULL leaves it out.
 */
void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message);

/**
 * The same for a message of several parts.
 *
 * \param parts num_parts texts, of which each may be NULL; NULL if there are
 * none.
 */
void TVMFFIErrorSetRaisedFromCStrParts(const char *kind, const char **parts,
                                       int32_t num_parts);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_FFI_H_ */

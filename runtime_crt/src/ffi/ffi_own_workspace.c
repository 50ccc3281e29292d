/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The part's own memory for workspaces. A source of its own: a program that
 * defines TVMFfiOwnWorkspace does not link it. */

#include <tvm_crt/ffi.h>

/* metaobj link makes it, with the size that its user names. */
#ifndef TVM_CRT_CONFIG_AT_LINK

#if TVM_FFI_WORKSPACE_BYTES < 0 || TVM_FFI_WORKSPACE_BYTES > 0x7fffffff
#error "TVM_FFI_WORKSPACE_BYTES must be 0 to 2^31 - 1"
#endif

#if TVM_FFI_WORKSPACE_BYTES == 0
const TVMFfiWorkspace TVMFfiOwnWorkspace = {NULL, 0U};
#else
/* Not aligned: only some compilers could do that. Workspaces begin at the first
 * multiple of 64, and all bytes that the program asked for are behind it. */
static uint8_t own_memory[TVM_FFI_WORKSPACE_BYTES + 63];
const TVMFfiWorkspace TVMFfiOwnWorkspace = {own_memory, sizeof(own_memory)};
#endif

#endif

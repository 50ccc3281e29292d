/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Limits of the program's crt_config.h for the RPC server, with defaults and
 * ranges. */

#ifndef RUNTIME_CRT_SRC_CONFIG_RPC_H_
#define RUNTIME_CRT_SRC_CONFIG_RPC_H_

#include "config_host.h"

/* TVM_CRT_MAX_ARGS. */
#include <tvm/runtime/crt/packed_func.h>

#ifndef TVM_CRT_RPC_MAX_BLOCKS
#define TVM_CRT_RPC_MAX_BLOCKS 16
#endif

#if TVM_CRT_RPC_MAX_BLOCKS < 1 || TVM_CRT_RPC_MAX_BLOCKS > 32767
#error "TVM_CRT_RPC_MAX_BLOCKS must be 1 to 32767"
#endif

#ifndef TVM_CRT_RPC_FRAME_DATA_BYTES
#define TVM_CRT_RPC_FRAME_DATA_BYTES 64
#endif

#if TVM_CRT_RPC_FRAME_DATA_BYTES < 48 || TVM_CRT_RPC_FRAME_DATA_BYTES > 240
#error "TVM_CRT_RPC_FRAME_DATA_BYTES must be 48 to 240"
#endif

#ifndef TVM_CRT_RPC_FRAMES
#define TVM_CRT_RPC_FRAMES 4
#endif

#if TVM_CRT_RPC_FRAMES < 1 || TVM_CRT_RPC_FRAMES > 64 ||                       \
    (TVM_CRT_RPC_FRAMES & (TVM_CRT_RPC_FRAMES - 1)) != 0
#error "TVM_CRT_RPC_FRAMES must be 1, 2, 4, 8, 16, 32 or 64"
#endif

#ifndef TVM_CRT_RPC_RECEIVE_BYTES
#define TVM_CRT_RPC_RECEIVE_BYTES 0
#endif

#if (TVM_CRT_RPC_RECEIVE_BYTES < 256 && TVM_CRT_RPC_RECEIVE_BYTES != 0) ||     \
    TVM_CRT_RPC_RECEIVE_BYTES > 2147483647
#error "TVM_CRT_RPC_RECEIVE_BYTES must be 256 to 2147483647, or 0"
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_RPC_H_ */

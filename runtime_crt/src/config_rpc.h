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

#endif /* RUNTIME_CRT_SRC_CONFIG_RPC_H_ */

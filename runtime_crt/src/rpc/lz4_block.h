/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A reader of LZ4's block format, which may be hostile. */

#ifndef RUNTIME_CRT_SRC_RPC_LZ4_BLOCK_H_
#define RUNTIME_CRT_SRC_RPC_LZ4_BLOCK_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes a block to so many bytes at base + offset, whether it has neither
 * more nor fewer. Matches may reach back to base. Reads and writes nothing but
 * the block and these bytes; some of them may be written when it fails. */
bool tvm_crt_lz4_block(const uint8_t *block, size_t block_bytes, uint8_t *base,
                       size_t offset, size_t num_bytes);

#endif /* RUNTIME_CRT_SRC_RPC_LZ4_BLOCK_H_ */

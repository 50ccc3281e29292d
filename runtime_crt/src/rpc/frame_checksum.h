/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What both directions of the framing share. */

#ifndef RUNTIME_CRT_SRC_RPC_FRAME_CHECKSUM_H_
#define RUNTIME_CRT_SRC_RPC_FRAME_CHECKSUM_H_

#include <stdint.h>

#define FRAME_ESCAPE 0xffU
#define FRAME_NOTHING 0xfeU
#define FRAME_START 0xfdU
/* Bytes of the length in front of a payload, and of the checksum behind. */
#define FRAME_LENGTH_BYTES 4U
#define FRAME_CHECKSUM_BYTES 2U
/* The checksum of FRAME_ESCAPE and FRAME_START. */
#define FRAME_START_CHECKSUM 0x2042U

/* The checksum with one byte more. */
uint16_t tvm_crt_frame_checksum(uint16_t checksum, uint8_t byte);

#endif /* RUNTIME_CRT_SRC_RPC_FRAME_CHECKSUM_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "rpc/frame_checksum.h"

/* CRC-16/CCITT without a table: the eight steps of a byte at once. The
 * polynomial has the bits 0, 5 and 12. */
uint16_t tvm_crt_frame_checksum(uint16_t checksum, uint8_t byte) {
  uint32_t high = ((uint32_t)checksum >> 8U) ^ byte;
  high ^= high >> 4U;
  return (uint16_t)(((uint32_t)checksum << 8U) ^ (high << 12U) ^ (high << 5U) ^
                    high);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A block is a list of sequences: a token, literals, and a match, which is
 * bytes that were decoded before. The token's high half is the number of
 * literals, the low half that of the match less 4; 15 says that bytes follow
 * which add to it, up to one that is not 255. A match has its distance, 2
 * bytes, in front of these. The last sequence ends behind its literals. */

#include "rpc/lz4_block.h"

#define LEAST_MATCH 4U

typedef struct {
  const uint8_t *next;
  size_t left;
} block_t;

/* The next byte, whether there is one. */
static bool read_byte(block_t *block, uint8_t *byte) {
  if (block->left == 0U) {
    return false;
  }
  *byte = block->next[0];
  block->next = &block->next[1];
  block->left--;
  return true;
}

/* A length that begins with half a token; false if it is cut, or more than
 * most. */
static bool read_length(block_t *block, uint32_t half, size_t most,
                        size_t *length) {
  uint8_t byte = 255U;
  *length = half;
  if (half != 15U) {
    return *length <= most;
  }
  while ((byte == 255U) && (*length <= most)) {
    if (!read_byte(block, &byte)) {
      return false;
    }
    *length += byte;
  }
  return *length <= most;
}

bool tvm_crt_lz4_block(const uint8_t *block, size_t block_bytes, uint8_t *base,
                       size_t offset, size_t num_bytes) {
  block_t rest = {block, block_bytes};
  size_t at = offset;
  size_t left = num_bytes;
  for (;;) {
    uint8_t token;
    uint8_t low;
    uint8_t high;
    size_t length;
    size_t distance;
    if (!read_byte(&rest, &token) ||
        !read_length(&rest, (uint32_t)token >> 4U, left, &length) ||
        (length > rest.left)) {
      return false;
    }
    for (size_t i = 0U; i < length; i++) {
      base[at + i] = rest.next[i];
    }
    rest.next = &rest.next[length];
    rest.left -= length;
    at += length;
    left -= length;
    if (rest.left == 0U) {
      return left == 0U;
    }
    if ((left < LEAST_MATCH) || !read_byte(&rest, &low) ||
        !read_byte(&rest, &high) ||
        !read_length(&rest, (uint32_t)token & 15U, left - LEAST_MATCH,
                     &length)) {
      return false;
    }
    distance = low | ((size_t)high << 8U);
    if ((distance == 0U) || (distance > at)) {
      return false;
    }
    length += LEAST_MATCH;
    for (size_t i = 0U; i < length; i++) {
      base[at + i] = base[at + i - distance];
    }
    at += length;
    left -= length;
  }
}

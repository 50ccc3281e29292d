/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* BLAKE3, for size. Input is cut into chunks of 1 KiB. A chunk's blocks of 64
 * bytes are compressed one after the other into its chaining value. These
 * values are the leaves of a binary tree, whose parents compress two values.
 * Complete subtrees wait in levels until their neighbour is complete; the last
 * chunk waits until it is known whether more bytes follow, as the root is
 * compressed with a flag of its own. */

#include "record/hasher.h"

#include <stdbool.h>

#define BLOCK_BYTES 64U
/* Of a chunk. */
#define LAST_BLOCK 15U

#define CHUNK_START 1U
#define CHUNK_END 2U
#define PARENT 4U
#define ROOT 8U

static const uint32_t initial[8] = {0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U,
                                    0xa54ff53aU, 0x510e527fU, 0x9b05688cU,
                                    0x1f83d9abU, 0x5be0cd19U};

/* Each round permutes the words of the one before. The permutation has two
 * cycles of 8 words: these are the words in the order of the cycles, and where
 * each word is in it. */
static const uint8_t cycles[16] = {0, 2, 3, 10, 12, 9,  11, 5,
                                   1, 6, 4, 7,  13, 14, 15, 8};
static const uint8_t places[16] = {0,  8, 1, 2, 10, 7,  9,  11,
                                   15, 5, 3, 6, 4,  12, 13, 14};

static uint32_t rotated(uint32_t word, uint32_t bits) {
  return (word >> bits) | (word << (32U - bits));
}

static void copy_words(uint32_t *to, const uint32_t *from) {
  for (size_t i = 0U; i < 8U; i++) {
    to[i] = from[i];
  }
}

/* Four columns, then four diagonals; each is mixed twice, with one word. */
static void mix(uint32_t *state, const uint32_t *words, uint32_t round) {
  for (uint32_t i = 0U; i < 16U; i++) {
    const uint32_t turn = i >> 3;
    const uint32_t at = places[i];
    uint32_t column = i >> 1;
    uint32_t *a = &state[column & 3U];
    uint32_t *b;
    uint32_t *c;
    uint32_t *d;
    column += turn;
    b = &state[4U + (column & 3U)];
    column += turn;
    c = &state[8U + (column & 3U)];
    column += turn;
    d = &state[12U + (column & 3U)];
    *a += *b + words[cycles[(at & 8U) | ((at + round) & 7U)]];
    *d = rotated(*d ^ *a, ((i & 1U) != 0U) ? 8U : 16U);
    *c += *d;
    *b = rotated(*b ^ *c, ((i & 1U) != 0U) ? 7U : 12U);
  }
}

/* Compresses the hasher's words into its chain, and empties them. */
static void compress(TVMRecordCheck *check, TVMRecordHasher *hasher,
                     size_t counter, uint32_t length, uint32_t flags) {
  uint32_t state[16];
  if ((check->step != NULL) && (check->state == kTVMRecordIntact) &&
      (check->step(check->context) != 0)) {
    check->state = kTVMRecordStopped;
  }
  copy_words(state, hasher->chain);
  copy_words(&state[8], initial);
  state[12] = (uint32_t)counter;
  state[13] = (uint32_t)((uint64_t)counter >> 32);
  state[14] = length;
  state[15] = flags;
  for (uint32_t round = 0U; round < 7U; round++) {
    mix(state, hasher->words, round);
  }
  for (size_t i = 0U; i < 8U; i++) {
    hasher->chain[i] = state[i] ^ state[i + 8U];
    hasher->words[i] = 0U;
    hasher->words[i + 8U] = 0U;
  }
}

/* The parent of the top level and the chain. */
static void join(TVMRecordCheck *check, TVMRecordHasher *hasher,
                 uint32_t flags) {
  hasher->top--;
  copy_words(hasher->words, check->levels[hasher->top]);
  copy_words(&hasher->words[8], hasher->chain);
  copy_words(hasher->chain, initial);
  compress(check, hasher, 0U, BLOCK_BYTES, PARENT | flags);
}

/* Compresses a block. */
static void end_block(TVMRecordCheck *check, TVMRecordHasher *hasher,
                      uint32_t flags) {
  compress(check, hasher, hasher->chunks, hasher->used,
           flags | ((hasher->blocks == 0U) ? CHUNK_START : 0U));
  hasher->blocks++;
  hasher->used = 0U;
}

/* A chunk is full, and a byte follows. */
static void end_chunk(TVMRecordCheck *check, TVMRecordHasher *hasher) {
  size_t left;
  end_block(check, hasher, CHUNK_END);
  hasher->chunks++;
  for (left = hasher->chunks; (left & 1U) == 0U; left >>= 1) {
    join(check, hasher, 0U);
  }
  if (hasher->top == (size_t)TVM_CRT_RECORD_LEVELS) {
    check->state = kTVMRecordRefused;
  } else {
    copy_words(check->levels[hasher->top], hasher->chain);
    hasher->top++;
  }
  copy_words(hasher->chain, initial);
  hasher->blocks = 0U;
}

void tvm_crt_hash_start(TVMRecordHasher *hasher, size_t base) {
  copy_words(hasher->chain, initial);
  for (size_t i = 0U; i < 16U; i++) {
    hasher->words[i] = 0U;
  }
  hasher->used = 0U;
  hasher->blocks = 0U;
  hasher->chunks = 0U;
  hasher->base = base;
  hasher->top = base;
}

void tvm_crt_hash_byte(TVMRecordCheck *check, TVMRecordHasher *hasher,
                       uint32_t byte) {
  if (hasher->used == BLOCK_BYTES) {
    if (hasher->blocks == LAST_BLOCK) {
      end_chunk(check, hasher);
    } else {
      end_block(check, hasher, 0U);
    }
  }
  if (check->state == kTVMRecordIntact) {
    hasher->words[hasher->used / 4U] |= byte << (8U * (hasher->used % 4U));
    hasher->used++;
  }
}

void tvm_crt_hash_finish(TVMRecordCheck *check, TVMRecordHasher *hasher) {
  end_block(check, hasher,
            CHUNK_END | ((hasher->top == hasher->base) ? ROOT : 0U));
  while (hasher->top != hasher->base) {
    join(check, hasher, (hasher->top == (hasher->base + 1U)) ? ROOT : 0U);
  }
  for (size_t i = 0U; i < (size_t)TVM_CRT_RECORD_ID_BYTES; i++) {
    check->identity[i] = (uint8_t)(hasher->chain[i / 4U] >> (8U * (i % 4U)));
  }
}

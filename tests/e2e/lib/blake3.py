# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BLAKE3 as its specification has it, for comparison with LLVM's.

Slow: for inputs of some kilobytes.
"""

import struct

INITIAL = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
           0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS_AND_DIAGONALS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14),
                         (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12),
                         (2, 7, 8, 13), (3, 4, 9, 14))

CHUNK_SIZE = 1024
BLOCK_SIZE = 64
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
MASK = 0xFFFFFFFF


def rotate(word, bits):
    """`word` rotated to the right."""
    return (word >> bits | word << (32 - bits)) & MASK


def mix(state, places, first, second):
    """The quarter round."""
    a, b, c, d = places
    for word, bits_d, bits_b in ((first, 16, 12), (second, 8, 7)):
        state[a] = (state[a] + state[b] + word) & MASK
        state[d] = rotate(state[d] ^ state[a], bits_d)
        state[c] = (state[c] + state[d]) & MASK
        state[b] = rotate(state[b] ^ state[c], bits_b)


def compress(chain, block, counter, length, flags):
    """The next chaining value."""
    state = [*chain, *INITIAL[:4], counter & MASK, counter >> 32, length,
             flags]
    words = list(struct.unpack("<16I", block.ljust(BLOCK_SIZE, b"\0")))
    for _ in range(7):
        for step, places in enumerate(COLUMNS_AND_DIAGONALS):
            mix(state, places, words[2 * step], words[2 * step + 1])
        words = [words[i] for i in PERMUTATION]
    return tuple(state[i] ^ state[i + 8] for i in range(8))


def chunk(data, counter, root):
    """Chaining value of up to 1024 bytes."""
    blocks = [data[i:i + BLOCK_SIZE]
              for i in range(0, len(data), BLOCK_SIZE)] or [b""]
    chain = INITIAL
    for index, block in enumerate(blocks):
        is_last = index == len(blocks) - 1
        flags = (CHUNK_START * (index == 0) | CHUNK_END * is_last |
                 root * is_last)
        chain = compress(chain, block, counter, len(block), flags)
    return chain


def tree(data, counter, root):
    """Chaining value of a subtree that starts with chunk `counter`."""
    if len(data) <= CHUNK_SIZE:
        return chunk(data, counter, root)
    left_size = CHUNK_SIZE
    while left_size * 2 < len(data):
        left_size *= 2
    left = tree(data[:left_size], counter, 0)
    right = tree(data[left_size:], counter + left_size // CHUNK_SIZE, 0)
    block = struct.pack("<16I", *left, *right)
    return compress(INITIAL, block, 0, BLOCK_SIZE, PARENT | root)


def hexdigest(data):
    """The hash of `data`, 64 hexadecimal digits."""
    return struct.pack("<8I", *tree(data, 0, ROOT)).hex()

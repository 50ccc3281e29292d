/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file memory_usage.h
 * Figures of the allocators about their memory.
 */

#ifndef TVM_CRT_MEMORY_USAGE_H_
#define TVM_CRT_MEMORY_USAGE_H_

#include <stddef.h>

/** Sizes in bytes, with what alignment, tags and whole pages add to a block. */
typedef struct {
  /** All that can be handed out. */
  size_t capacity;
  /** What is handed out now. */
  size_t used;
  /** The most that was handed out at a time since the allocator was made: the
   * memory that this program needs, fragmentation left aside. */
  size_t high_water;
} TVMMemoryUsage;

#endif /* TVM_CRT_MEMORY_USAGE_H_ */

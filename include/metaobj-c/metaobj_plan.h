/*===- metaobj-c/metaobj_plan.h - Where buffers lie in memory -----*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Finds places for buffers in pools of memory: buffers that live at the same
 * time do not overlap, and the pools are small. docs/plan.md has an example.
 *
 * The functions are in libmetaobj_plan.so.1 and libmetaobj_plan.a, which need
 * the C++ standard library and nothing else. They print nothing, read no
 * environment, and keep nothing between calls: any number of threads may call
 * them. The same arguments give the same results on every machine.
 *
 * Ownership. All arrays and structures are the caller's. A function only reads
 * its problem, and keeps no pointer. An array of no elements may be NULL.
 *
 * Errors. A function returns METAOBJ_PLAN_OK, or a code with details in
 * *fault. Then the places for results are as they were. No C++ exception leaves
 * a function. The search takes up to 1 MB of stack for thousands of buffers.
 *
 * Versions. Within a major version of the library (.so.1), structures stay, and
 * functions and codes are only added.
 */
#ifndef METAOBJ_C_METAOBJ_PLAN_H
#define METAOBJ_C_METAOBJ_PLAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a buffer lies. */
typedef struct metaobj_plan_place {
  uint64_t offset; /**< Bytes from the start of the pool. */
  uint32_t pool;   /**< Its position in pool_limits. */
} metaobj_plan_place;

/** Memory that is needed from time lower until before time upper. Times are any
 * numbers that grow, such as positions of operators. */
typedef struct metaobj_plan_buffer {
  uint64_t lower;
  uint64_t upper;     /**< Above lower. */
  uint64_t size;      /**< Bytes; may be 0. */
  uint64_t alignment; /**< Bytes, a power of two. */
  /** Bit n: it may lie in pool n. 0: in any pool. */
  uint64_t pools;
  /** Where it has to lie; NULL: anywhere. */
  const metaobj_plan_place *fixed;
  uint64_t traffic; /**< Bytes that are read and written there in all. */
  /** 1 + the position of a buffer over which it may be written, such as the
   * input of an operator; 0: over none. That one begins earlier, ends at lower
   * + 1, so that both live for one step, and is no smaller. Both may have one
   * offset in one pool. They overlap nowhere else. */
  uint64_t in_place_of;
} metaobj_plan_buffer;

#define METAOBJ_PLAN_NO_LIMIT UINT64_MAX
#define METAOBJ_PLAN_NO_PLAN_YET UINT64_MAX
#define METAOBJ_PLAN_MOST_POOLS 64
#define METAOBJ_PLAN_DEFAULT_EFFORT 5
#define METAOBJ_PLAN_HIGHEST_EFFORT 9

/** How far a search is. */
typedef struct metaobj_plan_progress {
  uint64_t steps; /**< Of all searches until now. */
  /** Of all pools in the best plan so far, which may still exceed the limit of
   * the last pool; or METAOBJ_PLAN_NO_PLAN_YET. */
  uint64_t bytes;
  uint64_t lower_bound; /**< As in the summary. */
  void *user;           /**< progress_user of the problem. */
} metaobj_plan_progress;

/** Receives the progress, which is valid during the call. A result other than 0
 * stops the search: the plan is the best one so far, and if there is none yet,
 * METAOBJ_PLAN_STOPPED is returned. It is called in the thread of
 * metaobj_plan_memory, after a fixed number of steps, which take some
 * hundredths of a second, and while rules place very many buffers. So the same
 * problem gives the same calls, and they change nothing unless one stops the
 * search. A small problem may end without a call. No C++ exception may leave
 * it. */
typedef int (*metaobj_plan_progress_fn)(const metaobj_plan_progress *now);

typedef struct metaobj_plan_problem {
  const metaobj_plan_buffer *buffers;
  size_t num_buffers; /**< Below 2^31. */
  /** For each pool its most bytes, or METAOBJ_PLAN_NO_LIMIT; the fastest first.
   * A buffer goes to the first one that has room, and the best plan takes least
   * of the last one. */
  const uint64_t *pool_limits;
  size_t num_pools; /**< 1 to METAOBJ_PLAN_MOST_POOLS. */
  /** A known plan, in the order of the buffers: the result is never larger or,
   * if pools differ in cost, never costs more. */
  const metaobj_plan_place *known;
  size_t num_known; /**< num_buffers, or 0: no plan is known. */
  /** 0: rules alone. Each higher level searches four times longer: 5 takes some
   * seconds for hard problems, 15 seconds for 60,000 buffers and 90 for a
   * million, and METAOBJ_PLAN_HIGHEST_EFFORT up to an hour. */
  uint32_t effort;
  /** For each pool the cost of a byte of traffic, in any unit. If they differ,
   * the plan of least cost is looked for, and then the smallest. They never
   * fall. NULL: pools cost the same. */
  const uint64_t *pool_costs;
  /** Is called during the search; NULL: nothing is. */
  metaobj_plan_progress_fn progress;
  void *progress_user;
} metaobj_plan_problem;

typedef struct metaobj_plan_summary {
  /** The most bytes that live at one time: no plan takes less in all pools. */
  uint64_t lower_bound;
  uint64_t steps; /**< Of the search; 0: the rules sufficed. */
  /** Pairs of buffers that live at the same time, if these are so many that
   * some rules were left out; 0: all were tried. */
  uint64_t too_many_pairs;
  /** Of the traffic; UINT64_MAX stands for it and for more. */
  uint64_t cost;
  /** 1: no plan is better, that is, none costs less or, if pools do not differ
   * in cost, none takes less of the slowest pool in use. 0: nobody knows. */
  uint32_t is_optimal;
  uint32_t is_stopped; /**< 1: progress has stopped the search. */
  char method[64];     /**< What found the plan: "by size, lowest gap". */
} metaobj_plan_summary;

/** What is wrong. Behind each: which fields of the fault are set, and its
 * numbers in their order. */
typedef enum metaobj_plan_code {
  METAOBJ_PLAN_OK,
  METAOBJ_PLAN_NO_MEMORY,
  METAOBJ_PLAN_NULL_POINTER, /**< For something that is needed. */
  METAOBJ_PLAN_NO_POOL,
  METAOBJ_PLAN_EFFORT_TOO_HIGH,  /**< effort, highest effort. */
  METAOBJ_PLAN_TOO_MANY_BUFFERS, /**< buffers, most buffers. */
  METAOBJ_PLAN_EMPTY_LIFETIME,   /**< Of buffer: lower, upper. */
  METAOBJ_PLAN_BAD_ALIGNMENT,    /**< Of buffer: alignment. */
  METAOBJ_PLAN_TOO_MANY_BYTES,   /**< Of all buffers: above 63 bits. */
  METAOBJ_PLAN_POOLS_TOO_SMALL,  /**< lower bound, bytes of all pools. */
  METAOBJ_PLAN_NO_PLAN_IN_POOL,  /**< pool, the last one: bytes found, limit. */
  METAOBJ_PLAN_NO_PLAN_IN_POOLS, /**< None was found; more effort may help. */
  METAOBJ_PLAN_WRONG_COUNTS,     /**< places, pools, buffers, pools. */
  METAOBJ_PLAN_POOL_TOO_LARGE,   /**< pool: its bytes, its limit. */
  METAOBJ_PLAN_UNKNOWN_POOL,     /**< Of buffer: its pool, number of pools. */
  METAOBJ_PLAN_UNALIGNED,        /**< buffer: its offset, its alignment. */
  METAOBJ_PLAN_OUTSIDE_POOL, /**< buffer, pool: size, offset, pool's bytes. */
  METAOBJ_PLAN_OVERLAP,      /**< buffer, other_buffer: a common time. */
  METAOBJ_PLAN_WRONG_POOL,   /**< buffer may not lie in pool. */
  METAOBJ_PLAN_MOVED, /**< buffer: its pool and offset, the fixed ones. */
  METAOBJ_PLAN_TOO_MANY_POOLS,   /**< pools, most pools. */
  METAOBJ_PLAN_NO_POOL_ALLOWED,  /**< Of buffer. */
  METAOBJ_PLAN_BUFFER_TOO_LARGE, /**< buffer: its bytes, the largest limit. */
  METAOBJ_PLAN_NO_PLAN_EXISTS,   /**< pool: least bytes, limit. */
  METAOBJ_PLAN_COSTS_FALL,       /**< pool: its cost, that before it. */
  METAOBJ_PLAN_STOPPED,          /**< By progress, before there was a plan. */
  METAOBJ_PLAN_UNKNOWN_PAIR, /**< in_place_of of buffer: a position, buffers. */
  /** in_place_of of buffer is other_buffer: when that ends, when it has to end,
   * its bytes, the least that it must have. */
  METAOBJ_PLAN_WRONG_PAIR
} metaobj_plan_code;

/** Which plan the codes from METAOBJ_PLAN_WRONG_COUNTS on are about. */
typedef enum metaobj_plan_role {
  METAOBJ_PLAN_GIVEN, /**< That of metaobj_plan_check. */
  METAOBJ_PLAN_KNOWN, /**< The known one of the problem. */
  METAOBJ_PLAN_MADE,  /**< The planner's, which has a mistake: report it. */
  METAOBJ_PLAN_FIXED  /**< The fixed places of the problem. */
} metaobj_plan_role;

#define METAOBJ_PLAN_NO_POSITION SIZE_MAX

typedef struct metaobj_plan_fault {
  metaobj_plan_code code; /**< That was returned. */
  metaobj_plan_role plan;
  size_t buffer;       /**< A position, or METAOBJ_PLAN_NO_POSITION. */
  size_t other_buffer; /**< The same. */
  size_t pool;         /**< The same. */
  uint64_t numbers[4]; /**< 0 where the code has none. */
  char text[256];      /**< One line of English, without a full stop. */
} metaobj_plan_fault;

/** Plans the problem. Sets places[num_buffers], pool_sizes[num_pools] (bytes)
 * and *summary. The plan has been checked. */
metaobj_plan_code metaobj_plan_memory(const metaobj_plan_problem *problem,
                                      metaobj_plan_place *places,
                                      uint64_t *pool_sizes,
                                      metaobj_plan_summary *summary,
                                      metaobj_plan_fault *fault);

/** Sets pool_bounds[num_pools] to the bytes that every plan takes of each pool:
 * those of buffers that may lie nowhere else, or that have no room elsewhere
 * when all other pools are full. Does not look at known and effort. */
metaobj_plan_code metaobj_plan_bounds(const metaobj_plan_problem *problem,
                                      uint64_t *pool_bounds,
                                      metaobj_plan_fault *fault);

/** Does any plan of the problem hold? Refuses buffers that overlap while both
 * live, and places that are unaligned or outside pools of these sizes. Does not
 * look at known and effort. */
metaobj_plan_code metaobj_plan_check(const metaobj_plan_problem *problem,
                                     const metaobj_plan_place *places,
                                     const uint64_t *pool_sizes,
                                     metaobj_plan_fault *fault);

/** Writes the text of a fault with the caller's names to text[capacity], which
 * ends with a NUL and is cut off where there is no room. NULL stands for a
 * position in decimal, and names of what the fault does not have are not used.
 * Returns the bytes of the whole text with its NUL; 0: there is not enough
 * memory, and nothing was written. */
size_t metaobj_plan_fault_text(const metaobj_plan_fault *fault,
                               const char *buffer_name,
                               const char *other_buffer_name,
                               const char *pool_name, char *text,
                               size_t capacity);

/** Why a buffer does not lie in the first pool in which it may lie. Behind
 * each: which fields of the reason are set beside pool. */
typedef enum metaobj_plan_reason_kind {
  METAOBJ_PLAN_IN_FIRST_POOL,    /**< It does. */
  METAOBJ_PLAN_LARGER_THAN_POOL, /**< bytes: the limit of the pool. */
  METAOBJ_PLAN_FIXED_ELSEWHERE,  /**< fixed is in another pool. */
  /** All: with it, more bytes would live in the pool at time than it has. */
  METAOBJ_PLAN_NO_ROOM,
  METAOBJ_PLAN_NO_GAP,   /**< All: there are enough bytes, in smaller pieces. */
  METAOBJ_PLAN_ROOM_LEFT /**< There is room, which the plan does not use. */
} metaobj_plan_reason_kind;

#define METAOBJ_PLAN_MOST_BESIDE 3

typedef struct metaobj_plan_reason {
  metaobj_plan_reason_kind kind;
  uint32_t pool;  /**< The first one in which it may lie. */
  uint64_t time;  /**< When most bytes live there while the buffer lives. */
  uint64_t bytes; /**< Of the buffers that live there then. */
  /** The largest of them, the largest first. */
  size_t beside[METAOBJ_PLAN_MOST_BESIDE];
  size_t num_beside;
} metaobj_plan_reason;

/** Sets reasons[num_buffers] for any plan that metaobj_plan_check accepts when
 * pools are as large as their limits; refuses others in the same way. Takes
 * time for each pair of buffers that live at the same time. */
metaobj_plan_code metaobj_plan_explain(const metaobj_plan_problem *problem,
                                       const metaobj_plan_place *places,
                                       metaobj_plan_reason *reasons,
                                       metaobj_plan_fault *fault);

/** As metaobj_plan_fault_text, for a reason. beside_names has num_beside names;
 * NULL, or a name that is NULL, stands for a position in decimal. The text of
 * METAOBJ_PLAN_IN_FIRST_POOL is empty. */
size_t metaobj_plan_reason_text(const metaobj_plan_reason *reason,
                                const char *pool_name,
                                const char *const *beside_names, char *text,
                                size_t capacity);

#ifdef __cplusplus
}
#endif

#endif /* METAOBJ_C_METAOBJ_PLAN_H */

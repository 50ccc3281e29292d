/*===- planner.c - The planner as C programs see it -----------------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Plans a list and provokes each fault. */

#define _XOPEN_SOURCE 600

#include <metaobj-c/metaobj_plan.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: not true: %s\n", __LINE__, #condition);        \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

enum { BUFFERS = 200 };

static metaobj_plan_buffer buffers[BUFFERS];
static metaobj_plan_place places[BUFFERS];
static uint64_t pool_sizes[2];
static metaobj_plan_summary summary;
static metaobj_plan_fault fault;

static const uint64_t unlimited[1] = {METAOBJ_PLAN_NO_LIMIT};

static metaobj_plan_problem problem(const metaobj_plan_buffer *list,
                                    size_t count) {
  metaobj_plan_problem result = {0};
  result.buffers = list;
  result.num_buffers = count;
  result.pool_limits = unlimited;
  result.num_pools = COUNT(unlimited);
  return result;
}

static void make_buffers(void) {
  uint32_t state = 1;
  size_t i;
  for (i = 0; i != BUFFERS; ++i) {
    state = state * 1664525u + 1013904223u;
    buffers[i].lower = state >> 26;
    buffers[i].upper = buffers[i].lower + 1 + (state >> 20) % 9;
    buffers[i].size = (state >> 12) % 300;
    buffers[i].alignment = (uint64_t)1 << (state >> 8) % 5;
  }
}

/* Compares all pairs. */
static void check_places(void) {
  size_t i, j;
  for (i = 0; i != BUFFERS; ++i) {
    CHECK(places[i].pool < 2);
    CHECK(places[i].offset % buffers[i].alignment == 0);
    CHECK(places[i].offset + buffers[i].size <= pool_sizes[places[i].pool]);
    for (j = 0; j != i; ++j)
      CHECK(buffers[i].size == 0 || buffers[j].size == 0 ||
            buffers[i].upper <= buffers[j].lower ||
            buffers[j].upper <= buffers[i].lower ||
            places[i].pool != places[j].pool ||
            places[i].offset + buffers[i].size <= places[j].offset ||
            places[j].offset + buffers[j].size <= places[i].offset);
  }
}

static void plan_list(void) {
  static const uint64_t limits[2] = {1000, METAOBJ_PLAN_NO_LIMIT};
  static metaobj_plan_place known[BUFFERS];
  metaobj_plan_problem all = problem(buffers, BUFFERS);
  uint64_t first, bounds[2];
  all.pool_limits = limits;
  all.num_pools = COUNT(limits);
  all.effort = 2;
  CHECK(metaobj_plan_memory(&all, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  check_places();
  CHECK(metaobj_plan_bounds(&all, bounds, &fault) == METAOBJ_PLAN_OK);
  CHECK(bounds[0] == 0 && bounds[1] == summary.lower_bound - 1000);
  CHECK(bounds[1] <= pool_sizes[1]);
  CHECK(pool_sizes[0] <= 1000);
  CHECK(pool_sizes[0] + pool_sizes[1] >= summary.lower_bound);
  CHECK(summary.lower_bound > 1000);
  CHECK(summary.method[0] != 0 && strlen(summary.method) < 40);
  CHECK(metaobj_plan_check(&all, places, pool_sizes, &fault) ==
        METAOBJ_PLAN_OK);
  /* The known plan is never made worse. */
  first = pool_sizes[1];
  memcpy(known, places, sizeof(known));
  all.known = known;
  all.num_known = BUFFERS;
  all.effort = 0;
  CHECK(metaobj_plan_memory(&all, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  check_places();
  CHECK(pool_sizes[1] <= first && summary.steps == 0);
  /* Nothing to plan. */
  all = problem(NULL, 0);
  CHECK(metaobj_plan_memory(&all, NULL, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(pool_sizes[0] == 0 && summary.lower_bound == 0);
}

/* More than two million pairs live together: some rules are left out. */
static void plan_many(void) {
  enum { MANY = 2100 };
  static const uint64_t limits[2] = {1000, METAOBJ_PLAN_NO_LIMIT};
  static metaobj_plan_buffer list[MANY];
  static metaobj_plan_place at[MANY];
  metaobj_plan_problem many = problem(list, MANY);
  size_t i;
  for (i = 0; i != MANY; ++i) {
    list[i].upper = 1;
    list[i].size = 1 + i % 7;
    list[i].alignment = 1;
  }
  many.pool_limits = limits;
  many.num_pools = COUNT(limits);
  CHECK(metaobj_plan_memory(&many, at, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(summary.too_many_pairs == (uint64_t)MANY * (MANY - 1) / 2);
  many.num_buffers = 2;
  CHECK(metaobj_plan_memory(&many, at, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(summary.too_many_pairs == 0);
}

/* A fault leaves all results as they were. */
static void refuse(const metaobj_plan_problem *bad, metaobj_plan_code code,
                   const char *text) {
  uint64_t sizes[2] = {77, 78};
  metaobj_plan_place place[8];
  metaobj_plan_summary none;
  memset(place, 79, sizeof(place));
  memset(&none, 80, sizeof(none));
  memset(&fault, 81, sizeof(fault));
  CHECK(metaobj_plan_memory(bad, place, sizes, &none, &fault) == code);
  CHECK(sizes[0] == 77 && sizes[1] == 78 && *(char *)place == 79 &&
        none.method[0] == 80);
  CHECK(fault.code == code);
  if (strcmp(fault.text, text) != 0) {
    fprintf(stderr, "other text: %s\n", fault.text);
    exit(EXIT_FAILURE);
  }
}

static void refuse_problems(void) {
  static const uint64_t two[2] = {100, 100}, small[1] = {10};
  static const uint64_t falling[2] = {2, 1};
  static const metaobj_plan_place odd = {8, 0};
  static const metaobj_plan_place overlapping[3] = {{0, 0}, {16, 0}, {0, 0}};
  metaobj_plan_buffer list[3] = {
      {.lower = 0, .upper = 2, .size = 1, .alignment = 16},
      {.lower = 0, .upper = 2, .size = 1, .alignment = 16},
      {.lower = 1, .upper = 3, .size = 1, .alignment = 1}};
  metaobj_plan_problem bad = problem(list, 3);

  bad.num_pools = 0;
  refuse(&bad, METAOBJ_PLAN_NO_POOL, "there is no pool to plan");
  bad.num_pools = 1;

  bad.effort = METAOBJ_PLAN_HIGHEST_EFFORT + 1;
  refuse(&bad, METAOBJ_PLAN_EFFORT_TOO_HIGH,
         "the effort is 10, but the highest is 9");
  CHECK(fault.numbers[0] == 10 && fault.numbers[1] == 9);
  bad.effort = 0;

  bad.num_buffers = (size_t)1 << 31;
  refuse(&bad, METAOBJ_PLAN_TOO_MANY_BUFFERS,
         "has 2147483648 buffers; plans have at most 31 bits of them");
  bad.num_buffers = 3;

  list[1].upper = 0;
  refuse(&bad, METAOBJ_PLAN_EMPTY_LIFETIME,
         "buffer 1 lives from 0 until before 0, which is not a time");
  CHECK(fault.plan == METAOBJ_PLAN_GIVEN && fault.buffer == 1 &&
        fault.other_buffer == METAOBJ_PLAN_NO_POSITION &&
        fault.pool == METAOBJ_PLAN_NO_POSITION && fault.numbers[1] == 0);
  list[1].upper = 2;

  list[2].alignment = 0;
  refuse(&bad, METAOBJ_PLAN_BAD_ALIGNMENT,
         "buffer 2 is aligned to 0, which is not a power of two");
  list[2].alignment = 1;

  list[2].size = UINT64_MAX;
  refuse(&bad, METAOBJ_PLAN_TOO_MANY_BYTES,
         "the buffers have more bytes in all than 63 bits can count");
  list[2].size = 1;

  bad.pool_limits = small;
  list[0].size = 10;
  refuse(&bad, METAOBJ_PLAN_POOLS_TOO_SMALL,
         "12 bytes live at the same time, but the pools have at most 10");
  CHECK(fault.numbers[0] == 12 && fault.numbers[1] == 10);
  list[0].size = 1;

  refuse(&bad, METAOBJ_PLAN_NO_PLAN_IN_POOL,
         "the smallest plan that was found has 17 bytes, but pool 0 has at "
         "most 10");
  CHECK(fault.pool == 0 && fault.numbers[0] == 17 && fault.numbers[1] == 10);

  list[0].size = list[1].size = list[2].size = 60;
  bad.pool_limits = two;
  bad.num_pools = COUNT(two);
  refuse(&bad, METAOBJ_PLAN_NO_PLAN_IN_POOL,
         "the smallest plan that was found has 120 bytes, but pool 1 has at "
         "most 100");
  CHECK(fault.pool == 1 && fault.numbers[0] == 120 && fault.numbers[1] == 100);
  list[0].pools = list[1].pools = list[2].pools = 1;
  refuse(&bad, METAOBJ_PLAN_NO_PLAN_EXISTS,
         "every plan takes at least 180 bytes of pool 0, which has at most "
         "100");
  CHECK(fault.pool == 0 && fault.numbers[0] == 180);
  list[1].pools = 8;
  refuse(&bad, METAOBJ_PLAN_NO_POOL_ALLOWED,
         "buffer 1 may lie in no pool that there is");
  list[0].pools = list[1].pools = list[2].pools = 0;
  bad.pool_costs = falling;
  refuse(&bad, METAOBJ_PLAN_COSTS_FALL,
         "pool 1 costs 1, less than the pool before it, 2; the fastest comes "
         "first");
  bad.pool_costs = NULL;
  list[0].fixed = &odd;
  refuse(&bad, METAOBJ_PLAN_UNALIGNED,
         "the fixed places: buffer 0 is at 8, which is not a multiple of 16");
  CHECK(fault.plan == METAOBJ_PLAN_FIXED && fault.buffer == 0);
  list[0].fixed = NULL;
  list[0].size = list[1].size = list[2].size = 1;
  bad.pool_limits = unlimited;
  bad.num_pools = 1;

  bad.known = overlapping;
  bad.num_known = 2;
  refuse(&bad, METAOBJ_PLAN_WRONG_COUNTS,
         "the known plan: the plan has 2 places in 1 pool for 3 buffers and 1 "
         "pool");
  bad.num_known = 3;
  refuse(&bad, METAOBJ_PLAN_OVERLAP,
         "the known plan: buffers 0 and 2 overlap, and both live at 1");
  CHECK(fault.plan == METAOBJ_PLAN_KNOWN && fault.buffer == 0 &&
        fault.other_buffer == 2 && fault.numbers[0] == 1);
  bad.known = NULL;

  refuse(&bad, METAOBJ_PLAN_NULL_POINTER, "a pointer is NULL that is needed");
  refuse(NULL, METAOBJ_PLAN_NULL_POINTER, "a pointer is NULL that is needed");
  CHECK(metaobj_plan_memory(&bad, places, pool_sizes, &summary, NULL) ==
        METAOBJ_PLAN_NULL_POINTER);
}

/* Pools in which buffers may lie, a place that is given, and traffic. */
static void plan_memories(void) {
  static const metaobj_plan_place given = {32, 0};
  static const uint64_t limits[2] = {100, METAOBJ_PLAN_NO_LIMIT};
  static const uint64_t costs[2] = {1, 10};
  metaobj_plan_buffer list[3] = {
      {.lower = 0, .upper = 2, .size = 20, .alignment = 16, .fixed = &given},
      {.lower = 0, .upper = 2, .size = 32, .alignment = 1, .pools = 2},
      {.lower = 1, .upper = 3, .size = 32, .alignment = 1}};
  metaobj_plan_problem all = problem(list, 3);
  all.pool_limits = limits;
  all.num_pools = 2;
  all.effort = 1;
  CHECK(metaobj_plan_memory(&all, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(places[0].offset == 32 && places[0].pool == 0);
  CHECK(places[1].pool == 1 && places[2].pool == 0 && places[2].offset == 0);
  CHECK(summary.is_optimal == 1 && summary.cost == 0);
  CHECK(metaobj_plan_check(&all, places, pool_sizes, &fault) ==
        METAOBJ_PLAN_OK);
  places[1].pool = 0;
  places[1].offset = 0;
  CHECK(metaobj_plan_check(&all, places, pool_sizes, &fault) ==
        METAOBJ_PLAN_WRONG_POOL);
  CHECK(fault.buffer == 1 && fault.pool == 0);
  places[0].offset = 16;
  CHECK(metaobj_plan_check(&all, places, pool_sizes, &fault) ==
        METAOBJ_PLAN_MOVED);

  list[0].fixed = NULL;
  list[1].pools = 0;
  list[0].size = 80;
  list[1].size = 60;
  list[1].traffic = 7;
  list[2].size = 40;
  all.pool_costs = costs;
  CHECK(metaobj_plan_memory(&all, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(places[0].pool == 1 && places[1].pool == 0 && summary.cost == 7 &&
        summary.is_optimal == 1);
}

/* An operator that writes over its input. */
static void share_places(void) {
  metaobj_plan_buffer list[2] = {
      {.lower = 0, .upper = 2, .size = 64, .alignment = 1},
      {.lower = 1, .upper = 3, .size = 64, .alignment = 1, .in_place_of = 1}};
  metaobj_plan_problem pair = problem(list, 2);
  CHECK(metaobj_plan_memory(&pair, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(pool_sizes[0] == 64 && summary.lower_bound == 64 &&
        places[1].offset == 0);
  CHECK(metaobj_plan_check(&pair, places, pool_sizes, &fault) ==
        METAOBJ_PLAN_OK);
  list[1].size = 65;
  refuse(&pair, METAOBJ_PLAN_WRONG_PAIR,
         "buffer 1 cannot lie in the place of 0, which ends at 2 with 64 "
         "bytes: it must begin before 1, end at 2 and have at least 65 bytes");
  CHECK(fault.buffer == 1 && fault.other_buffer == 0);
  list[1].in_place_of = UINT64_MAX;
  refuse(&pair, METAOBJ_PLAN_UNKNOWN_PAIR,
         "buffer 1 may lie in the place of buffer 18446744073709551614, but "
         "there are 2");
  list[1].size = 64;
  list[1].in_place_of = 0;
  CHECK(metaobj_plan_check(&pair, places, pool_sizes, &fault) ==
        METAOBJ_PLAN_OVERLAP);
}

/* Why buffers are not in the first pool. */
static void explain_places(void) {
  static const uint64_t limits[2] = {100, METAOBJ_PLAN_NO_LIMIT};
  static const metaobj_plan_place fixed = {96, 1};
  static const metaobj_plan_buffer list[4] = {
      {.lower = 0, .upper = 4, .size = 60, .alignment = 1},
      {.lower = 2, .upper = 6, .size = 50, .alignment = 1},
      {.lower = 0, .upper = 1, .size = 101, .alignment = 1},
      {.lower = 9, .upper = 10, .size = 8, .alignment = 8, .fixed = &fixed}};
  static const metaobj_plan_place at[4] = {{0, 0}, {0, 1}, {0, 1}, {96, 1}};
  static const char *const names[1] = {"conv"};
  metaobj_plan_place wrong[4];
  metaobj_plan_reason reasons[4];
  char text[80];
  metaobj_plan_problem all = problem(list, 4);
  all.pool_limits = limits;
  all.num_pools = 2;
  CHECK(metaobj_plan_explain(&all, at, reasons, &fault) == METAOBJ_PLAN_OK);
  CHECK(reasons[0].kind == METAOBJ_PLAN_IN_FIRST_POOL);
  CHECK(reasons[1].kind == METAOBJ_PLAN_NO_ROOM && reasons[1].pool == 0 &&
        reasons[1].time == 2 && reasons[1].bytes == 60 &&
        reasons[1].num_beside == 1 && reasons[1].beside[0] == 0);
  CHECK(reasons[2].kind == METAOBJ_PLAN_LARGER_THAN_POOL &&
        reasons[2].bytes == 100 && reasons[2].num_beside == 0);
  CHECK(reasons[3].kind == METAOBJ_PLAN_FIXED_ELSEWHERE);
  CHECK(metaobj_plan_reason_text(&reasons[1], "sram", names, text,
                                 sizeof(text)) == strlen(text) + 1);
  CHECK(strcmp(text, "pool sram has no room at 2: 60 bytes live there, the "
                     "largest is conv") == 0);
  CHECK(metaobj_plan_reason_text(&reasons[1], NULL, NULL, text, 7) == 63);
  CHECK(strcmp(text, "pool 0") == 0);
  CHECK(metaobj_plan_reason_text(&reasons[0], NULL, NULL, NULL, 0) == 1);
  memcpy(wrong, at, sizeof(wrong));
  wrong[1].pool = 0;
  CHECK(metaobj_plan_explain(&all, wrong, reasons, &fault) ==
        METAOBJ_PLAN_OVERLAP);
  CHECK(metaobj_plan_explain(&all, at, NULL, &fault) ==
        METAOBJ_PLAN_NULL_POINTER);
}

struct calls {
  unsigned count, most; /* The last one stops the search. */
  metaobj_plan_progress last;
};

static int count_call(const metaobj_plan_progress *now) {
  struct calls *calls = now->user;
  CHECK(now->steps >= calls->last.steps && now->bytes >= now->lower_bound &&
        now->bytes <= calls->last.bytes);
  calls->last = *now;
  return ++calls->count == calls->most;
}

/* Told of the search, and stopping it. */
static void stop_search(void) {
  static metaobj_plan_place first[BUFFERS];
  struct calls calls = {0, 0, {0, UINT64_MAX, 0, NULL}};
  metaobj_plan_problem all = problem(buffers, BUFFERS);
  metaobj_plan_summary alone;
  unsigned i;
  all.effort = 3;
  CHECK(metaobj_plan_memory(&all, first, pool_sizes, &alone, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(alone.is_stopped == 0);
  all.progress = count_call;
  all.progress_user = &calls;
  CHECK(metaobj_plan_memory(&all, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(calls.count > 1 && calls.last.lower_bound == summary.lower_bound &&
        calls.last.bytes >= pool_sizes[0]);
  CHECK(summary.is_stopped == 0 && summary.steps == alone.steps);
  for (i = 0; i != BUFFERS; ++i)
    CHECK(places[i].offset == first[i].offset);

  calls.count = 0;
  calls.most = 1;
  calls.last.steps = 0;
  calls.last.bytes = UINT64_MAX;
  CHECK(metaobj_plan_memory(&all, places, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_OK);
  CHECK(calls.count == 1 && summary.is_stopped == 1 &&
        summary.is_optimal == 0 && summary.steps < alone.steps);
  check_places();
}

static void refuse_plan(const metaobj_plan_problem *pair, uint64_t offset,
                        uint32_t pool, uint64_t size, metaobj_plan_code code,
                        const char *text) {
  metaobj_plan_place place[2] = {{0, 0}, {0, 0}};
  place[1].offset = offset;
  place[1].pool = pool;
  CHECK(metaobj_plan_check(pair, place, &size, &fault) == code);
  CHECK(code == METAOBJ_PLAN_OK || fault.code == code);
  CHECK(!text || strcmp(fault.text, text) == 0);
}

static void refuse_plans(void) {
  static const uint64_t limit[1] = {40};
  static const metaobj_plan_buffer list[2] = {
      {.lower = 0, .upper = 2, .size = 8, .alignment = 8},
      {.lower = 1, .upper = 4, .size = 16, .alignment = 8}};
  metaobj_plan_problem pair = problem(list, 2);
  pair.pool_limits = limit;
  refuse_plan(&pair, 8, 0, 24, METAOBJ_PLAN_OK, NULL);
  refuse_plan(&pair, 8, 0, 41, METAOBJ_PLAN_POOL_TOO_LARGE,
              "pool 0 has 41 bytes of at most 40");
  CHECK(fault.pool == 0);
  refuse_plan(&pair, 8, 1, 24, METAOBJ_PLAN_UNKNOWN_POOL,
              "buffer 1 is in pool 1, but there are 1");
  refuse_plan(&pair, 12, 0, 40, METAOBJ_PLAN_UNALIGNED,
              "buffer 1 is at 12, which is not a multiple of 8");
  refuse_plan(&pair, 8, 0, 23, METAOBJ_PLAN_OUTSIDE_POOL,
              "buffer 1 has 16 bytes at 8, but the pool has 23");
  refuse_plan(&pair, 0, 0, 40, METAOBJ_PLAN_OVERLAP,
              "buffers 0 and 1 overlap, and both live at 1");
}

/* Faults with the caller's names, and what has room of them. */
static void name_faults(void) {
  static const char whole[] = "buffers conv and 1 overlap, and both live at 1";
  static const metaobj_plan_buffer list[2] = {{0, 2, 8, 8, 0, NULL, 0, 0},
                                              {1, 4, 16, 8, 0, NULL, 0, 0}};
  metaobj_plan_problem pair = problem(list, 2);
  char text[sizeof(whole)];
  refuse_plan(&pair, 0, 0, 40, METAOBJ_PLAN_OVERLAP, NULL);
  CHECK(metaobj_plan_fault_text(&fault, "conv", NULL, "sram", text,
                                sizeof(text)) == sizeof(whole));
  CHECK(strcmp(text, whole) == 0);
  CHECK(metaobj_plan_fault_text(&fault, "conv", NULL, NULL, text, 8) ==
        sizeof(whole));
  CHECK(strcmp(text, "buffers") == 0);
  CHECK(metaobj_plan_fault_text(&fault, "conv", NULL, NULL, NULL, 0) ==
        sizeof(whole));
  CHECK(metaobj_plan_check(NULL, NULL, NULL, &fault) ==
        METAOBJ_PLAN_NULL_POINTER);
  CHECK(metaobj_plan_fault_text(&fault, NULL, NULL, NULL, text, sizeof(text)) ==
        33);
  CHECK(strcmp(text, fault.text) == 0);
}

static void run_out_of_memory(void) {
  enum { MANY = 1 << 20 };
  metaobj_plan_buffer *list = calloc(MANY, sizeof(*list));
  metaobj_plan_place *result = calloc(MANY, sizeof(*result));
  metaobj_plan_problem all = problem(list, MANY);
  const struct rlimit limit = {(rlim_t)100 << 20, (rlim_t)100 << 20};
  size_t i;
  CHECK(list && result);
  for (i = 0; i != MANY; ++i) {
    list[i].upper = 1;
    list[i].alignment = 1;
  }
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
  CHECK(metaobj_plan_memory(&all, result, pool_sizes, &summary, &fault) ==
        METAOBJ_PLAN_NO_MEMORY);
  CHECK(fault.code == METAOBJ_PLAN_NO_MEMORY);
  CHECK(strcmp(fault.text, "there is not enough memory") == 0);
  free(list);
  free(result);
}

int main(int argc, char **argv) {
  make_buffers();
  plan_list();
  plan_many();
  refuse_problems();
  plan_memories();
  share_places();
  explain_places();
  stop_search();
  refuse_plans();
  name_faults();
  /* Sanitizers do not bear it. */
  if (argc == 2 && strcmp(argv[1], "memory") == 0)
    run_out_of_memory();
  puts("planned and refused");
  return EXIT_SUCCESS;
}

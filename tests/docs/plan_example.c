/*===- plan_example.c - The planner in C, for docs/plan.md ----------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <metaobj-c/metaobj_plan.h>

#include <inttypes.h>
#include <stdio.h>

int main(void) {
  static const metaobj_plan_buffer buffers[] = {
      {.lower = 0, .upper = 2, .size = 4096, .alignment = 16},
      {.lower = 1, .upper = 3, .size = 1024, .alignment = 16},
      {.lower = 2, .upper = 4, .size = 2048, .alignment = 16}};
  static const uint64_t pool_limits[] = {4096, METAOBJ_PLAN_NO_LIMIT};
  const metaobj_plan_problem problem = {.buffers = buffers,
                                        .num_buffers = 3,
                                        .pool_limits = pool_limits,
                                        .num_pools = 2,
                                        .effort = METAOBJ_PLAN_DEFAULT_EFFORT};
  metaobj_plan_place places[3];
  uint64_t pool_sizes[2];
  metaobj_plan_summary summary;
  metaobj_plan_fault fault;
  int i;

  if (metaobj_plan_memory(&problem, places, pool_sizes, &summary, &fault) !=
      METAOBJ_PLAN_OK) {
    fprintf(stderr, "%s\n", fault.text);
    return 1;
  }
  for (i = 0; i < 3; ++i)
    printf("buffer %d: pool %" PRIu32 ", offset %" PRIu64 "\n", i,
           places[i].pool, places[i].offset);
  printf("pools: %" PRIu64 " and %" PRIu64 " bytes\n", pool_sizes[0],
         pool_sizes[1]);
  return 0;
}

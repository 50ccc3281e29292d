/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in: what the port uses of Zephyr's kernel.h, with the types that
 * Zephyr 3.5 to 4.2 declare. */

#ifndef STAND_IN_ZEPHYR_KERNEL_H_
#define STAND_IN_ZEPHYR_KERNEL_H_

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int64_t ticks;
} k_timeout_t;
#define K_NO_WAIT ((k_timeout_t){0})
#define K_FOREVER ((k_timeout_t){-1})

/* Its owner may lock it again. */
struct k_mutex {
  const void *owner;
  uint32_t lock_count;
};
int k_mutex_init(struct k_mutex *mutex);
int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout);
int k_mutex_unlock(struct k_mutex *mutex);

bool k_is_in_isr(void);

struct k_heap {
  void *memory;
  size_t nbytes;
};
#define K_HEAP_DEFINE(name, bytes)                                             \
  static char name##_memory[bytes];                                            \
  struct k_heap name = {name##_memory, sizeof(name##_memory)}

void *k_heap_aligned_alloc(struct k_heap *h, size_t align, size_t bytes,
                           k_timeout_t timeout);
void k_heap_free(struct k_heap *h, void *mem);

int64_t k_uptime_ticks(void);
uint32_t k_cycle_get_32(void);
int sys_clock_hw_cycles_per_sec(void);

void k_sys_fatal_error(unsigned int reason);
#define k_panic() k_sys_fatal_error(4)
#define CODE_UNREACHABLE __builtin_unreachable()

#ifdef __cplusplus
}
#endif

#endif /* STAND_IN_ZEPHYR_KERNEL_H_ */

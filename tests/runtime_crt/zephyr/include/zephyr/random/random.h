/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in for Zephyr's header. */

#ifndef STAND_IN_ZEPHYR_RANDOM_RANDOM_H_
#define STAND_IN_ZEPHYR_RANDOM_RANDOM_H_

#include <stddef.h>

void sys_rand_get(void *dst, size_t len);

#endif /* STAND_IN_ZEPHYR_RANDOM_RANDOM_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in for Zephyr's header. */

#ifndef STAND_IN_ZEPHYR_SYS_PRINTK_H_
#define STAND_IN_ZEPHYR_SYS_PRINTK_H_

#include <stdarg.h>
#include <stddef.h>

__attribute__((format(printf, 1, 2))) void printk(const char *fmt, ...);
__attribute__((format(printf, 1, 0))) void vprintk(const char *fmt, va_list ap);
__attribute__((format(printf, 3, 0))) int
vsnprintk(char *str, size_t size, const char *fmt, va_list ap);

#endif /* STAND_IN_ZEPHYR_SYS_PRINTK_H_ */

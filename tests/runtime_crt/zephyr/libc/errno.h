/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in for a compiler without a C library, with Zephyr's values. */

#ifndef STAND_IN_ERRNO_H_
#define STAND_IN_ERRNO_H_

#define EWOULDBLOCK 11

#endif /* STAND_IN_ERRNO_H_ */

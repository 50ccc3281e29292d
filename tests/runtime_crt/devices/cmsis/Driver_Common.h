/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in: what the port uses of CMSIS-Driver's header, with the names,
 * types and values of its documentation (version 2). */

#ifndef STAND_IN_DRIVER_COMMON_H_
#define STAND_IN_DRIVER_COMMON_H_

#include <stdint.h>

#define ARM_DRIVER_OK 0
#define ARM_DRIVER_ERROR -1
#define ARM_DRIVER_ERROR_BUSY -2
#define ARM_DRIVER_ERROR_TIMEOUT -3
#define ARM_DRIVER_ERROR_UNSUPPORTED -4

typedef enum { ARM_POWER_OFF, ARM_POWER_LOW, ARM_POWER_FULL } ARM_POWER_STATE;

#endif /* STAND_IN_DRIVER_COMMON_H_ */

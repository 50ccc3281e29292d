/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in: what the port uses of Zephyr's device.h. */

#ifndef STAND_IN_ZEPHYR_DEVICE_H_
#define STAND_IN_ZEPHYR_DEVICE_H_

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device {
  const char *name;
};

bool device_is_ready(const struct device *dev);

#ifdef __cplusplus
}
#endif

#endif /* STAND_IN_ZEPHYR_DEVICE_H_ */

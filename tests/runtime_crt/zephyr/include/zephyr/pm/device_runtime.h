/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in: what the port uses of Zephyr's device runtime power management.
 */

#ifndef STAND_IN_ZEPHYR_PM_DEVICE_RUNTIME_H_
#define STAND_IN_ZEPHYR_PM_DEVICE_RUNTIME_H_

#include <zephyr/device.h>
#include <zephyr/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

int pm_device_runtime_get(const struct device *dev);
int pm_device_runtime_put(const struct device *dev);

#ifdef __cplusplus
}
#endif

#endif /* STAND_IN_ZEPHYR_PM_DEVICE_RUNTIME_H_ */

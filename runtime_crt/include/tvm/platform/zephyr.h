/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file zephyr.h
 * Devices (tvm/runtime/device.h) on Zephyr (3.5 or later). Several threads may
 * use a device; mutexes keep them apart. A call from an interrupt fails with
 * -EWOULDBLOCK. While a device is active it counts as used for Zephyr's device
 * runtime power management, where that is enabled.
 */

#ifndef TVM_PLATFORM_ZEPHYR_H_
#define TVM_PLATFORM_ZEPHYR_H_

#include <zephyr/device.h>
#include <zephyr/kernel.h>

#include <tvm/runtime/device.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TVM_DEVICE_PLATFORM
#error "one platform in a program: include one header of tvm/platform"
#endif
#define TVM_DEVICE_PLATFORM 1

struct tvm_device {
  tvm_device_base_t base;
  const struct device *zephyr_device;
  struct k_mutex locks[TVM_DEVICE_NUM_LOCKS];
};

/**
 * Bind a device. The program calls this once, after TVMDeviceInit.
 *
 * \param device Initialized, not bound.
 * \param zephyr_device As DEVICE_DT_GET or device_get_binding gives it.
 * \param ops The device's own functions, or NULL. Must live as long as the
 * device.
 * \return As TVMDeviceCheckBind; kTvmErrorFunctionCallInvalidArg for a
 * zephyr_device that is NULL; kTvmErrorDeviceNotReady for one whose driver did
 * not start; Zephyr's code when it makes no mutex. After a failure the device
 * is as before.
 */
int32_t TVMDevicePlatformBind(tvm_device_t *device,
                              const struct device *zephyr_device,
                              const tvm_device_ops_t *ops) TVM_CRT_MUST_CHECK;

/** Zephyr's device of a bound device; NULL for any other. */
const struct device *TVMDevicePlatformHandle(const tvm_device_t *device);

#ifdef __cplusplus
}
#endif

#endif /* TVM_PLATFORM_ZEPHYR_H_ */

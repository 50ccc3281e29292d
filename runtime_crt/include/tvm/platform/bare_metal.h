/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file bare_metal.h
 * Devices (tvm/runtime/device.h) without an operating system: all that is known
 * of a device is an address. One thread, no locks.
 */

#ifndef TVM_PLATFORM_BARE_METAL_H_
#define TVM_PLATFORM_BARE_METAL_H_

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
  /** Of the program; the runtime does not look at it. */
  void *handle;
};

/**
 * Bind a device. The program calls this once, after TVMDeviceInit.
 *
 * \param device Initialized, not bound.
 * \param handle What the device's functions and operators need, such as the
 * address of its registers. May be NULL.
 * \param ops The device's own functions, or NULL. Must live as long as the
 * device.
 * \return As TVMDeviceCheckBind; after a failure the device is as before.
 */
int32_t TVMDevicePlatformBind(tvm_device_t *device, void *handle,
                              const tvm_device_ops_t *ops) TVM_CRT_MUST_CHECK;

/** The handle of a bound device; NULL for any other. */
void *TVMDevicePlatformHandle(const tvm_device_t *device);

#ifdef __cplusplus
}
#endif

#endif /* TVM_PLATFORM_BARE_METAL_H_ */

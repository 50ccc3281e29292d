/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file posix.h
 * Devices (tvm/runtime/device.h) on a POSIX system. Several threads may use a
 * device; mutexes keep them apart. A program that binds a device links the
 * threads of its system (-pthread).
 */

#ifndef TVM_PLATFORM_POSIX_H_
#define TVM_PLATFORM_POSIX_H_

#include <pthread.h>

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
  pthread_mutex_t locks[TVM_DEVICE_NUM_LOCKS];
};

/**
 * Bind a device. The program calls this once, after TVMDeviceInit.
 *
 * \param device Initialized, not bound.
 * \param handle What the device's functions and operators need, such as the
 * address of a file descriptor. May be NULL.
 * \param ops The device's own functions, or NULL. Must live as long as the
 * device.
 * \return As TVMDeviceCheckBind; -errno when the system makes no mutex. After a
 * failure the device is as before.
 */
int32_t TVMDevicePlatformBind(tvm_device_t *device, void *handle,
                              const tvm_device_ops_t *ops) TVM_CRT_MUST_CHECK;

/** The handle of a bound device; NULL for any other. */
void *TVMDevicePlatformHandle(const tvm_device_t *device);

#ifdef __cplusplus
}
#endif

#endif /* TVM_PLATFORM_POSIX_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file cmsis_driver.h
 * Devices (tvm/runtime/device.h) behind a CMSIS-Driver (version 2).
 * cmsis_usart.h and cmsis_spi.h bind drivers of these types;
 * TVM_DEVICE_CMSIS_BIND makes the function for another one. One thread, no
 * locks.
 *
 * A driver is initialized when it is bound. It has full power while the device
 * is active, low power (where the driver supports it) while not, and none after
 * TVMDeviceDestroy, which also uninitializes it. The device's own `activate`
 * runs with full power: there the program sets the mode of the interface
 * (`Control`). Its copy functions can use `Send` and `Receive`.
 */

#ifndef TVM_PLATFORM_CMSIS_DRIVER_H_
#define TVM_PLATFORM_CMSIS_DRIVER_H_

#include <Driver_Common.h>

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
  /** ARM_DRIVER_..., of the type whose function bound it. */
  const void *driver;
  int32_t (*power_control)(ARM_POWER_STATE state);
  int32_t (*uninitialize)(void);
};

/**
 * For functions that TVM_DEVICE_CMSIS_BIND makes: bind a driver that is
 * initialized.
 *
 * \param driver Not NULL, nor are its functions.
 * \return As TVMDeviceCheckBind; kTvmErrorFunctionCallInvalidArg for NULL.
 */
int32_t TVMDevicePlatformBind(tvm_device_t *device, const void *driver,
                              int32_t (*power_control)(ARM_POWER_STATE state),
                              int32_t (*uninitialize)(void),
                              const tvm_device_ops_t *ops) TVM_CRT_MUST_CHECK;

/** The driver of a bound device; NULL for any other. A program casts it to a
 * pointer to the type whose function bound it. */
const void *TVMDevicePlatformHandle(const tvm_device_t *device);

#ifdef __cplusplus
}
#endif

/**
 * Defines the function that binds drivers of a type:
 *
 *     int32_t name(tvm_device_t *device, driver_type *driver,
 *                  callback_type callback, const tvm_device_ops_t *ops);
 *
 * The program calls it once, after TVMDeviceInit. It initializes the driver
 * with the callback, which may be NULL. It returns what TVMDeviceCheckBind
 * does, kTvmErrorFunctionCallInvalidArg for a driver that is NULL or lacks one
 * of the three functions, or the driver's code. After a failure the device is
 * as before.
 */
#define TVM_DEVICE_CMSIS_BIND(name, driver_type, callback_type)                \
  TVM_CRT_MUST_CHECK static inline int32_t name(                               \
      tvm_device_t *device, driver_type *driver, callback_type callback,       \
      const tvm_device_ops_t *ops) {                                           \
    int32_t error = TVMDeviceCheckBind(device, ops);                           \
    if ((error == 0) &&                                                        \
        ((driver == NULL) || (driver->Initialize == NULL) ||                   \
         (driver->PowerControl == NULL) || (driver->Uninitialize == NULL)))    \
      error = (int32_t)kTvmErrorFunctionCallInvalidArg;                        \
    if (error == 0)                                                            \
      error = driver->Initialize(callback);                                    \
    if (error == 0)                                                            \
      error = TVMDevicePlatformBind(device, driver, driver->PowerControl,      \
                                    driver->Uninitialize, ops);                \
    return error;                                                              \
  }

#endif /* TVM_PLATFORM_CMSIS_DRIVER_H_ */

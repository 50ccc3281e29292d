/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Devices behind a CMSIS-Driver.
 *
 * The project's tests compile and run it with stand-ins for drivers; with a
 * real one nobody has run it yet. */

#include <tvm/platform/cmsis_driver.h>

static int32_t activate(tvm_device_t *device) {
  return device->power_control(ARM_POWER_FULL);
}

static int32_t deactivate(tvm_device_t *device) {
  const int32_t error = device->power_control(ARM_POWER_LOW);
  /* Many drivers know on and off only; off would lose the state. */
  return error == ARM_DRIVER_ERROR_UNSUPPORTED ? ARM_DRIVER_OK : error;
}

static int32_t release(tvm_device_t *device) {
  const int32_t power_error = device->power_control(ARM_POWER_OFF);
  const int32_t error = device->uninitialize();
  return power_error != ARM_DRIVER_OK ? power_error : error;
}

static const tvm_device_port_t port = {NULL, NULL, activate, deactivate,
                                       release};

int32_t TVMDevicePlatformBind(tvm_device_t *device, const void *driver,
                              int32_t (*power_control)(ARM_POWER_STATE state),
                              int32_t (*uninitialize)(void),
                              const tvm_device_ops_t *ops) {
  const int32_t error = TVMDeviceCheckBind(device, ops);
  if (error != 0)
    return error;
  if (driver == NULL || power_control == NULL || uninitialize == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  device->driver = driver;
  device->power_control = power_control;
  device->uninitialize = uninitialize;
  return TVMDeviceBindPort(device, &port, ops);
}

const void *TVMDevicePlatformHandle(const tvm_device_t *device) {
  return TVMDeviceIsBound(device) ? device->driver : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Devices without an operating system. */

#include <tvm/platform/bare_metal.h>

/* Nothing to lock, no power to switch: all of it is the device's own. */
static const tvm_device_port_t port = {NULL, NULL, NULL, NULL, NULL};

int32_t TVMDevicePlatformBind(tvm_device_t *device, void *handle,
                              const tvm_device_ops_t *ops) {
  const int32_t error = TVMDeviceCheckBind(device, ops);
  if (error != 0)
    return error;
  device->handle = handle;
  return TVMDeviceBindPort(device, &port, ops);
}

void *TVMDevicePlatformHandle(const tvm_device_t *device) {
  return TVMDeviceIsBound(device) ? device->handle : NULL;
}

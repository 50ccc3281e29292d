/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Devices on Zephyr (3.5 or later).
 *
 * The project's tests compile and run it with stand-ins for Zephyr's functions;
 * on Zephyr itself nobody has run it yet. */

#include <errno.h>

#include <zephyr/pm/device_runtime.h>

#include <tvm/platform/zephyr.h>

static int32_t take(tvm_device_t *device, tvm_device_lock_t lock, bool wait) {
  /* Interrupts have no thread that could own a mutex. */
  if (k_is_in_isr())
    return -EWOULDBLOCK;
  return k_mutex_lock(&device->locks[lock], wait ? K_FOREVER : K_NO_WAIT);
}

static void give_back(tvm_device_t *device, tvm_device_lock_t lock) {
  (void)k_mutex_unlock(&device->locks[lock]);
}

/* Both return 0 where power management is not enabled. */
static int32_t activate(tvm_device_t *device) {
  return pm_device_runtime_get(device->zephyr_device);
}

static int32_t deactivate(tvm_device_t *device) {
  return pm_device_runtime_put(device->zephyr_device);
}

/* Mutexes of Zephyr hold nothing that could be released. */
static const tvm_device_port_t port = {take, give_back, activate, deactivate,
                                       NULL};

int32_t TVMDevicePlatformBind(tvm_device_t *device,
                              const struct device *zephyr_device,
                              const tvm_device_ops_t *ops) {
  int32_t error = TVMDeviceCheckBind(device, ops);
  if (error != 0)
    return error;
  if (zephyr_device == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  if (!device_is_ready(zephyr_device))
    return kTvmErrorDeviceNotReady;
  for (int i = 0; i < TVM_DEVICE_NUM_LOCKS && error == 0; i++)
    error = k_mutex_init(&device->locks[i]);
  if (error != 0)
    return error;
  device->zephyr_device = zephyr_device;
  return TVMDeviceBindPort(device, &port, ops);
}

const struct device *TVMDevicePlatformHandle(const tvm_device_t *device) {
  return TVMDeviceIsBound(device) ? device->zephyr_device : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The states of devices.
 *
 * State changes first, then the device's function runs, so that a function that
 * calls back finds the new state and cannot run itself again. A failure puts
 * the old state back.
 *
 * Locks: Open takes the use lock, then the state lock. Who holds the state lock
 * only tries to take the use lock, and so never waits for it. */

#include "device/device_state.h"

/* Each platform's structure begins with it. */
static tvm_device_base_t *base_of(tvm_device_t *device) {
  return (tvm_device_base_t *)device;
}

static const tvm_device_base_t *const_base_of(const tvm_device_t *device) {
  return (const tvm_device_base_t *)device;
}

static int32_t lock(tvm_device_t *device, tvm_device_lock_t which, bool wait) {
  const tvm_device_port_t *port = base_of(device)->port;
  return (port->lock != NULL) ? port->lock(device, which, wait) : 0;
}

static void unlock(tvm_device_t *device, tvm_device_lock_t which) {
  const tvm_device_port_t *port = base_of(device)->port;
  if (port->unlock != NULL) {
    port->unlock(device, which);
  }
}

/* A function of the platform or the device, which may have none. */
static int32_t call(int32_t (*function)(tvm_device_t *device),
                    tvm_device_t *device) {
  return (function != NULL) ? function(device) : 0;
}

/* 0 between Init and Destroy. */
static int32_t check_initialized(const tvm_device_t *device) {
  if (device == NULL) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  if (const_base_of(device)->self != device) {
    return (int32_t)kTvmErrorDeviceNotInitialized;
  }
  return 0;
}

tvm_device_base_t *tvm_crt_device_bound(tvm_device_t *device, int32_t *error) {
  *error = check_initialized(device);
  if ((*error == 0) && (base_of(device)->port == NULL)) {
    *error = (int32_t)kTvmErrorDeviceNotBound;
  }
  return (*error == 0) ? base_of(device) : NULL;
}

int32_t tvm_crt_device_enter(tvm_device_t *device) {
  int32_t error;
  const tvm_device_base_t *base = tvm_crt_device_bound(device, &error);
  if (base == NULL) {
    return error;
  }
  /* Only the thread that opened the device gets its lock without waiting, or
   * anybody while the device is closed. */
  if (lock(device, kTvmDeviceLockUse, false) != 0) {
    return (int32_t)kTvmErrorDeviceNotOpen;
  }
  if (!base->is_open) {
    unlock(device, kTvmDeviceLockUse);
    return (int32_t)kTvmErrorDeviceNotOpen;
  }
  return 0;
}

void tvm_crt_device_leave(tvm_device_t *device) {
  unlock(device, kTvmDeviceLockUse);
}

static void set_state(tvm_device_t *device, const tvm_device_t *self) {
  tvm_device_base_t *base = base_of(device);
  base->self = self;
  base->port = NULL;
  base->activations = 0U;
  base->is_open = false;
}

int32_t TVMDeviceInit(tvm_device_t *device) {
  if (device == NULL) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  if (base_of(device)->self == device) {
    return (int32_t)kTvmErrorDeviceAlreadyInitialized;
  }
  set_state(device, device);
  return 0;
}

bool TVMDeviceIsBound(const tvm_device_t *device) {
  return (check_initialized(device) == 0) &&
         (const_base_of(device)->port != NULL);
}

int32_t TVMDeviceCheckBind(const tvm_device_t *device,
                           const tvm_device_ops_t *ops) {
  const int32_t error = check_initialized(device);
  if (error != 0) {
    return error;
  }
  if (const_base_of(device)->port != NULL) {
    return (int32_t)kTvmErrorDeviceAlreadyBound;
  }
  if ((ops != NULL) && ((ops->copy_to == NULL) != (ops->copy_from == NULL))) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  return 0;
}

int32_t TVMDeviceBindPort(tvm_device_t *device, const tvm_device_port_t *port,
                          const tvm_device_ops_t *ops) {
  const int32_t error = TVMDeviceCheckBind(device, ops);
  if (error != 0) {
    return error;
  }
  if ((port == NULL) || ((port->lock == NULL) != (port->unlock == NULL))) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  base_of(device)->ops = ops;
  base_of(device)->port = port;
  return 0;
}

int32_t TVMDeviceDestroy(tvm_device_t *device) {
  int32_t error = check_initialized(device);
  if (error != 0) {
    return error;
  }
  if (base_of(device)->activations != 0U) {
    return (int32_t)kTvmErrorDeviceActive;
  }
  if (base_of(device)->port != NULL) {
    error = call(base_of(device)->port->release, device);
  }
  set_state(device, NULL);
  return error;
}

/* Power on, then the device's own function. */
static int32_t wake(tvm_device_t *device) {
  const tvm_device_base_t *base = base_of(device);
  int32_t error = call(base->port->activate, device);
  if ((error == 0) && (base->ops != NULL)) {
    error = call(base->ops->activate, device);
    if (error != 0) {
      (void)call(base->port->deactivate, device);
    }
  }
  return error;
}

int32_t TVMDeviceActivate(tvm_device_t *device) {
  int32_t error;
  tvm_device_base_t *base = tvm_crt_device_bound(device, &error);
  if (base == NULL) {
    return error;
  }
  error = lock(device, kTvmDeviceLockState, true);
  if (error != 0) {
    return error;
  }
  if (base->activations == UINT32_MAX) {
    error = (int32_t)kTvmErrorDeviceActive;
  } else {
    base->activations++;
    if (base->activations == 1U) {
      error = wake(device);
    }
    if (error != 0) {
      base->activations--;
    }
  }
  unlock(device, kTvmDeviceLockState);
  return error;
}

/* The device's own function, then the platform's; the first error. */
static int32_t sleep_again(tvm_device_t *device) {
  const tvm_device_base_t *base = base_of(device);
  const int32_t own =
      (base->ops != NULL) ? call(base->ops->deactivate, device) : 0;
  const int32_t platform = call(base->port->deactivate, device);
  return (own != 0) ? own : platform;
}

/* Whether any thread has an active device open; the caller holds the state
 * lock. */
static bool is_in_use(tvm_device_t *device) {
  bool is_open = true;
  if (lock(device, kTvmDeviceLockUse, false) == 0) {
    is_open = base_of(device)->is_open;
    unlock(device, kTvmDeviceLockUse);
  }
  return is_open;
}

int32_t TVMDeviceDeactivate(tvm_device_t *device) {
  int32_t error;
  tvm_device_base_t *base = tvm_crt_device_bound(device, &error);
  if (base == NULL) {
    return error;
  }
  error = lock(device, kTvmDeviceLockState, true);
  if (error != 0) {
    return error;
  }
  if (base->activations == 0U) {
    error = (int32_t)kTvmErrorDeviceNotActive;
  } else if (base->activations > 1U) {
    base->activations--;
  } else if (is_in_use(device)) {
    error = (int32_t)kTvmErrorDeviceOpen;
  } else {
    base->activations = 0U;
    error = sleep_again(device);
  }
  unlock(device, kTvmDeviceLockState);
  return error;
}

/* Whether an activation is left for who opens the device. */
static int32_t check_active(tvm_device_t *device) {
  int32_t error = lock(device, kTvmDeviceLockState, true);
  if (error == 0) {
    if (base_of(device)->activations == 0U) {
      error = (int32_t)kTvmErrorDeviceNotActive;
    }
    unlock(device, kTvmDeviceLockState);
  }
  return error;
}

int32_t TVMDeviceOpen(tvm_device_t *device) {
  int32_t error;
  tvm_device_base_t *base = tvm_crt_device_bound(device, &error);
  if (base == NULL) {
    return error;
  }
  error = lock(device, kTvmDeviceLockUse, true);
  if (error != 0) {
    return error;
  }
  if (base->is_open) {
    error = (int32_t)kTvmErrorDeviceOpen;
  } else {
    error = check_active(device);
    if (error == 0) {
      base->is_open = true;
      error = (base->ops != NULL) ? call(base->ops->open, device) : 0;
      base->is_open = (error == 0);
    }
  }
  if (error != 0) {
    unlock(device, kTvmDeviceLockUse);
  }
  return error;
}

int32_t TVMDeviceClose(tvm_device_t *device) {
  int32_t error = tvm_crt_device_enter(device);
  tvm_device_base_t *base;
  if (error != 0) {
    return error;
  }
  base = base_of(device);
  base->is_open = false;
  if (base->ops != NULL) {
    error = call(base->ops->close, device);
  }
  /* Once for this function, once for Open. */
  tvm_crt_device_leave(device);
  unlock(device, kTvmDeviceLockUse);
  return error;
}

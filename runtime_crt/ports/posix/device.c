/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Devices on a POSIX system. */

#define _POSIX_C_SOURCE 200809L

#include <tvm/platform/posix.h>

/* Functions of threads return errno's values. */
static int32_t platform_code(int error) { return -(int32_t)error; }

static int32_t take(tvm_device_t *device, tvm_device_lock_t lock, bool wait) {
  pthread_mutex_t *mutex = &device->locks[lock];
  return platform_code(wait ? pthread_mutex_lock(mutex)
                            : pthread_mutex_trylock(mutex));
}

static void give_back(tvm_device_t *device, tvm_device_lock_t lock) {
  (void)pthread_mutex_unlock(&device->locks[lock]);
}

static int32_t release(tvm_device_t *device) {
  int error = 0;
  for (int i = 0; i < TVM_DEVICE_NUM_LOCKS; i++) {
    const int one = pthread_mutex_destroy(&device->locks[i]);
    if (error == 0)
      error = one;
  }
  return platform_code(error);
}

static const tvm_device_port_t port = {take, give_back, NULL, NULL, release};

static int make_locks(tvm_device_t *device) {
  pthread_mutexattr_t attributes;
  int made = 0;
  int error = pthread_mutexattr_init(&attributes);
  if (error != 0)
    return error;
  error = pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  while (error == 0 && made < TVM_DEVICE_NUM_LOCKS) {
    error = pthread_mutex_init(&device->locks[made], &attributes);
    if (error == 0)
      made++;
  }
  while (error != 0 && made > 0)
    (void)pthread_mutex_destroy(&device->locks[--made]);
  (void)pthread_mutexattr_destroy(&attributes);
  return error;
}

int32_t TVMDevicePlatformBind(tvm_device_t *device, void *handle,
                              const tvm_device_ops_t *ops) {
  int32_t error = TVMDeviceCheckBind(device, ops);
  if (error == 0)
    error = platform_code(make_locks(device));
  if (error != 0)
    return error;
  device->handle = handle;
  return TVMDeviceBindPort(device, &port, ops);
}

void *TVMDevicePlatformHandle(const tvm_device_t *device) {
  return TVMDeviceIsBound(device) ? device->handle : NULL;
}

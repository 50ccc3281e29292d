/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to the devices: the state that all platforms have. */

#ifndef RUNTIME_CRT_SRC_DEVICE_DEVICE_STATE_H_
#define RUNTIME_CRT_SRC_DEVICE_DEVICE_STATE_H_

#include <tvm/runtime/device.h>

/* The state of a bound device. Else NULL, and *error says what the device is.
 */
tvm_device_base_t *tvm_crt_device_bound(tvm_device_t *device, int32_t *error);

/* Holds a device that this thread has open; kTvmErrorDeviceNotOpen for any
 * other. A call that succeeds needs tvm_crt_device_leave. */
int32_t tvm_crt_device_enter(tvm_device_t *device);

/* Ends tvm_crt_device_enter. */
void tvm_crt_device_leave(tvm_device_t *device);

#endif /* RUNTIME_CRT_SRC_DEVICE_DEVICE_STATE_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Devices as programs give them. DLPack's own header does not fix the width of
 * DLDeviceType. GCC for bare-metal Arm has short enumerations by default: there
 * such a program has the type in the first byte, and three bytes of padding
 * behind it, of any contents. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_CPU_DEVICE_H_
#define RUNTIME_CRT_SRC_RUNTIME_CPU_DEVICE_H_

#include <stdbool.h>

#include <tvm/runtime/c_runtime_api.h>

/* Whether it is the CPU, of any number. */
static inline bool tvm_crt_is_cpu(DLDevice device) {
  const uint16_t one = 1U;
  const bool is_little_endian = *(const uint8_t *)&one == 1U;
  const uint8_t first = *(const uint8_t *)&device;
  return (first == (uint8_t)kDLCPU) ||
         (!is_little_endian && (device.device_type == kDLCPU));
}

/* The same device; a CPU without padding, which platforms and operators may
 * compare. */
static inline DLDevice tvm_crt_plain_device(DLDevice device) {
  DLDevice plain = device;
  if (tvm_crt_is_cpu(device)) {
    plain.device_type = kDLCPU;
  }
  return plain;
}

#endif /* RUNTIME_CRT_SRC_RUNTIME_CPU_DEVICE_H_ */

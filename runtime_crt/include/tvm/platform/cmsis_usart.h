/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file cmsis_usart.h
 * Devices behind a CMSIS-Driver of type USART: TVMDevicePlatformBindUsart, in
 * the form that cmsis_driver.h describes.
 */

#ifndef TVM_PLATFORM_CMSIS_USART_H_
#define TVM_PLATFORM_CMSIS_USART_H_

#include <Driver_USART.h>

#include <tvm/platform/cmsis_driver.h>

TVM_DEVICE_CMSIS_BIND(TVMDevicePlatformBindUsart, ARM_DRIVER_USART,
                      ARM_USART_SignalEvent_t)

#endif /* TVM_PLATFORM_CMSIS_USART_H_ */

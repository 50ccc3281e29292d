/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file cmsis_spi.h
 * Devices behind a CMSIS-Driver of type SPI: TVMDevicePlatformBindSpi, in the
 * form that cmsis_driver.h describes.
 */

#ifndef TVM_PLATFORM_CMSIS_SPI_H_
#define TVM_PLATFORM_CMSIS_SPI_H_

#include <Driver_SPI.h>

#include <tvm/platform/cmsis_driver.h>

TVM_DEVICE_CMSIS_BIND(TVMDevicePlatformBindSpi, ARM_DRIVER_SPI,
                      ARM_SPI_SignalEvent_t)

#endif /* TVM_PLATFORM_CMSIS_SPI_H_ */

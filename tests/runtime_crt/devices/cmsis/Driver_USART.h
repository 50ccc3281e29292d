/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A stand-in: functions of a driver of type USART, of which programs have
 * constants. */

#ifndef STAND_IN_DRIVER_USART_H_
#define STAND_IN_DRIVER_USART_H_

#include "Driver_Common.h"

typedef void (*ARM_USART_SignalEvent_t)(uint32_t event);

typedef struct {
  int32_t (*Initialize)(ARM_USART_SignalEvent_t cb_event);
  int32_t (*Uninitialize)(void);
  int32_t (*PowerControl)(ARM_POWER_STATE state);
  int32_t (*Send)(const void *data, uint32_t num);
  int32_t (*Receive)(void *data, uint32_t num);
  int32_t (*Control)(uint32_t control, uint32_t arg);
} const ARM_DRIVER_USART;

#endif /* STAND_IN_DRIVER_USART_H_ */

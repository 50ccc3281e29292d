/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file error_codes.h
 * Error codes of the C runtime: 0 is success, every other value is (category <<
 * 8) | code.
 *
 * The values are part of the binary interface: a host reads them from a device.
 * They never change.
 */

#ifndef TVM_RUNTIME_CRT_ERROR_CODES_H_
#define TVM_RUNTIME_CRT_ERROR_CODES_H_

#include <stdint.h>

#include <tvm_crt/attributes.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_CRT_ERROR_CATEGORY_Pos 8
#define TVM_CRT_ERROR_CATEGORY_Msk (0xff << TVM_CRT_ERROR_CATEGORY_Pos)
#define TVM_CRT_ERROR_CODE_Pos 0
#define TVM_CRT_ERROR_CODE_Msk (0xff << TVM_CRT_ERROR_CODE_Pos)

#define DEFINE_TVM_CRT_ERROR(category, code)                                   \
  (((category) << TVM_CRT_ERROR_CATEGORY_Pos) |                                \
   ((code) << TVM_CRT_ERROR_CODE_Pos))

typedef enum {
  kTvmErrorCategoryFunctionRegistry = 1,
  kTvmErrorCategoryFraming = 2,
  kTvmErrorCategoryWriteStream = 3,
  kTvmErrorCategorySession = 4,
  kTvmErrorCategoryPlatform = 5,
  kTvmErrorCategoryGenerated = 6,
  kTvmErrorCategoryExecutor = 7,
  kTvmErrorCategoryFunctionCall = 8,
  kTvmErrorCategoryTimeEvaluator = 9,
  kTvmErrorCategoryParam = 10,  /* TVM has no such category. */
  kTvmErrorCategoryDevice = 11, /* Nor this one. */
  /* The name of v0.8. */
  kTvmErrorCategoryGraphExecutor = kTvmErrorCategoryExecutor,
} tvm_crt_error_category_t;

typedef enum {
  kTvmErrorNoError = 0,

  /* Function registry. */
  kTvmErrorFunctionNameNotFound =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionRegistry, 0),
  kTvmErrorFunctionIndexInvalid =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionRegistry, 1),
  kTvmErrorFunctionRegistryFull =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionRegistry, 2),
  kTvmErrorFunctionAlreadyDefined =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionRegistry, 3),
  kTvmErrorBufferTooSmall =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionRegistry, 4),

  /* Framing of packets on a byte stream. */
  kTvmErrorFramingInvalidState =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFraming, 0),
  kTvmErrorFramingShortPacket =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFraming, 1),
  kTvmErrorFramingInvalidEscape =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFraming, 2),
  kTvmErrorFramingPayloadOverflow =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFraming, 3),
  kTvmErrorFramingPayloadIncomplete =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFraming, 4),
  /* TVM has no code for a packet whose checksum is wrong. */
  kTvmErrorFramingBadChecksum =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFraming, 5),

  /* Write stream. */
  kTvmErrorWriteStreamShortWrite =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryWriteStream, 0),
  kTvmErrorWriteStreamLongWrite =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryWriteStream, 1),

  /* Session. */
  kTvmErrorSessionInvalidState =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategorySession, 0),
  kTvmErrorSessionReceiveBufferBusy =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategorySession, 1),
  kTvmErrorSessionReceiveBufferShortWrite =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategorySession, 2),

  /* Platform. */
  kTvmErrorPlatformCheckFailure =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 0),
  kTvmErrorPlatformMemoryManagerInitialized =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 1),
  kTvmErrorPlatformShutdown =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 2),
  kTvmErrorPlatformNoMemory =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 3),
  kTvmErrorPlatformTimerBadState =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 4),
  kTvmErrorPlatformStackAllocBadFree =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 5),
  /* TVM does not have these two. */
  kTvmErrorPlatformBadFree = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 6),
  kTvmErrorPlatformMemorySealed =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryPlatform, 7),

  /* Generated code. */
  kTvmErrorGeneratedInvalidStorageId =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryGenerated, 0),

  /* Graph and ahead-of-time executors. The GraphModule names are those of v0.8.
   */
  kTvmErrorExecutorModuleAlreadyCreated =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryExecutor, 0),
  kTvmErrorExecutorModuleBadContext =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryExecutor, 1),
  kTvmErrorExecutorModuleNoSuchInput =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryExecutor, 2),
  /* Graph executor JSON that is malformed or asks for what there is not; TVM
   * has no such code. */
  kTvmErrorExecutorBadGraph =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryExecutor, 3),
  /* Run without an input, or after a call that was refused; an output that no
   * run made. TVM has no such code. */
  kTvmErrorExecutorNotReady =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryExecutor, 4),
  /* A run whose shared pool another run uses. TVM has no such code. */
  kTvmErrorExecutorPoolInUse =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryExecutor, 5),
  kTvmErrorGraphModuleAlreadyCreated = kTvmErrorExecutorModuleAlreadyCreated,
  kTvmErrorGraphModuleBadContext = kTvmErrorExecutorModuleBadContext,
  kTvmErrorGraphModuleNoSuchInput = kTvmErrorExecutorModuleNoSuchInput,

  /* Calls of packed functions. */
  kTvmErrorFunctionCallNumArguments =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionCall, 0),
  kTvmErrorFunctionCallWrongArgType =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionCall, 1),
  kTvmErrorFunctionCallNotImplemented =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionCall, 2),
  kTvmErrorFunctionCallInvalidArg =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionCall, 3),

  /* Time evaluator. */
  kTvmErrorTimeEvaluatorBadHandle =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryTimeEvaluator, 0),

  /* Compressed parameters; TVM has none. */
  kTvmErrorParamCorrupt = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryParam, 0),
  kTvmErrorParamWindow = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryParam, 1),

  /* Devices (tvm/runtime/device.h); TVM has no such codes. The first ones are
   * calls in the wrong state. */
  kTvmErrorDeviceNotInitialized =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 0),
  kTvmErrorDeviceAlreadyInitialized =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 1),
  kTvmErrorDeviceNotBound = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 2),
  kTvmErrorDeviceAlreadyBound =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 3),
  kTvmErrorDeviceNotActive = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 4),
  kTvmErrorDeviceActive = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 5),
  kTvmErrorDeviceNotOpen = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 6),
  kTvmErrorDeviceOpen = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 7),
  /* The platform says that the device cannot be used. */
  kTvmErrorDeviceNotReady = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 8),
  /* Copies: too little room or unequal sizes; bytes that source and target
   * share; a tensor with gaps or without a valid form. */
  kTvmErrorDeviceCopySize = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 9),
  kTvmErrorDeviceCopyOverlap =
      DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 10),
  kTvmErrorDeviceCopyLayout = DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryDevice, 11),

/* Top bit of an int: values with it set belong to the user. The smallest int
 * also keeps the enum as wide as int under -fshort-enums, the default of
 * arm-none-eabi-gcc. Where pointers have 16 bits int has, too. */
#if UINTPTR_MAX > 0xffff
  kTvmErrorSystemErrorMask = -0x7fffffff - 1,
#else
  kTvmErrorSystemErrorMask = -0x7fff - 1,
#endif
} tvm_crt_error_t;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_ERROR_CODES_H_ */

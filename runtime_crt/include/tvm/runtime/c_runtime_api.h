/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file c_runtime_api.h
 * Values, handles and calls of the C runtime as its clients see them.
 *
 * Unless said otherwise a function returns 0 on success and another value on
 * failure, after storing a text for TVMGetLastError. Names passed in are NUL
 * terminated and are read during the call only. Nothing here is thread-safe:
 * one thread at a time uses the runtime.
 */

#ifndef TVM_RUNTIME_C_RUNTIME_API_H_
#define TVM_RUNTIME_C_RUNTIME_API_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dlpack/dlpack.h>

#include <tvm_crt/attributes.h>

/** Marks a symbol that must stay visible to other objects. */
#ifndef TVM_DLL
#if defined(_WIN32) && defined(TVM_EXPORTS)
#define TVM_DLL __declspec(dllexport)
#elif defined(_WIN32)
#define TVM_DLL __declspec(dllimport)
#elif defined(__EMSCRIPTEN__)
#define TVM_DLL __attribute__((__used__, __visibility__("default")))
#else
#define TVM_DLL __attribute__((__visibility__("default")))
#endif
#endif

/** Before a definition that another one may replace. */
#define TVM_WEAK TVM_CRT_WEAK

/** The newest release of Apache TVM whose C runtime interface this is. */
#define TVM_VERSION "0.18.0"

#ifdef __cplusplus
extern "C" {
#endif

/** Extents and element counts. */
typedef int64_t tvm_index_t;

/** Device kinds next to DLDeviceType. This runtime knows none of them; programs
 * name them. */
#ifdef __cplusplus
typedef enum : int32_t {
#else
typedef enum {
#endif
  kDLAOCL = 32,
  kDLSDAccel = 33,
  kOpenGL = 34,
  kDLMicroDev = 35,
  TVMDeviceExtType_End = 36
} TVMDeviceExtType;

/** What a TVMValue holds. */
typedef enum {
  kTVMArgInt = 0,   /**< v_int64; the value of kDLInt */
  kTVMArgFloat = 2, /**< v_float64; the value of kDLFloat */
  kTVMOpaqueHandle = 3U,
  kTVMNullptr = 4U, /**< v_handle, NULL */
  kTVMDataType = 5U,
  kDLDevice = 6U,
  kTVMDLTensorHandle = 7U, /**< v_handle is a DLTensor* */
  kTVMObjectHandle = 8U,
  kTVMModuleHandle = 9U,
  kTVMPackedFuncHandle = 10U,
  kTVMStr = 11U,           /**< v_str, NUL terminated */
  kTVMBytes = 12U,         /**< v_handle is a TVMByteArray* */
  kTVMNDArrayHandle = 13U, /**< v_handle starts with a DLTensor */
  kTVMObjectRValueRefArg = 14U,
  kTVMArgBool = 15U, /**< v_int64, 0 or 1; since v0.18 */
  kTVMExtBegin = 16U,
  kTVMNNVMFirst = 16U,
  kTVMNNVMLast = 20U,
  kTVMExtReserveEnd = 64U,
  kTVMExtEnd = 128U,
} TVMArgTypeCode;

/** One argument or result of a packed function; its type code travels apart. */
typedef union {
  int64_t v_int64;
  double v_float64;
  void *v_handle;
  const char *v_str;
  DLDataType v_type;
  DLDevice v_device;
} TVMValue;

/** Bytes that need not be text. */
typedef struct {
  const char *data;
  size_t size;
} TVMByteArray;

/* Handles are encoded indexes, not addresses: never look inside one, and never
 * compare handles that come from different runtimes. NULL is never valid. */
typedef void *TVMModuleHandle;
typedef void *TVMFunctionHandle;
typedef void *TVMRetValueHandle;
typedef void *TVMStreamHandle;
typedef void *TVMObjectHandle;
typedef DLTensor *TVMArrayHandle;

/**
 * The text of the last failure.
 *
 * \return Static storage, never NULL; overwritten by the next failure. Empty
 * when nothing failed yet. A success does not clear it.
 */
TVM_DLL const char *TVMGetLastError(void);

/**
 * Store a text for TVMGetLastError. Generated operators call it when an
 * assertion fails.
 *
 * \param msg Copied; cut at TVM_CRT_LAST_ERROR_SIZE_BYTES - 1 bytes. NULL
 * stores the empty text. May point into the text that TVMGetLastError returned.
 */
TVM_DLL void TVMAPISetLastError(const char *msg);

/**
 * Give back a module. Its function handles become invalid; the slot may be
 * used again.
 *
 * \param mod A handle from TVMModCreateFromCModule. The handle of the system
 * library is kept and 0 returned.
 * \return 0; kTvmErrorFunctionCallInvalidArg when mod is no live module.
 */
TVM_DLL int TVMModFree(TVMModuleHandle mod);

/**
 * Find a function of a module.
 *
 * \param mod A live module.
 * \param func_name Not NULL.
 * \param query_imports Ignored: modules of this runtime import nothing.
 * \param out Receives the handle; unchanged on failure. Not NULL.
 * \return 0; kTvmErrorFunctionNameNotFound; kTvmErrorFunctionIndexInvalid for a
 * function whose ordinal does not fit in a handle;
 * kTvmErrorFunctionCallInvalidArg for a NULL argument or a bad module.
 */
TVM_DLL int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                              int query_imports,
                              TVMFunctionHandle *out) TVM_CRT_MUST_CHECK;

/** Does nothing: functions live as long as their module. \return 0. */
TVM_DLL int TVMFuncFree(TVMFunctionHandle func);

/**
 * Call a packed function.
 *
 * \param func A handle from TVMFuncGetGlobal, TVMModGetFunction or
 * runtime.RPCTimeEvaluator.
 * \param arg_values num_args values; may be NULL when there are none.
 * \param type_codes num_args codes (TVMArgTypeCode); may be NULL when none.
 * \param num_args Number of arguments, not negative.
 * \param ret_val Receives the result; set to NULL before the call. Not NULL.
 * \param ret_type_code Receives its code; kTVMNullptr before the call, and so
 * after it when the function returns nothing. Not NULL.
 * \return What the function returned (0 is success); -1 when func is no valid
 * handle or names an entry without code; kTvmErrorFunctionCallInvalidArg or
 * kTvmErrorFunctionCallNumArguments for bad arguments.
 *
 * The function's resource_handle is NULL for a global function and the
 * address of the module's TVMFuncRegistry for a function of a module.
 */
TVM_DLL int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                        int *type_codes, int num_args, TVMValue *ret_val,
                        int *ret_type_code) TVM_CRT_MUST_CHECK;

/**
 * Set the result of a function that got a TVMRetValueHandle.
 *
 * \param ret Points to a TVMCReturnValue (crt/crt.h). Not NULL.
 * \param value One value, copied. Not NULL.
 * \param type_code Its code. Not NULL.
 * \param num_ret Must be 1.
 * \return 0; kTvmErrorFunctionCallInvalidArg;
 * kTvmErrorFunctionCallNumArguments.
 */
TVM_DLL int TVMCFuncSetReturn(TVMRetValueHandle ret, TVMValue *value,
                              int *type_code, int num_ret) TVM_CRT_MUST_CHECK;

/**
 * Add a function to the global registry. TVMInitializeRuntime must have run.
 *
 * \param name Not NULL, not empty, shorter than
 * TVM_CRT_MAX_STRLEN_FUNCTION_NAME; copied.
 * \param f The address of a TVMBackendPackedCFunc, cast to a pointer (not an
 * encoded handle). Not NULL.
 * \param override_existing Nonzero replaces a function of that name.
 * \return 0; kTvmErrorFunctionAlreadyDefined; kTvmErrorFunctionRegistryFull;
 * kTvmErrorFunctionCallInvalidArg; kTvmErrorPlatformCheckFailure before
 * TVMInitializeRuntime.
 */
TVM_DLL int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f,
                                  int override_existing) TVM_CRT_MUST_CHECK;

/**
 * Find a global function.
 *
 * \param name Not NULL.
 * \param out Receives the handle, or NULL when there is no such function: that
 * is success, with the last error set. Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg; kTvmErrorPlatformCheckFailure
 * before TVMInitializeRuntime.
 */
TVM_DLL int TVMFuncGetGlobal(const char *name,
                             TVMFunctionHandle *out) TVM_CRT_MUST_CHECK;

/** Does nothing: this runtime has no counted objects. \return 0. */
TVM_DLL int TVMObjectFree(TVMObjectHandle obj);

/**
 * Free bytes that a packed function returned with type code kTVMBytes.
 *
 * \param arr From this runtime; freed as a whole. NULL is refused.
 * \return 0; kTvmErrorFunctionCallInvalidArg; the platform's error.
 */
TVM_DLL int TVMByteArrayFree(TVMByteArray *arr);

/**
 * Allocate a tensor with memory for its elements.
 *
 * \param shape ndim extents, copied; may be NULL when ndim is 0.
 * \param ndim 0 to TVM_CRT_MAX_NDIM.
 * \param dtype_code A DLDataTypeCode.
 * \param dtype_bits 1 to 255.
 * \param dtype_lanes 1 to 65535.
 * \param device_type kDLCPU in practice; handed to the platform.
 * \param device_id Handed to the platform.
 * \param out Receives the tensor, for TVMArrayFree. Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg; the platform's error.
 */
TVM_DLL int TVMArrayAlloc(const tvm_index_t *shape, int ndim, int dtype_code,
                          int dtype_bits, int dtype_lanes, int device_type,
                          int device_id,
                          TVMArrayHandle *out) TVM_CRT_MUST_CHECK;

/** Free a tensor of TVMArrayAlloc. \return 0; kTvmErrorFunctionCallInvalidArg
 * for NULL; the platform's error. */
TVM_DLL int TVMArrayFree(TVMArrayHandle handle);

/**
 * Allocate memory of a device.
 *
 * \param dev Handed to the platform.
 * \param nbytes Size in bytes.
 * \param alignment In bytes, 0 or 1 for any.
 * \param type_hint Ignored.
 * \param out_data Receives the memory; unchanged on failure. Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg; the platform's error;
 * kTvmErrorPlatformNoMemory when the platform's memory is not that aligned.
 */
TVM_DLL int TVMDeviceAllocDataSpace(DLDevice dev, size_t nbytes,
                                    size_t alignment, DLDataType type_hint,
                                    void **out_data) TVM_CRT_MUST_CHECK;

/**
 * Allocate memory for the elements of a tensor.
 *
 * \param dev Handed to the platform.
 * \param ndim 0 to TVM_CRT_MAX_NDIM.
 * \param shape ndim extents.
 * \param dtype Type of an element.
 * \param mem_scope NULL, "" or "global"; there is one kind of memory.
 * \param out_data Receives the memory; unchanged on failure. Not NULL.
 * \return 0; kTvmErrorFunctionCallInvalidArg;
 * kTvmErrorFunctionCallNotImplemented for another scope; the platform's error.
 */
TVM_DLL int
TVMDeviceAllocDataSpaceWithScope(DLDevice dev, int ndim, const int64_t *shape,
                                 DLDataType dtype, const char *mem_scope,
                                 void **out_data) TVM_CRT_MUST_CHECK;

/** Free memory of the functions above. \return 0; the platform's error. */
TVM_DLL int TVMDeviceFreeDataSpace(DLDevice dev, void *ptr);

/**
 * Copy the elements of a tensor.
 *
 * \param from Not NULL.
 * \param to Not NULL. Has as many bytes of elements as from; both lie one
 * behind the other, in CPU memory, and do not overlap.
 * \param stream Ignored.
 * \return 0; kTvmErrorFunctionCallInvalidArg, with nothing copied, when it is
 * not so.
 */
TVM_DLL int TVMDeviceCopyDataFromTo(DLTensor *from, DLTensor *to,
                                    TVMStreamHandle stream) TVM_CRT_MUST_CHECK;

/* Streams: a CPU has one, the program's own order. Every call succeeds, with
 * the exception of a NULL out. */

/** \param out Receives NULL, the only stream. \return 0, or
 * kTvmErrorFunctionCallInvalidArg when out is NULL. */
TVM_DLL int TVMStreamCreate(int device_type, int device_id,
                            TVMStreamHandle *out);
/** \return 0. */
TVM_DLL int TVMStreamFree(int device_type, int device_id,
                          TVMStreamHandle stream);
/** \return 0. */
TVM_DLL int TVMSetStream(int device_type, int device_id,
                         TVMStreamHandle handle);
/** \return 0. */
TVM_DLL int TVMSynchronize(int device_type, int device_id,
                           TVMStreamHandle stream);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_RUNTIME_API_H_ */

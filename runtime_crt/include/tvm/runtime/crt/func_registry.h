/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file func_registry.h
 * A table of functions found by name, made to lie in flash.
 *
 * The names are one string of bytes:
 *
 *     count  name0 NUL  name1 NUL  ...  NUL
 *
 * count is the number of names, two bytes in the byte order of the target (one
 * byte when the runtime is built with TVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1). The
 * empty name at the end stops a reader that does not look at count. Function
 * number i belongs to name number i.
 *
 * A registry has no size field, so these functions trust that it holds what
 * count promises, and read no further than the first of: the empty name, count
 * names, TVM_CRT_MAX_STRLEN_FUNCTION_NAME bytes of one name. A table from a
 * source that is not trusted goes through TVMFuncRegistry_ValidateNames first.
 */

#ifndef TVM_RUNTIME_CRT_FUNC_REGISTRY_H_
#define TVM_RUNTIME_CRT_FUNC_REGISTRY_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint16_t tvm_module_index_t;

/** Ordinal of a function in its registry. */
typedef uint16_t tvm_function_index_t;

/** Read-only registry; may lie in flash. */
typedef struct TVMFuncRegistry {
  /** See the top of this file. NULL is an empty registry. */
  const char *names;
  /** One address per name. NULL makes every index invalid. */
  const TVMBackendPackedCFunc *funcs;
} TVMFuncRegistry;

/** What TVMMutableFuncRegistry_Create takes for the length of a name. */
#define TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES 10
/** The same as a size. */
#define kTvmAverageFunctionNameStrlenBytes                                     \
  ((size_t)TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES)
/** Bytes of memory for one function: name, NUL and address. */
#define kTvmAverageFuncEntrySizeBytes                                          \
  (kTvmAverageFunctionNameStrlenBytes + (size_t)1 + sizeof(void *))

/** A registry in RAM that functions can be added to. */
typedef struct TVMMutableFuncRegistry {
  TVMFuncRegistry registry;
  /** Entries that the table of addresses has room for. */
  size_t max_functions;
} TVMMutableFuncRegistry;

/**
 * Find a function by name; of several equal names the first.
 *
 * \param reg Not NULL.
 * \param name Not NULL.
 * \param function_index Receives the ordinal; unchanged on failure. Not NULL
 * for a name that is there.
 * \return kTvmErrorNoError; kTvmErrorFunctionNameNotFound;
 * kTvmErrorFunctionCallInvalidArg for a NULL argument.
 */
tvm_crt_error_t
TVMFuncRegistry_Lookup(const TVMFuncRegistry *reg, const char *name,
                       tvm_function_index_t *function_index) TVM_CRT_MUST_CHECK;

/**
 * Get a function by ordinal.
 *
 * \param reg Not NULL.
 * \param index Ordinal, less than the count.
 * \param out_func Receives the address, never NULL; unchanged on failure. Not
 * NULL for a function that is there.
 * \return kTvmErrorNoError; kTvmErrorFunctionIndexInvalid for an ordinal
 * outside of the table or an entry that is NULL;
 * kTvmErrorFunctionCallInvalidArg for a NULL argument.
 */
tvm_crt_error_t
TVMFuncRegistry_GetByIndex(const TVMFuncRegistry *reg,
                           tvm_function_index_t index,
                           TVMBackendPackedCFunc *out_func) TVM_CRT_MUST_CHECK;

/**
 * Number of functions according to the names' count.
 *
 * \param reg May be NULL, as may its names: 0.
 */
uint16_t TVMFuncRegistry_GetNumFuncs(const TVMFuncRegistry *reg);

/**
 * Write the count of a registry whose names lie in RAM.
 *
 * \param reg Not NULL.
 * \param num_funcs New count.
 * \return 0; kTvmErrorFunctionCallInvalidArg for NULL or NULL names;
 * kTvmErrorFunctionRegistryFull when the count field is one byte and the value
 * does not fit.
 */
int TVMFuncRegistry_SetNumFuncs(const TVMFuncRegistry *reg,
                                const uint16_t num_funcs) TVM_CRT_MUST_CHECK;

/**
 * The first name, behind the count.
 *
 * \param reg May be NULL, as may its names: NULL is returned.
 */
const char *TVMFuncRegistry_Get0thFunctionName(const TVMFuncRegistry *reg);

/**
 * Check names of known size before they are used. An addition to TVM's
 * interface.
 *
 * \param names nbytes bytes, count first. Not NULL.
 * \param nbytes Size of the memory, in bytes.
 * \param num_funcs Receives the count; may be NULL; unchanged on failure.
 * \return kTvmErrorNoError when exactly count names of allowed length and the
 * empty name stand inside the memory; kTvmErrorBufferTooSmall when it ends
 * before they do; kTvmErrorFunctionIndexInvalid when the empty name stands
 * elsewhere than count says; kTvmErrorFunctionNameNotFound for a name that is
 * too long to be looked up; kTvmErrorFunctionCallInvalidArg for NULL names.
 */
tvm_crt_error_t
TVMFuncRegistry_ValidateNames(const char *names, size_t nbytes,
                              uint16_t *num_funcs) TVM_CRT_MUST_CHECK;

/**
 * Make an empty registry in memory of the caller.
 *
 * Names grow from the start of the memory, addresses stand at its end. An
 * average name of 10 bytes is assumed: there is room for
 * nbytes / (11 + sizeof(void *)) functions. When buffer + nbytes is not
 * aligned for an address, the bytes after the last aligned one stay unused.
 *
 * \param reg Receives the registry. Not NULL.
 * \param buffer Must live as long as the registry. Not NULL.
 * \param buffer_size_bytes Size of buffer.
 * \return kTvmErrorNoError; kTvmErrorBufferTooSmall for less than one entry,
 * with NULL too; kTvmErrorFunctionCallInvalidArg for NULL.
 */
tvm_crt_error_t
TVMMutableFuncRegistry_Create(TVMMutableFuncRegistry *reg, uint8_t *buffer,
                              size_t buffer_size_bytes) TVM_CRT_MUST_CHECK;

/**
 * Add or replace a function.
 *
 * \param reg Not NULL.
 * \param name Copied. Not NULL, not empty, shorter than
 * TVM_CRT_MAX_STRLEN_FUNCTION_NAME.
 * \param func Not NULL.
 * \param override_existing Nonzero replaces the function of that name.
 * \return kTvmErrorNoError; kTvmErrorFunctionAlreadyDefined;
 * kTvmErrorFunctionRegistryFull when names or addresses have no more room;
 * kTvmErrorFunctionCallInvalidArg. After a failure the registry is unchanged.
 */
tvm_crt_error_t
TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg, const char *name,
                           TVMBackendPackedCFunc func,
                           int override_existing) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_FUNC_REGISTRY_H_ */

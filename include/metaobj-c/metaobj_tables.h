/*===- metaobj-c/metaobj_tables.h - Tables without a registry -----*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The tables that objects have in place of TVM's registry: the system library
 * of tvm-ffi, IREE's query functions, and functions of any types.
 *
 * NOTE: this file is a schema, as metaobj_abi.h is. It stands alone: C99 and
 * C++, freestanding. New fields come only at the end of a structure and only
 * with a new version of the table; readers step by entry_size.
 */
#ifndef METAOBJ_C_METAOBJ_TABLES_H
#define METAOBJ_C_METAOBJ_TABLES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** metaobj_ffi_table_t::version. */
#define METAOBJ_FFI_VERSION 1

/** A name that tvm-ffi looks up in a system library: of a function, of the
 * library's context (a `void *` that tvm-ffi sets), or of its modules. */
typedef struct metaobj_ffi_symbol {
  const char *name; /**< With the library's prefix; NUL-terminated. */
  void *address;
} metaobj_ffi_symbol_t;

/** The system library of a model that was emitted with `--abi=tvm-ffi`. */
typedef struct metaobj_ffi_table {
  uint16_t version;    /**< METAOBJ_FFI_VERSION, or a later one. */
  uint16_t entry_size; /**< sizeof(metaobj_ffi_symbol_t) of the emitter. */
  uint32_t num_symbols;
  const metaobj_ffi_symbol_t *symbols; /**< NULL without any. */
} metaobj_ffi_table_t;

/** metaobj_function_table_t::version, and metaobj_iree_table_t::version. */
#define METAOBJ_FUNCTION_TABLE_VERSION 1
#define METAOBJ_IREE_TABLE_VERSION 1

/** A function of any type. Convert it to its own type before a call. */
typedef void (*metaobj_any_function_t)(void);

typedef struct metaobj_named_function {
  const char *name; /**< Of the symbol; NUL-terminated. */
  metaobj_any_function_t function;
} metaobj_named_function_t;

/** The functions of a model that was emitted with `--abi=functions`. */
typedef struct metaobj_function_table {
  uint16_t version;    /**< METAOBJ_FUNCTION_TABLE_VERSION, or a later one. */
  uint16_t entry_size; /**< sizeof(metaobj_named_function_t). */
  uint32_t num_functions;
  const metaobj_named_function_t *functions; /**< NULL without any. */
} metaobj_function_table_t;

/** iree_hal_executable_library_query_fn_t of IREE: takes the largest version
 * that the loader knows and its environment, and returns the library's header.
 */
typedef const void *const *(*metaobj_iree_query_t)(uint32_t max_version,
                                                   const void *environment);

/** The libraries of a model that was emitted with `--abi=iree`.
 * `iree_hal_static_library_loader_create` takes num_libraries and queries. */
typedef struct metaobj_iree_table {
  uint16_t version;    /**< METAOBJ_IREE_TABLE_VERSION, or a later one. */
  uint16_t entry_size; /**< sizeof(metaobj_iree_query_t). */
  uint32_t num_libraries;
  const metaobj_iree_query_t *queries; /**< NULL without any. */
} metaobj_iree_table_t;

/** Declares the function that returns the table of `--abi=tvm-ffi` of the model
 * with this prefix. Use it outside of functions. */
#ifdef __cplusplus
#define METAOBJ_DECLARE_FFI_TABLE(prefix)                                      \
  extern "C" const metaobj_ffi_table_t *prefix##_tvm_ffi_table(void)
#else
#define METAOBJ_DECLARE_FFI_TABLE(prefix)                                      \
  const metaobj_ffi_table_t *prefix##_tvm_ffi_table(void)
#endif

/* Emitted C contains this text, but may not call the function. */
#if defined(__GNUC__) || defined(__clang__)
#define METAOBJ_MAY_BE_UNUSED __attribute__((__unused__))
#else
#define METAOBJ_MAY_BE_UNUSED
#endif

/** Passes all rows of \p table to \p add, which is tvm-ffi's
 * TVMFFIEnvModRegisterSystemLibSymbol. Returns 0, or the first result of \p add
 * that is not 0. Call it before `ffi.SystemLib`. */
static inline METAOBJ_MAY_BE_UNUSED int
metaobj_ffi_register(const metaobj_ffi_table_t *table,
                     int (*add)(const char *name, void *symbol)) {
  uint32_t i;
  for (i = 0; i < table->num_symbols; ++i) {
    const metaobj_ffi_symbol_t *each =
        (const metaobj_ffi_symbol_t *)(const void *)((const unsigned char *)
                                                         table->symbols +
                                                     (size_t)i *
                                                         table->entry_size);
    const int result = add(each->name, each->address);
    if (result != 0)
      return result;
  }
  return 0;
}

#undef METAOBJ_MAY_BE_UNUSED

/* Emitter and reader must agree; all fields lie at multiples of their sizes.
 * C99 has no _Static_assert, so a negative array size is the error. */
#define METAOBJ_SIZE(type, size)                                               \
  typedef char                                                                 \
      metaobj_assert_##type[sizeof(void *) < 4 || sizeof(type) == (size) ? 1   \
                                                                         : -1]
METAOBJ_SIZE(metaobj_ffi_symbol_t, 2 * sizeof(void *));
METAOBJ_SIZE(metaobj_ffi_table_t, 8 + sizeof(void *));
METAOBJ_SIZE(metaobj_named_function_t, 2 * sizeof(void *));
METAOBJ_SIZE(metaobj_function_table_t, 8 + sizeof(void *));
METAOBJ_SIZE(metaobj_iree_table_t, 8 + sizeof(void *));
#undef METAOBJ_SIZE

#ifdef __cplusplus
}
#endif

#endif /* METAOBJ_C_METAOBJ_TABLES_H */

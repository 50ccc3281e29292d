/* Metadata of the model "acceptance", runtime ABI tvm-crt-u16: 7 functions, 5 parameters.
 * Written by metaobj, for C99 and later and every target. */
#include <stddef.h>
#include <stdint.h>

/* How the compiler is told of sections and alignment. Define these macros
 * before (-D) for another way. Without a section parameters lie where the
 * compiler puts constants. */
#ifndef METAOBJ_SECTION
#if defined(__GNUC__) && defined(__ELF__)
#define METAOBJ_SECTION(name) __attribute__((__section__(name)))
#elif defined(__IAR_SYSTEMS_ICC__)
#define METAOBJ_SECTION(name) METAOBJ_PRAGMA(location = name)
#else
#define METAOBJ_SECTION(name)
#endif
#endif
#ifndef METAOBJ_ALIGN
#if defined(__GNUC__)
#define METAOBJ_ALIGN(bytes) __attribute__((__aligned__(bytes)))
#elif defined(__IAR_SYSTEMS_ICC__)
#define METAOBJ_ALIGN(bytes) METAOBJ_PRAGMA(data_alignment = bytes)
#elif defined(_MSC_VER)
#define METAOBJ_ALIGN(bytes) __declspec(align(bytes))
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define METAOBJ_ALIGN(bytes) _Alignas(bytes)
#elif defined(__TINYC__)
#define METAOBJ_ALIGN(bytes) __attribute((__aligned__(bytes)))
#else
#error "no way is known to align parameters: define METAOBJ_ALIGN(bytes)"
#endif
#endif
#ifdef __IAR_SYSTEMS_ICC__
#define METAOBJ_PRAGMA(text) _Pragma(#text)
#endif

/*===- metaobj-c/metaobj_abi.h - The parameter table --------------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The interface of metaobj's objects for firmware, besides the tables of TVM's
 * C runtime, which <tvm/runtime/crt/module.h> declares.
 *
 * NOTE: this file is a schema. It stands alone: C99 and C++, freestanding, no
 * other header of the project. New fields come only at the end of a structure
 * and only with a new version of the table. Readers step through
 * metaobj_param_table_t::params by entry_size, so an older reader can read a
 * newer table. Parameters without plain elements at tensor.data are in a list
 * of their own, which older readers ignore.
 *
 * For a model with parameters the object defines
 *
 *     const metaobj_param_table_t *<prefix>_params(void);
 *
 * where `<prefix>` is `tvmgen_<model>` by default.
 * METAOBJ_DECLARE_PARAMS(prefix) declares it. Everything behind the pointer is
 * constant, lives as long as the image and needs no initialisation.
 */
#ifndef METAOBJ_C_METAOBJ_ABI_H
#define METAOBJ_C_METAOBJ_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** metaobj_param_table_t::version of a table without compressed parameters. */
#define METAOBJ_ABI_VERSION 1

/** The same of a metaobj_compressed_table_t. */
#define METAOBJ_ABI_VERSION_COMPRESSED 2

/** metaobj_compressed_param_t::codec: one Zstandard frame (RFC 8878) with
 * content size and checksum, without a dictionary. */
#define METAOBJ_CODEC_ZSTD 1

/** metaobj_param_t::storage_id of a parameter that has none. */
#define METAOBJ_NO_STORAGE_ID (-1)

/**
 * A registry of the ABI `tvm-crt-universal` starts with an entry that no client
 * uses. Clients with a two-byte count read this name. Clients with a one-byte
 * count read it with METAOBJ_UNIVERSAL_LEAD in front. Its function does nothing
 * and returns METAOBJ_UNIVERSAL_RESULT.
 */
#define METAOBJ_UNIVERSAL_NAME "metaobj_universal"
#define METAOBJ_UNIVERSAL_LEAD '_'
#define METAOBJ_UNIVERSAL_RESULT                                               \
  0x802 /* kTvmErrorFunctionCallNotImplemented                                 \
         */

/** Same layout as DLDevice of DLPack in C++, and in C where int has 32 bits. On
 * machines with ints of 16 bits (AVR, MSP430) DLPack's own header has two bytes
 * for the type in C; runtime_crt's has four everywhere. */
typedef struct metaobj_device {
  int32_t device_type; /**< 1 (kDLCPU). */
  int32_t device_id;   /**< 0. */
} metaobj_device_t;

/** Same layout as DLDataType of DLPack. */
typedef struct metaobj_dtype {
  uint8_t code; /**< DLDataTypeCode: 0 int, 1 uint, 2 float, 4 bfloat, ... */
  uint8_t bits; /**< Bits of one lane; 1 for TVM's bool, stored in a byte. */
  uint16_t lanes;
} metaobj_dtype_t;

/** Same layout as DLTensor of DLPack 0.2 to 1.x, if DLDevice has that layout: a
 * pointer to one may be cast to the other. */
typedef struct metaobj_tensor {
  /** The first element, in a constant section. Never NULL, but a tensor without
   * elements has nothing there. Programs must not write to it. */
  const void *data;
  metaobj_device_t device;
  int32_t ndim; /**< 0 for a scalar. */
  metaobj_dtype_t dtype;
  const int64_t *shape;   /**< ndim extents; NULL when ndim is 0. */
  const int64_t *strides; /**< NULL: compact, row major. */
  uint64_t byte_offset;   /**< 0. */
} metaobj_tensor_t;

/** One parameter. */
typedef struct metaobj_param {
  const char *name;        /**< NUL-terminated; never NULL or empty. */
  metaobj_tensor_t tensor; /**< Elements in the target's byte order. */
  uint64_t size;           /**< Bytes at tensor.data. */
  int32_t storage_id;      /**< Graph executor's, or METAOBJ_NO_STORAGE_ID. */
  uint32_t reserved;       /**< 0. */
} metaobj_param_t;

/** All parameters of a model that are not compressed, in the given order. */
typedef struct metaobj_param_table {
  uint16_t version;    /**< METAOBJ_ABI_VERSION, or a later one. */
  uint16_t entry_size; /**< sizeof(metaobj_param_t) of the emitter. */
  uint32_t num_params;
  const metaobj_param_t *params; /**< num_params entries; NULL without any. */
} metaobj_param_table_t;

/** A parameter that must be decoded before its elements can be read. */
typedef struct metaobj_compressed_param {
  /** The decoded parameter: tensor.data is NULL, and size is the number of
   * decoded bytes. */
  metaobj_param_t param;
  const void *stored;   /**< The compressed bytes, inside a constant section. */
  uint64_t stored_size; /**< Bytes at stored. */
  uint16_t codec;       /**< METAOBJ_CODEC_ZSTD. */
  uint16_t window_log;  /**< Decoding looks back at most 2^window_log bytes. */
  uint32_t reserved;    /**< 0. */
} metaobj_compressed_param_t;

/** The table of a model with compressed parameters. */
typedef struct metaobj_compressed_table {
  metaobj_param_table_t table; /**< Version METAOBJ_ABI_VERSION_COMPRESSED. */
  uint32_t num_compressed;
  uint16_t compressed_size; /**< sizeof(metaobj_compressed_param_t). */
  uint16_t reserved;        /**< 0. */
  const metaobj_compressed_param_t *compressed; /**< In the order given. */
} metaobj_compressed_table_t;

/** metaobj_record_t::magic. In memory: 0x89, "metaobj" where the target is
 * little endian, and the reverse where it is big endian. */
#define METAOBJ_RECORD_MAGIC UINT64_C(0x6a626f6174656d89)

/** metaobj_record_t::version: without and with a signature. */
#define METAOBJ_RECORD_VERSION 1
#define METAOBJ_RECORD_VERSION_SIGNED 2

/** The Ed25519 signature of a signed record (RFC 8032), in bytes. It is behind
 * the checks. The signed message is the domain, without a NUL, and then the
 * identity. */
#define METAOBJ_RECORD_SIGNATURE_SIZE 64
#define METAOBJ_RECORD_SIGNATURE_DOMAIN "metaobj record 1"
#define METAOBJ_PUBLIC_KEY_SIZE 32

/** metaobj_record_t::abi: how the registry's names are counted. */
#define METAOBJ_RECORD_ABI_U16 1       /**< tvm-crt-u16 */
#define METAOBJ_RECORD_ABI_U8 2        /**< tvm-crt-u8 */
#define METAOBJ_RECORD_ABI_UNIVERSAL 3 /**< tvm-crt-universal */

/** Bytes of the identity at metaobj_record_t::hashes, and of each check behind
 * it. */
#define METAOBJ_RECORD_ID_SIZE 32
#define METAOBJ_RECORD_CHECK_SIZE 4

/**
 * What a raw image shows of a model that was emitted with a record. It lies
 * directly behind the TVMFuncRegistry. docs/format.md says what is hashed.
 */
typedef struct metaobj_record {
  uint64_t magic;   /**< METAOBJ_RECORD_MAGIC. */
  uint16_t version; /**< METAOBJ_RECORD_VERSION, or that of a signed one. */
  uint16_t size;    /**< sizeof(metaobj_record_t). */
  uint16_t pointer_size; /**< Bytes of a data pointer. */
  uint16_t abi;          /**< METAOBJ_RECORD_ABI_U16 or another of these. */
  uint32_t num_functions;
  uint32_t num_params;  /**< Compressed ones, too. */
  const void *registry; /**< The TVMFuncRegistry before this record. */
  const char *model;    /**< NUL-terminated. */
  /** The model's identity (BLAKE3, METAOBJ_RECORD_ID_SIZE bytes). Behind it:
   * checks (METAOBJ_RECORD_CHECK_SIZE bytes each) of the functions' names, of
   * the parameter table, and of each parameter; then the signature if it is
   * signed. */
  const uint8_t *hashes;
  const void *params; /**< metaobj_param_table_t; NULL without parameters. */
} metaobj_record_t;

/** metaobj_model_t::version. */
#define METAOBJ_MODEL_VERSION 1

/** A model that was emitted with `--register`, in the list of its image. */
typedef struct metaobj_model {
  uint16_t version;   /**< METAOBJ_MODEL_VERSION, or a later one. */
  uint16_t size;      /**< sizeof(metaobj_model_t) of the emitter. */
  const char *name;   /**< NUL-terminated. */
  const void *module; /**< The TVMModule, for TVMModCreateFromCModule. */
  const void *params; /**< metaobj_param_table_t; NULL without parameters. */
} metaobj_model_t;

/** Declares the function that returns the table of the model with this prefix.
 * Use it outside of functions, where C++ allows language linkage. */
#ifdef __cplusplus
#define METAOBJ_DECLARE_PARAMS(prefix)                                         \
  extern "C" const metaobj_param_table_t *prefix##_params(void)
#else
#define METAOBJ_DECLARE_PARAMS(prefix)                                         \
  const metaobj_param_table_t *prefix##_params(void)
#endif

/* Emitted C contains this text, but may not call the function. */
#if defined(__GNUC__) || defined(__clang__)
#define METAOBJ_MAY_BE_UNUSED __attribute__((__unused__))
#else
#define METAOBJ_MAY_BE_UNUSED
#endif

/** Entry \p index of \p table, by the entry size in the table. \p index must be
 * less than num_params. */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_param_t *
metaobj_param_at(const metaobj_param_table_t *table, uint32_t index) {
  return (const metaobj_param_t *)(const void *)((const unsigned char *)
                                                     table->params +
                                                 (size_t)index *
                                                     table->entry_size);
}

/** The number of compressed parameters. */
static inline METAOBJ_MAY_BE_UNUSED uint32_t
metaobj_num_compressed(const metaobj_param_table_t *table) {
  if (table->version < METAOBJ_ABI_VERSION_COMPRESSED)
    return 0;
  return ((const metaobj_compressed_table_t *)(const void *)table)
      ->num_compressed;
}

/** Compressed parameter \p index of \p table. \p index must be less than
 * metaobj_num_compressed. */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_compressed_param_t *
metaobj_compressed_at(const metaobj_param_table_t *table, uint32_t index) {
  const metaobj_compressed_table_t *whole =
      (const metaobj_compressed_table_t *)(const void *)table;
  const unsigned char *first = (const unsigned char *)whole->compressed;
  return (const metaobj_compressed_param_t
              *)(const void *)(first + (size_t)index * whole->compressed_size);
}

/* The section where linkers collect a pointer to each registered model. */
#if defined(__APPLE__)
#define METAOBJ_MODELS_SECTION "__DATA,__metaobj_models"
#elif defined(_WIN32) || defined(__CYGWIN__)
#define METAOBJ_MODELS_SECTION ".metaobj$m"
#else
#define METAOBJ_MODELS_SECTION "metaobj_models"
#endif

/* Other compilers have other means: write the two functions for them. AVR's
 * linker would put the list into the program's memory. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__AVR__)
#if defined(__APPLE__)
extern const metaobj_model_t *const
    metaobj_models_first[] __asm("section$start$__DATA$__metaobj_models");
extern const metaobj_model_t *const
    metaobj_models_last[] __asm("section$end$__DATA$__metaobj_models");
#define METAOBJ_MODELS_FIRST metaobj_models_first
#define METAOBJ_MODELS_LAST metaobj_models_last
#elif defined(_WIN32) || defined(__CYGWIN__)
/* Linkers sort contributions to a section by what follows the $. */
#define METAOBJ_MODELS_MARK(section)                                           \
  static const metaobj_model_t *const mark                                     \
      __attribute__((__used__, __section__(section))) = NULL
#else
/* Linkers define them if a model is registered. */
extern const metaobj_model_t *const __start_metaobj_models[]
    __attribute__((__weak__, __visibility__("hidden")));
extern const metaobj_model_t *const __stop_metaobj_models[]
    __attribute__((__weak__, __visibility__("hidden")));
#define METAOBJ_MODELS_FIRST __start_metaobj_models
#define METAOBJ_MODELS_LAST __stop_metaobj_models
#endif

/** The first pointer of the list of all registered models. It may be equal to
 * metaobj_models_end(). Skip pointers in the list that are NULL. */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_model_t *const *
metaobj_models_begin(void) {
#ifdef METAOBJ_MODELS_MARK
  METAOBJ_MODELS_MARK(".metaobj$a");
  const metaobj_model_t *const *first = &mark;
#else
  const metaobj_model_t *const *first = METAOBJ_MODELS_FIRST;
#endif
  /* The compiler must not take it for another object than the end. */
  __asm__("" : "+r"(first));
  return first;
}

/** Behind the last pointer of the list. */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_model_t *const *
metaobj_models_end(void) {
#ifdef METAOBJ_MODELS_MARK
  METAOBJ_MODELS_MARK(".metaobj$z");
  const metaobj_model_t *const *last = &mark;
#else
  const metaobj_model_t *const *last = METAOBJ_MODELS_LAST;
#endif
  __asm__("" : "+r"(last));
  return last;
}
#undef METAOBJ_MODELS_MARK
#undef METAOBJ_MODELS_FIRST
#undef METAOBJ_MODELS_LAST
#endif /* GCC and clang */

/* Sizes and offsets. They are checked if the alignment of 64-bit integers is 8:
 * in all ABIs with pointers of 32 and 64 bits except i386 and a few other old
 * ones. C99 has no _Static_assert, so a negative array size is the error. */
#define METAOBJ_ASSERT(name, condition)                                        \
  typedef char metaobj_assert_##name[(condition) ? 1 : -1]
struct metaobj_int64_alignment {
  char first;
  int64_t second;
};
#define METAOBJ_LAYOUT(type, field, offset32, offset64)                        \
  METAOBJ_ASSERT(type##_##field,                                               \
                 offsetof(struct metaobj_int64_alignment, second) != 8 ||      \
                     (sizeof(void *) != 8 && sizeof(void *) != 4) ||           \
                     offsetof(type, field) ==                                  \
                         (sizeof(void *) == 8 ? (offset64) : (offset32)))
#define METAOBJ_SIZE(type, size32, size64)                                     \
  METAOBJ_ASSERT(sizeof_##type,                                                \
                 offsetof(struct metaobj_int64_alignment, second) != 8 ||      \
                     (sizeof(void *) != 8 && sizeof(void *) != 4) ||           \
                     sizeof(type) ==                                           \
                         (sizeof(void *) == 8 ? (size64) : (size32)))

METAOBJ_ASSERT(device_size, sizeof(metaobj_device_t) == 8);
METAOBJ_ASSERT(dtype_size, sizeof(metaobj_dtype_t) == 4);
METAOBJ_LAYOUT(metaobj_tensor_t, device, 4, 8);
METAOBJ_LAYOUT(metaobj_tensor_t, ndim, 12, 16);
METAOBJ_LAYOUT(metaobj_tensor_t, dtype, 16, 20);
METAOBJ_LAYOUT(metaobj_tensor_t, shape, 20, 24);
METAOBJ_LAYOUT(metaobj_tensor_t, strides, 24, 32);
METAOBJ_LAYOUT(metaobj_tensor_t, byte_offset, 32, 40);
METAOBJ_SIZE(metaobj_tensor_t, 40, 48);
METAOBJ_LAYOUT(metaobj_param_t, tensor, 8, 8);
METAOBJ_LAYOUT(metaobj_param_t, size, 48, 56);
METAOBJ_LAYOUT(metaobj_param_t, storage_id, 56, 64);
METAOBJ_SIZE(metaobj_param_t, 64, 72);
METAOBJ_LAYOUT(metaobj_param_table_t, num_params, 4, 4);
METAOBJ_LAYOUT(metaobj_param_table_t, params, 8, 8);
METAOBJ_SIZE(metaobj_param_table_t, 12, 16);
METAOBJ_LAYOUT(metaobj_compressed_param_t, stored, 64, 72);
METAOBJ_LAYOUT(metaobj_compressed_param_t, stored_size, 72, 80);
METAOBJ_LAYOUT(metaobj_compressed_param_t, codec, 80, 88);
METAOBJ_LAYOUT(metaobj_compressed_param_t, window_log, 82, 90);
METAOBJ_SIZE(metaobj_compressed_param_t, 88, 96);
METAOBJ_LAYOUT(metaobj_compressed_table_t, num_compressed, 12, 16);
METAOBJ_LAYOUT(metaobj_compressed_table_t, compressed_size, 16, 20);
METAOBJ_LAYOUT(metaobj_compressed_table_t, compressed, 20, 24);
METAOBJ_SIZE(metaobj_compressed_table_t, 24, 32);
METAOBJ_LAYOUT(metaobj_record_t, registry, 24, 24);
METAOBJ_LAYOUT(metaobj_record_t, params, 36, 48);
METAOBJ_SIZE(metaobj_record_t, 40, 56);
METAOBJ_LAYOUT(metaobj_model_t, name, 4, 8);
METAOBJ_LAYOUT(metaobj_model_t, params, 12, 24);
METAOBJ_SIZE(metaobj_model_t, 16, 32);

#undef METAOBJ_LAYOUT
#undef METAOBJ_SIZE
#undef METAOBJ_ASSERT
#undef METAOBJ_MAY_BE_UNUSED

#ifdef __cplusplus
}
#endif

#endif /* METAOBJ_C_METAOBJ_ABI_H */

/* The functions and tables of TVM's C runtime. */
typedef int metaobj_function_t(void *args, int *type_codes, int num_args,
    void *out_ret_value, int *out_ret_tcode, void *resource_handle);
typedef metaobj_function_t *TVMBackendPackedCFunc;
typedef struct TVMFuncRegistry {
  const char *names;
  const TVMBackendPackedCFunc *funcs;
} TVMFuncRegistry;
typedef struct TVMModule {
  const TVMFuncRegistry *registry;
} TVMModule;

/* The operators. */
metaobj_function_t tvmgen_acceptance_fused_dense;
metaobj_function_t tvmgen_acceptance_fused_bias_relu;
metaobj_function_t tvmgen_acceptance_fused_quantize;
metaobj_function_t tvmgen_acceptance_fails;
metaobj_function_t tvmgen_acceptance_resource;
metaobj_function_t tvmgen_acceptance_run;
metaobj_function_t tvmgen_acceptance_get_c_metadata;

/* "weights": float32 [3, 4], 48 bytes, as bits. */
METAOBJ_ALIGN(64) METAOBJ_SECTION(".rodata.tvm")
static const uint32_t __tvm_param__weights[12] = {
  0x3f000000, 0xbf800000, 0x40000000, 0x3e800000, 0x3fc00000, 0x00000000,
  0xbf000000, 0x3f800000, 0xc0000000, 0x40800000, 0x3f800000, 0xbf400000,
};

/* "bias": float32 [3], 12 bytes, as bits. */
METAOBJ_ALIGN(64) METAOBJ_SECTION(".rodata.tvm")
static const uint32_t __tvm_param__bias[3] = {
  0x40900000, 0xc1a00000, 0x3fa00000,
};

/* "scale": int16 [3], 6 bytes. */
METAOBJ_ALIGN(64) METAOBJ_SECTION(".rodata.tvm")
static const int16_t __tvm_param__scale[3] = {
  256, -300, 4,
};

/* "offset": int64 [1], 8 bytes. */
METAOBJ_ALIGN(64) METAOBJ_SECTION(".rodata.tvm")
static const int64_t __tvm_param__offset[1] = {
  -3000000000,
};

/* "mask": bool [3], 3 bytes. */
METAOBJ_ALIGN(64) METAOBJ_SECTION(".rodata.tvm")
static const uint8_t __tvm_param__mask[3] = {
  1, 0, 1,
};

static const int64_t _metaobj_param_shapes[6] = {
  3, 4, 3, 3, 1, 3,
};

static const metaobj_param_t _metaobj_params[5] = {
  {"weights", {__tvm_param__weights, {1, 0}, 2, {2, 32, 1},
   _metaobj_param_shapes, NULL, 0}, 48, 1, 0},
  {"bias", {__tvm_param__bias, {1, 0}, 1, {2, 32, 1}, _metaobj_param_shapes + 2,
   NULL, 0}, 12, 3, 0},
  {"scale", {__tvm_param__scale, {1, 0}, 1, {0, 16, 1},
   _metaobj_param_shapes + 3, NULL, 0}, 6, 5, 0},
  {"offset", {__tvm_param__offset, {1, 0}, 1, {0, 64, 1},
   _metaobj_param_shapes + 4, NULL, 0}, 8, 6, 0},
  {"mask", {__tvm_param__mask, {1, 0}, 1, {1, 1, 1}, _metaobj_param_shapes + 5,
   NULL, 0}, 3, 7, 0},
};

static const metaobj_param_table_t _metaobj_param_table = {
  METAOBJ_ABI_VERSION, (uint16_t)sizeof(metaobj_param_t), 5, _metaobj_params
};

const metaobj_param_table_t *tvmgen_acceptance_params(void);
const metaobj_param_table_t *tvmgen_acceptance_params(void) {
  return &_metaobj_param_table;
}

/* Where the parameter of a storage id lies. */
static const void *const _tvm_linked_params[8] = {
  [1] = __tvm_param__weights,
  [3] = __tvm_param__bias,
  [5] = __tvm_param__scale,
  [6] = __tvm_param__offset,
  [7] = __tvm_param__mask,
};

metaobj_function_t _lookup_linked_param;
int _lookup_linked_param(void *args, int *type_codes, int num_args,
    void *out_ret_value, int *out_ret_tcode, void *resource_handle) {
  const uint64_t id = *(const uint64_t *)args;
  (void)type_codes;
  (void)num_args;
  (void)resource_handle;
  /* In halves: not every target compares 64 bits by itself. */
  if ((uint32_t)(id >> 32) == 0 && (uint32_t)id < UINT32_C(8)) {
    const void *data = _tvm_linked_params[(uint32_t)id];
    if (data != NULL) {
      *(const void **)out_ret_value = data;
      *out_ret_tcode = 3; /* kTVMOpaqueHandle */
      return 0;
    }
  }
  *out_ret_tcode = 4; /* kTVMNullptr */
  return 0;
}

/* What clients look up; the empty name ends the list. */
METAOBJ_ALIGN(2)
static const struct {
  uint16_t count;
  char name0[30];
  char name1[34];
  char name2[33];
  char name3[24];
  char name4[27];
  char name5[22];
  char name6[33];
  char name7[21];
  char end[1];
} _tvm_crt_function_names = {
  8,
  "tvmgen_acceptance_fused_dense",
  "tvmgen_acceptance_fused_bias_relu",
  "tvmgen_acceptance_fused_quantize",
  "tvmgen_acceptance_fails",
  "tvmgen_acceptance_resource",
  "tvmgen_acceptance_run",
  "tvmgen_acceptance_get_c_metadata",
  "_lookup_linked_param",
  "",
};

static const TVMBackendPackedCFunc _tvm_func_registry_ptrs[8] = {
  tvmgen_acceptance_fused_dense,
  tvmgen_acceptance_fused_bias_relu,
  tvmgen_acceptance_fused_quantize,
  tvmgen_acceptance_fails,
  tvmgen_acceptance_resource,
  tvmgen_acceptance_run,
  tvmgen_acceptance_get_c_metadata,
  _lookup_linked_param,
};

static const TVMFuncRegistry _tvm_crt_func_registry = {
  (const char *)&_tvm_crt_function_names, _tvm_func_registry_ptrs
};

static const TVMModule _tvm_crt_module = {
  &_tvm_crt_func_registry
};

const TVMModule *TVMSystemLibEntryPoint(void);
const TVMModule *TVMSystemLibEntryPoint(void) {
  return &_tvm_crt_module;
}

/* An index of the names, for runtime_crt. */
typedef struct TVMRegistryIndex {
  uint32_t version;
  uint32_t num_functions;
  uint32_t num_slots;
  uint32_t max_probes;
  uint32_t seed;
  uint32_t names_size;
  const char *names;
  const uint16_t *slots;
  const uint16_t *shifts;
  const uint32_t *offsets;
} TVMRegistryIndex;

static const uint16_t _metaobj_index_slots[8] = {
  4, 8, 6, 3, 2, 7, 1, 5,
};

static const uint16_t _metaobj_index_shifts[4] = {
  0, 4, 5, 0,
};

static const uint32_t _metaobj_index_offsets[8] = {
  2, 32, 66, 99, 123, 150, 172, 205,
};

static const TVMRegistryIndex _metaobj_registry_index = {
  2, 8, 8, 1, 1, 227, (const char *)&_tvm_crt_function_names,
  _metaobj_index_slots, _metaobj_index_shifts, _metaobj_index_offsets
};

const TVMRegistryIndex *tvmgen_acceptance_registry_index(void);
const TVMRegistryIndex *tvmgen_acceptance_registry_index(void) {
  return &_metaobj_registry_index;
}

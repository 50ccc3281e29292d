/*===- metaobj-c/metaobj_params_image.h - Parameters of their own -*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * A params image holds the parameters of a model apart from the firmware: in a
 * partition of flash that is written anew when the model was trained anew.
 * `metaobj emit --emit=params-image` writes it. Firmware that was emitted with
 * `--external-params` opens it by the id of the parameters:
 *
 *     const metaobj_params_image_t *image =
 *         metaobj_params_open((const void *)0x10100000, 0x80000,
 *                             tvmgen_default_params_id());
 *
 * NOTE: this file is a schema. It needs metaobj_abi.h and nothing else: C99 and
 * C++, freestanding. All numbers have the target's byte order. docs/format.md
 * describes the image, docs/params-image.md an update from start to end.
 */
#ifndef METAOBJ_C_METAOBJ_PARAMS_IMAGE_H
#define METAOBJ_C_METAOBJ_PARAMS_IMAGE_H

#include "metaobj_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/** metaobj_params_image_t::magic. In memory: 0x89, "mparams" where the target
 * is little endian, and the reverse where it is big endian. */
#define METAOBJ_PARAMS_IMAGE_MAGIC UINT64_C(0x736d617261706d89)

/** metaobj_params_image_t::version. */
#define METAOBJ_PARAMS_IMAGE_VERSION 1

/** metaobj_params_image_t::base of an image for any address: its pointers count
 * bytes from its start. */
#define METAOBJ_PARAMS_IMAGE_RELATIVE UINT64_MAX

/** Bytes of the id. */
#define METAOBJ_PARAMS_ID_SIZE 32

/** The start of an image. */
typedef struct metaobj_params_image {
  uint64_t magic;    /**< METAOBJ_PARAMS_IMAGE_MAGIC. */
  uint32_t checksum; /**< CRC-32 (IEEE 802.3) of all bytes from size on. */
  uint32_t size;     /**< Bytes of the image with this header. */
  /** Address of this header, for which all pointers are, or
   * METAOBJ_PARAMS_IMAGE_RELATIVE. */
  uint64_t base;
  uint16_t version;      /**< METAOBJ_PARAMS_IMAGE_VERSION. */
  uint16_t header_size;  /**< sizeof(metaobj_params_image_t). */
  uint16_t pointer_size; /**< Bytes of a data pointer. */
  uint16_t entry_size;   /**< sizeof(metaobj_param_t). */
  uint32_t alignment;    /**< Of the header's address: a power of two. */
  uint32_t generation;   /**< Of two good images, the newer is taken. */
  /* Bytes from the header on: */
  uint32_t table;      /**< The metaobj_param_table_t, of version 1. */
  uint32_t linked;     /**< Pointers to parameters by storage id, or 0. */
  uint32_t num_linked; /**< Number of these pointers. */
  uint32_t record;     /**< The metaobj_record_t. */
  /** BLAKE3 of names, types, shapes and storage ids of all parameters. */
  uint8_t id[METAOBJ_PARAMS_ID_SIZE];
} metaobj_params_image_t;

#if defined(__GNUC__) || defined(__clang__)
#define METAOBJ_MAY_BE_UNUSED __attribute__((__unused__))
#else
#define METAOBJ_MAY_BE_UNUSED
#endif

/** CRC-32 (IEEE 802.3) of \p size bytes at \p bytes. */
static inline METAOBJ_MAY_BE_UNUSED uint32_t
metaobj_params_checksum(const uint8_t *bytes, size_t size) {
  const uint8_t *end = bytes + size;
  uint32_t crc = UINT32_MAX;
  int bit;
  while (bytes != end) {
    crc ^= *bytes++;
    for (bit = 0; bit != 8; ++bit)
      crc = (crc >> 1) ^ (UINT32_C(0xedb88320) & (0U - (crc & 1U)));
  }
  return ~crc;
}

/**
 * The image at \p address, which has at most \p size bytes, or NULL if there is
 * none that fits this firmware. \p address is a multiple of 8, and \p size the
 * size of the partition: nothing outside of it is read. \p id is what
 * `<prefix>_params_id` returns.
 *
 * Refused is an image of another version or for another machine, with an id
 * that differs in any byte, larger than the partition, for another address or
 * at one that does not have the parameters' alignment, and one that differs in
 * any bit from its checksum: half written or damaged. This takes a pass over
 * all bytes. A checksum is no signature: who may write the partition can write
 * an image that opens.
 */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_params_image_t *
metaobj_params_open(const void *address, size_t size, const uint8_t *id) {
  const metaobj_params_image_t *image = (const metaobj_params_image_t *)address;
  unsigned i;
  if (size < sizeof(*image) || image->magic != METAOBJ_PARAMS_IMAGE_MAGIC ||
      image->version != METAOBJ_PARAMS_IMAGE_VERSION ||
      image->entry_size != sizeof(metaobj_param_t) ||
      image->size < sizeof(*image) || image->size > size ||
      ((uintptr_t)address & (image->alignment - 1U)) != 0)
    return NULL;
  /* Pointers of the image have as many bits as this. */
  if ((uintptr_t)image->base != UINTPTR_MAX &&
      (uintptr_t)image->base != (uintptr_t)address)
    return NULL;
  for (i = 0; i != METAOBJ_PARAMS_ID_SIZE; ++i)
    if (image->id[i] != id[i])
      return NULL;
  i = (unsigned)offsetof(metaobj_params_image_t, size);
  if (metaobj_params_checksum((const uint8_t *)address + i, image->size - i) !=
      image->checksum)
    return NULL;
  return image;
}

/** Of two opened images the newer one, by their generations, which may wrap
 * around. NULL is older than any image; \p first wins if both are equal. */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_params_image_t *
metaobj_params_newer(const metaobj_params_image_t *first,
                     const metaobj_params_image_t *second) {
  if (first == NULL || second == NULL)
    return first == NULL ? second : first;
  return second->generation - first->generation - 1U < UINT32_C(0x7fffffff)
             ? second
             : first;
}

/** The target of \p pointer, which stands in \p image. NULL stays NULL. */
static inline METAOBJ_MAY_BE_UNUSED const void *
metaobj_params_target(const metaobj_params_image_t *image,
                      const void *pointer) {
  if (pointer == NULL || (uintptr_t)image->base != UINTPTR_MAX)
    return pointer;
  return (const uint8_t *)image + (uintptr_t)pointer;
}

/** The parameter table of an image for this address, for readers of
 * metaobj_abi.h. NULL if the image is for any address: its pointers are no
 * addresses. */
static inline METAOBJ_MAY_BE_UNUSED const metaobj_param_table_t *
metaobj_params_table(const metaobj_params_image_t *image) {
  if ((uintptr_t)image->base == UINTPTR_MAX)
    return NULL;
  return (const metaobj_param_table_t *)(const void *)((const uint8_t *)image +
                                                       image->table);
}

/** The number of parameters. */
static inline METAOBJ_MAY_BE_UNUSED uint32_t
metaobj_params_count(const metaobj_params_image_t *image) {
  return ((const metaobj_param_table_t *)(const void *)((const uint8_t *)image +
                                                        image->table))
      ->num_params;
}

/** Parameter \p index, less than metaobj_params_count, with addresses for
 * pointers: they lead into the image. */
static inline METAOBJ_MAY_BE_UNUSED metaobj_param_t
metaobj_params_at(const metaobj_params_image_t *image, uint32_t index) {
  const metaobj_param_table_t *table =
      (const metaobj_param_table_t *)(const void *)((const uint8_t *)image +
                                                    image->table);
  const uint8_t *entries =
      (const uint8_t *)metaobj_params_target(image, table->params);
  metaobj_param_t param =
      *(const metaobj_param_t *)(const void *)(entries + (size_t)index *
                                                             table->entry_size);
  param.name = (const char *)metaobj_params_target(image, param.name);
  param.tensor.data = metaobj_params_target(image, param.tensor.data);
  param.tensor.shape =
      (const int64_t *)metaobj_params_target(image, param.tensor.shape);
  return param;
}

/** The parameter that is called \p name, to \p param. 0 if there is none, else
 * 1. */
static inline METAOBJ_MAY_BE_UNUSED int
metaobj_params_find(const metaobj_params_image_t *image, const char *name,
                    metaobj_param_t *param) {
  uint32_t count = metaobj_params_count(image);
  uint32_t index;
  for (index = 0; index != count; ++index) {
    size_t i = 0;
    *param = metaobj_params_at(image, index);
    while (param->name[i] != '\0' && param->name[i] == name[i])
      ++i;
    if (param->name[i] == name[i])
      return 1;
  }
  return 0;
}

/** The elements of the parameter with this storage id, or NULL. */
static inline METAOBJ_MAY_BE_UNUSED const void *
metaobj_params_linked(const metaobj_params_image_t *image, int64_t storage_id) {
  const void *const *linked =
      (const void *const *)(const void *)((const uint8_t *)image +
                                          image->linked);
  if (storage_id < 0 || storage_id >= (int64_t)image->num_linked)
    return NULL;
  return metaobj_params_target(image, linked[storage_id]);
}

/**
 * Answers a call of `_lookup_linked_param`, by which TVM's graph executors take
 * their parameters. The program defines this function, because only it knows
 * which image is open:
 *
 *     int _lookup_linked_param(void *args, int *codes, int count, void *value,
 *                              int *code, void *resource) {
 *       return metaobj_params_answer(image, args, value, code);
 *     }
 *
 * Without an image (NULL) there is no parameter.
 */
static inline METAOBJ_MAY_BE_UNUSED int
metaobj_params_answer(const metaobj_params_image_t *image, const void *args,
                      void *value, int *code) {
  const void *found =
      image == NULL ? NULL
                    : metaobj_params_linked(image, *(const int64_t *)args);
  *code = found == NULL ? 4 : 3; /* kTVMNullptr, kTVMOpaqueHandle */
  if (found != NULL)
    *(const void **)value = found;
  return 0;
}

#undef METAOBJ_MAY_BE_UNUSED

/* Firmware and tool must agree on each offset; all fields lie at multiples of
 * their sizes. */
typedef char metaobj_assert_params_image_id
    [offsetof(metaobj_params_image_t, id) == 56 ? 1 : -1];
typedef char
    metaobj_assert_params_image[sizeof(metaobj_params_image_t) == 88 ? 1 : -1];

#ifdef __cplusplus
}
#endif

#endif /* METAOBJ_C_METAOBJ_PARAMS_IMAGE_H */

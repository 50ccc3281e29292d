/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* metaobj's docs/format.md says what is hashed. All of it is read from the
 * image, so that a wrong pointer shows like a wrong byte. Numbers without a
 * hash have one right value each. A part that cannot be read is left out of the
 * identity, which then differs. */

#include <tvm_crt/record.h>

#include <stdbool.h>

#include <tvm/runtime/crt/func_registry.h>

#include "record/hasher.h"
#include "record/tables.h"

#define MAGIC_LOW 0x74656d89U
#define MAGIC_BOTH (0x6a626f61U ^ MAGIC_LOW)

#define ABI_U16 1U
#define ABI_U8 2U
#define ABI_UNIVERSAL 3U

#define ID_BYTES ((size_t)TVM_CRT_RECORD_ID_BYTES)
#define CHECK_BYTES 4U
#define SIGNATURE_BYTES ((size_t)TVM_CRT_RECORD_SIGNATURE_BYTES)

#define TABLE_PLAIN 1U
#define TABLE_COMPRESSED 2U

/* Of more no extents fit into any memory. */
#define MOST_DIMENSIONS 0xffffU

/* How pointers are aligned in the image, and so all that has pointers. */
typedef struct {
  char first;
  const void *second;
} aligned_t;
#define ALIGNMENT ((size_t)offsetof(aligned_t, second))

static const uint8_t *in_memory(const TVMRecordMemory *memory,
                                const void *pointer, size_t size) {
  const size_t offset = (uintptr_t)pointer - memory->address;
  if ((offset > memory->size) || (size > (memory->size - offset))) {
    return NULL;
  }
  return &((const uint8_t *)memory->bytes)[offset];
}

/* What an address of the image leads to; NULL without size bytes in one
 * memory. */
static const uint8_t *place(const TVMRecordCheck *check, const void *pointer,
                            size_t size) {
  const uint8_t *found = NULL;
  for (size_t i = 0U; (i < check->num_memories) && (found == NULL); i++) {
    found = in_memory(&check->memories[i], pointer, size);
  }
  return found;
}

/* The same of something with pointers. */
static const void *place_aligned(const TVMRecordCheck *check, uintptr_t address,
                                 size_t size) {
  return ((address & (ALIGNMENT - 1U)) == 0U)
             ? place(check, (const void *)address, size)
             : NULL;
}

static bool is_little_endian(void) {
  const uint16_t one = 1U;
  return *(const uint8_t *)&one == 1U;
}

/* The number itself is in no constant: a search of the image would find it. */
static bool has_magic(const TVMRecord *record) {
  const uint32_t low = (uint32_t)record->magic;
  const uint32_t high = (uint32_t)(record->magic >> 32);
  const uint32_t differences = (low ^ MAGIC_LOW) | ((low ^ high) ^ MAGIC_BOTH);
  return differences == 0U;
}

/* Whether a registry that was found is the one in front of the record. */
static bool is_before(const uint8_t *registry, const TVMRecord *record) {
  return (registry != NULL) &&
         (&registry[sizeof(TVMFuncRegistry)] == (const uint8_t *)record);
}

#define BOTH_BYTES (sizeof(TVMFuncRegistry) + sizeof(TVMRecord))

const TVMRecord *TVMRecord_Find(const TVMRecordMemory *memory,
                                const TVMRecord *after) {
  const uint8_t *bytes = (const uint8_t *)memory->bytes;
  size_t at = 0U;
  if (after != NULL) {
    at = ((uintptr_t)after - (uintptr_t)bytes) + ALIGNMENT;
  }
  for (; (at < memory->size) && ((memory->size - at) >= sizeof(TVMRecord));
       at += ALIGNMENT) {
    const TVMRecord *record = (const TVMRecord *)(const void *)&bytes[at];
    if (has_magic(record) &&
        is_before(in_memory(memory, record->registry, BOTH_BYTES), record)) {
      return record;
    }
  }
  return NULL;
}

/* Hashes numbers of so many bytes each, little-endian. */
static void hash_numbers(TVMRecordCheck *check, TVMRecordHasher *hasher,
                         const void *numbers, size_t size, size_t unit) {
  const uint8_t *next = (const uint8_t *)numbers;
  size_t left = size;
  while ((left != 0U) && (check->state == kTVMRecordIntact)) {
    const size_t nbytes = (!is_little_endian() && (unit <= left)) ? unit : 1U;
    for (size_t i = nbytes; i > 0U; i--) {
      tvm_crt_hash_byte(check, hasher, next[i - 1U]);
    }
    next = &next[nbytes];
    left -= nbytes;
  }
}

/* Hashes a text with its NUL; what is behind it, or NULL without a NUL. */
static const uint8_t *hash_text(TVMRecordCheck *check, TVMRecordHasher *hasher,
                                const void *text) {
  const uint8_t *next = (const uint8_t *)text;
  const uint8_t *byte;
  do {
    byte = place(check, next, 1U);
    if (byte == NULL) {
      return NULL;
    }
    tvm_crt_hash_byte(check, hasher, *byte);
    next = &next[1];
  } while (*byte != 0U);
  return next;
}

static bool is_hash(const TVMRecordCheck *check, const uint8_t *stored,
                    size_t size) {
  uint32_t differences = 0U;
  for (size_t i = 0U; i < size; i++) {
    differences |= (uint32_t)stored[i] ^ check->identity[i];
  }
  return differences == 0U;
}

/* Ends the hash of a part, compares it with its check, and adds it to that of
 * the model. Remembers the first part that is wrong. */
static void end_part(TVMRecordCheck *check, TVMRecordState part,
                     bool is_right) {
  tvm_crt_hash_finish(check, &check->part);
  if ((check->damage == kTVMRecordIntact) &&
      (!is_right || !is_hash(check, check->next_check, CHECK_BYTES))) {
    check->damage = part;
  }
  if (is_right) {
    hash_numbers(check, &check->whole, check->identity, ID_BYTES, 1U);
  }
  check->next_check = &check->next_check[CHECK_BYTES];
  tvm_crt_hash_start(&check->part, check->whole.top);
}

/* The names behind their count. */
static bool hash_names(TVMRecordCheck *check, const TVMRecord *record,
                       const char *names) {
  const uint8_t *next = (const uint8_t *)names;
  const uint8_t *bytes = place(check, names, 2U);
  uint32_t count;
  if (bytes == NULL) {
    return false;
  }
  count = bytes[0];
  if (record->abi == ABI_U16) {
    count = is_little_endian() ? (count | ((uint32_t)bytes[1] << 8))
                               : ((count << 8) | bytes[1]);
  }
  if ((count != record->num_functions) ||
      ((record->abi == ABI_UNIVERSAL) && (bytes[1] != (uint8_t)'_'))) {
    return false;
  }
  next = &next[(record->abi == ABI_U8) ? 1U : 2U];
  for (; (count > 0U) && (next != NULL); count--) {
    next = hash_text(check, &check->part, next);
  }
  /* The empty name at the end. */
  bytes = place(check, next, 1U);
  return (next != NULL) && (bytes != NULL) && (*bytes == 0U);
}

/* Entry i, compressed ones last, and the compressed_entry_t that it is part of
 * or NULL. NULL if the record's table is not one. */
static const param_entry_t *entry_at(const TVMRecordCheck *check,
                                     const TVMRecord *record, size_t i,
                                     const compressed_entry_t **compressed) {
  const compressed_table_t *whole = NULL;
  const uintptr_t address = (uintptr_t)record->params;
  const param_table_t *table = (const param_table_t *)place_aligned(
      check, address, sizeof(param_table_t));
  uint32_t num_params;
  *compressed = NULL;
  if ((table == NULL) || (table->entry_size != sizeof(param_entry_t))) {
    return NULL;
  }
  num_params = table->num_params;
  if (table->version == TABLE_COMPRESSED) {
    whole = (const compressed_table_t *)place_aligned(
        check, address, sizeof(compressed_table_t));
    if ((whole == NULL) ||
        (whole->compressed_size != sizeof(compressed_entry_t)) ||
        (whole->reserved != 0U)) {
      return NULL;
    }
    num_params += whole->num_compressed;
  } else if (table->version != TABLE_PLAIN) {
    return NULL;
  } else {
    /* There are no compressed ones. */
  }
  if (num_params != record->num_params) {
    return NULL;
  }
  if (i < table->num_params) {
    return (const param_entry_t *)place_aligned(
        check, (uintptr_t)table->params + (i * sizeof(param_entry_t)),
        sizeof(param_entry_t));
  }
  *compressed = (const compressed_entry_t *)place_aligned(
      check,
      (uintptr_t)whole->compressed +
          ((i - table->num_params) * sizeof(compressed_entry_t)),
      sizeof(compressed_entry_t));
  /* Its first member. */
  return (const param_entry_t *)(const void *)*compressed;
}

/* A number of a structure. */
typedef struct {
  uint8_t offset;
  uint8_t size; /* 0 behind the last one */
} field_t;

#define FIELD(type, member, size) {(uint8_t)offsetof(type, member), (size)}
#define LAST_FIELD {0U, 0U}

static const field_t record_fields[] = {
    FIELD(TVMRecord, version, 2U), FIELD(TVMRecord, abi, 2U),
    FIELD(TVMRecord, num_functions, 4U), FIELD(TVMRecord, num_params, 4U),
    LAST_FIELD};

static const field_t type_fields[] = {
    FIELD(DLTensor, dtype.code, 1U), FIELD(DLTensor, dtype.bits, 1U),
    FIELD(DLTensor, dtype.lanes, 2U), FIELD(DLTensor, ndim, 4U), LAST_FIELD};

/* The stored size is the size, codec and window are 0. */
static const field_t plain_fields[] = {
    FIELD(param_entry_t, size, 8U), FIELD(param_entry_t, storage_id, 4U),
    FIELD(param_entry_t, size, 8U), FIELD(param_entry_t, reserved, 4U),
    LAST_FIELD};

static const field_t compressed_fields[] = {
    FIELD(compressed_entry_t, param.size, 8U),
    FIELD(compressed_entry_t, param.storage_id, 4U),
    FIELD(compressed_entry_t, stored_size, 8U),
    FIELD(compressed_entry_t, codec, 2U),
    FIELD(compressed_entry_t, window_log, 2U),
    LAST_FIELD};

static void hash_fields(TVMRecordCheck *check, TVMRecordHasher *hasher,
                        const void *structure, const field_t *fields) {
  for (const field_t *each = fields; each->size != 0U; each = &each[1]) {
    hash_numbers(check, hasher, &((const uint8_t *)structure)[each->offset],
                 each->size, each->size);
  }
}

/* An entry of the table; false when it cannot be one. */
static bool hash_entry(TVMRecordCheck *check, const param_entry_t *entry,
                       const compressed_entry_t *compressed) {
  const DLTensor *tensor = &entry->tensor;
  const size_t ndim = (uint32_t)tensor->ndim;
  const void *extents = NULL;
  /* What is always 0. */
  uintptr_t others = (uintptr_t)tensor->strides | entry->reserved |
                     (uint32_t)tensor->byte_offset |
                     (uint32_t)(tensor->byte_offset >> 32) |
                     (uint32_t)tensor->device.device_id |
                     ((uint32_t)tensor->device.device_type ^ (uint32_t)kDLCPU);
  if (ndim == 0U) {
    others |= (uintptr_t)tensor->shape;
  } else {
    extents = (ndim > MOST_DIMENSIONS)
                  ? NULL
                  : place_aligned(check, (uintptr_t)tensor->shape,
                                  ndim * sizeof(uint64_t));
    others |= (extents == NULL) ? 1U : 0U;
  }
  if (compressed != NULL) {
    others |= (uintptr_t)tensor->data | compressed->reserved;
  }
  if ((others != 0U) || (hash_text(check, &check->part, entry->name) == NULL)) {
    return false;
  }
  hash_fields(check, &check->part, tensor, type_fields);
  hash_numbers(check, &check->part, extents, ndim * sizeof(uint64_t),
               sizeof(uint64_t));
  hash_fields(check, &check->part, entry,
              (compressed == NULL) ? plain_fields : compressed_fields);
  return true;
}

/* The stored bytes of a parameter. */
static bool hash_data(TVMRecordCheck *check, const param_entry_t *entry,
                      const compressed_entry_t *compressed) {
  const void *data = entry->tensor.data;
  uint64_t size = entry->size;
  size_t unit = 1U;
  if (compressed != NULL) {
    data = compressed->stored;
    size = compressed->stored_size;
  } else if (!is_little_endian() && (entry->tensor.dtype.bits >= 16U)) {
    /* A complex number is two numbers. */
    unit = (size_t)entry->tensor.dtype.bits /
           ((entry->tensor.dtype.code == (uint8_t)kDLComplex) ? 16U : 8U);
  } else {
    /* The bytes have no order, or the right one. */
  }
  data = place(check, data, (size_t)size);
  if ((size != 0U) && ((data == NULL) || (size > SIZE_MAX))) {
    return false;
  }
  hash_numbers(check, &check->part, data, (size_t)size, unit);
  return true;
}

/* Numbers and pointers of the record. */
static const uint8_t *hashes_of(const TVMRecordCheck *check,
                                const TVMRecord *record,
                                const TVMFuncRegistry *registry) {
  const size_t num_params = record->num_params;
  if (!has_magic(record) ||
      !is_before(place(check, record->registry, BOTH_BYTES), record) ||
      (record->version < (uint16_t)TVM_CRT_RECORD_VERSION) ||
      (record->version > (uint16_t)TVM_CRT_RECORD_VERSION_SIGNED) ||
      (record->size != sizeof(TVMRecord)) ||
      (record->pointer_size != sizeof(void *)) || (record->abi < ABI_U16) ||
      (record->abi > ABI_UNIVERSAL) || (num_params > (SIZE_MAX / 256U)) ||
      ((num_params == 0U) != (record->params == NULL)) ||
      (place_aligned(check, (uintptr_t)registry->funcs,
                     record->num_functions * sizeof(void *)) == NULL)) {
    return NULL;
  }
  /* A signature follows in version 2. */
  return place(check, record->hashes,
               ID_BYTES + (CHECK_BYTES * (2U + num_params)) +
                   (SIGNATURE_BYTES * ((size_t)record->version - 1U)));
}

static void hash_model(TVMRecordCheck *check, const TVMRecord *record,
                       const TVMFuncRegistry *registry) {
  const size_t num_params = record->num_params;
  const compressed_entry_t *compressed;
  const param_entry_t *entry;
  bool is_right = hash_names(check, record, registry->names);
  end_part(check, kTVMRecordDamagedNames, is_right);
  for (size_t i = 0U; (i < num_params) && is_right; i++) {
    entry = entry_at(check, record, i, &compressed);
    is_right = (entry != NULL) && hash_entry(check, entry, compressed);
  }
  end_part(check, kTVMRecordDamagedTable, is_right);
  for (size_t i = 0U; (i < num_params) && is_right; i++) {
    entry = entry_at(check, record, i, &compressed);
    if (check->damage == kTVMRecordIntact) {
      check->param = (uint32_t)i;
    }
    end_part(check, kTVMRecordDamagedParam,
             hash_data(check, entry, compressed));
  }
}

TVMRecordState TVMRecord_Verify(const TVMRecord *record,
                                TVMRecordCheck *check) {
  const TVMFuncRegistry *registry =
      (const TVMFuncRegistry *)(const void *)record - 1;
  const uint8_t *hashes = hashes_of(check, record, registry);
  check->state = kTVMRecordIntact;
  check->damage = kTVMRecordIntact;
  if (hashes == NULL) {
    return kTVMRecordDamagedRecord;
  }
  check->next_check = &hashes[ID_BYTES];
  tvm_crt_hash_start(&check->whole, 0U);
  hash_fields(check, &check->whole, record, record_fields);
  if (hash_text(check, &check->whole, record->model) == NULL) {
    return kTVMRecordDamagedRecord;
  }
  tvm_crt_hash_start(&check->part, check->whole.top);
  hash_model(check, record, registry);
  tvm_crt_hash_finish(check, &check->whole);
  if (check->state != kTVMRecordIntact) {
    return check->state;
  }
  if (is_hash(check, hashes, ID_BYTES)) {
    /* All parts are right. A check may not be. */
    return (check->damage == kTVMRecordIntact) ? kTVMRecordIntact
                                               : kTVMRecordDamagedCheck;
  }
  return (check->damage == kTVMRecordIntact) ? kTVMRecordDamagedIdentity
                                             : check->damage;
}

const uint8_t *TVMRecord_Signature(const TVMRecord *record) {
  const size_t checks = CHECK_BYTES * (2U + (size_t)record->num_params);
  return (record->version == (uint16_t)TVM_CRT_RECORD_VERSION_SIGNED)
             ? &record->hashes[ID_BYTES + checks]
             : NULL;
}

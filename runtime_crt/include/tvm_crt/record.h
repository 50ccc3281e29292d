/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file record.h
 * Damaged flash: compares a model in memory with its record, which
 * `metaobj emit --record` adds to the registry. metaobj's docs/format.md
 * describes record and hashes (BLAKE3).
 *
 * A boot loader or the program itself calls TVMRecord_Verify before it uses the
 * model. All bytes are read once, in place and in small pieces. Nothing is
 * allocated, nothing of the model is called, and no pointer in the image is
 * followed out of the memories that the caller names. The bytes may be
 * anything.
 *
 * TVMRecordCheck depends on TVM_CRT_RECORD_LEVELS: include this header with the
 * crt_config.h that the runtime was compiled with.
 *
 * The hashes tell of accidents. Whoever can write the flash can also write
 * other hashes: against this, compare TVMRecordCheck::identity with a trusted
 * one.
 */

#ifndef TVM_CRT_RECORD_H_
#define TVM_CRT_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#include <crt_config.h>
#include <tvm_crt/attributes.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TVM_CRT_RECORD_LEVELS
#define TVM_CRT_RECORD_LEVELS 24
#endif
#if TVM_CRT_RECORD_LEVELS < 1 || TVM_CRT_RECORD_LEVELS > 64
#error "TVM_CRT_RECORD_LEVELS must be 1 to 64"
#endif

/** TVMRecord::version: without and with a signature. */
#define TVM_CRT_RECORD_VERSION 1
#define TVM_CRT_RECORD_VERSION_SIGNED 2

/** Bytes of a model's identity, and of its Ed25519 signature. */
#define TVM_CRT_RECORD_ID_BYTES 32
#define TVM_CRT_RECORD_SIGNATURE_BYTES 64

/** A record: metaobj_record_t of metaobj_abi.h. */
typedef struct {
  uint64_t magic;        /**< 0x89, "metaobj" as a little-endian number. */
  uint16_t version;      /**< TVM_CRT_RECORD_VERSION. */
  uint16_t size;         /**< sizeof(TVMRecord). */
  uint16_t pointer_size; /**< sizeof(void *). */
  uint16_t abi;          /**< 1 two-byte counts, 2 one-byte counts, 3 both. */
  uint32_t num_functions;
  uint32_t num_params;
  const void *registry; /**< The TVMFuncRegistry in front of this record. */
  const char *model;    /**< NUL-terminated. */
  /** The identity, TVM_CRT_RECORD_ID_BYTES bytes. Checks of 4 bytes each follow
   * it: of the functions' names, the parameter table and each parameter. */
  const uint8_t *hashes;
  const void *params; /**< The parameter table; NULL without parameters. */
} TVMRecord;

/** Memory that may be read. */
typedef struct {
  const void *bytes; /**< Where it is now, aligned to 8 bytes. */
  size_t size;       /**< In bytes. */
  /** Where the image runs: (uintptr_t)bytes, unless it is the image of another
   * slot, which will be copied or mapped to this address. Also
   * aligned to 8 bytes. */
  uintptr_t address;
} TVMRecordMemory;

/** What a verification found. Several parts may be damaged; this is the first
 * one. */
typedef enum {
  kTVMRecordIntact = 0,
  /** The step function stopped it. */
  kTVMRecordStopped = 1,
  /** A part is too large for TVM_CRT_RECORD_LEVELS, or an argument is NULL. */
  kTVMRecordRefused = 2,
  /** The record, or the registry's pointers. */
  kTVMRecordDamagedRecord = 3,
  /** The names of the functions. */
  kTVMRecordDamagedNames = 4,
  /** The parameter table, with names and shapes. */
  kTVMRecordDamagedTable = 5,
  /** A parameter: TVMRecordCheck::param. */
  kTVMRecordDamagedParam = 6,
  /** The identity, the model's name, or numbers of the record. */
  kTVMRecordDamagedIdentity = 7,
  /** Only a check of a part. The model itself is what was emitted. */
  kTVMRecordDamagedCheck = 8
} TVMRecordState;

/** A hash that is being computed. */
typedef struct {
  uint32_t chain[8];
  uint32_t words[16];
  uint32_t used;
  uint32_t blocks;
  size_t chunks;
  size_t base;
  size_t top;
} TVMRecordHasher;

/** A verification: settings, results and all its memory. It takes
 * TVM_CRT_RECORD_LEVELS times 32 bytes and about 300 more. */
typedef struct {
  /** Set by the caller: every memory with a part of the image. */
  const TVMRecordMemory *memories;
  size_t num_memories;
  /** Set by the caller: NULL, or called with context before each 64 hashed
   * bytes, to feed a watchdog. Another result than 0 stops the verification. */
  int32_t (*step)(void *context);
  void *context;
  /** \cond The verification's own. */
  TVMRecordState state;
  TVMRecordState damage;
  const uint8_t *next_check;
  /** \endcond */
  /** The result, with kTVMRecordDamagedParam: the parameter's index. The
   * entries of the parameter table come first, the compressed ones follow. */
  uint32_t param;
  /** The result: what the hash of the model is. It equals the one in the record
   * if the state is kTVMRecordIntact or kTVMRecordDamagedCheck; otherwise its
   * bytes mean nothing. */
  uint8_t identity[TVM_CRT_RECORD_ID_BYTES];
  /** \cond The verification's own. */
  TVMRecordHasher part;
  TVMRecordHasher whole;
  uint32_t levels[TVM_CRT_RECORD_LEVELS][8];
  /** \endcond */
} TVMRecordCheck;

/**
 * Find a record. A program that has its registry needs no search: the record is
 * directly behind the TVMFuncRegistry.
 *
 * \param memory Where to search.
 * \param after NULL, or the record in this memory behind which to search.
 * \return The first record whose pointer to the registry leads back to it; NULL
 * without one, also when magic number or pointer are damaged.
 */
TVM_CRT_MUST_CHECK const TVMRecord *
TVMRecord_Find(const TVMRecordMemory *memory, const TVMRecord *after);

/**
 * Compare a model with its record. The time depends on the size of the model
 * only; with damaged numbers it may be larger, and the step function can end
 * it.
 *
 * \param record A record from TVMRecord_Find, or what should be one: it and two
 * pointers in front of it must be readable and aligned.
 * \param check Settings and memory, see there.
 * \return What is damaged.
 */
TVM_CRT_MUST_CHECK TVMRecordState TVMRecord_Verify(const TVMRecord *record,
                                                   TVMRecordCheck *check);

/**
 * The signature of a record that TVMRecord_Verify found intact, at its address
 * in the running image. It is not verified here: a boot loader gives it to its
 * own Ed25519, with its public key and the message: the 16 bytes
 * "metaobj record 1", and then TVMRecordCheck::identity.
 *
 * \return TVM_CRT_RECORD_SIGNATURE_BYTES bytes; NULL if it is not signed.
 */
TVM_CRT_MUST_CHECK const uint8_t *TVMRecord_Signature(const TVMRecord *record);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_RECORD_H_ */

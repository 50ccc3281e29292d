/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* BLAKE3 of bytes that come one by one. Two hashes are computed at a time: one
 * of a part, and one of the model, which gets the hashes of the parts. They
 * share a stack of levels: the part's are above those of the model. */

#ifndef RUNTIME_CRT_SRC_RECORD_HASHER_H_
#define RUNTIME_CRT_SRC_RECORD_HASHER_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm_crt/record.h>

/* Starts a hash, whose levels begin at this one. */
void tvm_crt_hash_start(TVMRecordHasher *hasher, size_t base);

/* Adds a byte. Does nothing once check->state is not kTVMRecordIntact. */
void tvm_crt_hash_byte(TVMRecordCheck *check, TVMRecordHasher *hasher,
                       uint32_t byte);

/* Ends a hash. check->identity gets it. */
void tvm_crt_hash_finish(TVMRecordCheck *check, TVMRecordHasher *hasher);

#endif /* RUNTIME_CRT_SRC_RECORD_HASHER_H_ */

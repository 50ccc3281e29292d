/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file rpc_frame.h
 * Packets on a byte stream, as TVM v0.7 to v0.18 frame them for
 * microcontrollers:
 *
 *     FF FD, length (4 bytes), payload, checksum (2 bytes)
 *
 * Numbers are little endian. FF is an escape: behind it FF is the byte FF, FE
 * nothing, and FD begins a packet, also inside another one. The checksum is
 * CRC-16/CCITT (polynomial 1021, initial value FFFF) of the bytes before it as
 * they are on the wire. The first packet, and one after a failed write, has the
 * byte FE in front, which ends an escape that was cut.
 *
 * docs/rpc.md has examples, byte by byte.
 */

#ifndef TVM_CRT_RPC_FRAME_H_
#define TVM_CRT_RPC_FRAME_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a packet around its payload, escapes not counted. */
#define TVM_RPC_FRAME_OVERHEAD_BYTES 8

/** Bytes that TVMFrameWriter collects for one call of its function. */
#define TVM_RPC_WRITE_BYTES 32

/**
 * Writes bytes to the other side.
 *
 * \param context That of the writer.
 * \param bytes num_bytes bytes.
 * \param num_bytes At least 1.
 * \return How many of them were written, at least 1: the rest is passed in
 * another call. 0 or a negative number is a failure.
 */
typedef ptrdiff_t (*TVMRpcWrite)(void *context, const uint8_t *bytes,
                                 size_t num_bytes);

/** Makes packets. Written by the functions below only. */
typedef struct {
  TVMRpcWrite write;
  void *context;
  /** Bytes of the payload that are still to come. */
  uint32_t left;
  /** The first failure of the packet. */
  tvm_crt_error_t error;
  uint16_t checksum;
  uint8_t is_open;
  /** 0: the next packet has FE in front. */
  uint8_t is_synchronous;
  uint8_t used;
  uint8_t bytes[TVM_RPC_WRITE_BYTES];
} TVMFrameWriter;

/**
 * Start with no packet.
 *
 * \param writer Receives the state. Not NULL.
 * \param write Not NULL.
 * \param context Passed to write.
 */
void TVMFrameWriter_Init(TVMFrameWriter *writer, TVMRpcWrite write,
                         void *context);

/** Begin a packet with so many bytes of payload. \param writer Not NULL. */
void TVMFrameWriter_Begin(TVMFrameWriter *writer, uint32_t num_bytes);

/** Write bytes of the payload. After a failure it does nothing, and
 * TVMFrameWriter_End tells. \param writer Not NULL. */
void TVMFrameWriter_Write(TVMFrameWriter *writer, const void *bytes,
                          size_t num_bytes);

/** Write a number of at most 4 bytes as a part of the payload, the lowest byte
 * first. \param writer Not NULL. */
void TVMFrameWriter_Number(TVMFrameWriter *writer, uint32_t number,
                           uint32_t num_bytes);

/**
 * End the packet.
 *
 * \param writer Not NULL.
 * \return 0, or the first failure since TVMFrameWriter_Begin:
 * kTvmErrorFramingInvalidState without a packet, or when one was begun inside
 * another; kTvmErrorFramingPayloadOverflow or
 * kTvmErrorFramingPayloadIncomplete when the payload was not as long as said;
 * kTvmErrorWriteStreamShortWrite or kTvmErrorWriteStreamLongWrite when the
 * function failed, or wrote more than it was given.
 */
tvm_crt_error_t TVMFrameWriter_End(TVMFrameWriter *writer);

/** What a byte is in a packet. */
typedef enum {
  /** Nothing that matters to the reader of payloads. */
  kTVMFrameNothing = 0,
  /** The length is known: a payload of reader->length bytes follows. */
  kTVMFrameBegin,
  /** A byte of the payload, reader->byte. */
  kTVMFrameByte,
  /** The packet has ended, and its checksum is right. */
  kTVMFrameEnd,
  /** The packet has ended too early, or is damaged: reader->error. */
  kTVMFrameBroken
} TVMFrameEvent;

/** Reads packets. All zero is a reader that waits for the first one. */
typedef struct {
  /** Bytes of the payload, since kTVMFrameBegin. */
  uint32_t length;
  uint32_t left;
  /** Of the last kTVMFrameBroken: kTvmErrorFramingShortPacket (another packet
   * begins), kTvmErrorFramingInvalidEscape, kTvmErrorFramingBadChecksum. */
  tvm_crt_error_t error;
  uint16_t checksum;
  uint8_t part;
  uint8_t is_escaped;
  uint8_t byte;
} TVMFrameReader;

/**
 * Read a byte. Bytes may be anything: what is no packet is passed over.
 *
 * \param reader Not NULL.
 * \param byte As it comes from the other side.
 * \return What the byte is.
 */
TVMFrameEvent TVMFrameReader_Take(TVMFrameReader *reader, uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_RPC_FRAME_H_ */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file rpc_link.h
 * A reliable stream of bytes over a line that loses, doubles and changes some:
 * both sides of the part of docs/rpc.md that is beyond TVM's protocol.
 *
 * The bytes of the sessions (rpc_session.h) are cut into frames. Each one is a
 * packet of its own with a number and a check of 32 bits, and is sent again
 * until the other side has acknowledged it. Frames come out in order and once.
 * No more bytes are on the way than the other side has room for.
 *
 * A link has no clock. One side, the host, has one, and calls TVMRpcLink_Ask
 * when it has waited in vain. Both sides agree on a link by a call (see
 * rpc_reliable.h); until then bytes pass as they are.
 */

#ifndef TVM_CRT_RPC_LINK_H_
#define TVM_CRT_RPC_LINK_H_

#include <tvm_crt/rpc_frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of these frames. */
#define TVM_RPC_LINK_VERSION 1

/** The type of a message (rpc_session.h) that is a frame. */
#define TVM_RPC_LINK_MESSAGE 0x11U

/** Bytes of a frame besides its data: in front of it, and behind. */
#define TVM_RPC_LINK_HEADER_BYTES 6U
#define TVM_RPC_LINK_CHECK_BYTES 4U

/** Least and most data of a frame. */
#define TVM_RPC_LINK_MIN_DATA_BYTES 48
#define TVM_RPC_LINK_MAX_DATA_BYTES 240

/** Memory for the frame that comes, with so many bytes of data at most. */
#define TVM_RPC_LINK_INCOMING_BYTES(data_bytes)                                \
  ((uint32_t)(data_bytes) + TVM_RPC_LINK_HEADER_BYTES +                        \
   TVM_RPC_LINK_CHECK_BYTES)

/** Memory for one frame that goes. */
#define TVM_RPC_LINK_OUTGOING_BYTES(data_bytes) ((uint32_t)(data_bytes) + 3U)

/** Most frames that a link keeps for sending them again. Their number is a
 * power of two. */
#define TVM_RPC_LINK_MAX_FRAMES 64

/** What a byte brings about. */
typedef enum {
  kTVMLinkNothing = 0,
  /** The next bytes of the stream: link->data, link->length. */
  kTVMLinkData,
  /** A message that is no frame, of a side that does not know of the link: the
   * same. */
  kTVMLinkPlain
} TVMLinkEvent;

/** One side. The fields up to num_frames are given by the caller, the others
 * are written by the functions below only, except where they say so. */
typedef struct {
  /** Writes to the line. */
  TVMRpcWrite write;
  /**
   * Reads bytes of the line and passes them to TVMRpcLink_Take, while
   * TVMRpcLink_Write waits for room.
   *
   * \param context That of the link.
   * \return Not 0 to give up.
   */
  int (*wait)(void *context);
  /** Passed to both. */
  void *context;
  /** TVM_RPC_LINK_INCOMING_BYTES(data_bytes). */
  uint8_t *incoming;
  /** num_frames times TVM_RPC_LINK_OUTGOING_BYTES(data_bytes). */
  uint8_t *outgoing;
  /** Most data of a frame that this side takes. */
  uint8_t data_bytes;
  /** Frames that this side keeps for sending them again: a power of two. */
  uint8_t num_frames;

  /** Set by the caller while it cannot take data. Frames wait meanwhile. */
  uint8_t is_busy;
  /** Whether the sides have agreed. */
  uint8_t is_on;
  /** Whether a frame has come since. */
  uint8_t has_heard;
  /** Numbers of the session. */
  uint8_t ids[2];
  /** Most data of a frame that goes. */
  uint8_t data_out;
  /** The first frame that the other side does not have, the first one that is
   * not on the way to it, and the next one to be made. */
  uint8_t first;
  uint8_t sent;
  uint8_t next;
  /** Data in the frame that is made. */
  uint8_t held;
  /** The next frame from the other side. */
  uint8_t expected;
  /** Whether it was asked for, because a later one has come. */
  uint8_t is_asked;
  /** How many frames may be on the way, and how many got there since this was
   * changed. */
  uint8_t window;
  uint8_t good;
  /** Most bytes on the way, 0 for no limit, and those that are. */
  uint32_t credit;
  uint32_t on_the_way;
  /** Bytes of the message that is read. */
  uint32_t position;
  /** Of the last event. */
  const uint8_t *data;
  uint32_t length;
  /** For people: frames that were sent again, and packets that were damaged. */
  uint32_t num_repeated;
  uint32_t num_damaged;
  /** The first failure to write to the line. May be set to 0. */
  tvm_crt_error_t error;
  TVMFrameWriter writer;
  TVMFrameReader reader;
} TVMRpcLink;

/** Start without an agreement. \param link With the caller's fields. Not NULL.
 */
void TVMRpcLink_Init(TVMRpcLink *link);

/**
 * The sides have agreed: all bytes go in frames from now on.
 *
 * \param link Not NULL.
 * \param initiator Numbers of the session.
 * \param responder The same.
 * \param data_bytes Most data of a frame that the other side takes, at least
 * TVM_RPC_LINK_MIN_DATA_BYTES.
 * \param credit Bytes on the line that it has room for, 0 for any number.
 */
void TVMRpcLink_Start(TVMRpcLink *link, uint8_t initiator, uint8_t responder,
                      uint8_t data_bytes, uint32_t credit);

/** Bytes pass as they are again; what was not acknowledged is forgotten.
 * \param link Not NULL. */
void TVMRpcLink_Stop(TVMRpcLink *link);

/**
 * Write bytes of the stream: a TVMRpcWrite for TVMRpcSession_Reset. A call with
 * fewer than TVM_RPC_WRITE_BYTES, or TVMRpcLink_Flush, ends a frame.
 *
 * \param link A TVMRpcLink. Not NULL.
 * \return How many bytes were taken, at least 1; -1 when the function wait
 * failed.
 */
ptrdiff_t TVMRpcLink_Write(void *link, const uint8_t *bytes, size_t num_bytes);

/** Send what is held back for a fuller frame. \param link Not NULL. */
void TVMRpcLink_Flush(TVMRpcLink *link);

/** Whether the other side has all that was written. \param link Not NULL. */
int TVMRpcLink_IsDone(const TVMRpcLink *link);

/** Send the first frame that was not acknowledged once more, or ask the other
 * side to do so. \param link Not NULL. */
void TVMRpcLink_Ask(TVMRpcLink *link);

/**
 * Read a byte of the line, which may be anything. Only when the link is on.
 *
 * \param link Not NULL.
 * \param byte As it comes from the other side.
 * \return What it brings about. link->data is valid until the next call.
 */
TVMLinkEvent TVMRpcLink_Take(TVMRpcLink *link, uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_RPC_LINK_H_ */

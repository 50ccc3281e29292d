/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file rpc_session.h
 * Sessions over packets, as TVM v0.7 to v0.18 have them for microcontrollers. A
 * session shows each side that the other one was restarted.
 *
 * A message is the payload of a packet: the numbers of both sides (one byte
 * each, the one of who started the session first), the type of the message, and
 * its body. Numbers are never 0, and each new session has another one.
 *
 * Both roles are here: a device calls TVMRpcSession_Reset and waits, a host
 * calls TVMRpcSession_Start too. A program pays for what it calls.
 */

#ifndef TVM_CRT_RPC_SESSION_H_
#define TVM_CRT_RPC_SESSION_H_

#include <tvm_crt/rpc_frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of this protocol. */
#define TVM_RPC_SESSION_VERSION 1

/** Bytes in front of the body of a message. */
#define TVM_RPC_SESSION_HEADER_BYTES 3U

/** Types of messages. */
typedef enum {
  kTVMSessionStartInit = 0x00,
  kTVMSessionStartReply = 0x01,
  kTVMSessionTerminate = 0x02,
  /** Text for people; belongs to no session. */
  kTVMSessionLog = 0x03,
  /** What the session is for. */
  kTVMSessionNormal = 0x10
} TVMSessionMessage;

typedef enum {
  kTVMSessionReset = 0,
  kTVMSessionNone,
  kTVMSessionStartSent,
  kTVMSessionEstablished
} TVMSessionState;

/** What a byte brings about. */
typedef enum {
  kTVMSessionNothing = 0,
  /** A session has begun; one before it has ended. */
  kTVMSessionHasBegun,
  /** The other side has ended the session, or was restarted. */
  kTVMSessionHasEnded,
  /** A message of the session: its body is session->body, session->length. */
  kTVMSessionHasMessage,
  /** The same of a log message. */
  kTVMSessionHasLog,
  /** A message of the session that does not fit in the memory for bodies. */
  kTVMSessionTooLong,
  /** A message of a session, but there is none. */
  kTVMSessionStray,
  /** A packet was damaged: session->reader.error. */
  kTVMSessionLost
} TVMSessionEvent;

/** One side. Written by the functions below only. */
typedef struct {
  TVMFrameWriter writer;
  TVMFrameReader reader;
  /** Where bodies of messages go. */
  uint8_t *body;
  size_t capacity;
  /** Bytes of the body; may be more than capacity. */
  uint32_t length;
  /** Bytes of the message that were read. */
  uint32_t position;
  /** Of the message that is read. */
  uint8_t header[TVM_RPC_SESSION_HEADER_BYTES];
  /** Numbers of both sides, 0 for none. */
  uint8_t initiator;
  uint8_t responder;
  /** The last number of this side. */
  uint8_t nonce;
  /** A TVMSessionState. */
  uint8_t state;
} TVMRpcSession;

/**
 * Start with no session, and tell the other side to end its own.
 *
 * \param session Receives the state. Not NULL.
 * \param write As for TVMFrameWriter_Init.
 * \param context Passed to write.
 * \param body capacity bytes for bodies of messages, at least 1. Not NULL.
 * \param nonce Any number; a random one shows restarts best.
 * \return 0; the codes of TVMFrameWriter_End.
 */
tvm_crt_error_t TVMRpcSession_Reset(TVMRpcSession *session, TVMRpcWrite write,
                                    void *context, uint8_t *body,
                                    size_t capacity, uint8_t nonce);

/**
 * Ask the other side for a new session. kTVMSessionHasBegun tells of it.
 *
 * \param session Not NULL.
 * \return 0; the codes of TVMFrameWriter_End.
 */
tvm_crt_error_t TVMRpcSession_Start(TVMRpcSession *session);

/** End the session. \param session Not NULL. \return 0; the codes of
 * TVMFrameWriter_End. */
tvm_crt_error_t TVMRpcSession_Terminate(TVMRpcSession *session);

/**
 * Read a byte. Bytes may be anything. Answers to the other side are written
 * here, and a failure to write one shows when the session does not begin.
 *
 * \param session Not NULL.
 * \param byte As it comes from the other side.
 * \return What it brings about. A body is valid until the next call.
 */
TVMSessionEvent TVMRpcSession_Take(TVMRpcSession *session, uint8_t byte);

/**
 * Begin a message. Its body is written by TVMFrameWriter_Write and _Number of
 * session->writer, and TVMFrameWriter_End ends it.
 *
 * \param session Not NULL.
 * \param type kTVMSessionNormal or kTVMSessionLog.
 * \param num_bytes Of the body.
 * \return 0; kTvmErrorSessionInvalidState for kTVMSessionNormal without a
 * session, kTvmErrorFramingPayloadOverflow when no packet is so large: then
 * nothing was begun.
 */
TVM_CRT_MUST_CHECK tvm_crt_error_t TVMRpcSession_BeginMessage(
    TVMRpcSession *session, TVMSessionMessage type, size_t num_bytes);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_RPC_SESSION_H_ */

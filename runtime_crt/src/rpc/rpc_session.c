/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/rpc_session.h>

#include <stdbool.h>

static const uint8_t version = TVM_RPC_SESSION_VERSION;

/* The next number of this side. Not a rotation: that is how TVM makes them. */
static uint8_t step(TVMRpcSession *session) {
  const uint32_t last = session->nonce;
  session->nonce = (uint8_t)(((last << 5U) | (last >> 5U)) + 1U);
  if (session->nonce == 0U) {
    session->nonce = 1U;
  }
  return session->nonce;
}

static void begin_message(TVMRpcSession *session, TVMSessionMessage type,
                          uint32_t num_bytes) {
  uint8_t header[TVM_RPC_SESSION_HEADER_BYTES] = {0U, 0U, (uint8_t)type};
  if (type != kTVMSessionLog) {
    header[0] = session->initiator;
    header[1] = session->responder;
  }
  TVMFrameWriter_Begin(&session->writer, num_bytes + (uint32_t)sizeof(header));
  TVMFrameWriter_Write(&session->writer, header, sizeof(header));
}

/* A message that begins or ends a session. */
static tvm_crt_error_t send(TVMRpcSession *session, TVMSessionMessage type,
                            uint32_t num_bytes) {
  begin_message(session, type, num_bytes);
  TVMFrameWriter_Write(&session->writer, &version, num_bytes);
  return TVMFrameWriter_End(&session->writer);
}

tvm_crt_error_t TVMRpcSession_Reset(TVMRpcSession *session, TVMRpcWrite write,
                                    void *context, uint8_t *body,
                                    size_t capacity, uint8_t nonce) {
  static const TVMFrameReader waiting;
  TVMFrameWriter_Init(&session->writer, write, context);
  session->reader = waiting;
  session->body = body;
  session->capacity = capacity;
  session->length = 0U;
  session->position = 0U;
  session->initiator = 0U;
  session->responder = 0U;
  session->nonce = (nonce == 0U) ? 1U : nonce;
  return TVMRpcSession_Terminate(session);
}

tvm_crt_error_t TVMRpcSession_Start(TVMRpcSession *session) {
  session->initiator = step(session);
  session->responder = 0U;
  session->state = (uint8_t)kTVMSessionStartSent;
  return send(session, kTVMSessionStartInit, sizeof(version));
}

tvm_crt_error_t TVMRpcSession_Terminate(TVMRpcSession *session) {
  const tvm_crt_error_t error = send(session, kTVMSessionTerminate, 0U);
  session->initiator = 0U;
  session->responder = 0U;
  session->state = (uint8_t)kTVMSessionReset;
  return error;
}

tvm_crt_error_t TVMRpcSession_BeginMessage(TVMRpcSession *session,
                                           TVMSessionMessage type,
                                           size_t num_bytes) {
  if ((type == kTVMSessionNormal) &&
      (session->state != (uint8_t)kTVMSessionEstablished)) {
    return kTvmErrorSessionInvalidState;
  }
  if (num_bytes > (UINT32_MAX - TVM_RPC_SESSION_HEADER_BYTES)) {
    return kTvmErrorFramingPayloadOverflow;
  }
  begin_message(session, type, (uint32_t)num_bytes);
  return kTvmErrorNoError;
}

/* Whether a message that starts a session has the right body. */
static bool has_version(const TVMRpcSession *session) {
  return (session->length == sizeof(version)) && (session->body[0] == version);
}

/* The other side wants a session. */
static TVMSessionEvent take_init(TVMRpcSession *session) {
  const uint8_t peer = session->header[0];
  if ((peer == 0U) || (session->length != sizeof(version))) {
    return kTVMSessionNothing;
  }
  if (session->state == (uint8_t)kTVMSessionStartSent) {
    /* Both ask at once: the request with the lower number holds. */
    if (peer > session->initiator) {
      return kTVMSessionNothing;
    }
    if (peer == session->initiator) {
      (void)TVMRpcSession_Start(session);
      return kTVMSessionNothing;
    }
    if (!has_version(session)) {
      return kTVMSessionNothing;
    }
  }
  session->initiator = peer;
  session->responder = step(session);
  session->state = (uint8_t)kTVMSessionEstablished;
  (void)send(session, kTVMSessionStartReply, sizeof(version));
  return kTVMSessionHasBegun;
}

/* The other side agrees to a session. */
static TVMSessionEvent take_reply(TVMRpcSession *session) {
  if (session->state == (uint8_t)kTVMSessionEstablished) {
    session->state = (uint8_t)kTVMSessionReset;
    return kTVMSessionHasEnded;
  }
  if ((session->state != (uint8_t)kTVMSessionStartSent) ||
      (session->header[0] != session->initiator) ||
      (session->header[1] == 0U) || !has_version(session)) {
    return kTVMSessionNothing;
  }
  session->responder = session->header[1];
  session->state = (uint8_t)kTVMSessionEstablished;
  return kTVMSessionHasBegun;
}

/* A message of the session, if it is one. */
static TVMSessionEvent take_normal(const TVMRpcSession *session) {
  if (session->state != (uint8_t)kTVMSessionEstablished) {
    return kTVMSessionStray;
  }
  if ((session->header[0] != session->initiator) ||
      (session->header[1] != session->responder)) {
    return kTVMSessionNothing;
  }
  return (session->length > session->capacity) ? kTVMSessionTooLong
                                               : kTVMSessionHasMessage;
}

/* A log message, if it is for this side. */
static TVMSessionEvent take_log(TVMRpcSession *session) {
  const uint8_t *ids = session->header;
  if (((ids[0] != 0U) || (ids[1] != 0U)) &&
      ((ids[0] != session->initiator) || (ids[1] != session->responder))) {
    return kTVMSessionNothing;
  }
  if (session->length > session->capacity) {
    session->length = (uint32_t)session->capacity;
  }
  return kTVMSessionHasLog;
}

/* A whole message. */
static TVMSessionEvent take_message(TVMRpcSession *session) {
  switch (session->header[2]) {
  case kTVMSessionStartInit:
    return take_init(session);
  case kTVMSessionStartReply:
    return take_reply(session);
  case kTVMSessionTerminate:
    if (session->state == (uint8_t)kTVMSessionEstablished) {
      session->state = (uint8_t)kTVMSessionNone;
      return kTVMSessionHasEnded;
    }
    return kTVMSessionNothing;
  case kTVMSessionLog:
    return take_log(session);
  case kTVMSessionNormal:
    return take_normal(session);
  default:
    return kTVMSessionNothing;
  }
}

/* A byte of a message. */
static void store(TVMRpcSession *session) {
  const uint32_t at = session->position;
  if (at < TVM_RPC_SESSION_HEADER_BYTES) {
    session->header[at] = session->reader.byte;
  } else if ((at - TVM_RPC_SESSION_HEADER_BYTES) < session->capacity) {
    session->body[at - TVM_RPC_SESSION_HEADER_BYTES] = session->reader.byte;
  } else {
    /* Too long, which is told at its end. */
  }
  session->position++;
}

TVMSessionEvent TVMRpcSession_Take(TVMRpcSession *session, uint8_t byte) {
  switch (TVMFrameReader_Take(&session->reader, byte)) {
  case kTVMFrameBegin:
    session->position = 0U;
    break;
  case kTVMFrameByte:
    store(session);
    break;
  case kTVMFrameEnd:
    if (session->position < TVM_RPC_SESSION_HEADER_BYTES) {
      break;
    }
    session->length = session->position - TVM_RPC_SESSION_HEADER_BYTES;
    return take_message(session);
  case kTVMFrameBroken:
    return kTVMSessionLost;
  default:
    break;
  }
  return kTVMSessionNothing;
}

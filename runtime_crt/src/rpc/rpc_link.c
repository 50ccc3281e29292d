/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A reliable stream over a bad line. A frame is the payload of a packet:
 *
 *     numbers of the session (2), 11, kind (1), number (1),
 *     number of the frame that is expected (1), data, CRC-32 (4)
 *
 * Frames go out in a window that is as wide as the other side's room. What is
 * lost is sent again from there on, one frame at a time at first: the other
 * side keeps only frames that it can pass on. */

#include <tvm_crt/rpc_link.h>
#include <tvm_crt/rpc_session.h>

#include <stdbool.h>

/* Kinds of frames. */
enum { kind_data, kind_acknowledgement, kind_again };

/* Places in a frame. */
enum { at_ids = 0, at_message = 2, at_kind, at_number, at_expected };

/* Most bytes on the line of what is around the data of a frame: the start, the
 * mark, and the rest with all bytes doubled. */
#define AROUND_BYTES                                                           \
  (4U + (2U * (6U + TVM_RPC_LINK_HEADER_BYTES + TVM_RPC_LINK_CHECK_BYTES)))

/* Frames that must get there before one more may be on the way. */
#define GOOD_FRAMES 4U

/* CRC-32 with the polynomial 04C11DB7, reflected. */
static uint32_t add_to_check(uint32_t check, const uint8_t *bytes,
                             uint32_t num_bytes) {
  uint32_t rest = check;
  for (uint32_t i = 0U; i < num_bytes; i++) {
    rest ^= bytes[i];
    for (uint32_t bit = 0U; bit < 8U; bit++) {
      rest = (rest >> 1U) ^ (((rest & 1U) != 0U) ? 0xedb88320U : 0U);
    }
  }
  return rest;
}

static void note(TVMRpcLink *link, tvm_crt_error_t error) {
  if (link->error == kTvmErrorNoError) {
    link->error = error;
  }
}

static void send(TVMRpcLink *link, uint8_t kind, uint8_t number,
                 const uint8_t *data, uint8_t length) {
  const uint8_t header[TVM_RPC_LINK_HEADER_BYTES] = {
      link->ids[0], link->ids[1], (uint8_t)TVM_RPC_LINK_MESSAGE,
      kind,         number,       link->expected,
  };
  uint32_t check = add_to_check(UINT32_MAX, header, sizeof(header));
  check = add_to_check(check, data, length);
  TVMFrameWriter_Begin(&link->writer, TVM_RPC_LINK_INCOMING_BYTES(length));
  TVMFrameWriter_Write(&link->writer, header, sizeof(header));
  TVMFrameWriter_Write(&link->writer, data, length);
  TVMFrameWriter_Number(&link->writer, ~check, TVM_RPC_LINK_CHECK_BYTES);
  note(link, TVMFrameWriter_End(&link->writer));
  note(link, TVMFrameWriter_Mark(&link->writer));
}

static void answer(TVMRpcLink *link, uint8_t kind) {
  send(link, kind, 0U, link->incoming, 0U);
}

/* A frame that is kept: how many bytes of data, how many on the line at most
 * (2), and the data. */
static uint8_t *frame(const TVMRpcLink *link, uint8_t number) {
  const uint32_t size = TVM_RPC_LINK_OUTGOING_BYTES(link->data_bytes);
  const uint32_t place = (uint32_t)number % link->num_frames;
  return &link->outgoing[place * size];
}

static uint32_t bytes_on_line(const uint8_t *kept) {
  return kept[1] | ((uint32_t)kept[2] << 8U);
}

static uint8_t distance(uint8_t from, uint8_t to) {
  return (uint8_t)((uint32_t)to - from);
}

static uint8_t after(uint8_t number) {
  return (uint8_t)((uint32_t)number + 1U);
}

/* Sends what may be on the way. */
static void pump(TVMRpcLink *link) {
  while ((link->sent != link->next) &&
         (distance(link->first, link->sent) < link->window)) {
    const uint8_t *kept = frame(link, link->sent);
    const uint32_t bytes = bytes_on_line(kept);
    /* One frame in any case: it has room if nothing else is on the way. */
    if ((link->credit != 0U) && (link->on_the_way != 0U) &&
        ((link->on_the_way + bytes) > link->credit)) {
      break;
    }
    link->on_the_way += bytes;
    send(link, (uint8_t)kind_data, link->sent, &kept[3], kept[0]);
    link->sent = after(link->sent);
  }
}

/* The other side has all frames in front of this one. */
static void acknowledge(TVMRpcLink *link, uint8_t number) {
  if (distance(link->first, number) > distance(link->first, link->next)) {
    return;
  }
  while (link->first != number) {
    if (link->first == link->sent) {
      /* From before it was sent again. */
      link->sent = after(link->sent);
    } else {
      link->on_the_way -= bytes_on_line(frame(link, link->first));
    }
    link->first = after(link->first);
    link->good++;
    if (link->good == GOOD_FRAMES) {
      link->good = 0U;
      if (link->window < link->num_frames) {
        link->window++;
      }
    }
  }
}

/* Sends the first frame that the other side does not have once more. What was
 * on the way behind it is lost, or will be. */
static void repeat(TVMRpcLink *link) {
  link->num_repeated++;
  link->sent = link->first;
  link->on_the_way = 0U;
  link->window = 1U;
  link->good = 0U;
  pump(link);
}

static TVMLinkEvent take_data(TVMRpcLink *link, uint8_t number) {
  const uint8_t behind = distance(number, link->expected);
  TVMLinkEvent event = kTVMLinkNothing;
  if (behind == 0U) {
    if (link->is_busy == 0U) {
      link->expected = after(link->expected);
      link->is_asked = 0U;
      link->data = &link->incoming[TVM_RPC_LINK_HEADER_BYTES];
      link->length =
          link->position - TVM_RPC_LINK_HEADER_BYTES - TVM_RPC_LINK_CHECK_BYTES;
      /* Before it is passed on, which may take a long time. */
      answer(link, (uint8_t)kind_acknowledgement);
      event = kTVMLinkData;
    }
  } else if (behind <= (uint8_t)TVM_RPC_LINK_MAX_FRAMES) {
    answer(link, (uint8_t)kind_acknowledgement);
  } else if (link->is_asked == 0U) {
    link->is_asked = 1U;
    answer(link, (uint8_t)kind_again);
  } else {
    /* Once is enough for all that are on the way. */
  }
  return event;
}

static void damaged(TVMRpcLink *link) {
  link->num_damaged++;
  answer(link, (uint8_t)kind_again);
}

/* A frame; its check is right when the one over all of it is this number. */
static TVMLinkEvent take_frame(TVMRpcLink *link) {
  const uint8_t *bytes = link->incoming;
  if ((link->position < TVM_RPC_LINK_INCOMING_BYTES(0U)) ||
      (add_to_check(UINT32_MAX, bytes, link->position) != 0xdebb20e3U)) {
    damaged(link);
    return kTVMLinkNothing;
  }
  if ((bytes[at_ids] != link->ids[0]) || (bytes[at_ids + 1] != link->ids[1])) {
    return kTVMLinkNothing;
  }
  link->has_heard = 1U;
  acknowledge(link, bytes[at_expected]);
  if (bytes[at_kind] == (uint8_t)kind_data) {
    const TVMLinkEvent event = take_data(link, bytes[at_number]);
    pump(link);
    return event;
  }
  if (bytes[at_kind] != (uint8_t)kind_again) {
    pump(link);
  } else if (link->first != link->next) {
    repeat(link);
  } else {
    answer(link, (uint8_t)kind_acknowledgement);
  }
  return kTVMLinkNothing;
}

/* Whether a message that is no frame has the size of its type. One damaged
 * packet in 65,536 has a right sum, and where a frame has lost a byte, its kind
 * is in the place of the type: such a packet must not end the session. */
static bool has_right_size(const TVMRpcLink *link) {
  switch (link->incoming[at_message]) {
  case kTVMSessionStartInit:
  case kTVMSessionStartReply:
    return link->position == TVM_RPC_SESSION_START_BYTES;
  case kTVMSessionTerminate:
    return link->position == TVM_RPC_SESSION_HEADER_BYTES;
  default:
    return true;
  }
}

/* A whole packet. */
static TVMLinkEvent take_packet(TVMRpcLink *link) {
  if ((link->position < TVM_RPC_SESSION_HEADER_BYTES) ||
      (link->position > TVM_RPC_LINK_INCOMING_BYTES(link->data_bytes))) {
    return kTVMLinkNothing;
  }
  if (link->incoming[at_message] == TVM_RPC_LINK_MESSAGE) {
    return take_frame(link);
  }
  if (!has_right_size(link)) {
    damaged(link);
    return kTVMLinkNothing;
  }
  link->data = link->incoming;
  link->length = link->position;
  return kTVMLinkPlain;
}

TVMLinkEvent TVMRpcLink_Take(TVMRpcLink *link, uint8_t byte) {
  switch (TVMFrameReader_Take(&link->reader, byte)) {
  case kTVMFrameBegin:
    link->position = 0U;
    break;
  case kTVMFrameByte:
    if (link->position < TVM_RPC_LINK_INCOMING_BYTES(link->data_bytes)) {
      link->incoming[link->position] = link->reader.byte;
    }
    link->position++;
    break;
  case kTVMFrameEnd:
    return take_packet(link);
  case kTVMFrameBroken:
    damaged(link);
    break;
  default:
    break;
  }
  return kTVMLinkNothing;
}

void TVMRpcLink_Init(TVMRpcLink *link) {
  TVMFrameWriter_Init(&link->writer, link->write, link->context);
  link->is_busy = 0U;
  link->num_repeated = 0U;
  link->num_damaged = 0U;
  link->error = kTvmErrorNoError;
  TVMRpcLink_Stop(link);
}

void TVMRpcLink_Start(TVMRpcLink *link, uint8_t initiator, uint8_t responder,
                      uint8_t data_bytes, uint32_t credit) {
  static const TVMFrameReader waiting;
  TVMRpcLink_Stop(link);
  link->reader = waiting;
  link->position = 0U;
  link->ids[0] = initiator;
  link->ids[1] = responder;
  link->data_out =
      (data_bytes < link->data_bytes) ? data_bytes : link->data_bytes;
  link->expected = 0U;
  link->is_asked = 0U;
  link->has_heard = 0U;
  link->window = link->num_frames;
  link->good = 0U;
  link->credit = credit;
  link->is_on = 1U;
}

void TVMRpcLink_Stop(TVMRpcLink *link) {
  link->is_on = 0U;
  link->first = 0U;
  link->sent = 0U;
  link->next = 0U;
  link->held = 0U;
  link->on_the_way = 0U;
}

void TVMRpcLink_Flush(TVMRpcLink *link) {
  if (link->held > 0U) {
    uint8_t *kept = frame(link, link->next);
    uint32_t bytes = AROUND_BYTES + link->held;
    for (uint32_t i = 0U; i < link->held; i++) {
      if (kept[3U + i] == 0xffU) {
        bytes++;
      }
    }
    kept[0] = link->held;
    kept[1] = (uint8_t)(bytes & 0xffU);
    kept[2] = (uint8_t)(bytes >> 8U);
    link->held = 0U;
    link->next = after(link->next);
    pump(link);
  }
}

ptrdiff_t TVMRpcLink_Write(void *link, const uint8_t *bytes, size_t num_bytes) {
  TVMRpcLink *own = link;
  size_t taken = 0U;
  uint8_t *kept;
  if (own->is_on == 0U) {
    return own->write(own->context, bytes, num_bytes);
  }
  while (distance(own->first, own->next) == own->num_frames) {
    if ((own->wait(own->context) != 0) || (own->is_on == 0U)) {
      return -1;
    }
  }
  kept = frame(own, own->next);
  while ((taken < num_bytes) && (own->held < own->data_out)) {
    kept[3U + own->held] = bytes[taken];
    own->held++;
    taken++;
  }
  if ((own->held == own->data_out) ||
      ((taken == num_bytes) && (num_bytes < (size_t)TVM_RPC_WRITE_BYTES))) {
    TVMRpcLink_Flush(own);
  }
  return (ptrdiff_t)taken;
}

int TVMRpcLink_IsDone(const TVMRpcLink *link) {
  return ((link->first == link->next) && (link->held == 0U)) ? 1 : 0;
}

void TVMRpcLink_Ask(TVMRpcLink *link) {
  if (link->first != link->next) {
    repeat(link);
  } else {
    answer(link, (uint8_t)kind_again);
  }
}

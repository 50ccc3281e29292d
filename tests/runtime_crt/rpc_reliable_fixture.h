// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The RPC server behind a line that damages bytes, and a host with a link.

#ifndef TESTS_RUNTIME_CRT_RPC_RELIABLE_FIXTURE_H
#define TESTS_RUNTIME_CRT_RPC_RELIABLE_FIXTURE_H

#include "config_rpc.h"
#include "rpc_server_fixture.h"

#include <tvm_crt/rpc_reliable.h>

#include <algorithm>
#include <climits>
#include <random>
#include <utility>

class RpcReliableTest : public RpcServerTest {
protected:
  /// The host's side of the link.
  TVMRpcLink Host = {};
  uint8_t Incoming[TVM_RPC_LINK_INCOMING_BYTES(64)];
  uint8_t Outgoing[16 * TVM_RPC_LINK_OUTGOING_BYTES(64)];
  wire::Stream HostStream;
  std::string Received;
  /// Of a hundred thousand bytes, so many are lost, doubled or changed.
  unsigned Noise = 0;
  std::mt19937 Random{1};
  /// What the program's function for reading gives instead of what comes.
  std::string Instead;
  bool IsGone = false;
  /// How often that function reads until the host is gone.
  unsigned ReadsLeft = UINT_MAX;

  RpcReliableTest() {
    Host.write = [](void *Self, const uint8_t *Bytes, size_t Count) {
      return wire::Stream::write(
          &static_cast<RpcReliableTest *>(Self)->HostStream, Bytes, Count);
    };
    Host.wait = [](void *Self) {
      static_cast<RpcReliableTest *>(Self)->move();
      return 0;
    };
    Host.context = this;
    Host.incoming = Incoming;
    Host.outgoing = Outgoing;
    Host.data_bytes = 64;
    Host.num_frames = 16;
    TVMRpcLink_Init(&Host);
  }

  static ptrdiff_t toHost(void *Self, const uint8_t *Bytes, size_t Count) {
    return wire::Stream::write(&static_cast<RpcReliableTest *>(Self)->Stream,
                               Bytes, Count);
  }
  static ptrdiff_t fromHost(void *Self, uint8_t *Bytes, size_t Count) {
    return static_cast<RpcReliableTest *>(Self)->readOnChip(Bytes, Count);
  }

  microtvm_rpc_server_t init() override {
    return TVMRpcReliable_Init(toHost, fromHost, this);
  }
  tvm_crt_error_t loop(uint8_t **Next, size_t *Left) override {
    return TVMRpcReliable_Loop(Server, Next, Left);
  }

  std::string damaged(const std::string &Bytes) {
    std::string Result;
    for (char C : Bytes) {
      const unsigned What = Random() % 100000 < Noise ? Random() % 3 : 3;
      if (What != 0)
        Result += What == 2 ? char(C ^ char(1 + Random() % 255)) : C;
      if (What == 1)
        Result += C;
    }
    return Result;
  }

  /// The host reads what the chip wrote.
  bool hear() {
    const std::string Bytes = damaged(Stream.take());
    for (char C : Bytes)
      if (TVMRpcLink_Take(&Host, uint8_t(C)) == kTVMLinkData)
        Received.append(reinterpret_cast<const char *>(Host.data), Host.length);
    return !Bytes.empty();
  }

  /// Bytes that the program reads while an answer waits.
  ptrdiff_t readOnChip(uint8_t *Bytes, size_t Count) {
    if (IsGone || ReadsLeft == 0)
      return -1;
    --ReadsLeft;
    hear();
    while (Instead.empty()) {
      if (HostStream.Written.empty())
        TVMRpcLink_Ask(&Host);
      Instead = damaged(HostStream.take());
    }
    const size_t Taken = std::min(Count, Instead.size());
    memcpy(Bytes, Instead.data(), Taken);
    Instead.erase(0, Taken);
    return ptrdiff_t(Taken);
  }

  /// What is on the line gets to the other side; the host asks if nothing is.
  void move() {
    if (HostStream.Written.empty() && Stream.Written.empty() && Instead.empty())
      TVMRpcLink_Ask(&Host);
    EXPECT_EQ(say(std::exchange(Instead, "") + damaged(HostStream.take())),
              kTvmErrorNoError);
    hear();
  }

  /// Both sides agree on a link.
  void agree() {
    connect();
    const std::string Answer =
        callFunction(global("metaobj.rpc.reliable"), {rpcInt(1), rpcInt(64)});
    const uint64_t Room = TVM_CRT_RPC_RECEIVE_BYTES;
    ASSERT_EQ(Answer, returned({rpcInt(kTVMArgInt),
                                rpcInt(int64_t(Room << 32 | 64 << 8 | 1))}));
    Stream.take();
    HostStream.take();
    Received.clear();
    Instead.clear();
    TVMRpcLink_Start(&Host, Initiator, Responder, 64, 0);
  }

  /// By the link if there is one.
  std::string exchange(std::string_view Body) override {
    if (Host.is_on == 0)
      return RpcServerTest::exchange(Body);
    Received.clear();
    std::string_view Rest;
    const std::string Message =
        wire::message(Initiator, Responder, kTVMSessionNormal, Body);
    for (Rest = Message; !Rest.empty();) {
      const size_t Most = std::min<size_t>(Rest.size(), TVM_RPC_WRITE_BYTES);
      const ptrdiff_t Written = TVMRpcLink_Write(
          &Host, reinterpret_cast<const uint8_t *>(Rest.data()), Most);
      EXPECT_GT(Written, 0);
      Rest.remove_prefix(size_t(Written));
    }
    TVMRpcLink_Flush(&Host);
    for (int Tries = 0; Tries < 10000 && !isWhole(); ++Tries)
      move();
    const std::vector<std::string> Said = wire::payloads(Received);
    EXPECT_EQ(Said.size(), 1u);
    if (Said.empty())
      return "";
    EXPECT_EQ(Said[0].substr(0, 3),
              (std::string{char(Initiator), char(Responder), '\x10'}));
    return Said[0].substr(11);
  }

  /// Whether a whole message was received.
  bool isWhole() {
    TVMFrameReader Reader = {};
    for (char C : Received)
      if (TVMFrameReader_Take(&Reader, uint8_t(C)) == kTVMFrameEnd)
        return true;
    return false;
  }
};

#endif

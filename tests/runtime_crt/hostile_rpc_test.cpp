// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged bytes for the RPC server: flipped, cut, doubled, in front of sound
// ones. Whatever they are, they crash nothing, and the next host is served.
//
// Tries to break (SECURITY.md): runtime_crt 12.

#include "rpc_server_fixture.h"

namespace {

class HostileRpc : public RpcServerTest {
protected:
  /// All that a host says in a session, from the first byte on.
  std::string talk() {
    connect();
    std::string Said = wire::message(Initiator, 0, 0, "\1");
    // The next session of the server has the next number.
    const unsigned N = Responder;
    const uint8_t Next = uint8_t((N << 5 | N >> 5) + 1);
    auto Say = [&](uint32_t Code, const std::string &Body) {
      Said += wire::message(Initiator, Next == 0 ? 1 : Next, 0x10,
                            wire::request(Code, Body));
    };
    const uint64_t Add = function("tvmgen_default_fused_add");
    const uint64_t A = allocate(16);
    call(14, {rpcCpu(), rpcHandle(A)});
    Say(9, rpcSequence({rpcText("runtime.SystemLib")}));
    Say(13, rpcSequence({rpcCpu(),
                         rpcInt(16),
                         rpcInt(64),
                         {kTVMDataType, rpcInt32Type() + std::string(4, 0)}}));
    Say(7, range(A, 0, 16) + std::string(16, '\xff'));
    Say(3, wire::number(Add, 8) +
               rpcSequence(
                   {rpcTensor(A, {4}), rpcTensor(A, {4}), rpcTensor(A, {4})}));
    Say(16,
        rpcSequence({rpcTensor(A, {1}), rpcTensor(A, {1}, 4), rpcHandle(0)}));
    Say(6, range(A, 0, 16));
    Say(14, rpcSequence({rpcCpu(), rpcHandle(A)}));
    return Said;
  }

  /// The server reads bytes, and then serves the next host.
  void survives(const std::string &Bytes) {
    ASSERT_EQ(say(Bytes), kTvmErrorNoError);
    wire::payloads(Stream.take());
    connect();
    ASSERT_EQ(Platform.LiveAllocations, 0);
    ASSERT_NE(global("runtime.SystemLib"), 0u);
  }
};

TEST_F(HostileRpc, FlippedBits) {
  const std::string Said = talk();
  for (size_t Bit = 0; Bit < Said.size() * 8; ++Bit) {
    std::string Damaged = Said;
    Damaged[Bit / 8] ^= char(1 << Bit % 8);
    survives(Damaged);
  }
}

TEST_F(HostileRpc, LostDoubledAndCutBytes) {
  const std::string Said = talk();
  for (size_t At = 0; At < Said.size(); ++At) {
    survives(Said.substr(0, At));
    survives(Said.substr(0, At) + Said.substr(At + 1));
    survives(Said.substr(0, At + 1) + Said.substr(At));
    survives(Said.substr(At));
  }
}

TEST_F(HostileRpc, DamagedRequestsInSoundPackets) {
  connect();
  const uint64_t A = allocate(16);
  const uint64_t Add = function("tvmgen_default_fused_add");
  const std::string Requests[] = {
      wire::request(7, range(A, 0, 16) + std::string(16, 'x')),
      wire::request(6, range(A, 0, 16)),
      wire::request(9, rpcSequence({rpcText("f")})),
      wire::request(10, rpcSequence({rpcHandle(A), rpcInt(13)})),
      wire::request(16, rpcSequence({rpcTensor(A, {1}), rpcTensor(A, {1}, 4),
                                     rpcHandle(0)})),
      wire::request(17, rpcSequence({rpcTensor(0, {2, 2}), rpcNothing()})),
      // An operator trusts its arguments, so only their number is wrong here.
      wire::request(3, wire::number(Add + 1, 8) + rpcSequence({}))};
  for (const std::string &Sound : Requests) {
    const size_t Kept = Sound[8] == 3 ? 21 : Sound.size();
    for (size_t Bit = 0; Bit < Kept * 8; ++Bit) {
      std::string Damaged = Sound;
      Damaged[Bit / 8] ^= char(1 << Bit % 8);
      if (Damaged.substr(8, 4) == wire::number(1, 4) ||
          Damaged.substr(8, 4) == wire::number(3, 4))
        continue;
      exchange(Damaged);
    }
    for (size_t Cut = 0; Cut < Sound.size(); ++Cut)
      exchange(Sound.substr(0, Cut));
  }
  connect();
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(HostileRpc, AnyBytes) {
  uint32_t Random = 1;
  for (int Run = 0; Run < 300; ++Run) {
    std::string Bytes;
    for (int I = 0; I < 200; ++I) {
      Random = Random * 1664525 + 1013904223;
      const uint8_t Byte = uint8_t(Random >> 24);
      Bytes += char(Byte < 60 ? 0xff : Byte < 90 ? 0xfd : Byte);
    }
    survives(Bytes);
  }
}

} // namespace

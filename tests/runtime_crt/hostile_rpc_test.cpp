// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged bytes for the RPC server: flipped, cut, doubled, in front of sound
// ones. Whatever they are, they crash nothing, and the next host is served.
//
// Tries to break (SECURITY.md): runtime_crt 12.

#include "damage.h"
#include "rpc_reliable_fixture.h"

#include <functional>

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

/// The same for a chip with a link, whose host speaks in frames.
class HostileLink : public RpcReliableTest {
protected:
  uint64_t Memory = 0;

  /// What a host sends that writes to the chip and reads from it.
  std::string talk() {
    agree();
    Memory = allocate(64);
    Host.is_on = 0;
    agree();
    const std::string Request = wire::message(
        Initiator, Responder, 0x10,
        wire::request(7, range(Memory, 0, 16) + std::string(16, '\xff')));
    for (size_t At = 0; At < Request.size(); At += 31)
      TVMRpcLink_Write(&Host,
                       reinterpret_cast<const uint8_t *>(Request.data()) + At,
                       std::min<size_t>(31, Request.size() - At));
    TVMRpcLink_Ask(&Host);
    std::string Said = HostStream.take();
    TVMRpcLink_Stop(&Host);
    return Said;
  }

  /// A chip with a link reads bytes, and then serves the next host.
  void survives(const std::string &Bytes) {
    Host.is_on = 0;
    connect();
    callFunction(global("metaobj.rpc.reliable"), {rpcInt(1), rpcInt(64)});
    IsGone = true;
    const tvm_crt_error_t Error = say(Bytes);
    ASSERT_TRUE(Error == kTvmErrorNoError ||
                Error == kTvmErrorWriteStreamShortWrite);
    IsGone = false;
    Stream.take();
    connect();
    ASSERT_EQ(Platform.LiveAllocations, 0);
    ASSERT_NE(global("runtime.SystemLib"), 0u);
  }

  /// The packets of what a host said, for the session of this time.
  std::string frame(uint8_t Kind, uint8_t Number, uint8_t Expected,
                    const std::string &Data) {
    std::string Payload = {char(Initiator), char(Responder + 0),
                           '\x11',          char(Kind),
                           char(Number),    char(Expected)};
    Payload += Data;
    uint32_t Check = ~0u;
    for (char C : Payload)
      for (int Bit = 0; Bit < 8; ++Bit)
        Check =
            Check >> 1 ^
            (((Check ^ uint32_t(uint8_t(C) >> Bit)) & 1) != 0 ? 0xedb88320 : 0);
    return wire::packet(Payload + wire::number(~Check, 4));
  }
};

TEST_F(HostileLink, FlippedLostDoubledAndCutBytes) {
  const std::string Said = talk();
  for (size_t At = 0; At < Said.size(); ++At) {
    for (int Bit = 0; Bit < 8; ++Bit) {
      std::string Damaged = Said;
      Damaged[At] ^= char(1 << Bit);
      survives(Damaged);
    }
    survives(Said.substr(0, At));
    survives(Said.substr(0, At) + Said.substr(At + 1));
    survives(Said.substr(0, At + 1) + Said.substr(At));
  }
}

/// Whatever is in sound frames: kinds, numbers, sizes, requests that overlap.
TEST_F(HostileLink, DamagedFramesInSoundPackets) {
  std::string Request;
  agree();
  for (int Run = 0; Run < 2000; ++Run) {
    if (Run % 50 == 0) {
      TVMRpcLink_Stop(&Host);
      ReadsLeft = UINT_MAX;
      agree();
      Memory = allocate(2000);
      IsGone = Run % 100 == 0;
      Request = wire::message(Initiator, Responder, 0x10,
                              wire::request(6, range(Memory, 0, 2000)));
      Request += Request + Request;
    }
    const size_t Size = Random() % 64;
    const uint8_t Number =
        uint8_t(Random() % 4 == 0 ? Random() : TVMRpcReliable_Link()->expected);
    if (Random() % 16 == 0)
      Instead =
          wire::message(uint8_t(Random()), 0, uint8_t(Random() % 3), "\1");
    // Both sides may ask for ever for what the other one does not have.
    ReadsLeft = 100;
    say(frame(uint8_t(Random() % 8 == 0 ? Random() : 0), Number,
              uint8_t(Random() % 8), Request.substr(0, Size)));
    Request.erase(0, Size);
    Stream.take();
    Instead.clear();
  }
  IsGone = false;
  ReadsLeft = UINT_MAX;
  TVMRpcLink_Stop(&Host);
  connect();
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

/// A host that unpacks: what a damaged block writes is inside of its memory.
class HostileBlocks : public RpcServerTest {};

TEST_F(HostileBlocks, EveryCutAndChange) {
  ASSERT_EQ(TVMRpcServer_RegisterUnpack(), kTvmErrorNoError);
  connect();
  const uint64_t Function = global("metaobj.rpc.unpack"), A = allocate(64);
  auto Unpack = [&](const std::string &Block) {
    const std::string Answer =
        callFunction(Function, {rpcHandle(A), rpcInt(16), rpcInt(40),
                                rpcText(Block, kTVMBytes)});
    EXPECT_EQ(copyFrom(A, 56, 8), copied(std::string(8, '.')));
    EXPECT_EQ(copyFrom(A, 0, 16), copied(std::string(16, '.')));
    return Answer == returned({rpcInt(kTVMNullptr), rpcNothing()});
  };
  EXPECT_EQ(copyTo(A, 0, std::string(64, '.')), nothing());
  const std::string Sound("\x4f"
                          "abcd\x04\0\x01\x10z\x05\0\x30xyz",
                          16);
  ASSERT_TRUE(Unpack("\x4f"
                     "abcd" +
                     std::string("\x04\0\x0d\x40wxyz", 8)));
  for (const std::string &Block :
       {Sound, std::string("\xf0\x19", 2) + std::string(40, 'l'),
        std::string("\x1fq\1\0\x14\0", 6)}) {
    for (size_t Cut = 0; Cut < Block.size(); ++Cut)
      Unpack(Block.substr(0, Cut));
    for (size_t At = 0; At < Block.size(); ++At)
      for (int Flip : flips()) {
        std::string Damaged = Block;
        Damaged[At] = static_cast<char>(Damaged[At] ^ Flip);
        Unpack(Damaged);
      }
  }
}

} // namespace

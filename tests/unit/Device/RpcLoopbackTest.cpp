//===- RpcLoopbackTest.cpp - Sessions with the server of runtime_crt ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Client and server in one program: the names of what they share must differ.
//
//===----------------------------------------------------------------------===//

#include "Device/TestChip.h"

#include "Device/RemoteSession.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/microtvm_rpc_server.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/rpc_server.h>

#include <random>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

/// A firmware whose line is this stream.
class Firmware final : public metaobj::test::TestStream {
public:
  Firmware() { start(); }

  /// After power on.
  void start() { Server = MicroTVMRpcServerInit(write, this); }

  Outcome sendSome(StringRef &Bytes, Deadline) override {
    Sent += Bytes;
    std::string Heard = damaged(Bytes);
    Bytes = {};
    auto *Next = reinterpret_cast<uint8_t *>(Heard.data());
    size_t Left = Heard.size();
    EXPECT_EQ(MicroTVMRpcServerLoop(Server, &Next, &Left), 0);
    return Outcome::Done;
  }

  Outcome receive(std::string &Into, Deadline Until) override {
    if (Output.empty() || IsSilent)
      return timedOut(Until);
    Into += damaged(Output);
    Output.clear();
    return received();
  }

  /// All that the host wrote.
  std::string Sent;
  /// It waits for the end of a function.
  bool IsSilent = false;
  /// Of a thousand bytes, so many are lost, doubled or changed.
  unsigned Noise = 0;

private:
  std::string damaged(StringRef Bytes) {
    std::string Result;
    for (char C : Bytes) {
      const unsigned Subject = Random() % 1000 < Noise ? Random() % 3 : 3;
      if (Subject != 0)
        Result +=
            Subject == 2 ? static_cast<char>(C ^ (1 + Random() % 255)) : C;
      if (Subject == 1)
        Result += C;
    }
    return Result;
  }

  static ptrdiff_t write(void *Item, const uint8_t *Bytes, size_t Count) {
    static_cast<Firmware *>(Item)->Output.append(
        reinterpret_cast<const char *>(Bytes), Count);
    return static_cast<ptrdiff_t>(Count);
  }

  std::mt19937 Random{1};
  microtvm_rpc_server_t Server = nullptr;
  std::string Output;
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions of the firmware
//===----------------------------------------------------------------------===//

/// Returns its only argument.
static int echo(TVMValue *Args, int *Codes, int Count, TVMValue *Value,
                int *Code, void *) {
  static TVMByteArray Bytes;
  static std::string Text;
  if (Count != 1) {
    TVMAPISetLastError("echo wants one argument");
    return -1;
  }
  *Value = Args[0];
  *Code = Codes[0];
  if (Codes[0] == kTVMStr) {
    Text = Args[0].v_str;
    Value->v_str = Text.c_str();
  }
  if (Codes[0] == kTVMDLTensorHandle) {
    const auto *Tensor = static_cast<DLTensor *>(Args[0].v_handle);
    Value->v_int64 = Tensor->dtype.lanes * 100 + Tensor->ndim * 10 +
                     static_cast<uint8_t *>(Tensor->data)[Tensor->byte_offset];
    *Code = kTVMArgInt;
  }
  if (Codes[0] == kTVMBytes) {
    Bytes = *static_cast<TVMByteArray *>(Args[0].v_handle);
    Value->v_int64 = static_cast<int64_t>(Bytes.size);
    *Code = kTVMArgInt;
  }
  return 0;
}

/// out[i] = in[i] + 1
static int addOne(TVMValue *Args, int *, int, TVMValue *, int *, void *) {
  const auto *In = static_cast<DLTensor *>(Args[0].v_handle);
  const auto *Out = static_cast<DLTensor *>(Args[1].v_handle);
  for (int64_t I = 0; I < In->shape[0]; ++I)
    static_cast<int32_t *>(Out->data)[I] =
        static_cast<int32_t *>(In->data)[I] + 1;
  return 0;
}

/// out[i] = ~in[i]
static int flip(TVMValue *Args, int *, int, TVMValue *, int *, void *) {
  const auto *In = static_cast<DLTensor *>(Args[0].v_handle);
  const auto *Out = static_cast<DLTensor *>(Args[1].v_handle);
  for (int64_t I = 0; I < In->shape[0]; ++I)
    static_cast<uint8_t *>(Out->data)[I] =
        static_cast<uint8_t>(~static_cast<uint8_t *>(In->data)[I]);
  return 0;
}

static const TVMBackendPackedCFunc LibraryFunctions[] = {addOne};
static const struct {
  uint16_t Count = 1;
  char Text[16] = "tvmgen_add_one";
} LibraryNames;
static const TVMFuncRegistry LibraryRegistry = {
    reinterpret_cast<const char *>(&LibraryNames), LibraryFunctions};
static const TVMModule Library = {&LibraryRegistry};
extern "C" const TVMModule *TVMSystemLibEntryPoint(void) { return &Library; }

/// So many bytes without an order.
static std::vector<uint8_t> noise(size_t Count) {
  std::mt19937 Random{7};
  std::vector<uint8_t> Result(Count);
  for (uint8_t &Byte : Result)
    Byte = static_cast<uint8_t>(Random());
  return Result;
}

//===----------------------------------------------------------------------===//

namespace {

class RpcLoopbackTest : public testing::Test {
protected:
  Firmware *Chip = nullptr;
  std::chrono::milliseconds Limit{60000};
  DeviceWatch Watch;
  std::unique_ptr<DeviceSession> Session;

  void connect(bool IsTimed = false) {
    auto Stream = std::make_unique<Firmware>();
    Chip = Stream.get();
    ASSERT_EQ(TVMFuncRegisterGlobal("echo", reinterpret_cast<void *>(echo), 1),
              0);
    ASSERT_EQ(TVMFuncRegisterGlobal("flip", reinterpret_cast<void *>(flip), 1),
              0);
    RpcConfig Config;
    Config.Limits.Connect = Config.Limits.Reply = Config.Limits.Run = Limit;
    Config.IsTimed = IsTimed;
    Config.Watch = Watch;
    auto Opened = connectRpc("tcp:test", std::move(Stream), Config);
    ASSERT_TRUE(bool(Opened)) << toString(Opened.takeError());
    Session = std::move(*Opened);
  }

  /// What echo returns.
  DeviceValue echoed(DeviceValue Value) {
    DeviceArgument Argument;
    Argument.Value = std::move(Value);
    Expected<DeviceResult> Result = Session->call("echo", Argument);
    if (!Result)
      return toString(Result.takeError());
    return Result->Value;
  }

  /// The sum of the results for \p Count numbers from \p First on, or -1.
  int64_t addOnes(int64_t Count, int32_t First, bool IsConstant = false) {
    std::vector<int32_t> In(static_cast<size_t>(Count)), Out(In.size());
    for (size_t I = 0; I < In.size(); ++I)
      In[I] = First + static_cast<int32_t>(I);
    DLTensor Tensors[2] = {};
    for (int I = 0; I < 2; ++I) {
      Tensors[I].data = I ? Out.data() : In.data();
      Tensors[I].device = {kDLCPU, 0};
      Tensors[I].ndim = 1;
      Tensors[I].dtype = {kDLInt, 32, 1};
      Tensors[I].shape = &Count;
    }
    DeviceArgument Arguments[2];
    Arguments[0].Tensor = &Tensors[0];
    Arguments[0].IsConstant = IsConstant;
    Arguments[1].Tensor = &Tensors[1];
    Arguments[1].IsOutput = true;
    Expected<DeviceResult> Result = Session->call("tvmgen_add_one", Arguments);
    if (!Result) {
      Problem = toString(Result.takeError());
      return -1;
    }
    Last = *Result;
    int64_t Sum = 0;
    for (int32_t Value : Out)
      Sum += Value;
    return Sum;
  }

  /// Whether the chip got these bytes, a constant. Sent is then what this took.
  bool flips(std::vector<uint8_t> &Bytes) {
    auto Count = static_cast<int64_t>(Bytes.size());
    std::vector<uint8_t> Out(Bytes.size());
    DLTensor Tensors[2] = {};
    DeviceArgument Arguments[2];
    for (int I = 0; I < 2; ++I) {
      Tensors[I].data = I ? Out.data() : Bytes.data();
      Tensors[I].device = {kDLCPU, 0};
      Tensors[I].ndim = 1;
      Tensors[I].dtype = {kDLUInt, 8, 1};
      Tensors[I].shape = &Count;
      Arguments[I].Tensor = &Tensors[I];
      Arguments[I].IsOutput = I;
    }
    Arguments[0].IsConstant = true;
    Chip->Sent.clear();
    Expected<DeviceResult> Result = Session->call("flip", Arguments);
    if (!Result) {
      Problem = toString(Result.takeError());
      return false;
    }
    for (uint8_t &Byte : Out)
      Byte = static_cast<uint8_t>(~Byte);
    return Out == Bytes;
  }

  std::string Problem;
  DeviceResult Last;
};

} // namespace

TEST_F(RpcLoopbackTest, takesValuesOfEachType) {
  connect();
  EXPECT_TRUE(std::holds_alternative<std::nullptr_t>(echoed(nullptr)));
  EXPECT_EQ(std::get<int64_t>(echoed(int64_t(-5))), -5);
  EXPECT_EQ(std::get<int64_t>(echoed(true)), 1);
  EXPECT_EQ(std::get<double>(echoed(2.5)), 2.5);
  EXPECT_EQ(std::get<std::string>(echoed(std::string("text"))), "text");
  EXPECT_EQ(std::get<int64_t>(echoed(DeviceBytes{{1, 0, 255}})), 3);
  auto DType = std::get<DLDataType>(echoed(DLDataType{kDLFloat, 16, 4}));
  EXPECT_EQ(DType.bits, 16);
  EXPECT_EQ(DType.lanes, 4);
  auto Device = std::get<DLDevice>(echoed(DLDevice{kDLCPU, 7}));
  EXPECT_EQ(Device.device_id, 7);
  auto Handle = std::get<DeviceHandle>(echoed(DeviceHandle{0x1234, 9}));
  EXPECT_EQ(Handle.Address, 0x1234U);
  EXPECT_EQ(Handle.Code, 9);
  // No memory of the host.
  EXPECT_THAT(std::get<std::string>(echoed(DeviceHandle{0x1234, 3})),
              HasSubstr("the chip refuses: rpc: address"));
  EXPECT_THAT(std::get<std::string>(echoed(DeviceHandle{1, 5})),
              HasSubstr("handle of code 5"));
  EXPECT_THAT(std::get<std::string>(echoed(std::string("a\0b", 3))),
              HasSubstr("has a NUL"));
  EXPECT_THAT(std::get<std::string>(echoed(DeviceTensor{})),
              HasSubstr("pass a tensor of the host"));
  Expected<DeviceResult> Result = Session->call("echo", {});
  ASSERT_FALSE(bool(Result));
  EXPECT_THAT(toString(Result.takeError()),
              HasSubstr("the chip refuses: echo wants one argument"));
}

TEST_F(RpcLoopbackTest, listsFunctions) {
  connect();
  Expected<std::vector<std::string>> Names = Session->functions();
  ASSERT_FALSE(bool(Names));
  EXPECT_THAT(toString(Names.takeError()),
              HasSubstr("call TVMRpcServer_ListFunctions"));
  ASSERT_EQ(TVMRpcServer_ListFunctions(), 0);
  Names = Session->functions();
  ASSERT_TRUE(bool(Names)) << toString(Names.takeError());
  EXPECT_THAT(*Names, testing::IsSupersetOf(
                          {"runtime.SystemLib", "echo", "tvmgen_add_one"}));
}

TEST_F(RpcLoopbackTest, passesTensorsWithOffsetAndLanes) {
  connect();
  uint8_t Bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int64_t Shape[2] = {1, 1};
  DLTensor Tensor = {};
  Tensor.data = Bytes;
  Tensor.device = {kDLCPU, 0};
  Tensor.ndim = 2;
  Tensor.dtype = {kDLUInt, 8, 4};
  Tensor.shape = Shape;
  Tensor.byte_offset = 4;
  DeviceArgument Argument;
  Argument.Tensor = &Tensor;
  Expected<DeviceResult> Result = Session->call("echo", Argument);
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(std::get<int64_t>(Result->Value), 400 + 20 + 5);
}

TEST_F(RpcLoopbackTest, copiesInPieces) {
  connect();
  // More than a packet in each direction.
  EXPECT_EQ(addOnes(20000, 0), 20000LL * 19999 / 2 + 20000) << Problem;
  EXPECT_EQ(Session->use().MostUsedBytes, 160000U);
  // What fits into memory of the call before is not allocated again.
  EXPECT_EQ(addOnes(15000, 0), 15000LL * 14999 / 2 + 15000) << Problem;
  EXPECT_EQ(Session->use().MostUsedBytes, 160000U);
  EXPECT_EQ(addOnes(1, -1), 0) << Problem;
  EXPECT_EQ(Session->use().MostUsedBytes, 160008U);
}

TEST_F(RpcLoopbackTest, sendsConstantsThatHaveChanged) {
  connect();
  std::vector<uint8_t> Bytes = noise(2000);
  // The answers' requests are among what is sent.
  for (int I = 0; I < 2; ++I) {
    Bytes[1000] ^= 1;
    ASSERT_TRUE(flips(Bytes)) << Problem;
    EXPECT_GT(Chip->Sent.size(), 2000U);
    ASSERT_TRUE(flips(Bytes)) << Problem;
    EXPECT_LT(Chip->Sent.size(), 1000U);
  }
}

TEST_F(RpcLoopbackTest, connectsAgainAfterARestart) {
  connect();
  EXPECT_EQ(addOnes(3, 1, /*IsConstant=*/true), 9) << Problem;
  Chip->start();
  EXPECT_EQ(addOnes(3, 1, true), -1);
  EXPECT_THAT(Problem, HasSubstr("the device was restarted"));
  EXPECT_EQ(addOnes(3, 1, true), 9) << Problem;
}

TEST_F(RpcLoopbackTest, asksTheTimerOfTheChip) {
  connect(/*IsTimed=*/true);
  EXPECT_EQ(addOnes(5000, 0), 5000LL * 4999 / 2 + 5000) << Problem;
  EXPECT_EQ(Last.Counter, "timer");
  ASSERT_TRUE(Last.Cycles.has_value());
  EXPECT_GT(*Last.Cycles, 0U);
  // Functions that return something are not called again.
  echoed(int64_t(1));
  EXPECT_EQ(addOnes(2, 5), 13) << Problem;
}

/// One byte in a hundred is damaged, in each direction. Nothing is sent again:
/// each request ends, with its result or with an error.
TEST_F(RpcLoopbackTest, tellsOfABadLine) {
  connect();
  Chip->Noise = 10;
  unsigned NumFailed = 0, NumSilent = 0;
  for (int64_t I = 0; I < 50; ++I) {
    const DeviceValue Value = echoed(I);
    if (const auto *Text = std::get_if<std::string>(&Value)) {
      ++NumFailed;
      NumSilent += StringRef(*Text).contains("no answer within 60000 ms");
    }
  }
  EXPECT_GT(NumFailed, 10U);
  EXPECT_GT(NumSilent, 5U);
  // What is left of the last session does no harm to the next one.
  Chip->Noise = 0;
  echoed(int64_t(1));
  EXPECT_EQ(addOnes(3, 1), 9) << Problem;
}

/// The wait ends long before its limit, and the late answer is of a session
/// that is over.
TEST_F(RpcLoopbackTest, stopsAWaitIfTheWatchWantsNoMore) {
  Limit = std::chrono::minutes(10);
  int NumLeft = -1;
  uint64_t NumBytes = 0;
  Watch = [&](uint64_t Bytes) {
    NumBytes += Bytes;
    return NumLeft < 0 || NumLeft-- > 0;
  };
  connect();
  EXPECT_EQ(addOnes(3, 1), 9) << Problem;
  EXPECT_GT(NumBytes, Chip->Sent.size());
  Chip->IsSilent = true;
  NumLeft = 5;
  EXPECT_EQ(addOnes(3, 1), -1);
  EXPECT_THAT(Problem, HasSubstr("stopped, as was asked for; wanted: "));
  EXPECT_THAT(Problem, HasSubstr("the next call begins another session"));
  Chip->IsSilent = false;
  NumLeft = -1;
  EXPECT_EQ(addOnes(4, 1), 14) << Problem;
}

//===- RpcAnswersFuzz.cpp - What a chip's program answers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The input is a row of answers, for the requests in their order. Each has two
// bytes of a head: a kind in three bits, and its length. Sessions begin as with
// any chip; answers are messages of the session, with the size that they have
// or another one, logs, ends, or bytes without a packet. Every call ends.
//
// Tries to break (SECURITY.md): Device 2, 4.

#include "Fuzz.h"

#include "Device/RemoteSession.h"
#include "Device/RpcNames.h"

#include <tvm_crt/rpc_session.h>

using namespace llvm;
using namespace metaobj;

namespace {

class FuzzChip final : public DeviceStream {
public:
  explicit FuzzChip(StringRef TheAnswers)
      : DeviceStream(DeviceSocket(-1)), Answers(TheAnswers) {
    (void)TVMRpcSession_Reset(&Session, write, this, Body, sizeof(Body), 7);
  }

  Outcome sendSome(StringRef &Bytes, Deadline) override {
    for (char Byte : Bytes)
      if (TVMRpcSession_Take(&Session, static_cast<uint8_t>(Byte)) ==
          kTVMSessionHasMessage)
        answer();
    return Outcome::Done;
  }

  Outcome receive(std::string &Into, Deadline) override {
    if (Output.empty())
      return Answers.empty() ? Outcome::Closed : Outcome::TimedOut;
    Into += Output;
    Output.clear();
    return Outcome::Done;
  }

private:
  enum KindType { Right, Right2, Right3, Plain, Log, End, Raw, Silent };

  static ptrdiff_t write(void *Chip, const uint8_t *Bytes, size_t Count) {
    static_cast<FuzzChip *>(Chip)->Output.append(
        reinterpret_cast<const char *>(Bytes), Count);
    return static_cast<ptrdiff_t>(Count);
  }

  void message(TVMSessionMessage Type, StringRef Text) {
    if (TVMRpcSession_BeginMessage(&Session, Type, Text.size()))
      return;
    TVMFrameWriter_Write(&Session.writer, Text.data(), Text.size());
    (void)TVMFrameWriter_End(&Session.writer);
  }

  void answer() {
    if (Answers.size() < 2) {
      Answers = "";
      return;
    }
    auto Head = static_cast<uint16_t>(static_cast<uint8_t>(Answers[0]) |
                                      static_cast<uint8_t>(Answers[1]) << 8);
    StringRef Text = Answers.drop_front(2).take_front(Head >> 3);
    Answers = Answers.drop_front(2 + Text.size());
    std::string Sized(8, '\0');
    switch (static_cast<KindType>(Head & 7)) {
    case Right:
    case Right2:
    case Right3:
      for (unsigned I = 0; I < 8; ++I)
        Sized[I] = static_cast<char>(uint64_t(Text.size()) >> (8 * I));
      return message(kTVMSessionNormal, Sized + Text.str());
    case Plain:
      return message(kTVMSessionNormal, Text);
    case Log:
      message(kTVMSessionLog, Text);
      return answer();
    case End:
      (void)TVMRpcSession_Terminate(&Session);
      return;
    case Raw:
      Output += Text.str();
      return;
    case Silent:
      return;
    }
  }

  TVMRpcSession Session;
  uint8_t Body[4096];
  StringRef Answers;
  std::string Output;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Answers(reinterpret_cast<const char *>(Data), Size);
  RpcConfig Config;
  Config.Limits.Connect = Config.Limits.Reply = Config.Limits.Run =
      std::chrono::milliseconds(1);
  Config.IsTimed = true;
  Config.Log = [](const Diagnostic &What) {
    fuzz::check(What.Reason == printable(What.Reason.text()));
  };
  // When the input has ended, so has the line. This place has no address.
  Expected<std::unique_ptr<DeviceSession>> Session =
      connectRpc("tcp:fuzz", std::make_unique<FuzzChip>(Answers), Config);
  if (!Session) {
    fuzz::checkError(Session.takeError());
    return 0;
  }
  int32_t In[40] = {}, Out[40] = {};
  int64_t Extent = 40;
  DLTensor Tensors[2] = {};
  for (int I = 0; I < 2; ++I) {
    Tensors[I].data = I ? Out : In;
    Tensors[I].device = {kDLCPU, 0};
    Tensors[I].ndim = 1;
    Tensors[I].dtype = {kDLInt, 32, 1};
    Tensors[I].shape = &Extent;
  }
  DeviceArgument Arguments[2];
  for (int I = 0; I < 2; ++I)
    Arguments[I].Tensor = &Tensors[I];
  Arguments[0].IsConstant = true;
  Arguments[1].IsOutput = true;
  for (int I = 0; I < 3; ++I) {
    Expected<DeviceResult> Result = (*Session)->call(
        I == 1 ? "g" : "f", I == 2 ? ArrayRef<DeviceArgument>() : Arguments);
    if (!Result) {
      fuzz::checkError(Result.takeError());
      continue;
    }
    if (auto *Tensor = std::get_if<DeviceTensor>(&Result->Value)) {
      Expected<uint64_t> Bytes = storageBytes(Tensor->DType, Tensor->Shape);
      fuzz::check(bool(Bytes) && *Bytes == Tensor->Bytes.size());
    }
  }
  Expected<std::vector<std::string>> Names = (*Session)->functions();
  if (!Names)
    fuzz::checkError(Names.takeError());
  return 0;
}

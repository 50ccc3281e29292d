//===- TestChip.h - A chip that answers as a test says ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_DEVICE_TESTCHIP_H
#define METAOBJ_TESTS_UNIT_DEVICE_TESTCHIP_H

#include "Device/DeviceStream.h"

#include "../../runtime_crt/rpc_wire.h"

#include <deque>
#include <functional>

namespace metaobj::test {

/// What a chip and its tests share: a session's stream, which a test keeps when
/// the session has ended.
struct ChipState {
  /// Bodies of answers, for the requests in their order. nullopt: no answer.
  std::deque<std::optional<std::string>> Answers;
  /// Bodies of the requests.
  std::vector<std::string> Requests;
  /// Raw bytes for the host.
  std::string Output;
  /// Numbers of hosts that asked for a session.
  std::vector<uint8_t> Starts;
  unsigned NumEnds = 0;
  /// So many starts get no reply.
  unsigned NumDeaf = 0;
  uint8_t Initiator = 0, Responder = 0x50;
  bool IsClosed = false, TakesBytes = true;
  /// Called for each request in place of Answers, if it is set.
  std::function<void(ChipState &)> OnRequest;

  void send(uint8_t Type, std::string_view Body) {
    Output += wire::message(Initiator, Responder, Type, Body);
  }
  void log(std::string_view Text) { Output += wire::message(0, 0, 3, Text); }
};

/// A stream within this program. Nobody waits: its clock goes on to the end of
/// each wait, and a little with all that comes, so that no test depends on how
/// busy the machine is.
class TestStream : public DeviceStream {
public:
  TestStream() : DeviceStream(DeviceSocket(-1)) {}

  Deadline now() const override { return Now; }

protected:
  Outcome timedOut(Deadline Until) {
    Now = std::max(Now, Until);
    return Outcome::TimedOut;
  }
  Outcome received() {
    Now += std::chrono::microseconds(10);
    return Outcome::Done;
  }

private:
  Deadline Now;
};

/// The chip's end, without a line. Bytes arrive a few at a time.
class ChipStream final : public TestStream {
public:
  explicit ChipStream(ChipState &TheState) : State(TheState) {}

  Outcome sendSome(llvm::StringRef &Bytes, Deadline Until) override {
    if (State.IsClosed)
      return Outcome::Closed;
    if (!State.TakesBytes)
      return timedOut(Until);
    Input += Bytes.str();
    while (takePacket()) {
    }
    return Outcome::Done;
  }

  Outcome receive(std::string &Into, Deadline Until) override {
    if (State.Output.empty())
      return State.IsClosed ? Outcome::Closed : timedOut(Until);
    size_t Count = std::min(State.Output.size(),
                            std::max<size_t>(State.Output.size() / 8, 7));
    Into += State.Output.substr(0, Count);
    State.Output.erase(0, Count);
    return received();
  }

private:
  bool takePacket() {
    size_t Start = Input.find("\xff\xfd");
    if (Start == std::string::npos)
      return false;
    std::string Plain;
    size_t Offset = Start + 2;
    auto Take = [&](size_t Count) {
      std::string Part;
      while (Part.size() < Count && Offset < Input.size()) {
        if (Input[Offset] == '\xff')
          ++Offset;
        if (Offset < Input.size())
          Part += Input[Offset++];
      }
      return Part;
    };
    std::string Length = Take(4);
    size_t Count = Length.size() < 4 ? 0 : wire::readNumber(Length, 0, 4);
    std::string Payload = Take(Count);
    if (Payload.size() < Count || Take(2).size() < 2)
      return false;
    Input.erase(0, Offset);
    take(Payload);
    return true;
  }

  void take(const std::string &Payload) {
    switch (Payload.at(2)) {
    case 0:
      State.Starts.push_back(static_cast<uint8_t>(Payload[0]));
      if (State.NumDeaf) {
        --State.NumDeaf;
        break;
      }
      State.Initiator = static_cast<uint8_t>(Payload[0]);
      ++State.Responder;
      State.send(1, "\1");
      break;
    case 2:
      ++State.NumEnds;
      break;
    case 0x10:
      if (static_cast<uint8_t>(Payload[0]) != State.Initiator ||
          static_cast<uint8_t>(Payload[1]) != State.Responder)
        break;
      State.Requests.push_back(Payload.substr(3));
      if (State.OnRequest) {
        State.OnRequest(State);
        break;
      }
      if (State.Answers.empty())
        break;
      if (State.Answers.front())
        State.send(0x10, *State.Answers.front());
      State.Answers.pop_front();
      break;
    default:
      break;
    }
  }

  ChipState &State;
  std::string Input;
};

/// The body of an answer, with its size.
inline std::string answerOf(uint32_t Code, std::string_view Contents) {
  return wire::number(Contents.size() + 4, 8) + wire::number(Code, 4) +
         std::string(Contents);
}

/// One value of 8 bytes.
inline std::string oneValue(uint32_t Type, uint64_t Value) {
  return answerOf(4, wire::number(1, 4) + wire::number(Type, 4) +
                         wire::number(Value, 8));
}

inline std::string noValue() {
  return answerOf(4, wire::number(1, 4) + wire::number(4, 4));
}

/// What a function returned: \p Bytes of a value.
inline std::string resultOfType(uint32_t Code, uint32_t Type,
                                std::string_view Bytes) {
  return answerOf(4, wire::number(2, 4) + wire::number(0, 4) +
                         wire::number(Type, 4) + wire::number(Code, 8) +
                         std::string(Bytes));
}

inline std::string textOf(std::string_view Text) {
  return wire::number(Text.size(), 8) + std::string(Text);
}

inline std::string exceptionOf(std::string_view Text) {
  return answerOf(5, wire::number(1, 4) + wire::number(11, 4) + textOf(Text));
}

} // namespace metaobj::test

#endif // METAOBJ_TESTS_UNIT_DEVICE_TESTCHIP_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets, messages and requests of RPC, made and read a second time: from the
// definition of the bytes, and not by the runtime.

#ifndef TESTS_RUNTIME_CRT_RPC_WIRE_H
#define TESTS_RUNTIME_CRT_RPC_WIRE_H

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <tvm_crt/rpc_session.h>

namespace wire {

/// The bytes that hexadecimal digits name.
inline std::string bytes(std::string_view Hex) {
  std::string Result, Digits;
  for (char C : Hex)
    if (C != ' ')
      Digits += C;
  for (size_t I = 0; I + 1 < Digits.size(); I += 2)
    Result += char(std::stoi(Digits.substr(I, 2), nullptr, 16));
  return Result;
}

/// A number of so many bytes, the lowest first.
inline std::string number(uint64_t Value, unsigned Bytes) {
  std::string Result;
  for (unsigned I = 0; I < Bytes; ++I)
    Result += char(Value >> (8 * I) & 0xff);
  return Result;
}

inline uint64_t readNumber(std::string_view Bytes, size_t Offset,
                           unsigned Count) {
  uint64_t Value = 0;
  for (unsigned I = Count; I-- > 0;)
    Value = Value << 8 | uint8_t(Bytes[Offset + I]);
  return Value;
}

/// CRC-16/CCITT, bit by bit.
inline uint16_t checksum(std::string_view Bytes) {
  unsigned Crc = 0xffff;
  for (char C : Bytes)
    for (int Bit = 7; Bit >= 0; --Bit) {
      const unsigned Top = (Crc >> 15 & 1) ^ (uint8_t(C) >> Bit & 1);
      Crc = (Crc << 1 & 0xffff) ^ (Top ? 0x1021 : 0);
    }
  return uint16_t(Crc);
}

inline std::string escaped(std::string_view Bytes) {
  std::string Result;
  for (char C : Bytes) {
    Result += C;
    if (C == '\xff')
      Result += C;
  }
  return Result;
}

inline std::string packet(std::string_view Payload) {
  const std::string Head =
      "\xff\xfd" + escaped(number(Payload.size(), 4)) + escaped(Payload);
  return Head + escaped(number(checksum(Head), 2));
}

inline std::string message(uint8_t Initiator, uint8_t Responder, uint8_t Type,
                           std::string_view Body) {
  return packet(
      std::string{char(Initiator), char(Responder), char(Type)}.append(Body));
}

/// A request or an answer.
inline std::string request(uint32_t Code, std::string_view Body) {
  return number(Body.size() + 4, 8) + number(Code, 4) + std::string(Body);
}

/// Payloads of all packets in a stream, which must be nothing else.
inline std::vector<std::string> payloads(std::string_view Stream) {
  std::vector<std::string> Found;
  size_t Offset = 0;
  while (Offset < Stream.size()) {
    if (Stream[Offset] == '\xfe') {
      ++Offset;
      continue;
    }
    if (Stream.substr(Offset, 2) != "\xff\xfd") {
      ADD_FAILURE() << "no packet at " << Offset;
      break;
    }
    const size_t Start = Offset;
    Offset += 2;
    auto Take = [&](size_t Count) {
      std::string Result;
      while (Count-- > 0 && Offset < Stream.size()) {
        Result += Stream[Offset];
        if (Stream[Offset] == '\xff') {
          ++Offset;
          EXPECT_TRUE(Offset < Stream.size() && Stream[Offset] == '\xff');
        }
        ++Offset;
      }
      return Result;
    };
    const std::string Payload = Take(readNumber(Take(4), 0, 4));
    const uint16_t Sum = checksum(Stream.substr(Start, Offset - Start));
    EXPECT_EQ(Take(2), number(Sum, 2));
    Found.push_back(Payload);
  }
  return Found;
}

/// What was written, and how the stream behaves.
struct Stream {
  std::string Written;
  /// Most bytes that one call takes; 0 fails.
  size_t Most = 1000;
  ptrdiff_t Lie = 0;

  static ptrdiff_t write(void *Context, const uint8_t *Bytes, size_t Count) {
    Stream &Self = *static_cast<Stream *>(Context);
    EXPECT_GT(Count, 0u);
    const size_t Taken = Count < Self.Most ? Count : Self.Most;
    Self.Written.append(reinterpret_cast<const char *>(Bytes), Taken);
    return ptrdiff_t(Taken) + Self.Lie;
  }

  std::string take() {
    std::string Result;
    Result.swap(Written);
    return Result;
  }
};

} // namespace wire

#endif

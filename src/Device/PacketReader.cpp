//===- PacketReader.cpp - Packets of the GDB remote protocol --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A packet is '$', payload, '#' and two digits: the sum of all bytes between
// the marks, modulo 256. In a payload '}' stands before a byte that is changed
// by 0x20. In replies "c*n" is the character c and n - 29 more of it.
//
//===----------------------------------------------------------------------===//

#include "Device/PacketReader.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

static constexpr char EscapeMark = '}', RepeatMark = '*';
static constexpr uint8_t EscapeBit = 0x20;

static uint8_t checksumOf(StringRef Text) {
  unsigned Sum = 0;
  for (char C : Text)
    Sum += static_cast<uint8_t>(C);
  return static_cast<uint8_t>(Sum);
}

/// nullopt if \p Text is no payload.
static std::optional<std::string> decodePayload(StringRef Text) {
  constexpr unsigned LeastCount = 29 + 3;
  // Most payloads are plain.
  if (!Text.contains(EscapeMark) && !Text.contains(RepeatMark))
    return Text.size() > PacketReader::LargestPayload
               ? std::nullopt
               : std::optional(Text.str());
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == EscapeMark) {
      if (++I == Text.size())
        return std::nullopt;
      C = static_cast<char>(Text[I] ^ EscapeBit);
    } else if (C == RepeatMark) {
      if (Result.empty() || ++I == Text.size())
        return std::nullopt;
      auto Count = static_cast<uint8_t>(Text[I]);
      if (Count < LeastCount || Count > '~')
        return std::nullopt;
      Result.append(Count - 29, Result.back());
      continue;
    }
    Result += C;
    if (Result.size() > PacketReader::LargestPayload)
      return std::nullopt;
  }
  return Result.size() > PacketReader::LargestPayload
             ? std::nullopt
             : std::optional(std::move(Result));
}

void PacketReader::feed(StringRef Bytes) {
  // What was read is dropped only when it is most of the bytes.
  if (Begin > Pending.size() / 2) {
    Pending.erase(0, Begin);
    Scanned = Scanned > Begin ? Scanned - Begin : 0;
    Begin = 0;
  }
  Pending += Bytes;
}

void PacketReader::clear() {
  Pending.clear();
  Begin = Scanned = 0;
}

PacketEvent PacketReader::next() {
  for (; Begin < Pending.size(); ++Begin) {
    char Mark = Pending[Begin];
    if (Mark == '+' || Mark == '-') {
      ++Begin;
      return {Mark == '+' ? PacketEvent::Ack : PacketEvent::Nak, {}};
    }
    // '%' starts a notification, which nobody asked for.
    if (Mark != '$' && Mark != '%')
      continue;
    size_t Body = Begin + 1;
    size_t From = std::max(Body, Scanned);
    StringRef Rest = StringRef(Pending).drop_front(From);
    // Two searches for one character are faster than one for either.
    size_t Length = Rest.find('#');
    Length = std::min(Length, Rest.take_front(Length).find('$'));
    if (Length == StringRef::npos) {
      Scanned = Pending.size();
      if (Pending.size() - Body <= 2 * LargestPayload)
        return {};
      clear();
      return {PacketEvent::Garbled, {}};
    }
    size_t End = From + Length;
    // The first packet was cut: the next one has begun.
    if (Pending[End] == '$') {
      Begin = End - 1;
      continue;
    }
    if (Pending.size() - End < 3)
      return {};
    StringRef Text = StringRef(Pending).slice(Body, End);
    unsigned Sum;
    bool IsRight =
        !StringRef(Pending).substr(End + 1, 2).getAsInteger(16, Sum) &&
        Sum == checksumOf(Text);
    std::optional<std::string> Payload;
    if (IsRight)
      Payload = decodePayload(Text);
    Begin = End + 3;
    if (Mark == '%') {
      --Begin;
      continue;
    }
    if (!Payload)
      return {PacketEvent::Garbled, {}};
    return {PacketEvent::Packet, std::move(*Payload)};
  }
  return {};
}

void metaobj::appendPacket(StringRef Payload, std::string &Text) {
  Text += '$';
  Text += Payload;
  uint8_t Sum = checksumOf(Payload);
  Text += '#';
  Text += hexdigit(Sum >> 4, /*LowerCase=*/true);
  Text += hexdigit(Sum & 0xf, /*LowerCase=*/true);
}

std::string metaobj::framePacket(StringRef Payload) {
  std::string Result;
  appendPacket(Payload, Result);
  return Result;
}

static bool wantsEscape(char C) {
  return C == '#' || C == '$' || C == EscapeMark || C == RepeatMark;
}

size_t metaobj::escapedCount(ArrayRef<uint8_t> Bytes, size_t Room) {
  size_t Count = 0;
  for (; Count < Bytes.size() && Room > 0; ++Count) {
    size_t Needed = wantsEscape(static_cast<char>(Bytes[Count])) ? 2 : 1;
    if (Needed > Room)
      break;
    Room -= Needed;
  }
  return Count;
}

void metaobj::appendEscaped(uint8_t Byte, std::string &Text) {
  char C = static_cast<char>(Byte);
  if (wantsEscape(C)) {
    Text += EscapeMark;
    C = static_cast<char>(Byte ^ EscapeBit);
  }
  Text += C;
}

void metaobj::appendHex(ArrayRef<uint8_t> Bytes, std::string &Text) {
  static constexpr char Digits[] = "0123456789abcdef";
  size_t Offset = Text.size();
  Text.resize(Offset + 2 * Bytes.size());
  char *To = Text.data() + Offset;
  for (uint8_t Byte : Bytes) {
    *To++ = Digits[Byte >> 4];
    *To++ = Digits[Byte & 0xf];
  }
}

std::string metaobj::hexOfBytes(ArrayRef<uint8_t> Bytes) {
  std::string Text;
  appendHex(Bytes, Text);
  return Text;
}

bool metaobj::bytesOfHex(StringRef Text, MutableArrayRef<uint8_t> Out) {
  if (Text.size() != 2 * Out.size())
    return false;
  for (size_t I = 0; I < Out.size(); ++I) {
    unsigned High = hexDigitValue(Text[2 * I]);
    unsigned Low = hexDigitValue(Text[2 * I + 1]);
    if (High > 15 || Low > 15)
      return false;
    Out[I] = static_cast<uint8_t>(High << 4 | Low);
  }
  return true;
}

//===- GdbRepliesFuzz.cpp - What a debugger answers -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Bytes of a server, in pieces as they may come, and texts about its target.
// Every payload that is sent is read as it was.
//
// Tries to break (SECURITY.md): Device 1, 2.

#include "Fuzz.h"

#include "Device/PacketReader.h"
#include "Device/TargetXml.h"

using namespace llvm;
using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  unsigned Number = 0;
  readTargetDocument(Text, Number);
  for (const DeviceArea &Area : readMemoryAreas(Text))
    fuzz::check(Area.Bytes != 0 && Area.Bytes - 1 <= ~Area.Address);

  PacketReader Reader;
  size_t Events = 0;
  for (size_t Offset = 0; Offset < Size;) {
    size_t Piece = 1 + Data[Offset] % 16;
    Reader.feed(Text.substr(Offset, Piece));
    Offset += Piece;
    for (;;) {
      PacketEvent Event = Reader.next();
      if (Event.Kind == PacketEvent::Nothing)
        break;
      fuzz::check(++Events <= Size);
      fuzz::check(Event.Payload.size() <= PacketReader::LargestPayload);
    }
  }

  std::string Payload = "m";
  for (size_t I = 0; I < Size; ++I)
    appendEscaped(Data[I], Payload);
  PacketReader Again;
  Again.feed(framePacket(Payload));
  PacketEvent Event = Again.next();
  fuzz::check(Event.Kind == PacketEvent::Packet);
  fuzz::check(Event.Payload == "m" + Text.str());
  return 0;
}

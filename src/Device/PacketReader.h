//===- PacketReader.h - Packets of the GDB remote protocol ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_PACKETREADER_H
#define METAOBJ_DEVICE_PACKETREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace metaobj {

/// What stands next in a stream of bytes.
struct PacketEvent {
  enum KindType {
    Nothing, ///< More bytes are needed.
    Ack,     ///< '+'
    Nak,     ///< '-'
    Packet,
    Garbled, ///< A packet with a wrong checksum or of a wrong form.
  };
  KindType Kind = Nothing;
  std::string Payload; ///< Of Packet, without escapes and repetitions.
};

/// Takes the stream of a server apart. Any bytes are allowed: what is no packet
/// is skipped.
class PacketReader {
public:
  /// The largest payload; a longer one is Garbled.
  static constexpr size_t LargestPayload = 1 << 20;

  void feed(llvm::StringRef Bytes);
  PacketEvent next();
  /// Forgets all bytes.
  void clear();

private:
  std::string Pending;
  size_t Begin = 0;   ///< Where the next event starts.
  size_t Scanned = 0; ///< No end of a packet lies before it.
};

/// "$payload#checksum", with escapes.
std::string framePacket(llvm::StringRef Payload);
void appendPacket(llvm::StringRef Payload, std::string &Text);

/// Appends \p Byte as 'X' and vFlashWrite send it.
void appendEscaped(uint8_t Byte, std::string &Text);

/// How many of \p Bytes have room in \p Room characters, escaped.
size_t escapedCount(llvm::ArrayRef<uint8_t> Bytes, size_t Room);

/// Two digits for each byte.
void appendHex(llvm::ArrayRef<uint8_t> Bytes, std::string &Text);
std::string hexOfBytes(llvm::ArrayRef<uint8_t> Bytes);

/// False if \p Text is not exactly the digits for \p Out.
bool bytesOfHex(llvm::StringRef Text, llvm::MutableArrayRef<uint8_t> Out);

} // namespace metaobj

#endif // METAOBJ_DEVICE_PACKETREADER_H

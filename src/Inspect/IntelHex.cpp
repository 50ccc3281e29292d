//===- IntelHex.cpp - Images in Intel's hexadecimal format ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each line is a record, in hexadecimal digits behind a colon:
//
//     :<count:1><offset:2, big endian><type:1><count bytes of data><checksum:1>
//
// All bytes of a record add up to 0. Types: 0 data, 1 end, 2 and 4 set what is
// added to the offsets that follow (16 times their number, 65536 times their
// number), 3 and 5 tell where execution starts. (Intel, "Hexadecimal Object
// File Format Specification", revision A, 1988.)
//
//===----------------------------------------------------------------------===//

#include "Inspect/RawFile.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

namespace {

enum RecordType : uint8_t {
  DataRecord,
  EndRecord,
  SegmentRecord,
  StartSegmentRecord,
  LinearRecord,
  StartLinearRecord
};

/// Bytes of a record that are not data: count, offset, type and checksum.
constexpr size_t RecordOverhead = 5;

class HexReader {
public:
  explicit HexReader(StringRef File) : File(File) {}

  Expected<RawFile> read(StringRef Text);

private:
  Error readLine(StringRef Text);
  Error fault(const Twine &Reason) const {
    return inputError(File, "line " + Twine(Line) + ": " + Reason);
  }

  StringRef File;
  uint64_t Line = 0;
  uint64_t Base = 0;
  bool IsAtEnd = false;
  RawFileBuilder Builder;
};

} // namespace

bool metaobj::isIntelHex(StringRef Bytes) {
  constexpr size_t Shown = 8; // Count, offset and type.
  Bytes = Bytes.ltrim();
  return Bytes.consume_front(":") && Bytes.size() >= Shown &&
         all_of(Bytes.take_front(Shown), [](char C) { return isHexDigit(C); });
}

Error HexReader::readLine(StringRef Text) {
  Text = Text.trim();
  if (Text.empty())
    return Error::success();
  if (IsAtEnd)
    return fault("follows the record that ends the file");
  if (!Text.consume_front(":"))
    return fault("does not begin with a colon");
  std::string Bytes;
  if (Text.size() % 2 != 0 || !tryGetFromHex(Text, Bytes))
    return fault("has something other than pairs of hexadecimal digits");
  if (Bytes.size() < RecordOverhead)
    return fault("ends inside its record");
  size_t Count = static_cast<uint8_t>(Bytes[0]);
  if (Bytes.size() != Count + RecordOverhead)
    return fault("counts " + Twine(Count) + " bytes of data, but has " +
                 Twine(Bytes.size() - RecordOverhead));
  uint8_t Sum = 0;
  for (char C : Bytes)
    Sum = static_cast<uint8_t>(Sum + static_cast<uint8_t>(C));
  if (Sum != 0)
    return fault("its bytes do not fit its checksum");
  uint16_t Offset = support::endian::read16be(&Bytes[1]);
  auto Type = static_cast<uint8_t>(Bytes[3]);
  StringRef Data = StringRef(Bytes).substr(4, Count);
  switch (Type) {
  case DataRecord:
    // What is behind the end of 64 KiB depends on the reader.
    if (Offset + Count > 0x10000)
      return fault("its " + Twine(Count) + " bytes at offset 0x" +
                   Twine::utohexstr(Offset) + " pass 64 KiB");
    Builder.add(Base + Offset, Data, Line);
    return Error::success();
  case EndRecord:
    IsAtEnd = true;
    return Error::success();
  case SegmentRecord:
  case LinearRecord:
    if (Count != 2)
      return fault("a record of type " + Twine(unsigned(Type)) + " has " +
                   Twine(Count) + " bytes of data, wanted 2");
    Base = uint64_t(support::endian::read16be(Data.data()))
           << (Type == LinearRecord ? 16 : 4);
    return Error::success();
  case StartSegmentRecord:
  case StartLinearRecord:
    return Error::success();
  default:
    return fault("type " + Twine(unsigned(Type)) +
                 " is not a type of a record");
  }
}

Expected<RawFile> HexReader::read(StringRef Text) {
  while (!Text.empty()) {
    auto [First, Rest] = Text.split('\n');
    ++Line;
    if (Error E = readLine(First))
      return E;
    Text = Rest;
  }
  if (!IsAtEnd)
    return inputError(File, "ends without the record that ends it");
  return Builder.finish("HEX", File, "line");
}

Expected<RawFile> metaobj::readIntelHex(MemoryBufferRef Buffer) {
  return HexReader(Buffer.getBufferIdentifier()).read(Buffer.getBuffer());
}

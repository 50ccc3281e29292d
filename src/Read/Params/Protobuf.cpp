//===- Protobuf.cpp - Fields of protobuf messages -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/Protobuf.h"

#include "Base/NameLimits.h"
#include "Base/Wording.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// Numbers come in pieces of few bytes.
static constexpr uint64_t NumbersAhead = uint64_t(1) << 12;

Expected<uint64_t> ProtobufReader::varint(uint64_t End) {
  uint64_t Result = 0, Offset = position();
  for (unsigned Shift = 0; Shift != 70; Shift += 7) {
    if (position() >= End)
      return fail(Offset, "a number does not end in its message");
    Expected<const uint8_t *> Byte =
        Cursor.take(1, [] { return std::string("a number"); }, NumbersAhead);
    if (!Byte)
      return Byte.takeError();
    Result |= uint64_t(**Byte & 0x7F) << Shift;
    if (**Byte < 0x80)
      return Result;
  }
  return fail(Offset, "a number has more than 10 bytes");
}

Expected<ProtobufField> ProtobufReader::next(uint64_t End) {
  uint64_t Offset = position();
  Expected<uint64_t> Tag = varint(End);
  if (!Tag)
    return Tag.takeError();
  unsigned Wire = *Tag & 7;
  uint64_t Number = *Tag >> 3;
  if (Number == 0 || Number > UINT32_MAX || (Wire > 2 && Wire != 5))
    return fail(Offset, "field " + Twine(Number) + " has wire type " +
                            Twine(Wire) + ", which protobuf does not have");
  ProtobufField Result = {Offset, unsigned(Number), WireType(Wire),
                          uint64_t(Wire == 1 ? 8 : 4)};
  if (Result.Wire == WireType::Varint || Result.isBytes())
    if (Error E = varint(End).moveInto(Result.Value))
      return E;
  if (Result.Wire != WireType::Varint && Result.Value > End - position())
    return fail(Offset, "field " + Twine(Number) + " has " +
                            plural(Result.Value, "byte") +
                            ", but its message has " + Twine(End - position()) +
                            " more");
  return Result;
}

Expected<std::string> ProtobufReader::text(const ProtobufField &Field,
                                           const Twine &Subject) {
  if (!Field.isBytes() || Field.Value > LongestName)
    return fail(Field.Offset, Subject + " has " + Twine(Field.Value) +
                                  " bytes; at most " + Twine(LongestName) +
                                  " are read");
  Expected<const uint8_t *> Text =
      Cursor.take(Field.Value, Subject, NumbersAhead);
  if (!Text)
    return Text.takeError();
  return std::string(reinterpret_cast<const char *>(*Text), Field.Value);
}

//===- Protobuf.h - Fields of protobuf messages -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A message of protobuf is its fields, one after the other:
///
/// \code
///   varint: 7 bits a byte, lowest first; the highest bit says that more follow
///   field:  varint (number << 3 | wire type); then by wire type
///           0: varint; 1: 8 bytes; 2: varint size, bytes; 5: 4 bytes
/// \endcode
///
/// The bytes of wire type 2 may be a message. Only the schema of a format tells
/// what a field is. Source: "Encoding" of protobuf.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_PROTOBUF_H
#define METAOBJ_READ_PARAMS_PROTOBUF_H

#include "Base/ByteCursor.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace metaobj {

enum class WireType { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct ProtobufField {
  uint64_t Offset; ///< In the file.
  unsigned Number;
  WireType Wire;
  uint64_t Value; ///< The number, or the size of the bytes that follow.

  bool isBytes() const { return Wire == WireType::Bytes; }
};

/// Reads messages from front to back. The caller takes or skips the bytes of a
/// field before it asks for the next one.
class ProtobufReader {
public:
  explicit ProtobufReader(std::shared_ptr<const ByteSource> Source)
      : Cursor(std::move(Source)) {}

  const std::shared_ptr<const ByteSource> &source() const {
    return Cursor.source();
  }
  uint64_t position() const { return Cursor.position(); }

  /// The next field of a message that ends at \p End, behind the position. Its
  /// bytes lie in the message.
  llvm::Expected<ProtobufField> next(uint64_t End);
  llvm::Expected<uint64_t> varint(uint64_t End);
  /// The bytes of \p Field: at most LongestName. \p Subject is for errors.
  llvm::Expected<std::string> text(const ProtobufField &Field,
                                   const llvm::Twine &Subject);
  void skip(const ProtobufField &Field) {
    if (Field.Wire != WireType::Varint)
      Cursor.skip(Field.Value);
  }

  /// "<path>: at byte <offset>: <reason>".
  llvm::Error fail(uint64_t Offset, const llvm::Twine &Reason) const {
    return Cursor.fail(Offset, Reason);
  }

private:
  ByteCursor Cursor;
};

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_PROTOBUF_H

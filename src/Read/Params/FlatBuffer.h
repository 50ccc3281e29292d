//===- FlatBuffer.h - Tables of FlatBuffers files ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A FlatBuffers file is tables that point to each other:
///
/// \code
///   u32 root;                  // to the first table, from here
///   u8 identifier[4];
///
///   table:  i32 back;          // to its list of fields, from here backwards
///           fields as far as the table has them
///   fields: u16 size;          // of this list
///           u16 table_size;
///           u16 offset[];      // of each field in the table; 0: the default
///   vector: u32 count; elements
///   string: a vector of bytes, and a zero
///   A table, vector or string in a field or vector: u32, from here forwards.
/// \endcode
///
/// All numbers are little endian. Only the schema of a format tells what a
/// field is. Source: "FlatBuffers internals" of FlatBuffers.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_FLATBUFFER_H
#define METAOBJ_READ_PARAMS_FLATBUFFER_H

#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A table whose bounds, and those of its list of fields, are in the buffer.
struct FlatTable {
  uint64_t Position;
  uint64_t Fields;
  uint16_t FieldsSize;
  uint16_t Size;
};

/// A vector whose elements are in the buffer. Empty if the field is missing.
struct FlatVector {
  uint64_t Begin = 0; ///< Of the first element.
  uint64_t Count = 0;
};

/// Bytes of the file, in the buffer or behind it.
struct DataRange {
  uint64_t Offset = 0;
  uint64_t Size = 0;
};

/// Reads tables where they lie, and checks each offset before its use. Reads
/// the pages around them and no others, because payloads of gigabytes may lie
/// between tables. A compressed file is kept as a whole: its tables are in no
/// order, and each step back would decompress it again.
///
/// In all functions, \p Subject is for errors: "the tensors of subgraph 0".
class FlatBuffer {
public:
  /// The first \p Size bytes of \p Source, which it has, are the buffer.
  static llvm::Expected<FlatBuffer>
  open(std::shared_ptr<const ByteSource> Source, uint64_t Size);

  const std::shared_ptr<const ByteSource> &source() const { return Source; }

  llvm::Expected<FlatTable> root();

  /// A field of \p Bytes bytes, 1 to 8; 0 if it is missing.
  llvm::Expected<uint64_t> number(const FlatTable &Table, unsigned Field,
                                  unsigned Bytes, const llvm::Twine &Subject);
  llvm::Expected<std::optional<FlatTable>>
  table(const FlatTable &Table, unsigned Field, const llvm::Twine &Subject);
  llvm::Expected<FlatVector> vector(const FlatTable &Table, unsigned Field,
                                    unsigned ElementBytes,
                                    const llvm::Twine &Subject);
  /// Empty if it is missing. At most LongestName bytes.
  llvm::Expected<std::string> string(const FlatTable &Table, unsigned Field,
                                     const llvm::Twine &Subject);

  /// Elements of vectors; \p Index is below the count.
  llvm::Expected<FlatTable> table(FlatVector Tables, uint64_t Index,
                                  const llvm::Twine &Subject);
  llvm::Expected<uint64_t> number(FlatVector Numbers, uint64_t Index,
                                  unsigned Bytes);

  /// "<path>: at byte <offset>: <reason>".
  llvm::Error fail(uint64_t Offset, const llvm::Twine &Reason) const;

private:
  struct Page {
    uint64_t Begin = 0;
    std::vector<uint8_t> Bytes; ///< Empty: not read.
  };

  FlatBuffer(std::shared_ptr<const ByteSource> Source, uint64_t Size)
      : Source(std::move(Source)), Size(Size) {}

  llvm::Error load(Page &ThePage, uint64_t Begin);
  llvm::Error read(uint64_t Position, llvm::MutableArrayRef<uint8_t> Out);
  llvm::Expected<uint64_t> loadNumber(uint64_t Position, unsigned Bytes);
  llvm::Error checkInside(uint64_t Position, uint64_t Bytes,
                          const llvm::Twine &Subject) const;
  llvm::Expected<FlatTable> loadTable(uint64_t Position,
                                      const llvm::Twine &Subject);
  llvm::Expected<uint64_t> place(const FlatTable &Table, unsigned Field,
                                 unsigned Bytes, const llvm::Twine &Subject);
  llvm::Expected<uint64_t> follow(uint64_t Position,
                                  const llvm::Twine &Subject);

  std::shared_ptr<const ByteSource> Source;
  uint64_t Size;
  std::vector<Page> Pages;
};

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_FLATBUFFER_H

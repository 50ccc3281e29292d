//===- ByteCursor.h - Reading a source from front to back -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_BYTECURSOR_H
#define METAOBJ_BASE_BYTECURSOR_H

#include "metaobj/Payload.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// The number of entries for which memory is reserved before they are read. For
/// a compressed file the remaining size is only a claim, so it cannot be the
/// measure.
constexpr uint64_t MostReserved = uint64_t(1) << 17;

/// A position in a source, for formats whose structures follow each other. A
/// window serves small pieces, so that a file with many of them needs few
/// calls. It grows while the pieces that are taken lie near to each other.
class ByteCursor {
public:
  explicit ByteCursor(std::shared_ptr<const ByteSource> Source)
      : Source(std::move(Source)) {}

  const std::shared_ptr<const ByteSource> &source() const { return Source; }
  uint64_t position() const { return Position; }
  uint64_t left() const { return Source->size() - Position; }

  /// The next \p Size bytes, valid until the next call. Reads \p ReadAhead
  /// bytes at once if the source has them. \p Subject is for the error if there
  /// are fewer.
  llvm::Expected<const uint8_t *>
  take(uint64_t Size, const llvm::Twine &Subject, uint64_t ReadAhead = 0);

  /// The same, but makes the text only for the error: for pieces that are read
  /// a hundred thousand times.
  llvm::Expected<const uint8_t *>
  take(uint64_t Size, llvm::function_ref<std::string()> Subject,
       uint64_t ReadAhead = 0);

  /// Skips \p Size bytes, which must exist.
  void skip(uint64_t Size);

  /// "<path>: at byte <offset>: <reason>".
  llvm::Error fail(uint64_t Offset, const llvm::Twine &Reason) const;

private:
  std::shared_ptr<const ByteSource> Source;
  uint64_t Position = 0;
  llvm::SmallVector<uint8_t, 0> Window;
  uint64_t WindowStart = 0;
  uint64_t Ahead = 0; ///< Least size of the next window.
};

} // namespace metaobj

#endif // METAOBJ_BASE_BYTECURSOR_H

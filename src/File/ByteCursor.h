//===- ByteCursor.h - Reading a source from front to back -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_BYTECURSOR_H
#define METAOBJ_FILE_BYTECURSOR_H

#include "metaobj/Payload.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// Entries that memory is set aside for before they are seen. What is left of a
/// compressed file is a claim, so that it is no measure.
constexpr uint64_t MostReserved = uint64_t(1) << 17;

/// A place in a source, for formats whose structures follow each other. Small
/// pieces come out of a window, so that a file of many of them is read in few
/// calls.
class ByteCursor {
public:
  explicit ByteCursor(std::shared_ptr<const ByteSource> Source)
      : Source(std::move(Source)) {}

  const std::shared_ptr<const ByteSource> &source() const { return Source; }
  uint64_t position() const { return Position; }
  uint64_t left() const { return Source->size() - Position; }

  /// The next \p Size bytes, which stay valid until the next call. \p ReadAhead
  /// bytes are read at once when the source has them. \p What is for the error
  /// when there are fewer.
  llvm::Expected<const uint8_t *> take(uint64_t Size, const llvm::Twine &What,
                                       uint64_t ReadAhead = 0);

  /// The same, with a text that is put together for the error only: for what is
  /// read a hundred thousand times.
  llvm::Expected<const uint8_t *> take(uint64_t Size,
                                       llvm::function_ref<std::string()> What,
                                       uint64_t ReadAhead = 0);

  /// Goes \p Size bytes on, which are left.
  void skip(uint64_t Size);

  /// "<path>: at byte <offset>: <reason>".
  llvm::Error fail(uint64_t Offset, const llvm::Twine &Reason) const;

private:
  std::shared_ptr<const ByteSource> Source;
  uint64_t Position = 0;
  llvm::SmallVector<uint8_t, 0> Window;
  uint64_t WindowStart = 0;
};

} // namespace metaobj

#endif // METAOBJ_FILE_BYTECURSOR_H

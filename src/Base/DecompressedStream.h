//===- DecompressedStream.h - Sources that are decompressed -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_DECOMPRESSEDSTREAM_H
#define METAOBJ_BASE_DECOMPRESSEDSTREAM_H

#include "metaobj/Payload.h"

#include <memory>
#include <mutex>

namespace metaobj {

/// Decompresses bytes from front to back. The format bounds the memory,
/// whatever the data claims.
class Decompressor {
public:
  virtual ~Decompressor();

  /// Back to the first byte.
  virtual llvm::Error restart() = 0;

  /// Writes the next bytes to \p Out, which is not empty, and returns their
  /// number: 0 only at the end, if all checksums were right.
  virtual llvm::Expected<size_t> next(llvm::MutableArrayRef<uint8_t> Out) = 0;

  /// Frees working memory; the next call must be restart().
  virtual void release() = 0;
};

/// Decompresses everything once to count its bytes, and then frees the memory.
llvm::Expected<uint64_t> countBytes(Decompressor &Machine);

/// The output of a decompressor as a source. Reading on from the last position
/// costs nothing extra. Reading further ahead drops the bytes between; reading
/// backwards starts again.
class DecompressedStream final : public ByteSource {
public:
  /// \p Machine gives \p Size bytes; if not, the read that detects this is an
  /// error.
  DecompressedStream(std::string Path, uint64_t Size,
                     std::unique_ptr<Decompressor> Machine);
  ~DecompressedStream() override;

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override;

  /// Frees working memory until the next read, like reading the last byte: an
  /// archive may have many members of which only the headers were read.
  void release() const;

private:
  llvm::Error goTo(uint64_t Offset) const;
  llvm::Error fill(llvm::MutableArrayRef<uint8_t> Out) const;
  llvm::Error checkEnd() const;

  std::unique_ptr<Decompressor> Machine;
  mutable std::mutex Lock;
  mutable uint64_t Position = 0;
  /// False before the first read and after an error.
  mutable bool Started = false;
};

} // namespace metaobj

#endif // METAOBJ_BASE_DECOMPRESSEDSTREAM_H

//===- DecompressedStream.h - Sources that are decompressed -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_DECOMPRESSEDSTREAM_H
#define METAOBJ_FILE_DECOMPRESSEDSTREAM_H

#include "metaobj/Payload.h"

#include <memory>
#include <mutex>

namespace metaobj {

/// Gives out decompressed bytes from front to back. Memory is bounded by the
/// format, whatever the data claims.
class Decompressor {
public:
  virtual ~Decompressor();

  /// Back to the first byte.
  virtual llvm::Error restart() = 0;

  /// Writes the next bytes to \p Out, which is not empty, and says how many:
  /// none only at the end, when all checksums were right.
  virtual llvm::Expected<size_t> next(llvm::MutableArrayRef<uint8_t> Out) = 0;

  /// Gives up working memory; restart() comes before anything else then.
  virtual void release() = 0;
};

/// Decompresses all to count its bytes, from a restart to a release.
llvm::Expected<uint64_t> countBytes(Decompressor &Machine);

/// What a decompressor makes, as a source. Reading on from where the last read
/// ended costs nothing but the bytes; reading further on drops those between;
/// reading further back starts again.
class DecompressedStream final : public ByteSource {
public:
  /// \p Size bytes come out of \p Machine; when they do not, the read that
  /// finds it out is an error.
  DecompressedStream(std::string Path, uint64_t Size,
                     std::unique_ptr<Decompressor> Machine);
  ~DecompressedStream() override;

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override;

  /// Gives up working memory until the next read, as reading the last byte
  /// does: an archive may have many members of which only the headers were
  /// read.
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

#endif // METAOBJ_FILE_DECOMPRESSEDSTREAM_H

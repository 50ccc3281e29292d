//===- TarWriter.h - Makes tar archives -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_TARWRITER_H
#define METAOBJ_BASE_TARWRITER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>

#include <sys/types.h>

struct archive;

namespace metaobj {

/// Writes a tar archive, by libarchive, in GNU's format: it has no limits of
/// names and sizes, and takes names as bytes in any locale. Members are files
/// of root with the mode 0644 and the time 0, so that the same members give the
/// same bytes.
class TarWriter {
public:
  /// \p Name is for messages. The caller must check the stream's errors.
  TarWriter(llvm::raw_ostream &To, llvm::StringRef Name);
  ~TarWriter();
  TarWriter(const TarWriter &) = delete;
  TarWriter &operator=(const TarWriter &) = delete;

  /// Adds the file \p Member, whose \p Size bytes are written by \p Write. It
  /// is an error if they are more or fewer.
  llvm::Error add(llvm::StringRef Member, uint64_t Size,
                  llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

  /// Ends the archive. Nothing can be added afterwards.
  llvm::Error finish();

private:
  llvm::Error fail() const;
  static ssize_t writePiece(archive *Archive, void *Writer, const void *Bytes,
                            size_t Size);

  llvm::raw_ostream &To;
  std::string Name;
  archive *Archive;       ///< Owned.
  bool IsDropped = false; ///< Nothing is written any more.
};

} // namespace metaobj

#endif // METAOBJ_BASE_TARWRITER_H

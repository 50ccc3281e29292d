//===- OpenedFile.h - An input, decompressed and identified -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OPENEDFILE_H
#define METAOBJ_READ_OPENEDFILE_H

#include "metaobj/Input.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// First bytes of a file that tell its kind.
constexpr uint64_t HeadSize = 4096;

/// Text files are read whole; a larger one must be a mistake.
constexpr uint64_t LargestText = uint64_t(1) << 30;

/// The same for compressed text, because a few bytes can claim any size.
constexpr uint64_t LargestCompressedText = uint64_t(1) << 27;

struct OpenedFile {
  std::shared_ptr<const InputFile> File;
  /// File, or its decompressed content.
  std::shared_ptr<const ByteSource> Source;
  std::string Head; ///< Of Source.
  FileKind Kind;    ///< Of Source.

  bool isCompressed() const { return Source != File; }
};

/// \p Size bytes of \p Source from \p Begin on, which it has.
llvm::Expected<std::string> readString(const ByteSource &Source, uint64_t Begin,
                                       uint64_t Size);

llvm::Expected<std::string> readHead(const ByteSource &Source);

/// All of a text file.
llvm::Expected<std::string> readText(const OpenedFile &File);

/// Reads \p Size bytes of \p Source from \p Begin on, which it has, and hands
/// them to \p Take, when there is one, in pieces that fit an unsigned number.
llvm::Error
readInPieces(const ByteSource &Source, uint64_t Begin, uint64_t Size,
             llvm::function_ref<void(llvm::ArrayRef<uint8_t>)> Take = nullptr);

} // namespace metaobj

#endif // METAOBJ_READ_OPENEDFILE_H

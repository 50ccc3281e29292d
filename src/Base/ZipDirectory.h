//===- ZipDirectory.h - Where the members of a zip are ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_ZIPDIRECTORY_H
#define METAOBJ_BASE_ZIPDIRECTORY_H

#include "Base/DecompressedStream.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace metaobj {

/// A file in a zip archive.
struct ZipMember {
  std::string Name;
  uint64_t HeaderOffset; ///< Of the header before its data.
  uint64_t StoredSize;   ///< Bytes in the archive.
  uint64_t Size;         ///< Bytes when decompressed.
  uint32_t Checksum;     ///< CRC-32 of the decompressed bytes.
  uint16_t Method;       ///< How it is compressed, a number of the format.
  bool IsEncrypted;
  /// Limit of its end: the next member, or the directory.
  uint64_t Limit;
};

/// Supported values of ZipMember::Method.
constexpr uint16_t ZipStored = 0;
constexpr uint16_t ZipDeflated = 8;

/// The members of the zip archive \p Source, in the order of their data.
llvm::Expected<std::vector<ZipMember>>
readZipDirectory(std::shared_ptr<const ByteSource> Source);

/// Where the data of \p Member starts.
llvm::Expected<uint64_t> findZipData(const ByteSource &Source,
                                     const ZipMember &Member);

/// The content of the deflated \p Member, whose data starts at \p Offset of \p
/// Archive, as a stream. An impossible size is an error at once. \p Input is
/// the stream's path.
llvm::Expected<std::shared_ptr<const DecompressedStream>>
inflateMember(std::shared_ptr<const ByteSource> Archive,
              const ZipMember &Member, uint64_t Offset, std::string Input);

} // namespace metaobj

#endif // METAOBJ_BASE_ZIPDIRECTORY_H

//===- RawFile.h - Bytes of memory without an object file -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of images as programmers of flash take them: Intel HEX, UF2, raw
/// bytes. Such a file has addresses at most. The memory that a reader takes
/// depends on the file's size, never on the addresses.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_RAWFILE_H
#define METAOBJ_INSPECT_RAWFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Bytes from an address on.
struct RawSegment {
  uint64_t Address = 0;
  llvm::StringRef Bytes;
};

struct RawFile {
  llvm::StringLiteral Format = ""; ///< "HEX", "UF2-" or "RAW".
  /// What the segments refer to.
  std::shared_ptr<const llvm::MemoryBuffer> Bytes = nullptr;
  /// By address. Nothing follows a segment directly.
  std::vector<RawSegment> Segments = {};
  /// The family of boards that a UF2 file names for the image.
  std::optional<uint32_t> Family = std::nullopt;
};

/// Collects pieces in any order.
class RawFileBuilder {
public:
  /// The bytes \p Data at \p Address; \p Place is where they are in the file,
  /// for messages.
  void add(uint64_t Address, llvm::StringRef Data, uint64_t Place);

  /// Sorts and joins the pieces. Overlaps and too many separate pieces are
  /// errors of \p File, in which "line" or "block" \p Unit is counted.
  llvm::Expected<RawFile> finish(llvm::StringLiteral Format,
                                 llvm::StringRef File, llvm::StringRef Unit);

private:
  struct Piece {
    uint64_t Address;
    size_t Offset; ///< In Data.
    size_t Size;
    uint64_t Place;
  };
  std::string Data;
  std::vector<Piece> Pieces;
};

bool isIntelHex(llvm::StringRef Bytes);
bool isUf2(llvm::StringRef Bytes);

/// Intel HEX: lines of hexadecimal digits with checksums.
llvm::Expected<RawFile> readIntelHex(llvm::MemoryBufferRef Buffer);

/// UF2: blocks of 512 bytes that USB boot loaders take. An image for each
/// family of boards, in the order of the file; at least one. Blocks that are
/// not for the main flash are left out.
llvm::Expected<std::vector<RawFile>> readUf2(llvm::MemoryBufferRef Buffer);

} // namespace metaobj

#endif // METAOBJ_INSPECT_RAWFILE_H

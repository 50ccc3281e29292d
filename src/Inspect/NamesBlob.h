//===- NamesBlob.h - A registry's list of names --------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `<count><name>\0<name>\0...\0`, with a count of one or two bytes. Nothing in
/// the bytes says which: only one reading makes sense of them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_NAMESBLOB_H
#define METAOBJ_INSPECT_NAMESBLOB_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct NamesBlob {
  llvm::StringRef Abi; ///< "tvm-crt-u16", ...
  uint64_t Count = 0;
  std::vector<llvm::StringRef> Names;
  /// The count is little endian on a big-endian target, as TVM writes it.
  bool IsSwapped = false;
};

/// Where the blob may be and what is known around it.
struct NamesPlace {
  /// From the blob's first byte to where its symbol or its section ends.
  llvm::StringRef Bytes;
  /// The size of Bytes is that of the blob.
  bool IsWholeBlob = false;
  bool IsLittleEndian = false;
};

/// Decodes the blob when it counts at most \p MaxCount names, which is what the
/// function table has room for. Adds the bytes that were looked at to
/// \p Scanned.
std::optional<NamesBlob> decodeNames(const NamesPlace &Place, uint64_t MaxCount,
                                     uint64_t &Scanned);

/// Why nothing can be decoded: a clause that follows "the names at <place> ".
std::string explainNames(const NamesPlace &Place);

} // namespace metaobj

#endif // METAOBJ_INSPECT_NAMESBLOB_H

//===- NamesBlob.h - A registry's list of names --------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `<count><name>\0<name>\0...\0`, with a count of one or two bytes. The bytes
/// do not tell its width, but only one reading makes sense.
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

/// The possible place of the names, and facts about it.
struct NamesPlace {
  /// From the first byte to the end of the symbol or the section.
  llvm::StringRef Bytes;
  /// Bytes has exactly the size of the names.
  bool IsWholeBlob = false;
  bool IsLittleEndian = false;
};

/// Decodes the names if there are at most \p MaxCount, the room of the function
/// table. Adds the number of bytes that it read to \p Scanned.
std::optional<NamesBlob> decodeNames(const NamesPlace &Place, uint64_t MaxCount,
                                     uint64_t &Scanned);

/// Reason of a failure: a clause after "the names at <place> ".
std::string explainNames(const NamesPlace &Place);

} // namespace metaobj

#endif // METAOBJ_INSPECT_NAMESBLOB_H

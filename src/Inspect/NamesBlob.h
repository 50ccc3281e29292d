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
};

/// Decodes the blob at the start of \p Bytes, which end where the section or
/// the blob's own symbol does. \p IsWholeBlob: the size of \p Bytes is that of
/// the blob. Returns nullopt with the reason in \p Fault, a clause that follows
/// "the names at <place> ".
std::optional<NamesBlob> decodeNames(llvm::StringRef Bytes, bool IsWholeBlob,
                                     bool IsLittleEndian, std::string &Fault);

} // namespace metaobj

#endif // METAOBJ_INSPECT_NAMESBLOB_H

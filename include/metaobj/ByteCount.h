//===- metaobj/ByteCount.h - Sizes that users write -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BYTECOUNT_H
#define METAOBJ_BYTECOUNT_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace metaobj {

/// "65536", "64K" or "2M" in bytes, with K and M of 1024 of the smaller unit.
/// nullopt for anything else, and above 64 bits.
std::optional<uint64_t> parseByteCount(llvm::StringRef Text);

} // namespace metaobj

#endif // METAOBJ_BYTECOUNT_H

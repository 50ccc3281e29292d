//===- ByteCount.h - Numbers that users write -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_BYTECOUNT_H
#define METAOBJ_BASE_BYTECOUNT_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace metaobj {

/// "32768"; nullopt for anything else, and above 64 bits. Leading zeros are
/// nothing: other readers would take them for the mark of an octal number.
std::optional<uint64_t> parseDecimal(llvm::StringRef Text);

/// The same, or "0x8000".
std::optional<uint64_t> parseAddress(llvm::StringRef Text);

/// "65536", "64K" or "2M" in bytes, with K and M of 1024 of the smaller unit.
/// nullopt for anything else, and above 64 bits.
std::optional<uint64_t> parseByteCount(llvm::StringRef Text);

} // namespace metaobj

#endif // METAOBJ_BASE_BYTECOUNT_H

//===- ContentHash.h - Parameters by what is in them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_CONTENTHASH_H
#define METAOBJ_LAYOUT_CONTENTHASH_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Error.h"

#include <array>
#include <string>
#include <vector>

namespace metaobj {

using ContentHash = std::array<uint8_t, LLVM_BLAKE3_OUT_LEN>;

/// BLAKE3 of the bytes of each of \p Params, its numbers in \p Order: what
/// `metaobj inspect` shows. Reads everything once, a range of a file that
/// several parameters have once for all of them.
llvm::Expected<std::vector<ContentHash>>
hashContents(llvm::ArrayRef<Param> Params, Endianness Order);

/// The symbol by which linkers tell that two objects hold the same bytes:
/// `__metaobj_data_` and 64 hexadecimal digits. \p Hash, the bytes' number
/// \p Size, their \p Section and its \p Alignment go into it, because a linker
/// keeps any one of the sections and looks at none of these.
std::string sharedDataSymbol(const ContentHash &Hash, uint64_t Size,
                             llvm::StringRef Section, uint64_t Alignment);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_CONTENTHASH_H

//===- ContentHash.h - Parameters by what is in them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_LAYOUT_CONTENTHASH_H
#define METAOBJ_EMIT_LAYOUT_CONTENTHASH_H

#include "Model/ContentHash.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// BLAKE3 of each \p PiecesEach of \p Pieces, with numbers in \p Order. Reads
/// them in their order, and those that are near to each other in a file by one
/// call.
llvm::Expected<std::vector<ContentHash>>
hashPieces(llvm::ArrayRef<Payload> Pieces, size_t PiecesEach,
           Endianness Order = Endianness::little);

/// BLAKE3 of the bytes of each of \p Params, with numbers in \p Order, as
/// `metaobj inspect` shows it. Reads everything once, and a range of a file
/// once for all parameters that have it.
llvm::Expected<std::vector<ContentHash>>
hashContents(llvm::ArrayRef<Param> Params, Endianness Order);

/// The symbol by which linkers recognise equal bytes in two objects:
/// `__metaobj_data_` and 64 hexadecimal digits. It depends on \p Hash, \p Size,
/// \p Section and \p Alignment of the bytes, because a linker keeps any of the
/// sections and compares nothing else.
std::string sharedDataSymbol(const ContentHash &Hash, uint64_t Size,
                             llvm::StringRef Section, uint64_t Alignment);

} // namespace metaobj

#endif // METAOBJ_EMIT_LAYOUT_CONTENTHASH_H

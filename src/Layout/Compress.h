//===- Compress.h - Parameters as zstd frames -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_COMPRESS_H
#define METAOBJ_LAYOUT_COMPRESS_H

#include "metaobj/Emit.h"

namespace metaobj {

/// Does \p Config ask for it, for any parameter?
bool isCompressionWanted(const EmitConfig &Config);

/// Compresses those parameters of \p TheModel that \p Config asks it for and
/// that shrink enough. Their bytes are then those of a file without a name in
/// the folder of EmitConfig::Output or, where there can be none, of temporary
/// files; it lives as long as they do. Memory does not depend on the size of
/// parameters. Numbers get the byte order \p Order first, which must be the
/// target's.
///
/// Same parameters, levels and version of zstd give the same bytes.
llvm::Error compressParams(Model &TheModel, const EmitConfig &Config,
                           Endianness Order);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_COMPRESS_H

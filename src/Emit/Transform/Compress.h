//===- Compress.h - Parameters as zstd frames -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TRANSFORM_COMPRESS_H
#define METAOBJ_EMIT_TRANSFORM_COMPRESS_H

#include "metaobj/Emit.h"

namespace metaobj {

/// Does \p Config ask for compression of any parameter?
bool isCompressionWanted(const EmitConfig &Config);

/// Compresses the parameters of \p TheModel for which \p Config asks for it, if
/// they shrink enough. Their bytes are then in a file without a name, in the
/// folder of EmitConfig::Output or, if this is not possible, of temporary
/// files. The file lives as long as the parameters. Memory does not depend on
/// the size of parameters. Numbers first get the byte order \p Order, which
/// must be the target's.
///
/// The same parameters, levels and version of zstd give the same bytes.
llvm::Error compressParams(Model &TheModel, const EmitConfig &Config,
                           Endianness Order);

} // namespace metaobj

#endif // METAOBJ_EMIT_TRANSFORM_COMPRESS_H

//===- FileFormats.h - What readers of files share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_FILEFORMATS_H
#define METAOBJ_READ_FILEFORMATS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace metaobj {

/// A limit far above any real tensor; it bounds the memory for a damaged file.
constexpr int32_t MostDimensions = 64;

/// How files of some formats start.
constexpr uint64_t TvmParamsMagic = 0xF7E58D4F05049CB7;
inline constexpr llvm::StringLiteral NumpyMagic = "\x93NUMPY";

/// Are \p Head a header's size and the first bytes of the header?
bool startsLikeSafetensors(llvm::StringRef Head);

/// Does \p Head start with fields of an ONNX model? Protobuf has no magic.
bool startsLikeOnnx(llvm::StringRef Head);

/// Does \p Head start with the first key of a manifest, after comments?
bool startsLikeManifest(llvm::StringRef Head);

/// Does the first line name the columns that every list of buffers has?
bool startsLikeBufferList(llvm::StringRef Head);

} // namespace metaobj

#endif // METAOBJ_READ_FILEFORMATS_H

//===- metaobj/Tensor.h - Types and sizes of tensors ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TENSOR_H
#define METAOBJ_TENSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <optional>
#include <string>

namespace metaobj {

/// "float32", "int8", "bool", "bfloat16", "float32x4": DLPack types as TVM
/// writes them. Unknown codes give "code<N>_<bits>".
std::string dtypeName(DLDataType DType);

/// The inverse of dtypeName. nullopt when \p Name is no type.
std::optional<DLDataType> parseDType(llvm::StringRef Name);

/// Bytes of one element of \p DType in memory, all lanes together. An error if
/// a parameter cannot have this type.
llvm::Expected<uint64_t> elementBytes(DLDataType DType);

/// Bytes per number that a change of byte order reverses.
unsigned byteOrderUnit(DLDataType DType);

/// Bytes of a compact tensor. Negative extents and products that exceed 64 bits
/// are errors.
llvm::Expected<uint64_t> tensorBytes(DLDataType DType,
                                     llvm::ArrayRef<int64_t> Shape);

/// Bytes that a tensor of a graph takes in memory while the graph runs. As
/// tensorBytes, but handles and types smaller than a byte are no errors: each
/// element takes whole bytes, as in TVM's graph executors.
llvm::Expected<uint64_t> storageBytes(DLDataType DType,
                                      llvm::ArrayRef<int64_t> Shape);

} // namespace metaobj

#endif // METAOBJ_TENSOR_H

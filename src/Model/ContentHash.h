//===- ContentHash.h - What a parameter's bytes are -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_CONTENTHASH_H
#define METAOBJ_MODEL_CONTENTHASH_H

#include "llvm/Support/BLAKE3.h"

#include <array>
#include <cstdint>

namespace metaobj {

/// BLAKE3 of a parameter's stored bytes.
using ContentHash = std::array<uint8_t, LLVM_BLAKE3_OUT_LEN>;

} // namespace metaobj

#endif // METAOBJ_MODEL_CONTENTHASH_H

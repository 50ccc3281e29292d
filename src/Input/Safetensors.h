//===- Safetensors.h - How safetensors files start --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_SAFETENSORS_H
#define METAOBJ_INPUT_SAFETENSORS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace metaobj {

/// The limit of the format's own library.
constexpr uint64_t LargestSafetensorsHeader = 100000000;

/// Are \p Head a header's size and the first bytes of the header?
bool startsLikeSafetensors(llvm::StringRef Head);

} // namespace metaobj

#endif // METAOBJ_INPUT_SAFETENSORS_H

//===- WasmFacts.h - What a WebAssembly object tells ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_WASMFACTS_H
#define METAOBJ_TARGET_WASMFACTS_H

#include "Object/WasmFile.h"

#include "ElfFacts.h"

#include "llvm/TargetParser/Triple.h"

#include <string>

namespace metaobj {

llvm::Triple tripleOf(const WasmFile &File);

/// The features that \p File uses, in the form of --mattr. Leaves out features
/// that the oldest supported LLVM does not know, because they require nothing
/// of other objects.
std::string featuresOf(const WasmFile &File);

/// What the relocations of \p File show about its relocation model.
Placement placementOf(const WasmFile &File);

} // namespace metaobj

#endif // METAOBJ_TARGET_WASMFACTS_H

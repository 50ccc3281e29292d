//===- WasmFacts.cpp - What a WebAssembly object tells --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WebAssembly is a machine with functions that have types, and with a memory
// whose addresses have 32 bits, or 64 (wasm64). An object does not show the
// system (WASI, Emscripten), and the output does not depend on it, except that
// position-independent code is Emscripten's.
//
// An object names the features that its code uses in the section
// target_features. wasm-ld joins them, and every object must have some of them:
// --shared-memory requires "atomics" and "bulk-memory" of each. So the output
// has the same features and no others: they are added to the CPU "mvp", which
// has none of its own.
//
// The address of a function is an index into the table that wasm-ld fills.
// Position-independent code (shared libraries) adds the bases of memory and
// table that its loader chose; static code does not.
//
//===----------------------------------------------------------------------===//

#include "Target/FormatFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Wasm.h"

using namespace llvm;
using namespace metaobj;

/// A feature that is used, and not one that is only asked for or ruled out.
static constexpr char UsedPrefix = '+';

Triple metaobj::tripleOf(const WasmFile &File) {
  // LLVM makes position-independent code for no other system.
  if (placementOf(File) == Placement::PositionIndependent)
    return Triple(File.Is64 ? "wasm64-unknown-emscripten"
                            : "wasm32-unknown-emscripten");
  return Triple(File.Is64 ? "wasm64-unknown-unknown"
                          : "wasm32-unknown-unknown");
}

std::string metaobj::featuresOf(const WasmFile &File) {
  static constexpr StringLiteral Known[] = {"atomics",
                                            "bulk-memory",
                                            "exception-handling",
                                            "extended-const",
                                            "multivalue",
                                            "mutable-globals",
                                            "nontrapping-fptoint",
                                            "reference-types",
                                            "relaxed-simd",
                                            "sign-ext",
                                            "simd128",
                                            "tail-call"};
  std::string Features;
  for (StringRef Feature : File.Features)
    if (Feature.front() == UsedPrefix &&
        is_contained(Known, Feature.drop_front()))
      Features += (Features.empty() ? "" : ",") + Feature.str();
  return Features;
}

Placement metaobj::placementOf(const WasmFile &File) {
  Placement Found = Placement::Unknown;
  for (const WasmRelocation &CodeRelocation : File.CodeRelocations)
    switch (CodeRelocation.Type) {
    case wasm::R_WASM_MEMORY_ADDR_LEB:
    case wasm::R_WASM_MEMORY_ADDR_SLEB:
    case wasm::R_WASM_MEMORY_ADDR_LEB64:
    case wasm::R_WASM_MEMORY_ADDR_SLEB64:
    case wasm::R_WASM_TABLE_INDEX_SLEB:
    case wasm::R_WASM_TABLE_INDEX_SLEB64:
      return Placement::Static;
    case wasm::R_WASM_MEMORY_ADDR_REL_SLEB:
    case wasm::R_WASM_MEMORY_ADDR_REL_SLEB64:
    case wasm::R_WASM_TABLE_INDEX_REL_SLEB:
    case wasm::R_WASM_TABLE_INDEX_REL_SLEB64:
      Found = Placement::PositionIndependent;
      break;
    case wasm::R_WASM_GLOBAL_INDEX_LEB:
      // A global that stands for an address is one of the loader's.
      if (File.Symbols[CodeRelocation.Index].isData() ||
          File.Symbols[CodeRelocation.Index].isFunction())
        Found = Placement::PositionIndependent;
      break;
    default:
      break;
    }
  return Found;
}

//===- DebugSections.h - DWARF of an ELF object -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_DEBUGSECTIONS_H
#define METAOBJ_INPUT_DEBUGSECTIONS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace metaobj {

/// The sections with declarations, decompressed, and with references between
/// them resolved. References to code and data stay as they are.
struct DebugSections {
  /// By name, without the dot.
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Contents;
  uint8_t AddressSize = 0;
  bool IsLittleEndian = false;
};

/// The sections of the ELF object \p Bytes. nullopt if it has none, or if one
/// cannot be read to its end.
std::optional<DebugSections> readDebugSections(llvm::StringRef Bytes);

} // namespace metaobj

#endif // METAOBJ_INPUT_DEBUGSECTIONS_H

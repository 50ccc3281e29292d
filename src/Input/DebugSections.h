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

/// The sections that declarations are read from, decompressed, and with
/// references between them resolved; references to code and data are left as
/// they are.
struct DebugSections {
  /// By name, without the dot.
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Contents;
  uint8_t AddressSize = 0;
  bool IsLittleEndian = false;
};

/// Those of the ELF object \p Bytes. nullopt when it has none, or any that
/// cannot be read to the end.
std::optional<DebugSections> readDebugSections(llvm::StringRef Bytes);

} // namespace metaobj

#endif // METAOBJ_INPUT_DEBUGSECTIONS_H

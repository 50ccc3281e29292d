//===- NameIndex.h - Perfect hashing of a registry's names ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tables of `--registry-index`, by which runtime_crt finds a function in
/// constant time: tvm_crt/registry_index.h describes them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_NAMEINDEX_H
#define METAOBJ_ABI_NAMEINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <vector>

namespace metaobj {

/// TVM_CRT_REGISTRY_INDEX_VERSION of runtime_crt.
inline constexpr uint32_t NameIndexVersion = 2;

/// runtime_crt's hash of a name.
uint32_t hashOfName(llvm::StringRef Name, uint32_t Seed);

/// The number of the shift for names with that hash.
inline size_t groupOfName(uint32_t Hash, size_t NumSlots) {
  return (Hash >> 16) & (NumSlots / 2 - 1);
}

/// The index of a registry.
struct NameIndex {
  uint32_t Seed = 0;
  uint32_t MaxProbes = 1;        ///< Slots that a look-up may have to read.
  std::vector<uint16_t> Slots;   ///< Ordinal + 1, or 0; a power of two.
  std::vector<uint16_t> Shifts;  ///< Half as many as slots.
  std::vector<uint32_t> Offsets; ///< Of each function's name, by ordinal.
  uint64_t NamesSize = 0;        ///< With the empty name at their end.

  /// The index of \p Names, which are all different and have the positions from
  /// \p FirstOrdinal on. They are the last of the \p NamesSize bytes of all
  /// names, before the empty name; entries before them cannot be looked up. The
  /// same names give the same index on every machine.
  static NameIndex build(llvm::ArrayRef<llvm::StringRef> Names,
                         size_t FirstOrdinal, uint64_t NamesSize);

  /// The numbers at the start of TVMRegistryIndex.
  std::array<uint64_t, 6> numbers() const {
    return {NameIndexVersion, Offsets.size(), Slots.size(),
            MaxProbes,        Seed,           NamesSize};
  }
};

} // namespace metaobj

#endif // METAOBJ_ABI_NAMEINDEX_H

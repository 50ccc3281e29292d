//===- SizeParts.h - What text, JSON and page share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_SIZEPARTS_H
#define METAOBJ_INSPECT_REPORT_SIZEPARTS_H

#include "Inspect/Report/Report.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace metaobj {

/// In the order of reports.
inline constexpr ByteUse AllByteUses[] = {
    ByteUse::Code,      ByteUse::Names,   ByteUse::Tables,
    ByteUse::Parameter, ByteUse::Padding, ByteUse::Relocations,
    ByteUse::Symbols,   ByteUse::Strings, ByteUse::Headers,
    ByteUse::Other};

/// "code", "read-only", ...
llvm::StringRef sectionKindName(SizedSection::KindType Kind);

/// Do sections of this kind count in SizeReport::Flash, and in Ram?
inline bool isInFlash(SizedSection::KindType Kind) {
  return Kind != SizedSection::ZeroFill && Kind != SizedSection::NotLoaded;
}
inline bool isInRam(SizedSection::KindType Kind) {
  return Kind == SizedSection::Data || Kind == SizedSection::ZeroFill;
}

/// What \p Use consists of, by name, the largest first. Pieces with one name
/// are one.
std::vector<std::pair<llvm::StringRef, uint64_t>>
partsOf(const SizeReport &Report, ByteUse Use);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_SIZEPARTS_H

//===- SizeMap.h - What the maps of a size page show ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_SIZEMAP_H
#define METAOBJ_INSPECT_REPORT_SIZEMAP_H

#include "Inspect/Report/Report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace metaobj {

/// A memory, a section, a model, or a leaf: a parameter, a pool, or all bytes
/// of a section that have one use.
struct SizeTile {
  std::string Name;
  /// A class of SizePage.html: a use, "pool", "zeros" or "small".
  llvm::StringRef Class;
  uint64_t Bytes = 0;
  /// Row of the tables that has the figure: "section-3". Empty: none.
  std::string Row;
  std::vector<SizeTile> Parts; ///< The largest first; empty for a leaf.
};

/// The sections that count in SizeReport::Flash.
SizeTile flashMap(const SizeReport &Report);

/// The sections that count in SizeReport::Ram.
SizeTile ramMap(const SizeReport &Report);

/// Name of a row of the page.
std::string sectionRow(size_t Index);
std::string paramRow(size_t Index);
std::string poolRow(size_t Index);
std::string useRow(ByteUse Use);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_SIZEMAP_H

//===- Elements.h - Elements of two parameters ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_ELEMENTS_H
#define METAOBJ_INSPECT_REPORT_ELEMENTS_H

#include "Inspect/Report/Report.h"
#include "metaobj/Inspect.h"

namespace metaobj {

/// A parameter whose bytes are in its own file, and that file.
struct ParamInFile {
  const InspectedParam &Param;
  const InspectedFile &File;
};

/// Result of a comparison of elements: none is set if all are equal.
struct ComparedElements {
  std::optional<ElementDifference> Difference = std::nullopt;
  std::string NotCompared = {}; ///< Why; then they may differ.
};

/// Compares the elements of two parameters with the same number of bytes, and
/// the same type if both tell it. Adds the bytes that it looked at to \p Work.
/// Errors name a file.
llvm::Expected<ComparedElements>
compareElements(const ParamInFile &A, const ParamInFile &B, uint64_t &Work);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_ELEMENTS_H

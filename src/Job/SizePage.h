//===- SizePage.h - Where bytes went, as a file -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_SIZEPAGE_H
#define METAOBJ_JOB_SIZEPAGE_H

#include "Inspect/Report/Report.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Output.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// A page of sizes that is written (`metaobj size --html`). Plain data.
struct SizePage {
  std::string Path;
  std::vector<std::string> Measured; ///< Files that it must not replace.
  SignalHandling Signals = SignalHandling::None;
};

namespace setting {
inline constexpr Setting SizePage("SizePage::Path");
} // namespace setting

/// Writes printHtml() of \p Reports whole or not at all.
llvm::Error writeSizePage(const SizePage &Page,
                          llvm::ArrayRef<SizeReport> Reports);

} // namespace metaobj

#endif // METAOBJ_JOB_SIZEPAGE_H

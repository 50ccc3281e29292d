//===- Diff.h - Parts of metaobj diff ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_DIFF_H
#define METAOBJ_TOOLS_METAOBJ_DIFF_H

#include "Inspect/Report/Report.h"

/// Warns where "equal" would be less than it seems: files without anything to
/// compare, or without their symbols.
void warnOfDiff(const metaobj::DiffReport &Report,
                const metaobj::DiagnosticConsumer &Diagnostics);

#endif // METAOBJ_TOOLS_METAOBJ_DIFF_H

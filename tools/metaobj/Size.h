//===- Size.h - Parts of metaobj size ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_SIZE_H
#define METAOBJ_TOOLS_METAOBJ_SIZE_H

#include "Inspect/Report/Report.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <vector>

llvm::Expected<metaobj::SizeBudget> readBudgetFile(llvm::StringRef Path);

/// Measures all files, and the memories of \p Board. Warns of those that are
/// stripped or hold no object; the latter is an error if there is a budget,
/// which would hold for nothing.
llvm::Expected<std::vector<metaobj::SizeReport>>
measureFiles(llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> Files,
             const std::optional<metaobj::MemoryMap> &Board, bool HasBudget,
             const metaobj::DiagnosticConsumer &Diagnostics);

/// One error for each limit of the file \p Path that is exceeded.
llvm::Error compareWithBudget(llvm::ArrayRef<metaobj::SizeReport> Reports,
                              const metaobj::SizeBudget &Budget,
                              llvm::StringRef Path,
                              const metaobj::DiagnosticConsumer &Diagnostics);

#endif // METAOBJ_TOOLS_METAOBJ_SIZE_H

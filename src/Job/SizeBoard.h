//===- SizeBoard.h - How full the memories of a board are -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_SIZEBOARD_H
#define METAOBJ_JOB_SIZEBOARD_H

#include "Inspect/Report/Report.h"
#include "metaobj/MemoryMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <optional>

namespace metaobj {

/// The board of this name or path; nullopt if it is empty.
llvm::Expected<std::optional<MemoryMap>>
readSizeBoard(llvm::StringRef NameOrPath);

/// Sets the memories of the reports of \p Image, a linked program.
llvm::Error addMemories(llvm::MemoryBufferRef Image, const MemoryMap &Board,
                        llvm::MutableArrayRef<SizeReport> Reports);

/// One error for each memory of \p Board that is too full.
llvm::Error checkMemories(llvm::ArrayRef<SizeReport> Reports,
                          const std::optional<MemoryMap> &Board);

} // namespace metaobj

#endif // METAOBJ_JOB_SIZEBOARD_H

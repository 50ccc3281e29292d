//===- MemoryFlags.h - --board and --memory ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_MEMORYFLAGS_H
#define METAOBJ_TOOLS_METAOBJ_MEMORYFLAGS_H

#include "metaobj/MemoryMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

/// The memories of \p Board, or else of \p Regions, which may be the path of a
/// file; nullopt if both are empty.
llvm::Expected<std::optional<metaobj::MemoryMap>>
memoryOfFlags(llvm::StringRef Board, llvm::ArrayRef<std::string> Regions);

#endif // METAOBJ_TOOLS_METAOBJ_MEMORYFLAGS_H

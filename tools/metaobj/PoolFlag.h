//===- PoolFlag.h - Memories on the command line ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_POOLFLAG_H
#define METAOBJ_TOOLS_METAOBJ_POOLFLAG_H

#include "metaobj/Executor.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

/// "name" or "name:limit". nullopt when it is neither.
std::optional<metaobj::PlanPool> parsePool(llvm::StringRef Text);

/// The same, and behind it ",caller" or ",section=<name>".
std::optional<metaobj::ExecutorPool> parseExecutorPool(llvm::StringRef Text);

/// "name", and behind it ",caller" or ",section=<name>".
std::optional<metaobj::ConstantPool> parseConstantPool(llvm::StringRef Text);

#endif // METAOBJ_TOOLS_METAOBJ_POOLFLAG_H

//===- LlvmFlags.h - Options of LLVM itself ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's options are global, those of a branch for its own target among them.
/// This is the one place that knows them; nothing is done without -mllvm.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_LLVMFLAGS_H
#define METAOBJ_TOOLS_METAOBJ_LLVMFLAGS_H

#include "metaobj/Job.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

/// \p Words, with the contents of response files (@file) in their places.
llvm::Expected<std::vector<llvm::StringRef>>
expandResponseFiles(llvm::ArrayRef<const char *> Words,
                    llvm::StringSaver &Saver);

/// Has LLVM an option \p Name?
bool isLlvmFlag(llvm::StringRef Name);

/// Gives \p Words to LLVM, and sets the options of its code generator in
/// \p Target. LLVM prints what it has to say of a value.
llvm::Error takeLlvmFlags(llvm::ArrayRef<std::string> Words,
                          metaobj::TargetChoice &Target);

#endif // METAOBJ_TOOLS_METAOBJ_LLVMFLAGS_H

//===- metaobj/Backends.h - LLVM's back ends in a program -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of LLVM's back ends a program has. Without a word about it that is
/// every one of the linked LLVM. A program that links LLVM's archives gets
/// smaller when it names those that it needs:
///
///     llvm::ArrayRef<metaobj::Backend> metaobj::linkedBackends() {
///       static const Backend Needed[] = {METAOBJ_BACKEND(ARM)};
///       return Needed;
///     }
///
/// The linker then leaves the library's own definition in its archive, and with
/// it all other back ends.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BACKENDS_H
#define METAOBJ_BACKENDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/TargetSelect.h"

namespace metaobj {

/// How to switch on one of LLVM's back ends.
struct Backend {
  /// LLVM's: "ARM", which serves Arm and Thumb.
  llvm::StringRef Name;
  void (*TargetInfo)();
  void (*Target)();
  void (*TargetMc)();
  void (*AsmPrinter)() = nullptr;   ///< Null: there is none.
  void (*Disassembler)() = nullptr; ///< Null: there is none. For selfTest only.
};

/// What createTargetMachine and all that take a TargetSpec choose from. A
/// program may define it.
llvm::ArrayRef<Backend> linkedBackends();

} // namespace metaobj

/// The Backend \p Name without its disassembler.
#define METAOBJ_BACKEND(Name)                                                  \
  {#Name,                                                                      \
   LLVMInitialize##Name##TargetInfo,                                           \
   LLVMInitialize##Name##Target,                                               \
   LLVMInitialize##Name##TargetMC,                                             \
   LLVMInitialize##Name##AsmPrinter,                                           \
   nullptr}

#endif // METAOBJ_BACKENDS_H

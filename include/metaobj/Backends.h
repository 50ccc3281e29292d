//===- metaobj/Backends.h - LLVM's back ends in a program -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The back ends of LLVM in a program. By default, a program has all back ends
/// of the linked LLVM. A program that links LLVM's archives gets smaller if it
/// names the back ends that it needs:
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

/// How to initialise one of LLVM's back ends.
struct Backend {
  /// LLVM's name: "ARM", for Arm and Thumb.
  llvm::StringRef Name;
  void (*TargetInfo)();
  void (*Target)();
  void (*TargetMc)();
  void (*AsmPrinter)() = nullptr;   ///< Null: there is none.
  void (*Disassembler)() = nullptr; ///< Null: there is none. For selfTest only.
};

/// The choice for createTargetMachine and all functions that take a TargetSpec.
/// A program may define it.
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

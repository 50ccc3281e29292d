//===- IrModule.h - Bitcode and textual IR ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Only this file calls LLVM's readers of IR. By default a context prints
/// warnings and ends the process on errors, and the parser of text recurses for
/// each bracket.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_IRMODULE_H
#define METAOBJ_OBJECT_IRMODULE_H

#include "metaobj/Diagnostic.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A module with the context that it lives in.
class IrModule {
public:
  /// Reads bitcode, whose function bodies stay unread, or textual IR. Errors
  /// and warnings, which go to \p Diagnostics, name the buffer's identifier.
  static llvm::Expected<std::unique_ptr<IrModule>>
  read(llvm::MemoryBufferRef Buffer, const DiagnosticConsumer &Diagnostics);

  const llvm::Module &operator*() const { return *Module; }
  const llvm::Module *operator->() const { return Module.get(); }

  /// The module flag \p Name, if it is a number. LLVM's own accessors do not
  /// check this.
  std::optional<uint64_t> flag(llvm::StringRef Name) const;

private:
  explicit IrModule(std::string Name) : Name(std::move(Name)) {}

  void receive(const llvm::DiagnosticInfo &Info);
  llvm::Expected<std::unique_ptr<llvm::Module>>
  parse(llvm::MemoryBufferRef Buffer);

  std::string Name;
  bool IsRead = false; ///< Warnings are kept only meanwhile.
  std::vector<std::string> Warnings;
  std::string FirstError;
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::MemoryBuffer> Copy; ///< Of text, with its NUL.
  std::unique_ptr<llvm::Module> Module;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_IRMODULE_H

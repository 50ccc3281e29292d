//===- metaobj/ListFunctions.h - Functions of objects and IR ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For RuntimeModule::functionNames: what an object or a module of LLVM IR has
/// that a registry can list.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LISTFUNCTIONS_H
#define METAOBJ_LISTFUNCTIONS_H

#include "metaobj/Model.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace metaobj {

/// The functions that \p Object defines for others and \p IsWanted says yes to,
/// all without it; in the object's order. Left out are those that are known not
/// to be packed. Symbols without a type count: assemblers leave it out.
llvm::Expected<std::vector<Function>>
listFunctions(const OperatorObject &Object,
              llvm::function_ref<bool(llvm::StringRef)> IsWanted = nullptr);

/// The same of \p M.
std::vector<Function>
listFunctions(const llvm::Module &M,
              llvm::function_ref<bool(llvm::StringRef)> IsWanted = nullptr);

} // namespace metaobj

#endif // METAOBJ_LISTFUNCTIONS_H

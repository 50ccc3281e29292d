//===- metaobj/ListFunctions.h - Functions of objects and IR ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For RuntimeModule::functionNames: lists the functions of an object or of a
/// module of LLVM IR that a registry can contain.
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

/// The global functions of \p Object that \p IsWanted accepts (without it:
/// all), in the object's order. Leaves out functions that are known not to be
/// packed. Includes symbols without a type, because assemblers may omit types.
llvm::Expected<std::vector<Function>>
listFunctions(const OperatorObject &Object,
              llvm::function_ref<bool(llvm::StringRef)> IsWanted = nullptr);

/// The same for \p M.
std::vector<Function>
listFunctions(const llvm::Module &M,
              llvm::function_ref<bool(llvm::StringRef)> IsWanted = nullptr);

} // namespace metaobj

#endif // METAOBJ_LISTFUNCTIONS_H

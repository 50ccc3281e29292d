//===- TvmNames.h - What TVM calls functions --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_TVMNAMES_H
#define METAOBJ_READ_OBJECTS_TVMNAMES_H

#include "Read/Objects/ObjectContents.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace metaobj {

/// The entry function of a registry that TVM generated.
inline constexpr llvm::StringLiteral SystemLibEntryName =
    "TVMSystemLibEntryPoint";

/// \p Name as TVM makes a name in C of it: other characters than letters and
/// digits become underscores.
std::string cNameOfTvm(llvm::StringRef Name);

/// Names in operator objects that are no operators: the runtime or the metadata
/// object defines them, or they are no functions. No pattern lists them.
bool isRuntimeName(llvm::StringRef Name);

/// Does an object with \p Symbols define the entry of a registry, and no
/// function that could be an operator?
bool isOnlyRegistry(llvm::ArrayRef<ObjectSymbol> Symbols);

/// The end of the name of a model's main function in v0.8.
inline constexpr llvm::StringLiteral OldMainEnd = "_run_model";

/// Is \p Name that of a function that TVM writes around a model's main
/// function, or with v0.8 this function itself?
bool isExecutorName(llvm::StringRef Name);

/// What else tells of the interfaces of models. A model has the start of its
/// functions: "tvmgen_default_".
struct ModelInterfaces {
  /// With TVM's C interface: its header, or `_run` in the source takes
  /// structures.
  llvm::StringSet<> WithC;
  /// With unpacked operators, but a packed `_run`.
  llvm::StringSet<> WithUnpacked;
  /// The code checks its arguments, which only packed functions of LLVM do.
  bool HasChecks = false;
};

/// Does TVM list \p Name in no registry? For names whose type the objects do
/// not show; \p IsDefined says whether they define a function.
///
/// The functions of a model with TVM's C interface take plain pointers. Like
/// every model compiled ahead of time it has `tvmgen_<model>_run`, but only a
/// model with packed interface also has `tvmgen_<model>_get_c_metadata`. With
/// `tvmgen_<model>___tvm_main__` (v0.9 and later), all functions of a model
/// with the C interface are unpacked. v0.8 never lists `_run`; its model with
/// `tvmgen_<model>_run_model` is unpacked without checks. Where `_run` is
/// missing, its source was not compiled; LLVM makes none.
bool isNeverRegistered(llvm::StringRef Name, const ModelInterfaces &Known,
                       llvm::function_ref<bool(llvm::StringRef)> IsDefined);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_TVMNAMES_H

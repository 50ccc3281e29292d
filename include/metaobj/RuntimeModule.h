//===- metaobj/RuntimeModule.h - A compiler's modules -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiler implements RuntimeModule for each of its modules and calls
/// collect() to get one Model of them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_RUNTIMEMODULE_H
#define METAOBJ_RUNTIMEMODULE_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace metaobj {

/// A compiler implements this for each of its modules.
class RuntimeModule {
public:
  virtual ~RuntimeModule();

  /// For messages; need not be unique.
  virtual llvm::StringRef name() const = 0;

  /// The functions that clients may look up, in registry order. nullopt if this
  /// kind of module cannot list them.
  virtual std::optional<std::vector<Function>> functionNames() const = 0;

  /// Parameters to link into the image.
  virtual llvm::Expected<std::vector<Param>> linkedParams() const;

  /// The objects that define the functions, if they exist already.
  virtual llvm::Expected<std::vector<OperatorObject>> operatorObjects() const;
};

struct CollectOptions {
  std::string ModelName = "default";
  RegistryLimits Limits;
  /// Treat modules that cannot list their functions as modules without
  /// functions.
  bool AllowUnlistedModules = false;
  DiagnosticConsumer Diagnostics;
};

/// One model of all modules, with functions, parameters and objects in their
/// order. Reads \p Modules only during the call.
///
/// Errors: a module that cannot list its functions; every refusal of
/// checkModel.
llvm::Expected<Model> collect(llvm::ArrayRef<const RuntimeModule *> Modules,
                              const CollectOptions &Options = {});

/// For RuntimeModule::functionNames: the global functions of \p Object that
/// \p IsWanted accepts (without it: all), in the object's order. Leaves out
/// functions that are known not to be packed. Includes symbols without a type,
/// because assemblers may omit types. If \p Object describes its operators
/// (metaobj/Operators.h), only functions that are described as packed, with
/// their names for clients.
llvm::Expected<std::vector<Function>>
listFunctions(const OperatorObject &Object,
              llvm::function_ref<bool(llvm::StringRef)> IsWanted = nullptr);

/// The same for \p M.
llvm::Expected<std::vector<Function>>
listFunctions(const llvm::Module &M,
              llvm::function_ref<bool(llvm::StringRef)> IsWanted = nullptr);

} // namespace metaobj

#endif // METAOBJ_RUNTIMEMODULE_H

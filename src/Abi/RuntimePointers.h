//===- RuntimePointers.h - Weak pointers to the runtime ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_RUNTIMEPOINTERS_H
#define METAOBJ_ABI_RUNTIMEPOINTERS_H

#include "Object/ObjectView.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <map>

namespace metaobj {

/// Finds what operators call of TVM's runtime, by pointers and by functions
/// that only a host has. Operators that are not compiled
/// for a system library call the runtime by weak variables
/// ("__TVMBackendAllocWorkspace"), which the loader of a shared library sets. A
/// linked program has no loader.
class RuntimePointers {
public:
  void add(const ObjectView &View);

  /// Adds what is known of all views, whose names must still be there.
  void addTo(FfiNeeds &Needs) const;

private:
  /// What several objects together say of a variable.
  struct JointSymbol {
    bool IsStrong = false; ///< A definition that is not weak.
    bool IsFixed = false;  ///< No other definition can replace it.
  };

  std::map<llvm::StringRef, JointSymbol> Symbols;
  /// Functions of a host's runtime; true: an object defines it.
  std::map<llvm::StringRef, bool> HostFunctions;
};

/// The pointers that are zero when \p Image, a linked ELF file, starts. Their
/// names are the view's.
std::vector<llvm::StringRef> zeroPointers(const ObjectView &Image);

/// The pointers of \p Objects.
llvm::Expected<FfiNeeds>
runtimePointers(llvm::ArrayRef<OperatorObject> Objects);

} // namespace metaobj

#endif // METAOBJ_ABI_RUNTIMEPOINTERS_H

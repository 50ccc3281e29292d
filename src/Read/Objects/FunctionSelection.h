//===- FunctionSelection.h - Which functions are operators ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_FUNCTIONSELECTION_H
#define METAOBJ_READ_OBJECTS_FUNCTIONSELECTION_H

#include "Read/FileGatherer.h"
#include "Read/Objects/DebugSignatures.h"
#include "Read/Objects/LeftOutFunctions.h"
#include "metaobj/Input.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace metaobj {

/// The functions of a model.
struct SelectedFunctions {
  std::vector<Function> Functions; ///< In registry order.
  /// An object, not only a name, says of one of them that it is packed.
  bool HasPackedType = false;
  /// By Function::Name, what their objects say about them, if they do. Refers
  /// to GatheredFiles::Operators.
  llvm::StringMap<const OperatorDescription *> Described;
  /// By number of the object; the types below refer to them.
  llvm::DenseMap<size_t, llvm::StringMap<DebugSignature>> DebugTypes;
  /// By Function::Name, their types, of those that a graph calls.
  llvm::StringMap<KnownType> Types;
  /// By patterns of names; the caller reports them. Refers to GatheredFiles.
  LeftOutFunctions LeftOut;
};

/// Named functions, or the graph's, or of the objects those that are described
/// as packed and, of objects without descriptions, matching ones. The first of
/// these that exists decides. \p Abi tells which functions clients can call.
llvm::Expected<SelectedFunctions>
selectFunctions(const InputConfig &Config, const GatheredFiles &Files,
                RuntimeAbi Abi, llvm::ArrayRef<std::string> Reserved);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_FUNCTIONSELECTION_H

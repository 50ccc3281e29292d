//===- ObjectContents.h - What operator objects define ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_OBJECTCONTENTS_H
#define METAOBJ_READ_OBJECTS_OBJECTCONTENTS_H

#include "Object/ObjectView.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"
#include "metaobj/Model.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <vector>

namespace metaobj {

/// What an object says about itself.
struct ObjectContents {
  /// The global symbols that it defines and that have a name in C. Described
  /// functions first, in the order of their descriptions; the others in the
  /// order of the symbol table or module.
  std::vector<ObjectSymbol> Symbols;
  /// Symbols that other objects must define, in the object's order.
  std::vector<llvm::StringRef> Undefined;
  /// Descriptions of functions, most often none.
  std::vector<OperatorDescription> Operators;
  /// The type of packed functions, as ObjectSymbol::Type; empty if the object
  /// does not tell types.
  llvm::StringRef PackedType = {};
  /// It has code for GCC's link-time optimisation.
  bool HasGnuLto = false;

  /// Can \p Function, which has a type, not be called as a packed one?
  bool isOtherType(const ObjectSymbol &Function) const {
    return !Function.Type.empty() && Function.Type != PackedType;
  }
};

/// What \p View shows, that of a file of this kind.
ObjectContents contentsOf(ObjectView View, FileKind Kind);

/// Can a file of this kind be an operator object?
bool isObject(FileKind Kind);

/// The contents of \p Object, which has this kind. \p Names keeps names that
/// are not in its bytes. Each function that it describes is one that it
/// defines, and of no other type than described.
llvm::Expected<ObjectContents>
readObjectContents(const OperatorObject &Object, FileKind Kind,
                   llvm::StringSaver &Names,
                   const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_OBJECTCONTENTS_H

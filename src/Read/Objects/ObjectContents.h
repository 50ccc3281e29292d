//===- ObjectSymbols.h - What operator objects define -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_OBJECTSYMBOLS_H
#define METAOBJ_READ_OBJECTS_OBJECTSYMBOLS_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"
#include "metaobj/Model.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <optional>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace metaobj {

/// A global symbol that an object defines.
struct DefinedSymbol {
  enum KindType {
    Function,
    Untyped, ///< Assemblers may omit the type.
    Other,   ///< Data, indirect functions and so on.
  };

  llvm::StringRef Name;
  KindType Kind = Other;
  bool Weak = false;
  /// The type of a function that cannot be called as a packed one; empty if it
  /// can, or if the object does not tell it.
  llvm::StringRef OtherSignature = {};
  /// The type of a packed function; empty if the object does not tell types.
  llvm::StringRef PackedSignature = {};
  /// The number of arguments, if they all are pointers, and the result is an
  /// int. In WebAssembly pointers are numbers.
  std::optional<size_t> Pointers = {};
};

/// What an object says about itself.
struct ObjectContents {
  /// Described functions first, in the order of their descriptions; the others
  /// in the order of the symbol table or module. Names are without the format's
  /// prefix; symbols without the prefix are left out, because they have no name
  /// in C. They may point into the object's bytes.
  std::vector<DefinedSymbol> Symbols;
  /// Symbols that other objects must define, in the object's order.
  std::vector<llvm::StringRef> Undefined;
  /// Descriptions of functions, most often none.
  std::vector<OperatorDescription> Operators;
};

/// The global symbols of \p M, functions first, in its order, and those that it
/// declares. \p Names keeps the names.
ObjectContents symbolsOfModule(const llvm::Module &M, llvm::StringSaver &Names);

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

#endif // METAOBJ_READ_OBJECTS_OBJECTSYMBOLS_H

//===- ObjectSymbols.h - What operator objects define -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_OBJECTSYMBOLS_H
#define METAOBJ_INPUT_OBJECTSYMBOLS_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"
#include "metaobj/Model.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

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
};

/// Global symbols that the ELF object \p Object defines, in the order of its
/// symbol table. The names point into its bytes.
llvm::Expected<std::vector<DefinedSymbol>>
readElfSymbols(const OperatorObject &Object);

/// The same for a COFF or Mach-O object, with names without the format's
/// prefix. Leaves out symbols without the prefix, because they have no C name.
llvm::Expected<std::vector<DefinedSymbol>>
readCoffSymbols(const OperatorObject &Object);
llvm::Expected<std::vector<DefinedSymbol>>
readMachOSymbols(const OperatorObject &Object);

/// The same for a WebAssembly object. \p Names keeps the texts of types.
llvm::Expected<std::vector<DefinedSymbol>>
readWasmSymbols(const OperatorObject &Object, llvm::StringSaver &Names);

/// What an object says about itself.
struct ObjectContents {
  /// Described functions first, in the order of their descriptions; the others
  /// in the order of the symbol table or module.
  std::vector<DefinedSymbol> Symbols;
  /// Descriptions of functions, most often none.
  std::vector<OperatorDescription> Operators;
};

/// The contents of bitcode or textual IR: global symbols, functions first, in
/// the order of the module. \p Names keeps the names.
llvm::Expected<ObjectContents> readIr(const OperatorObject &Object,
                                      llvm::StringSaver &Names,
                                      const DiagnosticConsumer &Diagnostics);

/// The same for \p M.
std::vector<DefinedSymbol> symbolsOfModule(const llvm::Module &M,
                                           llvm::StringSaver &Names);

/// Can a file of this kind be an operator object?
bool isObject(FileKind Kind);

/// The contents of \p Object, which has this kind. Each function that it
/// describes is one that it defines, and of no other type than described.
llvm::Expected<ObjectContents>
readObjectContents(const OperatorObject &Object, FileKind Kind,
                   llvm::StringSaver &Names,
                   const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_INPUT_OBJECTSYMBOLS_H

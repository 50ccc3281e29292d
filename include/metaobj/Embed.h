//===- metaobj/Embed.h - Any files become data of a program -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files of any kind, or the parameters in files, as a Model without functions
/// for RuntimeAbi::None: each has a symbol of its own, by which a program
/// declares it.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMBED_H
#define METAOBJ_EMBED_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// An array type of C whose size is the same for every compiler.
struct CArrayType {
  std::string Element = "unsigned char";
  DLDataType DType = {kDLUInt, 8, 1};
  /// Outermost first; the first is 0 if it depends on the file: "[]".
  std::vector<uint64_t> Extents = {0};
  bool IsConst = true;
  /// At least that of the element.
  uint64_t Alignment = 1;
};

/// Reads "const unsigned char[]", "alignas(64) const float[2][2]"; nullopt for
/// anything else. Types whose size compilers choose, such as int, are not read.
std::optional<CArrayType> parseArrayType(llvm::StringRef Text);

/// Names of element types that parseArrayType reads.
std::vector<llvm::StringRef> elementTypes();

/// How files are embedded. Plain data.
struct EmbedConfig {
  /// The pattern of the symbols of files: a name of C with `{name}` (the file's
  /// name, below a folder that was given with folders), `{lower}` (the same in
  /// lower case), `{stem}` (without its extension), `{path}` (as given) and
  /// `{index}` (from 1) in it. Characters that C names cannot have become
  /// underscores. Empty: the style's own name, `{path}` for Xxd and Objcopy,
  /// `{name}` for others.
  std::string Symbol;

  /// Embed the parameters of the files, which must be in formats that readModel
  /// reads, in place of the files. The pattern of their symbols has `{name}`
  /// (the parameter's), `{lower}` and `{index}`. Empty: embed the files.
  std::string ParamSymbols;

  DataStyle Style = DataStyle::C;

  /// Of each file. Parameters have their own.
  CArrayType Type;

  /// Each file is text: a NUL comes behind it, which its type counts and its
  /// symbols for the number of bytes do not. Such files are read into memory.
  bool IsText = false;
};

namespace setting {
inline constexpr Setting EmbedSymbol("EmbedConfig::Symbol");
inline constexpr Setting ParamSymbols("EmbedConfig::ParamSymbols");
inline constexpr Setting EmbedType("EmbedConfig::Type");
inline constexpr Setting EmbedText("EmbedConfig::IsText");
} // namespace setting

/// May EmbedConfig::Symbol be \p Pattern? With \p IsOfParams: ParamSymbols.
bool isSymbolPattern(llvm::StringRef Pattern, bool IsOfParams);

/// The files of \p Config, in order: InputConfig::Files and then OpenFiles. A
/// folder means all files in it and below it, in the order of their names.
/// Nothing is read but the first bytes of each file.
///
/// Errors: files without bytes; pointers of Git LFS, and HTML in a file of
/// another name, which are in place of the wanted file; files whose size does
/// not fit the type; two files with one symbol.
llvm::Expected<FileModel> readEmbedded(const InputConfig &Config,
                                       const EmbedConfig &Embedding);

} // namespace metaobj

#endif // METAOBJ_EMBED_H

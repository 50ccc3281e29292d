//===- CSource.h - The parts of an emitted C file ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of source and header. docs/c-source.md describes the result.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TEXT_CSOURCE_H
#define METAOBJ_EMIT_TEXT_CSOURCE_H

#include "Emit/EmissionOutput.h"
#include "Emit/Layout/Placement.h"
#include "Emit/Parts/Part.h"
#include "Emit/Text/CNames.h"

namespace metaobj {

/// A model for C output; all of it outlives the writing.
struct CModel {
  const Model &TheModel;
  const EmitConfig &Config;
  const ParamLayout &Layout;
  const PartList &Parts;
  const CNames &Names;
  std::vector<ParamVisibility> Visibilities; ///< One for each parameter.

  CModel(const Emission::Common &Common, const CNames &Names)
      : TheModel(Common.model()), Config(Common.Config), Layout(Common.Layout),
        Parts(Common.Parts), Names(Names),
        Visibilities(paramVisibilities(TheModel, Config)) {}

  /// The array with the bytes of parameter \p Param.
  llvm::StringRef storage(size_t Param) const {
    return Names.param(Layout.Sites[Param].Storage).Name;
  }

  bool isExported(size_t Param) const {
    return Visibilities[Param] != ParamVisibility::Local;
  }
};

/// The text of include/metaobj-c/metaobj_abi.h, because users with only a C
/// compiler have no folder of headers. Its include guard allows several copies
/// and the real header.
extern const llvm::StringLiteral AbiHeaderText;

/// The same of metaobj_tables.h, for ABIs without a registry.
extern const llvm::StringLiteral TablesHeaderText;

/// METAOBJ_SYMBOL and METAOBJ_QUOTED_SYMBOL, if \p External (symbols that other
/// files see) or \p Local ones need them. A compiler without labels gets an
/// error for the first kind and plain names for the second.
void writeLabelMacros(llvm::raw_ostream &OS, llvm::ArrayRef<CName> External,
                      llvm::ArrayRef<CName> Local);

/// Sizes that a program may want for its buffers, with their names in a header.
struct SizeGroup {
  llvm::StringLiteral Comment;
  std::vector<std::pair<std::string, uint64_t>> Sizes;
};
std::vector<SizeGroup> modelSizes(const Model &M);

/// Macros for \p Groups.
void writeSizes(llvm::raw_ostream &OS, const CModel &C,
                llvm::ArrayRef<SizeGroup> Groups);

/// "int f(void *args, ...)"; \p Name is the name alone.
std::string packedFunction(llvm::StringRef Name);

/// The declaration of parameter \p Index, whose elements have \p Type and
/// \p Bytes: "const uint8_t p[3]"; with a symbol of its own it has its shape.
/// C has no arrays without elements: an empty tensor has one.
std::string paramDeclarator(const CModel &C, size_t Index, llvm::StringRef Type,
                            unsigned Bytes);

/// "float32 [2, 3], 24 bytes", "..., 24 bytes in 20 of zstd".
std::string paramSummary(const Param &P);

/// The names of all symbols that the object would define globally.
std::vector<CName> globalNames(const CModel &C);

/// Refuses an emitted global symbol for which assemblers have no spelling.
llvm::Error checkGlobalNames(const CModel &C);

/// The arrays of all parameters.
llvm::Error writeParams(llvm::raw_ostream &OS, const CModel &C,
                        const ProgressFunction &Tell);

} // namespace metaobj

#endif // METAOBJ_EMIT_TEXT_CSOURCE_H

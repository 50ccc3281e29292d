//===- metaobj/ModelLibrary.h - TVM's exported models -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODELLIBRARY_H
#define METAOBJ_MODELLIBRARY_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A Model Library Format archive, as TVM exports models, or a folder with the
/// contents of one.
struct ModelLibrary {
  std::string Name; ///< A path.
  /// Version of the format; nullopt if the metadata does not tell it.
  std::optional<int64_t> Version;
  /// Names of its modules, sorted; empty if the metadata does not tell them.
  std::vector<std::string> Modules = {};
  /// C or C++ sources of operators, by their names in the archive.
  std::vector<std::string> Sources = {};
};

/// A model, and the files that it comes from.
struct FileModel : Model {
  std::vector<ModelLibrary> Libraries; ///< Those among the files.
  /// Every file that was read, for a depfile; no pipes.
  std::vector<std::string> FilesRead;
};

/// The ABI for \p TheModel if nobody asks for one. With libraries: the ABI that
/// reads their version, with a note. If they differ or do not tell it: the
/// universal ABI, if the functions fit. Without a library: tvm-crt-u16.
RuntimeAbi chooseAbi(const FileModel &TheModel,
                     const DiagnosticConsumer &Diagnostics);

/// Refuses a model with uncompiled operators: there are no objects, but sources
/// in a library. Accepts all others.
llvm::Error refuseSources(const FileModel &TheModel);

} // namespace metaobj

#endif // METAOBJ_MODELLIBRARY_H

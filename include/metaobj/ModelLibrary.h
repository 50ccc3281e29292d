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

/// A Model Library Format archive, as TVM exports models, or the folder where
/// somebody has unpacked one.
struct ModelLibrary {
  std::string Name; ///< A path.
  /// Of the format; nullopt when its metadata does not tell.
  std::optional<int64_t> Version;
  /// Names of its modules, sorted; empty when its metadata does not tell.
  std::vector<std::string> Modules = {};
  /// Sources in C or C++ of operators, by their names in the archive.
  std::vector<std::string> Sources = {};
};

/// A model, and the files that it was read from.
struct FileModel : Model {
  std::vector<ModelLibrary> Libraries; ///< Those among the files.
  /// Every file that was read, for a depfile; no pipes.
  std::vector<std::string> FilesRead;
};

/// The ABI for \p TheModel when nobody asks for one: what reads the version of
/// its libraries, with a note; the universal one, while the functions fit, when
/// libraries differ or do not tell; tvm-crt-u16 without a library.
RuntimeAbi chooseAbi(const FileModel &TheModel,
                     const DiagnosticConsumer &Diagnostics);

/// The refusal of a model whose operators nobody has compiled yet: there are no
/// objects, but sources in a library. Success for all others.
llvm::Error refuseSources(const FileModel &TheModel);

} // namespace metaobj

#endif // METAOBJ_MODELLIBRARY_H

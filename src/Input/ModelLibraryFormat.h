//===- ModelLibraryFormat.h - TVM's exported models -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tar archive of TVM's, uncompressed, as `export_model_library_format`
/// writes it from v0.8 to v0.18:
///
///     metadata.json                     {"version": 7, ...}
///     codegen/host/src/<model>_lib0.c   sources
///     codegen/host/lib/<model>_lib0.o   objects; lib0 is mostly the registry
///     parameters/<model>.params
///     executor-config/graph/<model>.graph
///
/// Versions 1 to 5 are of TVM up to v0.8, 7 of v0.9 to v0.18; 6 was in no
/// release.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_MODELLIBRARYFORMAT_H
#define METAOBJ_INPUT_MODELLIBRARYFORMAT_H

#include "File/TarArchive.h"
#include "metaobj/ModelLibrary.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace metaobj {

/// Recognises Model Library Format by the members of a tar archive.
class ModelLibraryReader {
public:
  explicit ModelLibraryReader(std::string Name) { Library.Name = Name; }

  /// Looks at \p Member of \p Archive. A stream may be read here.
  llvm::Error look(const std::shared_ptr<const ByteSource> &Archive,
                   const TarMember &Member);

  /// The library when all members were looked at; nullopt when the archive is
  /// none.
  std::optional<ModelLibrary> take() &&;

private:
  bool HasMetadata = false;
  bool HasCode = false;
  ModelLibrary Library;
};

} // namespace metaobj

#endif // METAOBJ_INPUT_MODELLIBRARYFORMAT_H

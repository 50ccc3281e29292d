//===- ModelLibraryFormat.h - TVM's exported models -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tar archive of TVM's, or its files in a folder, as
/// `export_model_library_format` writes it from v0.8 to v0.18:
///
///     metadata.json                     {"version": 7, ...}
///     codegen/host/src/<model>_lib0.c   sources
///     codegen/host/lib/<model>_lib0.o   objects; lib0 is mostly the registry
///     parameters/<model>.params
///     executor-config/graph/<model>.graph
///
/// TVM up to v0.8 writes versions 1 to 5, v0.9 to v0.18 write 7; 6 was in no
/// release. From version 7 on there may be several modules with separate files:
/// {"version": 7, "modules": {"<model>": {...}}}.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_MODELLIBRARYFORMAT_H
#define METAOBJ_READ_PACKAGES_MODELLIBRARYFORMAT_H

#include "Read/Packages/Package.h"
#include "metaobj/ModelLibrary.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace metaobj {

/// The module of \p Library with the file \p Name; empty if the file belongs to
/// all modules or to none.
llvm::StringRef moduleOf(const ModelLibrary &Library, llvm::StringRef Name);

/// The path in an archive of what metaobj emits for \p Module: C, or else an
/// object.
std::string ownMember(llvm::StringRef Module, bool IsSource);

/// Is this the path of such a member?
bool isOwnMember(llvm::StringRef Name);

/// Is a file of this name in the folder that its package is unpacked to, on
/// every system?
bool staysInside(llvm::StringRef Name);

/// Recognises Model Library Format by the files of a package.
class ModelLibraryReader {
public:
  explicit ModelLibraryReader(std::string Name) { Library.Name = Name; }
  ~ModelLibraryReader() { llvm::consumeError(std::move(Problem)); }

  /// A stream may be read here.
  llvm::Error look(const PackageFile &File);

  /// The library when all files were looked at; nullopt when the package is
  /// none. A folder, other than an archive, is no input if it is none. Errors:
  /// a library with damaged metadata, or with members that would be outside of
  /// its folder.
  llvm::Expected<std::optional<ModelLibrary>> take(bool IsFolder) &&;

private:
  llvm::Error addSource(llvm::StringRef Name, const ByteSource &Source);
  llvm::Error addMetadata(const ByteSource &Source);
  void keep(llvm::Error Found);

  bool HasMetadata = false;
  bool HasCode = false;
  bool HasOwn = false; ///< A member that metaobj wrote.
  /// The first one. Other packages may have any metadata and names.
  llvm::Error Problem = llvm::Error::success();
  ModelLibrary Library;
};

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_MODELLIBRARYFORMAT_H

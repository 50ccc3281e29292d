//===- PackageContents.h - What a model has in a package --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_PACKAGECONTENTS_H
#define METAOBJ_READ_PACKAGES_PACKAGECONTENTS_H

#include "Read/Packages/MemberFilter.h"
#include "Read/Packages/Package.h"
#include "metaobj/Input.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace metaobj {

/// A file of a package that a model has something in.
struct FileInside {
  PackageFile File;
  FileKind Kind;
};

struct PackageContents {
  std::vector<FileInside> Files;
  /// nullopt if the package is no Model Library Format.
  std::optional<ModelLibrary> Library;
};

/// The error for a folder without Model Library Format.
llvm::Error notLibrary(llvm::StringRef Folder);

/// Finds the files of the model in \p From, in one pass. Of Model Library
/// Format these are the files of InputConfig::Module. Without it there must be
/// nothing to choose: one graph, one set of parameters. Members that are no
/// files are an error in an archive of Model Library Format, and give a warning
/// in a folder of it.
llvm::Expected<PackageContents> readContents(const InputConfig &Config,
                                             const Package &From,
                                             MemberFilter &Members);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_PACKAGECONTENTS_H

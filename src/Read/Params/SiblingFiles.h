//===- SiblingFiles.h - Files that a file of parameters names ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_SIBLINGFILES_H
#define METAOBJ_READ_PARAMS_SIBLINGFILES_H

#include "metaobj/Payload.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace metaobj {

/// The files beside a file, or in folders there; each is opened once.
class SiblingFiles {
public:
  /// \p Path is the file's that names them, \p Noun what it is: "manifest".
  /// Adds paths to \p FilesRead unless it is null.
  SiblingFiles(llvm::StringRef Path, llvm::StringLiteral Noun,
               std::vector<std::string> *FilesRead)
      : Path(Path), Noun(Noun), FilesRead(FilesRead) {}

  /// The same for \p Naming. If it is in an archive, or compressed, no files
  /// are beside it.
  SiblingFiles(const ByteSource &Naming, llvm::StringLiteral Noun,
               std::vector<std::string> &FilesRead)
      : SiblingFiles(Naming.path(), Noun, &FilesRead) {
    HasFolder = Naming.kind() == ByteSource::File;
  }

  /// The file \p Name. It may not lead out of the folder: who gives a file from
  /// elsewhere does not give their other files. \p Where is for errors:
  /// "line 3: ".
  llvm::Expected<std::shared_ptr<const InputFile>>
  open(llvm::StringRef Name, const llvm::Twine &Where);

private:
  std::string Path;
  llvm::StringLiteral Noun;
  bool HasFolder = true;
  std::vector<std::string> *FilesRead;
  llvm::StringMap<std::shared_ptr<const InputFile>> Files;
};

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_SIBLINGFILES_H

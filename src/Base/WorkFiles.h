//===- WorkFiles.h - Files that a linker names ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_WORKFILES_H
#define METAOBJ_BASE_WORKFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace metaobj {

/// A folder whose files keep their names: some are stored in them. It is
/// removed, with its files, when the object dies. If the process is killed
/// before, the next one that makes such a folder beside it removes it: a lock
/// tells whether it is in use.
class WorkFolder {
public:
  /// Next to \p Output, so that files move from it to their places.
  static llvm::Expected<WorkFolder> create(llvm::StringRef Output);
  /// Where the system has temporary files.
  static llvm::Expected<WorkFolder> createTemporary();
  WorkFolder(WorkFolder &&Other);
  WorkFolder &operator=(WorkFolder &&) = delete;
  ~WorkFolder();

  llvm::StringRef path() const { return Path; }
  /// The path of \p Name in the folder.
  std::string file(llvm::StringRef Name) const;

  /// Everything that is in the folder, by name.
  llvm::Expected<std::vector<std::string>> names() const;

private:
  WorkFolder(std::string ThePath, int TheLock)
      : Path(std::move(ThePath)), Lock(TheLock) {}

  std::string Path;
  int Lock; ///< Descriptor of the folder, locked; -1: it cannot be locked.
};

/// The bytes of the file \p Path, which nobody changes meanwhile.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mapFile(llvm::StringRef Path);

} // namespace metaobj

#endif // METAOBJ_BASE_WORKFILES_H

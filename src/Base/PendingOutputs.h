//===- PendingOutputs.h - What a transaction will write ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_PENDINGOUTPUTS_H
#define METAOBJ_BASE_PENDINGOUTPUTS_H

#include "Base/PendingFile.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"

#include <set>
#include <tuple>
#include <vector>

namespace metaobj {

/// What to do with an old file with the same bytes.
enum class EqualFile {
  Replaced,
  Kept, ///< With its time, by which build systems see that nothing changed.
};

/// The files of an OutputTransaction, all written.
class PendingOutputs {
public:
  explicit PendingOutputs(SignalHandling Handling) : Handling(Handling) {}

  /// Temporary names of files in the folder around \p TheFolder are in
  /// \p TheFolder from now on, which somebody else removes.
  void useFolder(llvm::StringRef TheFolder) { Folder = TheFolder.str(); }

  /// Fills an open file.
  using FileFiller =
      llvm::function_ref<llvm::Error(int Descriptor, bool IsRegular)>;

  /// Writes a file that will be at \p Path, or at the target of a symbolic
  /// link. Writes directly to files that are not regular.
  llvm::Error add(llvm::StringRef Path, FileFiller Fill, EqualFile IfEqual);

  /// Takes over \p Made, a whole file of the same file system, which will be at
  /// \p Path. Places that are not regular files are errors.
  llvm::Error adopt(llvm::StringRef Path, llvm::StringRef Made);

  llvm::Error commit();

private:
  llvm::Error claim(llvm::StringRef Path, llvm::sys::fs::UniqueID Id,
                    llvm::StringRef Name);
  llvm::Error claimPlace(llvm::StringRef Path, llvm::StringRef Place);
  llvm::Expected<std::string> claimRegular(llvm::StringRef Path);
  llvm::StringRef folderFor(llvm::StringRef Place) const;
  llvm::Error claimPipe(llvm::StringRef Path,
                        const llvm::sys::fs::file_status &Status);
  llvm::Error undo(llvm::ArrayRef<PendingFile *> Installed,
                   const PendingFile &Failed, std::error_code Cause);

  /// One descriptor each; a process has at least 256, mostly 1024.
  static constexpr size_t MostNameless = 128;

  SignalHandling Handling;
  std::string Folder; ///< As in useFolder(); empty: none.
  std::vector<PendingFile> Files;
  size_t NamelessFiles = 0;
  /// Device and number of the folder or pipe, and the name in the folder: each
  /// place is written only once.
  std::set<std::tuple<uint64_t, uint64_t, std::string>> Places;
};

} // namespace metaobj

#endif // METAOBJ_BASE_PENDINGOUTPUTS_H

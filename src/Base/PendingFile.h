//===- PendingFile.h - A new file before it has its name --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_PENDINGFILE_H
#define METAOBJ_BASE_PENDINGFILE_H

#include "metaobj/Output.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <system_error>

namespace metaobj {

/// "PATH: cannot write: CAUSE", with a hint if there is a remedy.
llvm::Error cannotWrite(llvm::StringRef Path, std::error_code Cause);

/// A file that is written and then takes its place, or disappears.
///
/// It has no name if the system and the file system support this, so that
/// nothing remains, whatever ends the process. Otherwise it has a temporary
/// name next to its place. Signals that can be caught remove it if
/// SignalHandling says so.
class PendingFile {
public:
  /// A file for \p Place; messages call it \p Path. It has a name from the
  /// start unless \p MayBeNameless. Temporary names are in \p Folder, or next
  /// to the place if it is empty.
  static llvm::Expected<PendingFile>
  create(llvm::StringRef Path, std::string Place, llvm::StringRef Folder,
         bool MayBeNameless, SignalHandling Handling);

  /// The closed file \p Made, in the file system of \p Place.
  static PendingFile adopt(llvm::StringRef Path, std::string Place,
                           llvm::StringRef Folder, llvm::StringRef Made,
                           SignalHandling Handling);

  PendingFile(PendingFile &&Other);
  PendingFile &operator=(PendingFile &&) = delete;
  /// Drops the file.
  ~PendingFile();

  /// The user's name of its place.
  llvm::StringRef path() const { return Path; }
  llvm::StringRef place() const { return Place; }
  /// Open for reading and writing while isOpen().
  int descriptor() const { return Descriptor; }
  bool isNameless() const { return Descriptor >= 0 && Temporary.empty(); }

  /// Ends writing. Closes a file with a name, because there can be many.
  std::error_code endWriting();

  /// Whether the file at the place has the same bytes. Before endWriting().
  bool equalsOld() const;

  /// Takes the place. \p KeepOld keeps the old file, under another name, for
  /// restore() or forgetOld(), if this is possible.
  std::error_code install(bool KeepOld);

  /// After install(true): restores the old file. If this is not possible,
  /// returns a description of the file that is there now.
  std::string restore();
  void forgetOld();

private:
  PendingFile(llvm::StringRef Path, std::string Place, llvm::StringRef Folder);

  bool linkTo(const char *Name) const; ///< False, with errno, when it cannot.
  std::error_code nameTemporarily();
  std::error_code keepOld();

  std::string Path;
  std::string Place;
  std::string Model; ///< Temporary names begin like it.
  int Descriptor = -1;
  std::string Temporary;  ///< Its name; empty when it has none.
  std::string Old;        ///< The old file's second name; empty: there is none.
  bool WasAbsent = false; ///< No old file: restoring means removing.
  bool IsRemovedOnSignal = false;
};

} // namespace metaobj

#endif // METAOBJ_BASE_PENDINGFILE_H

//===- PendingFile.h - A new file before it has its name --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_PENDINGFILE_H
#define METAOBJ_FILE_PENDINGFILE_H

#include "metaobj/Output.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <csignal>
#include <string>
#include <system_error>

namespace metaobj {

/// "PATH: cannot write: CAUSE", with a hint where there is something to do.
llvm::Error cannotWrite(llvm::StringRef Path, std::error_code Cause);

/// While it lives the thread gets no signals.
class SignalBlock {
public:
  SignalBlock();
  ~SignalBlock();
  SignalBlock(const SignalBlock &) = delete;
  SignalBlock &operator=(const SignalBlock &) = delete;

private:
  sigset_t Before;
};

/// A file that is written and then takes its place, or goes away.
///
/// It has no name where the system and the file system have such files, so that
/// nothing is left of it whatever ends the process. Elsewhere it has a
/// temporary name next to its place, which signals that can be caught take
/// away where SignalHandling says so.
class PendingFile {
public:
  /// A file for \p Place, which messages call \p Path. With a name from the
  /// start unless \p MayBeNameless.
  static llvm::Expected<PendingFile> create(llvm::StringRef Path,
                                            std::string Place,
                                            bool MayBeNameless,
                                            SignalHandling Handling);

  PendingFile(PendingFile &&Other);
  PendingFile &operator=(PendingFile &&) = delete;
  /// Drops the file.
  ~PendingFile();

  /// What the user calls its place.
  llvm::StringRef path() const { return Path; }
  llvm::StringRef place() const { return Place; }
  /// Open for reading and writing while isOpen().
  int descriptor() const { return Descriptor; }
  bool isNameless() const { return Descriptor >= 0 && Temporary.empty(); }

  /// Ends writing. A file with a name is closed: there can be many.
  std::error_code endWriting();

  /// Whether the file at the place has the same bytes. Before endWriting().
  bool equalsOld() const;

  /// Takes the place. \p KeepOld keeps the old file, under another name, for
  /// restore() or forgetOld(); where that cannot be it is not kept.
  std::error_code install(bool KeepOld);

  /// After install(true): puts back what was there. Returns what is there
  /// instead when it cannot, else nothing.
  std::string restore();
  void forgetOld();

private:
  PendingFile(llvm::StringRef Path, std::string Place)
      : Path(Path), Place(std::move(Place)) {}

  bool linkTo(const char *Name) const; ///< False, with errno, when it cannot.
  std::error_code nameTemporarily();
  std::error_code keepOld();

  std::string Path;
  std::string Place;
  int Descriptor = -1;
  std::string Temporary;  ///< Its name; empty when it has none.
  std::string Old;        ///< The old file's second name; empty: there is none.
  bool WasAbsent = false; ///< No old file: restoring means removing.
  bool IsRemovedOnSignal = false;
};

} // namespace metaobj

#endif // METAOBJ_FILE_PENDINGFILE_H

//===- metaobj/Output.h - Files that appear together ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where and how outputs are written.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OUTPUT_H
#define METAOBJ_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>

namespace metaobj {

class PendingOutputs;

/// Whether signals that end the process also remove files with temporary names.
enum class SignalHandling {
  None,
  /// Replaces the program's handlers by LLVM's: for tools.
  RemoveFiles,
};

/// Files that appear together or not at all:
///
///     OutputTransaction Outputs;
///     Emitted->writeTo({Outputs, "model.o"});
///     writeHeader(*Emitted, {Outputs, "model.h"});
///     Outputs.commit();
///
/// Until commit(), the files have no names if the file system supports this
/// (Linux), or else temporary names next to their places. Only the destructor
/// undoes a transaction that was not committed.
///
/// Files that are not regular (a pipe, /dev/null, "-" for standard output) are
/// written directly.
class OutputTransaction {
public:
  explicit OutputTransaction(SignalHandling Handling = SignalHandling::None);
  /// Drops everything that was not committed.
  ~OutputTransaction();
  OutputTransaction(const OutputTransaction &) = delete;
  OutputTransaction &operator=(const OutputTransaction &) = delete;

  /// Gives the files their names. The file that was written first gets its name
  /// last: a build that looks at it sees either the old file, or all files new.
  /// After an error all old files are unchanged, or the error names the new
  /// ones.
  llvm::Error commit();

  /// For the functions that write.
  PendingOutputs &pending() { return *Pending; }

private:
  std::unique_ptr<PendingOutputs> Pending;
};

/// A path to write to ("-": standard output), alone or together with other
/// files. Paths convert to it. Refers to both; use it only as an argument.
class OutputPlace {
public:
  template <class PathT, class = std::enable_if_t<
                             std::is_convertible_v<PathT, llvm::StringRef>>>
  OutputPlace(const PathT &ThePath) : Path(ThePath) {}
  OutputPlace(OutputTransaction &Others, llvm::StringRef ThePath)
      : Together(&Others), Path(ThePath) {}

  llvm::StringRef path() const { return Path; }

  /// Calls \p Write with the transaction. Without one, calls it with a new
  /// transaction and commits this if \p Write succeeds.
  llvm::Error
  write(llvm::function_ref<llvm::Error(OutputTransaction &)> Write) const;

private:
  OutputTransaction *Together = nullptr; ///< Null: the file is alone.
  llvm::StringRef Path;
};

/// Called repeatedly while parameters are written, with the number of written
/// bytes and of all bytes. \p Done never decreases; the last call has all
/// bytes. If it returns false, writing ends with an error.
using ProgressFunction = std::function<bool(uint64_t Done, uint64_t Total)>;

} // namespace metaobj

#endif // METAOBJ_OUTPUT_H

//===- metaobj/Output.h - Files that appear together ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where outputs are written to, and how.
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

/// Whether signals that end the process take files with temporary names away.
enum class SignalHandling {
  None,
  /// Puts LLVM's handlers in the place of the program's: for tools.
  RemoveFiles,
};

/// Files that appear together or not at all:
///
///     OutputTransaction Outputs;
///     Emitted->writeTo({Outputs, "model.o"});
///     writeHeader(*Emitted, {Outputs, "model.h"});
///     Outputs.commit();
///
/// Until commit() the files have no names where the file system can have such
/// files (Linux), and temporary names next to their places elsewhere. Nothing
/// but its destruction undoes a transaction that was not committed.
///
/// What is no regular file (a pipe, /dev/null, "-" for standard output) is
/// written to at once.
class OutputTransaction {
public:
  explicit OutputTransaction(SignalHandling Handling = SignalHandling::None);
  /// Drops what was not committed.
  ~OutputTransaction();
  OutputTransaction(const OutputTransaction &) = delete;
  OutputTransaction &operator=(const OutputTransaction &) = delete;

  /// Gives the files their names. The first one that was written gets its own
  /// last: a build that looks at it sees it old or all new. An error leaves all
  /// old files as they were, or names those that are new already.
  llvm::Error commit();

  /// For the functions that write.
  PendingOutputs &pending() { return *Pending; }

private:
  std::unique_ptr<PendingOutputs> Pending;
};

/// A path to write to ("-": standard output), at once or together with other
/// files. Paths convert to it. Refers to both; for arguments only.
class OutputPlace {
public:
  template <class PathT, class = std::enable_if_t<
                             std::is_convertible_v<PathT, llvm::StringRef>>>
  OutputPlace(const PathT &ThePath) : Path(ThePath) {}
  OutputPlace(OutputTransaction &Others, llvm::StringRef ThePath)
      : Together(&Others), Path(ThePath) {}

  llvm::StringRef path() const { return Path; }

  /// Calls \p Write with the transaction, or with one that is committed
  /// afterwards when \p Write succeeds.
  llvm::Error
  write(llvm::function_ref<llvm::Error(OutputTransaction &)> Write) const;

private:
  OutputTransaction *Together = nullptr; ///< Null: the file is alone.
  llvm::StringRef Path;
};

/// Called now and then while parameters are written: bytes so far, and bytes in
/// all. Never with fewer bytes than before; at the end with all of them. When
/// it returns false, writing ends with an error.
using ProgressFunction = std::function<bool(uint64_t Done, uint64_t Total)>;

struct WriteOptions {
  /// Have a file on the disk, and not only with the system, before it takes the
  /// place of an old one.
  bool Sync = false;

  /// Threads that write an object: with two, one reads while the other writes.
  /// 0: two for large ones. The bytes are the same.
  unsigned Threads = 0;

  ProgressFunction Progress;
};

} // namespace metaobj

#endif // METAOBJ_OUTPUT_H

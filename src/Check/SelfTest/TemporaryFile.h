//===- TemporaryFile.h - A file that goes away ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_SELFTEST_TEMPORARYFILE_H
#define METAOBJ_CHECK_SELFTEST_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace metaobj {

/// A file in the system's folder for temporary files. This object removes it,
/// and so do signals that end the process.
class TemporaryFile {
public:
  /// Without a writable folder, path() is empty, and writing to it fails.
  TemporaryFile(llvm::StringRef Name, llvm::StringRef Extension);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  llvm::StringRef path() const { return Path; }

  /// Its contents, in separate memory.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> read() const;

private:
  llvm::SmallString<128> Path;
};

} // namespace metaobj

#endif // METAOBJ_CHECK_SELFTEST_TEMPORARYFILE_H

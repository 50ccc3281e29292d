//===- Descriptors.h - Files by their descriptors ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_DESCRIPTORS_H
#define METAOBJ_BASE_DESCRIPTORS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <csignal>
#include <cstdint>
#include <optional>
#include <system_error>

namespace metaobj {

/// What errno says.
std::error_code lastError();

/// Blocks the thread's signals while it lives.
class SignalBlock {
public:
  SignalBlock();
  ~SignalBlock();
  SignalBlock(const SignalBlock &) = delete;
  SignalBlock &operator=(const SignalBlock &) = delete;

private:
  sigset_t Before;
};

/// Opens an empty file in \p Folder for reading and writing. It has no name, so
/// it disappears with its last descriptor, however the process ends. Returns
/// the descriptor, or -1 with errno set.
int openNamelessFile(llvm::StringRef Folder);

/// The same in the folder of temporary files (TMPDIR).
int openNamelessTemporary();

/// Writes all of \p Bytes at \p Offset; nullopt: behind what was written last,
/// for files that are not regular.
std::error_code writeAll(int Descriptor, std::optional<uint64_t> Offset,
                         llvm::ArrayRef<uint8_t> Bytes);

} // namespace metaobj

#endif // METAOBJ_BASE_DESCRIPTORS_H

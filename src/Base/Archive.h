//===- Archive.h - Members of archives --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_ARCHIVE_H
#define METAOBJ_BASE_ARCHIVE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace metaobj {

struct ArchiveMember {
  /// "lib.a(op.o)".
  std::string Name;
  /// "op.o"; any bytes.
  std::string MemberName;
  /// Path of a thin archive's member; empty for other archives.
  std::string Path;
  /// A part of the archive's bytes, which it keeps alive; null if Path names a
  /// file.
  std::shared_ptr<const llvm::MemoryBuffer> Bytes;
};

/// Calls \p Visit for each member of the archive in \p Bytes, normal or thin,
/// in order, without the symbol and name tables. \p Name is the archive's.
llvm::Error visitArchive(llvm::StringRef Name,
                         std::shared_ptr<const llvm::MemoryBuffer> Bytes,
                         llvm::function_ref<llvm::Error(ArchiveMember)> Visit);

} // namespace metaobj

#endif // METAOBJ_BASE_ARCHIVE_H

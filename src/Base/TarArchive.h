//===- TarArchive.h - Members of tar archives -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_TARARCHIVE_H
#define METAOBJ_BASE_TARARCHIVE_H

#include "metaobj/Payload.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// A file in a tar archive.
struct TarMember {
  std::string Name; ///< Its path in the archive.
  uint64_t Offset;  ///< Of its data.
  uint64_t Size;
};

/// Does a file that starts with \p Head have the magic of a tar archive, after
/// 257 bytes of any content?
bool hasTarMagic(llvm::StringRef Head);

/// Does a file that starts with \p Head start with the header of a tar archive,
/// whose checksum fits?
bool startsLikeTar(llvm::StringRef Head);

/// A link, device or pipe in a tar archive.
struct TarOther {
  llvm::StringRef Name;
  llvm::StringRef Subject; ///< "a symbolic link"
};

/// Calls \p Visit for the files in the archive, in order, each before the next
/// header is read, as streams need it. Calls \p Other, if there is one, for
/// links, devices and pipes. Skips folders.
llvm::Error
visitTar(const std::shared_ptr<const ByteSource> &Archive,
         llvm::function_ref<llvm::Error(const TarMember &)> Visit,
         llvm::function_ref<void(const TarOther &)> Other = nullptr);

} // namespace metaobj

#endif // METAOBJ_BASE_TARARCHIVE_H

//===- TarArchive.h - Members of tar archives -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_TARARCHIVE_H
#define METAOBJ_FILE_TARARCHIVE_H

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

/// Calls \p Visit for the files in the archive, in order, each before the next
/// header is read, as streams need it. Skips folders, links and devices.
llvm::Error visitTar(const std::shared_ptr<const ByteSource> &Archive,
                     llvm::function_ref<llvm::Error(const TarMember &)> Visit);

} // namespace metaobj

#endif // METAOBJ_FILE_TARARCHIVE_H

//===- Inflate.h - Deflated members of zip archives -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_INFLATE_H
#define METAOBJ_FILE_INFLATE_H

#include "File/DecompressedStream.h"
#include "File/ZipDirectory.h"

#include <memory>
#include <string>

namespace metaobj {

/// The content of the deflated \p Member, whose data starts at \p Offset of \p
/// Archive, as a stream. An impossible size is an error at once. \p Input is
/// the stream's path.
llvm::Expected<std::shared_ptr<const DecompressedStream>>
inflateMember(std::shared_ptr<const ByteSource> Archive,
              const ZipMember &Member, uint64_t Offset, std::string Input);

} // namespace metaobj

#endif // METAOBJ_FILE_INFLATE_H

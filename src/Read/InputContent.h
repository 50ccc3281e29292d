//===- InputContent.h - What an input is behind its compression -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_INPUTCONTENT_H
#define METAOBJ_READ_INPUTCONTENT_H

#include "Read/OpenedFile.h"

namespace metaobj {

/// Looks through the compression of \p File. What is compressed is a file of
/// parameters, a tar archive or a graph; with \p Verify all of it is read, so
/// that its checksums are compared.
llvm::Expected<OpenedFile> openContent(std::shared_ptr<const InputFile> File,
                                       bool Verify);

/// The bytes of a file in a package that is needed whole.
llvm::Expected<std::shared_ptr<const llvm::MemoryBuffer>>
readInside(const ByteSource &Source);

/// An object, or an archive of objects, in a tar archive.
struct PackedObject {
  std::string Member; ///< Its path in the archive: "./lib0.o"
  std::string Name;   ///< For messages: "model.tar(./lib0.o)".
  FileKind Kind;
  std::shared_ptr<const llvm::MemoryBuffer> Bytes;
};

/// Is a file of this kind a tar archive, or perhaps a compressed one?
bool isPacked(FileKind Kind);

/// All objects and archives in \p File, in order. It is an error if it is no
/// tar archive, or has none.
llvm::Expected<std::vector<PackedObject>>
readPackedObjects(std::shared_ptr<const InputFile> File);

} // namespace metaobj

#endif // METAOBJ_READ_INPUTCONTENT_H

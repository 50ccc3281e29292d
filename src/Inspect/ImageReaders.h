//===- ImageReaders.h - One reader for each object format -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The formats behind ObjectImage. In objects, relocations of other formats
/// than ELF get one form: symbol plus addend is the target of code or data, and
/// no addend stays in the bytes. Relocations without such a meaning are left
/// out.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_IMAGEREADERS_H
#define METAOBJ_INSPECT_IMAGEREADERS_H

#include "Inspect/ObjectImage.h"

namespace metaobj {

struct MachOFile;

/// The type of every relocation in that form.
inline constexpr uint32_t ResolvedRelocation = 1;

/// Each reads a file of its format; errors name it \p File.
llvm::Expected<ImageParts> readElfImage(llvm::MemoryBufferRef Buffer,
                                        llvm::StringRef File);
llvm::Expected<ImageParts> readCoffImage(llvm::MemoryBufferRef Buffer,
                                         llvm::StringRef File);
llvm::Expected<ImageParts> readPeImage(llvm::MemoryBufferRef Buffer,
                                       llvm::StringRef File);
llvm::Expected<ImageParts> readMachOImage(llvm::MemoryBufferRef Buffer,
                                          llvm::StringRef File);
llvm::Expected<ImageParts> readWasmImage(llvm::MemoryBufferRef Buffer,
                                         llvm::StringRef File);

/// Adds a relocation to \p Parts for each pointer of \p File that a loader
/// writes, and symbols for those of other files. The sections must be there.
/// Errors name the file \p Name.
llvm::Error addChainedFixups(const MachOFile &File, llvm::StringRef Name,
                             ImageParts &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_IMAGEREADERS_H

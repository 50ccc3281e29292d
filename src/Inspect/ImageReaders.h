//===- ImageReaders.h - One reader for each object format -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The formats behind ObjectImage. Relocations of the formats other than ELF
/// are brought into one form: symbol plus addend is what code or data refers
/// to, nothing is left in place, and those that tell nothing are left out.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_IMAGEREADERS_H
#define METAOBJ_INSPECT_IMAGEREADERS_H

#include "ObjectImage.h"

namespace metaobj {

/// The type of every relocation in that form.
inline constexpr uint32_t ResolvedRelocation = 1;

/// Each takes a file of its format and names it \p File in errors.
llvm::Expected<ImageParts> readCoffImage(llvm::MemoryBufferRef Buffer,
                                         llvm::StringRef File);
llvm::Expected<ImageParts> readMachOImage(llvm::MemoryBufferRef Buffer,
                                          llvm::StringRef File);
llvm::Expected<ImageParts> readWasmImage(llvm::MemoryBufferRef Buffer,
                                         llvm::StringRef File);

} // namespace metaobj

#endif // METAOBJ_INSPECT_IMAGEREADERS_H

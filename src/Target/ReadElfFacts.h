//===- ReadElfFacts.h - Reader of ElfFacts ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_READELFFACTS_H
#define METAOBJ_TARGET_READELFFACTS_H

#include "ElfFacts.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace metaobj {

/// Reads \p Buffer. Everything except a relocatable ELF object is an error.
/// Reads attribute sections and relocations only for machines with a target
/// family.
llvm::Expected<ElfFacts> readElfFacts(llvm::MemoryBufferRef Buffer);

} // namespace metaobj

#endif // METAOBJ_TARGET_READELFFACTS_H

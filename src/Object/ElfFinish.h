//===- ElfFinish.h - Last changes to an ELF object --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFFINISH_H
#define METAOBJ_OBJECT_ELFFINISH_H

#include "metaobj/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace metaobj {

/// Gives the relocatable ELF object \p Object, as LLVM wrote it, the ELF flags
/// \p Flags and the sections \p Attributes of operator objects. A section of
/// the same name and type is replaced, others are added. Nothing else moves.
llvm::Error finishElf(llvm::SmallVectorImpl<char> &Object,
                      std::optional<uint32_t> Flags,
                      llvm::ArrayRef<AttributeSection> Attributes);

/// Takes the empty section `.note.GNU-stack` out of \p Object: its header
/// becomes inactive (SHT_NULL), so that no section changes its number.
llvm::Error dropStackNote(llvm::SmallVectorImpl<char> &Object);

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFFINISH_H

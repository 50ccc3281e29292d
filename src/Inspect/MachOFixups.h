//===- MachOFixups.h - Chained fixups of Mach-O -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_MACHOFIXUPS_H
#define METAOBJ_INSPECT_MACHOFIXUPS_H

#include "ObjectImage.h"

#include "Object/MachOFile.h"

namespace metaobj {

/// Adds a relocation to \p Parts for each pointer that a loader writes, and
/// symbols for those of other files. The sections must be there. Errors name
/// the file \p Name.
llvm::Error addChainedFixups(const MachOFile &File, llvm::StringRef Name,
                             ImageParts &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_MACHOFIXUPS_H

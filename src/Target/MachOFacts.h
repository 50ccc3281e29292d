//===- MachOFacts.h - What a Mach-O object tells of its target --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_MACHOFACTS_H
#define METAOBJ_TARGET_MACHOFACTS_H

#include "Object/MachOFile.h"

#include "llvm/TargetParser/Triple.h"

#include <string>

namespace metaobj {

/// The triple of \p File with its lowest version; an error for unknown machines
/// and platforms. \p Name is the file's.
llvm::Expected<llvm::Triple> tripleOf(const MachOFile &File,
                                      llvm::StringRef Name);

/// "iOS simulator"; empty when the object names none.
std::string platformName(const MachOFile &File);

} // namespace metaobj

#endif // METAOBJ_TARGET_MACHOFACTS_H

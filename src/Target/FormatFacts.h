//===- FormatFacts.h - What objects but ELF tell of targets -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each format has its own file: CoffFacts.cpp, MachOFacts.cpp, WasmFacts.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_FORMATFACTS_H
#define METAOBJ_TARGET_FORMATFACTS_H

#include "Target/ElfFacts.h"

#include "Object/CoffFile.h"
#include "Object/MachOFile.h"
#include "Object/WasmFile.h"

#include "llvm/TargetParser/Triple.h"

#include <string>

namespace metaobj {

/// The triple of \p File, in Mach-O with its lowest version; an error for
/// unknown machines and platforms. \p Name is the file's.
llvm::Expected<llvm::Triple> tripleOf(const CoffFile &File,
                                      llvm::StringRef Name);
llvm::Expected<llvm::Triple> tripleOf(const MachOFile &File,
                                      llvm::StringRef Name);
llvm::Triple tripleOf(const WasmFile &File);

/// "iOS simulator"; empty when the object names none.
std::string platformName(const MachOFile &File);

/// The features that \p File uses, in the form of --mattr. Leaves out features
/// that the oldest supported LLVM does not know, because they require nothing
/// of other objects.
std::string featuresOf(const WasmFile &File);

/// What the relocations of \p File show about its relocation model.
Placement placementOf(const WasmFile &File);

} // namespace metaobj

#endif // METAOBJ_TARGET_FORMATFACTS_H

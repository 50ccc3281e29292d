//===- LinkerScript.h - A linker script for a memory map --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LINKERSCRIPT_H
#define METAOBJ_LINK_LINKERSCRIPT_H

#include "metaobj/MemoryMap.h"

#include <string>

namespace metaobj {

/// A script for ELF linkers that puts everything into \p Map's regions, with
/// the symbols of docs/link.md for start-up code.
std::string linkerScript(const MemoryMap &Map);

/// The output section that keeps the stack free.
constexpr char StackSection[] = ".stack";

} // namespace metaobj

#endif // METAOBJ_LINK_LINKERSCRIPT_H

//===- ObjectFormat.h - Which format an object has --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_OBJECTFORMAT_H
#define METAOBJ_OBJECT_OBJECTFORMAT_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace metaobj {

enum class ObjectFormat { Elf, Coff, MachO, Wasm };

/// The format of a file that starts with \p Head; nullopt when it is none of
/// these. Linked files and the like have a format too: its reader says what
/// they are.
std::optional<ObjectFormat> objectFormatOf(llvm::StringRef Head);

/// Can what follows the number of the machine be the header of a COFF object?
bool hasCoffHeader(llvm::StringRef Head);

} // namespace metaobj

#endif // METAOBJ_OBJECT_OBJECTFORMAT_H

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

/// The format of a file that starts with \p Head; nullopt if it is none of
/// these. Linked files have a format too; their reader refuses them.
std::optional<ObjectFormat> objectFormatOf(llvm::StringRef Head);

/// Can the bytes after the machine's number be the header of a COFF object?
bool hasCoffHeader(llvm::StringRef Head);

} // namespace metaobj

#endif // METAOBJ_OBJECT_OBJECTFORMAT_H

//===- Extract.h - Parts of inspect --extract -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_EXTRACT_H
#define METAOBJ_TOOLS_METAOBJ_EXTRACT_H

#include "metaobj/Inspect.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

/// A parameter, and the file or member of an archive that has it.
struct NamedParam {
  metaobj::InspectedFile In;
  metaobj::InspectedParam Param;
};

/// The only parameter with this \p Name in the file \p Path, whose contents are
/// \p Buffer. The result refers to these.
llvm::Expected<NamedParam> findParam(llvm::MemoryBufferRef Buffer,
                                     llvm::StringRef Path, llvm::StringRef Name,
                                     const metaobj::InspectConfig &Config);

#endif // METAOBJ_TOOLS_METAOBJ_EXTRACT_H

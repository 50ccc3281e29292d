//===- CodeReferences.h - What a function refers to ----------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the data to which the code of a function forms addresses. It decodes
/// only the immediates that relocations fill. The result may include places
/// that the function never returns, so callers must check their contents.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_CODEREFERENCES_H
#define METAOBJ_INSPECT_CODEREFERENCES_H

#include "Inspect/ObjectImage.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace metaobj {

/// A function's code, with the literals that follow it.
struct CodeRange {
  uint32_t Section;
  uint64_t Begin;
  uint64_t End;
  /// Indexes of the global functions that start here, in symbol table order.
  llvm::SmallVector<uint32_t, 1> Symbols;
};

/// The code of every defined global function. Ranges do not overlap.
std::vector<CodeRange> globalFunctions(const ObjectImage &Object);

/// Targets of the relocations in \p Code, in code order, each once. If a target
/// is a pointer (a literal, a TOC or GOT entry), the pointer's own target
/// follows it.
std::vector<Location> dataReferences(const ObjectImage &Object,
                                     const CodeRange &Code);

} // namespace metaobj

#endif // METAOBJ_INSPECT_CODEREFERENCES_H

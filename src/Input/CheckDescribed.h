//===- CheckDescribed.h - Descriptions against symbols ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_CHECKDESCRIBED_H
#define METAOBJ_INPUT_CHECKDESCRIBED_H

#include "Input/ObjectSymbols.h"

namespace metaobj {

/// Refuses descriptions in \p Object of functions that are not among its
/// \p Symbols, and of packed functions that have another type.
llvm::Error checkDescribed(llvm::StringRef Object,
                           llvm::ArrayRef<DefinedSymbol> Symbols,
                           llvm::ArrayRef<OperatorDescription> Operators);

} // namespace metaobj

#endif // METAOBJ_INPUT_CHECKDESCRIBED_H

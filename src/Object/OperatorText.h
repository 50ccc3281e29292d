//===- OperatorText.h - The text of descriptions ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A description is text of lines and ends with a NUL:
///
///     metaobj-operator 1
///     symbol=tvmgen_default_fused_add
///     call=packed
///     in=float32:2
///     out=float32:2
///     workspace=1024
///
/// The assemblers of some machines cannot compute lengths, so nothing depends
/// on one: a description ends at its NUL, and linkers may put more NULs between
/// two of them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_OPERATORTEXT_H
#define METAOBJ_OBJECT_OPERATORTEXT_H

#include "metaobj/Operators.h"

namespace metaobj {

/// The text of \p Operator, without the NUL; an error if it cannot be written.
llvm::Expected<std::string> printOperator(const OperatorDescription &Operator);

/// Adds the descriptions in \p Section of \p File to \p Result. Treats the
/// bytes as hostile: an error names the offset of the description.
llvm::Error parseOperators(llvm::StringRef Section, llvm::StringRef File,
                           std::vector<OperatorDescription> &Result);

} // namespace metaobj

#endif // METAOBJ_OBJECT_OPERATORTEXT_H

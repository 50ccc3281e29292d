//===- WithoutHints.h - Errors without their next steps ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TEXT_WITHOUTHINTS_H
#define METAOBJ_TEXT_WITHOUTHINTS_H

#include "llvm/Support/Error.h"

#include <string>

namespace metaobj {

/// The text of \p E, one line for each error, without the hints of
/// llvm::toString.
std::string withoutHints(llvm::Error E);

} // namespace metaobj

#endif // METAOBJ_TEXT_WITHOUTHINTS_H

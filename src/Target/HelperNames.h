//===- HelperNames.h - Functions of compilers' libraries --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_HELPERNAMES_H
#define METAOBJ_TARGET_HELPERNAMES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace metaobj {

/// The name by which the ABI of ELF machine \p Machine knows the function of
/// compilers' libraries that GCC calls \p Name, with the same arguments and
/// result as long as these are in no registers of floating point. Empty: none.
llvm::StringRef nameInAbi(uint16_t Machine, llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_TARGET_HELPERNAMES_H

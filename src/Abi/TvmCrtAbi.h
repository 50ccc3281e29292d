//===- TvmCrtAbi.h - ABIs of TVM's C runtime --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TVM's C runtime has one set of tables in all its releases; what changed is
/// how the names are encoded. A TvmCrtAbi is one encoding.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TVMCRTABI_H
#define METAOBJ_ABI_TVMCRTABI_H

#include "metaobj/Abi.h"

#include "llvm/ADT/StringRef.h"

namespace metaobj {

struct TvmCrtAbi {
  /// As --abi takes it.
  llvm::StringLiteral Name;
  /// Width of the count in front of the names, which stands in the target's
  /// byte order.
  unsigned CountBytes;
  /// Does the function table start with an entry that no client asks for?
  bool HasUniversalEntry;
  size_t MaxFunctions;
  /// RegistryLimits::FunctionNameBuffer of its clients.
  size_t FunctionNameBuffer;
};

const TvmCrtAbi &tvmCrtAbi(RuntimeAbi Abi);

} // namespace metaobj

#endif // METAOBJ_ABI_TVMCRTABI_H

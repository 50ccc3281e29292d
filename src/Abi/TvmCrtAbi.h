//===- TvmCrtAbi.h - ABIs of TVM's C runtime --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TVM's C runtime has the same tables in all its releases, but encodes the
/// names in different ways. A TvmCrtAbi is one encoding.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TVMCRTABI_H
#define METAOBJ_ABI_TVMCRTABI_H

#include "metaobj/Abi.h"

#include "llvm/ADT/StringRef.h"

namespace metaobj {

struct TvmCrtAbi {
  /// As in --abi.
  llvm::StringLiteral Name;
  /// Width of the count before the names, in the target's byte order.
  unsigned CountBytes;
  /// Does the function table start with an entry that no client uses?
  bool HasUniversalEntry;
  size_t MaxFunctions;
  /// RegistryLimits::FunctionNameBuffer of its clients.
  size_t FunctionNameBuffer;
  /// metaobj_record_t::abi.
  unsigned RecordNumber;
};

/// \p Abi is one of tvmCrtAbis().
const TvmCrtAbi &tvmCrtAbi(RuntimeAbi Abi);

} // namespace metaobj

#endif // METAOBJ_ABI_TVMCRTABI_H

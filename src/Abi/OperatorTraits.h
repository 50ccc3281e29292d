//===- OperatorTraits.h - What is known of operators ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_OPERATORTRAITS_H
#define METAOBJ_ABI_OPERATORTRAITS_H

#include "Abi/TvmFfi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// Which releases of TVM's C runtime operators are for.
enum class CrtRelease {
  Unknown,
  OneByte,  ///< Up to v0.8, whose registry counts with one byte.
  TwoBytes, ///< v0.9 to v0.18.
  Any,      ///< Files tell both.
};

/// What all evidence about operators says, for the family that they are of.
struct OperatorTraits {
  CrtRelease Release = CrtRelease::Unknown;
  bool IsUnpacked = false;
  /// Operators of TVM's C runtime are packed for sure.
  bool IsPackedKnown = false;
  /// The releases of TVM that have all functions of tvm-ffi that are called.
  tvm_ffi::Releases FfiReleases;
  /// Functions of the runtime that they call (Conclusion::Needs).
  llvm::ArrayRef<llvm::StringRef> Needs;
};

} // namespace metaobj

#endif // METAOBJ_ABI_OPERATORTRAITS_H

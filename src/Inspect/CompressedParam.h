//===- CompressedParam.h - Parameters that are zstd frames -------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_COMPRESSEDPARAM_H
#define METAOBJ_INSPECT_COMPRESSEDPARAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace metaobj {

/// What the table says of a compressed parameter.
struct FrameClaim {
  uint64_t Size; ///< Bytes once decoded.
  unsigned WindowLog;
};

/// Checks that \p Stored is one zstd frame as metaobj_abi.h describes it and as
/// \p Claim says, without decoding it. Errors have no name of a file.
llvm::Error checkFrame(llvm::ArrayRef<uint8_t> Stored, const FrameClaim &Claim);

/// Decodes a frame that checkFrame takes, piece by piece. Memory is bounded by
/// the window.
llvm::Error decodeFrame(llvm::ArrayRef<uint8_t> Stored, const FrameClaim &Claim,
                        llvm::function_ref<void(llvm::ArrayRef<uint8_t>)> Take);

} // namespace metaobj

#endif // METAOBJ_INSPECT_COMPRESSEDPARAM_H

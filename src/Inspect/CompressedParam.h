//===- CompressedParam.h - Parameters that are zstd frames ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_COMPRESSEDPARAM_H
#define METAOBJ_INSPECT_COMPRESSEDPARAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace metaobj {

/// zstd's own limit of what decoders are asked for.
inline constexpr unsigned LargestFrameWindow = 27;

/// The table's description of a compressed parameter.
struct FrameClaim {
  uint64_t Size; ///< Bytes once decoded.
  unsigned WindowLog;
};

/// Checks that \p Stored is one zstd frame as metaobj_abi.h describes it, and
/// agrees with \p Claim, without decoding it. Errors do not name a file.
llvm::Error checkFrame(llvm::ArrayRef<uint8_t> Stored, const FrameClaim &Claim);

/// Decodes a frame that checkFrame accepted, piece by piece. The window bounds
/// the memory. Does not keep the stored bytes alive.
class FrameDecoder {
public:
  FrameDecoder(llvm::ArrayRef<uint8_t> Stored, const FrameClaim &Claim);

  /// The next bytes, which are valid until the next call; empty behind the
  /// last. An error if the frame does not decode to the claimed size.
  llvm::Expected<llvm::ArrayRef<uint8_t>> next();

private:
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> Context;
  ZSTD_inBuffer From;
  uint64_t Claimed; ///< Bytes of the content.
  uint64_t Total = 0;
  std::vector<uint8_t> Piece;
  bool IsAtEnd = false;
};

} // namespace metaobj

#endif // METAOBJ_INSPECT_COMPRESSEDPARAM_H

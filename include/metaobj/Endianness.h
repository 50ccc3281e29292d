//===- metaobj/Endianness.h - Byte order ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ENDIANNESS_H
#define METAOBJ_ENDIANNESS_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/SwapByteOrder.h"

#if LLVM_VERSION_MAJOR >= 18
#include "llvm/ADT/bit.h"
#else
#include "llvm/Support/Endian.h"
#endif

namespace metaobj {

/// LLVM's, which has another name before LLVM 18.
#if LLVM_VERSION_MAJOR >= 18
using Endianness = llvm::endianness;
#else
using Endianness = llvm::support::endianness;
#endif

/// The host's; llvm::endianness::native is a third value before LLVM 18.
inline constexpr Endianness NativeEndianness =
    llvm::sys::IsBigEndianHost ? Endianness::big : Endianness::little;

} // namespace metaobj

#endif // METAOBJ_ENDIANNESS_H

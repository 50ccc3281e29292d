//===- PointerRelocations.h - How machines store pointers ----- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the decoders know of a machine's data pointers: width, and the
/// relocation types that fill one.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_POINTERRELOCATIONS_H
#define METAOBJ_INSPECT_POINTERRELOCATIONS_H

#include <cstdint>

namespace metaobj {

/// Bytes of a data pointer.
unsigned pointerSizeOf(uint16_t Machine, bool Is64Bit);

/// True when a relocation of \p Type fills a whole pointer with an absolute
/// address. For machines that are not listed every type is taken for one.
bool isPointerRelocation(uint16_t Machine, uint32_t Type);

/// True where a C compiler may align 64-bit integers to less than 8, so that
/// structures with a uint64_t are packed more tightly. Unlisted machines may.
bool mayAlignInt64Below8(uint16_t Machine);

} // namespace metaobj

#endif // METAOBJ_INSPECT_POINTERRELOCATIONS_H

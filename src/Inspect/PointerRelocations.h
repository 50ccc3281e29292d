//===- PointerRelocations.h - How machines store pointers ----- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The decoders' knowledge of a machine's data pointers: their width and their
/// relocation types.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_POINTERRELOCATIONS_H
#define METAOBJ_INSPECT_POINTERRELOCATIONS_H

#include <cstdint>

namespace metaobj {

/// Bytes of a data pointer.
unsigned pointerSizeOf(uint16_t Machine, bool Is64Bit);

/// True if a relocation of \p Type fills a whole pointer with an absolute
/// address. For machines that are not listed, true for every type.
bool isPointerRelocation(uint16_t Machine, uint32_t Type);

/// True if a C compiler may align 64-bit integers to less than 8, so that
/// structures with a uint64_t have less padding. True for machines that are not
/// listed.
bool mayAlignInt64Below8(uint16_t Machine);

} // namespace metaobj

#endif // METAOBJ_INSPECT_POINTERRELOCATIONS_H

//===- Layout.h - Structures as C lays them out -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_LAYOUT_H
#define METAOBJ_SELFTEST_LAYOUT_H

#include "Checks.h"
#include "ObjectView.h"
#include "ReadBack.h"

#include "llvm/IR/DataLayout.h"

namespace metaobj {

/// Compares the bytes and relocated places of every table with a C compiler's
/// layout of its declaration. It computes this layout from nothing but the size
/// of a pointer and the alignments in \p Layout.
void checkLayout(Checks &Result, const ObjectView &Object,
                 const llvm::DataLayout &Layout, const Expectation &Wanted);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_LAYOUT_H

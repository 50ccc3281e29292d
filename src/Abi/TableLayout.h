//===- TableLayout.h - Where the values of a table lie ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TABLELAYOUT_H
#define METAOBJ_ABI_TABLELAYOUT_H

#include "Abi/Table.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Alignment.h"

#include <vector>

namespace metaobj {

/// An element of a table on a target.
struct TableLayout {
  struct Place {
    uint64_t Offset;
    unsigned Bytes; ///< Of a number, else 0.
  };

  uint64_t Size = 0;
  llvm::Align Alignment;
  std::vector<Place> Places; ///< Of the values of leavesOf.

  TableLayout(const Field &Element, llvm::LLVMContext &Context,
              const llvm::DataLayout &Target);
};

} // namespace metaobj

#endif // METAOBJ_ABI_TABLELAYOUT_H

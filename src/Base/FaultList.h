//===- FaultList.h - All faults of one input --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_FAULTLIST_H
#define METAOBJ_BASE_FAULTLIST_H

#include "metaobj/Diagnostic.h"

#include "llvm/Support/Error.h"

#include <cstddef>
#include <utility>

namespace metaobj {

/// Joins the faults of an input. A check that goes on behind a fault adds each
/// here. Keeps the first ones and counts the others: a file may have as many as
/// it has names.
class FaultList {
public:
  /// Errors that are kept.
  static constexpr size_t Limit = 20;

  /// \param Name the input, for the message that counts the others.
  explicit FaultList(Message Name) : Input(std::move(Name)) {}
  ~FaultList() { llvm::consumeError(std::move(Kept)); }
  FaultList(const FaultList &) = delete;
  FaultList &operator=(const FaultList &) = delete;

  /// Takes \p Fault, which may be a success.
  void add(llvm::Error Fault);

  bool empty() const { return Count == 0; }

  /// The joined faults; a success if there are none.
  llvm::Error take();

private:
  Message Input;
  llvm::Error Kept = llvm::Error::success();
  size_t Count = 0;
};

} // namespace metaobj

#endif // METAOBJ_BASE_FAULTLIST_H

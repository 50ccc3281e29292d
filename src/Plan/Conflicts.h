//===- Conflicts.h - Which buffers live at the same time --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_CONFLICTS_H
#define METAOBJ_PLAN_CONFLICTS_H

#include "metaobj/Plan.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace metaobj {

/// For each buffer, the others with bytes that live at the same time.
class Conflicts {
public:
  /// nullopt when there are more than \p MostPairs.
  static std::optional<Conflicts> find(llvm::ArrayRef<PlanBuffer> Buffers,
                                       uint64_t MostPairs);

  llvm::ArrayRef<uint32_t> of(size_t Buffer) const {
    return llvm::ArrayRef(Others).slice(Starts[Buffer],
                                        Starts[Buffer + 1] - Starts[Buffer]);
  }

private:
  std::vector<size_t> Starts;
  std::vector<uint32_t> Others;
};

/// Groups of buffers with bytes, in the order of time. Buffers of different
/// groups never live at the same time, so each group can be planned alone.
std::vector<std::vector<uint32_t>>
timeGroups(llvm::ArrayRef<PlanBuffer> Buffers);

} // namespace metaobj

#endif // METAOBJ_PLAN_CONFLICTS_H

//===- MachORules.h - Rules of Mach-O ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_MACHORULES_H
#define METAOBJ_OBJECT_MACHORULES_H

#include "FormatRules.h"

namespace metaobj {

/// There are no groups of sections, only weak symbols. The system's linker must
/// find their names in its own table of coalesced sections.
class MachORules final : public FormatRules {
public:
  llvm::StringRef name() const override;
  std::optional<Refusal> refuseSection(llvm::StringRef Name) const override;
  llvm::StringRef collectedSection() const override;
  uint64_t largestAlignment() const override;
  bool symbolsDivideSections() const override;
  bool editsObjects(const llvm::Triple &Target,
                    unsigned PointerSize) const override;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_MACHORULES_H

//===- CoffRules.h - Rules of COFF ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_COFFRULES_H
#define METAOBJ_OBJECT_COFFRULES_H

#include "FormatRules.h"

namespace metaobj {

class CoffRules : public FormatRules {
public:
  llvm::StringRef name() const override;
  std::optional<Refusal> refuseSection(llvm::StringRef Name) const override;
  llvm::StringRef collectedSection() const override;
  uint64_t largestAlignment() const override;
  std::optional<uint64_t>
  largestCommonAlignment(const llvm::Triple &Target) const override;
  std::string ownSection(const OwnParam &P) const override;
  bool hasGroups() const override;
  bool editsObjects(const llvm::Triple &Target,
                    unsigned PointerSize) const override;
};

/// For systems whose linker is GNU ld.
class GnuCoffRules final : public CoffRules {
public:
  std::string sectionInObject(llvm::StringRef Section,
                              llvm::StringRef Group) const override;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_COFFRULES_H

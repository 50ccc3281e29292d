//===- ElfRules.h - Rules of ELF --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFRULES_H
#define METAOBJ_OBJECT_ELFRULES_H

#include "FormatRules.h"

namespace metaobj {

class ElfRules : public FormatRules {
public:
  llvm::StringRef name() const override;
  std::optional<Refusal> refusePoolSection(llvm::StringRef Name) const override;
  llvm::StringRef paramSection() const override;
  bool namesTableSections() const override;
  bool hasGroups() const override;
  std::string groupSection(llvm::StringRef Section, llvm::StringRef Symbol,
                           llvm::StringRef Hash) const override;
  bool hasSectionSymbols() const override;
  bool hasShards() const override;
  bool editsObjects(const llvm::Triple &Target,
                    unsigned PointerSize) const override;
  bool addsFunctions() const override;
  bool definesSymbols() const override;
};

/// For text with sections as in ELF in which a variable has one name: C, and
/// PTX, where only functions have aliases.
class TextRules final : public ElfRules {
public:
  bool hasAliases() const override;
  bool hasGroups() const override;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFRULES_H

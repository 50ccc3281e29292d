//===- WasmRules.h - Rules of WebAssembly -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_WASMRULES_H
#define METAOBJ_OBJECT_WASMRULES_H

#include "FormatRules.h"

namespace metaobj {

/// Compilers give each constant a section of its own.
class WasmRules final : public FormatRules {
public:
  llvm::StringRef name() const override;
  std::optional<Refusal> refuseSection(llvm::StringRef Name) const override;
  std::optional<uint64_t>
  largestCommonAlignment(const llvm::Triple &Target) const override;
  bool separatesParams(llvm::StringRef Section) const override;
  std::string ownSection(const OwnParam &P) const override;
  bool hasGroups() const override;
  std::string groupSection(llvm::StringRef Section, llvm::StringRef Symbol,
                           llvm::StringRef Hash) const override;
  bool editsObjects(const llvm::Triple &Target,
                    unsigned PointerSize) const override;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_WASMRULES_H

//===- Placement.h - Where parameters go ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PLACEMENT_H
#define METAOBJ_EMIT_PLACEMENT_H

#include "metaobj/Emit.h"

#include "llvm/Support/GlobPattern.h"
#include "llvm/TargetParser/Triple.h"

namespace metaobj {

/// Where a parameter goes.
struct Place {
  std::string Section; ///< Empty: what LLVM has for constants.
  uint64_t Alignment;
};

/// Knows the places of all parameters.
class Placement {
public:
  /// The defaults and rules of \p Config, which must outlive the result, for
  /// objects of \p Format.
  static llvm::Expected<Placement>
  create(const EmitConfig &Config,
         llvm::Triple::ObjectFormatType Format = llvm::Triple::ELF);

  /// The place of \p P: its own or the default, then what the matching rules
  /// say, the last of them winning. Sections that are not for constants and
  /// alignments that the format does not have are errors.
  llvm::Expected<Place> placeOf(const Param &P) const;

private:
  Placement(const EmitConfig &Config, llvm::Triple::ObjectFormatType Format)
      : Config(Config), Format(Format) {}

  const EmitConfig &Config;
  llvm::Triple::ObjectFormatType Format;
  std::vector<llvm::GlobPattern> Globs; ///< One for each rule.
};

} // namespace metaobj

#endif // METAOBJ_EMIT_PLACEMENT_H

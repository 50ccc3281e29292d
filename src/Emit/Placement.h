//===- Placement.h - Where parameters go ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PLACEMENT_H
#define METAOBJ_EMIT_PLACEMENT_H

#include "metaobj/Emit.h"

#include "llvm/Support/GlobPattern.h"

namespace metaobj {

/// Where a parameter goes.
struct Place {
  std::string Section;
  uint64_t Alignment;
};

/// Knows the places of all parameters.
class Placement {
public:
  /// The defaults and rules of \p Config, which must outlive the result.
  static llvm::Expected<Placement> create(const EmitConfig &Config);

  /// The place of \p P: its own or the default, then what the matching rules
  /// say, the last of them winning. Sections that are not for constants and
  /// alignments that are no power of two are errors.
  llvm::Expected<Place> placeOf(const Param &P) const;

private:
  explicit Placement(const EmitConfig &Config) : Config(Config) {}

  const EmitConfig &Config;
  std::vector<llvm::GlobPattern> Globs; ///< One for each rule.
};

} // namespace metaobj

#endif // METAOBJ_EMIT_PLACEMENT_H

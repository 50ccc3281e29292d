//===- Placement.h - Where parameters go ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_PLACEMENT_H
#define METAOBJ_LAYOUT_PLACEMENT_H

#include "Object/FormatRules.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"

#include <memory>
#include <vector>

namespace metaobj {

/// Where a parameter goes.
struct Place {
  std::string Section; ///< Empty: what LLVM has for constants.
  uint64_t Alignment = 1;
  int64_t Order = 0;
  ParamVisibility Visibility = ParamVisibility::Local;
  CompressionLevel Compression = 0;
  /// The rules that decided; null: the parameter itself, or the defaults.
  const PlacementRule *SectionRule = nullptr;
  const PlacementRule *AlignmentRule = nullptr;
  const PlacementRule *OrderRule = nullptr;
  const PlacementRule *VisibilityRule = nullptr;
  const PlacementRule *CompressionRule = nullptr;
};

/// Knows the places of all parameters.
class Placer {
public:
  /// The defaults and rules of \p Config, which must outlive the result, for
  /// objects of \p Rules.
  static llvm::Expected<Placer> create(const EmitConfig &Config,
                                       const FormatRules &Rules);

  /// The place of \p P: its own or the default, then what the matching rules
  /// say, the last of them winning. Not checked.
  Place decide(const Param &P) const;

  /// Sections that are not for constants are errors.
  llvm::Error checkSection(const Param &P, llvm::StringRef Section) const;

  /// So are alignments that the format does not have.
  llvm::Error checkAlignment(const Param &P, uint64_t Alignment) const;

  /// The rules that none of \p Params meets.
  std::vector<const PlacementRule *> unused(llvm::ArrayRef<Param> Params) const;

private:
  Placer(const EmitConfig &Config, const FormatRules &Rules)
      : Config(Config), Rules(Rules) {}

  /// Null patterns match everything.
  struct RulePatterns {
    std::unique_ptr<llvm::GlobPattern> Name, DType, Owner;
  };

  /// Calls \p Visit with the numbers of the rules that \p P may meet, in order:
  /// the last one wins.
  void forRulesOf(const Param &P,
                  llvm::function_ref<void(size_t Number)> Visit) const;
  bool meets(size_t Number, const Param &P, llvm::StringRef DType) const;
  static void apply(const PlacementRule &Rule, Place &To);

  const EmitConfig &Config;
  const FormatRules &Rules;
  std::vector<RulePatterns> Patterns; ///< One for each rule.
  /// Numbers of the rules for one name each, by that name: models have a
  /// hundred thousand parameters, and tools may write a rule for each.
  llvm::StringMap<std::vector<size_t>> Named;
  std::vector<size_t> General; ///< Numbers of the others.
  bool HasDTypes = false;      ///< Does any rule ask for a dtype?
};

/// Who sees the symbol of each parameter. Bad rules count as none.
std::vector<ParamVisibility> paramVisibilities(const Model &TheModel,
                                               const EmitConfig &Config);

/// The sections that parameters go to in ELF, in order of first use. Bad rules
/// count as none.
std::vector<std::string> paramSectionNames(const Model &TheModel,
                                           const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_PLACEMENT_H

//===- Placement.h - Where parameters go ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_LAYOUT_PLACEMENT_H
#define METAOBJ_EMIT_LAYOUT_PLACEMENT_H

#include "Object/FormatRules.h"
#include "Target/MemoryMapPlaces.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"

#include <optional>
#include <vector>

namespace metaobj {

/// The place of a parameter.
struct Place {
  std::string Section; ///< Empty: LLVM's section for constants.
  uint64_t Alignment = 1;
  uint64_t LeastAlignment = 1; ///< Of stored bytes, compressed or not.
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

/// Finds the places of all parameters.
class Placer {
public:
  /// Uses the defaults and rules of \p Config, which must outlive this, for
  /// objects of \p Rules.
  static llvm::Expected<Placer> create(const EmitConfig &Config,
                                       const FormatRules &Rules);

  /// The place of \p P: its own or the default, changed by the matching rules,
  /// of which the last one wins, and by the board. Not checked.
  Place decide(const Param &P) const;

  /// For a board: it is an error if it wants \p P elsewhere than in \p Section.
  llvm::Error checkBoard(const Param &P, llvm::StringRef Section) const;

  /// Sections that are not for constants are errors.
  llvm::Error checkSection(const Param &P, llvm::StringRef Section) const;

  /// Alignments that the format does not support are errors.
  llvm::Error checkAlignment(const Param &P, uint64_t Alignment) const;

  /// The rules that match none of \p Params.
  std::vector<const PlacementRule *> unused(llvm::ArrayRef<Param> Params) const;

private:
  Placer(const EmitConfig &Config, const FormatRules &Rules);

  /// Patterns that are not there match everything.
  struct RulePatterns {
    std::optional<llvm::GlobPattern> Name, DType, Owner;
  };

  /// Calls \p Visit with the numbers of the rules that may match \p P, in
  /// order: the last one wins.
  void forRulesOf(const Param &P,
                  llvm::function_ref<void(size_t Number)> Visit) const;
  bool meets(size_t Number, const Param &P, llvm::StringRef DType) const;
  static void apply(const PlacementRule &Rule, Place &To);
  bool canHave(llvm::StringRef Section) const;
  PlacedSymbol symbolOf(const Param &P, const Place &Where) const;
  void applyBoard(const Param &P, Place &To) const;

  const EmitConfig &Config;
  const FormatRules &Rules;
  std::vector<RulePatterns> Patterns; ///< One for each rule.
  /// Numbers of the rules for a single name, by that name: models have a
  /// hundred thousand parameters, and tools may write a rule for each.
  llvm::StringMap<std::vector<size_t>> Named;
  std::vector<size_t> General; ///< Numbers of the others.
  bool HasDTypes = false;      ///< Has any rule a pattern for dtypes?
  /// One for each of the board's contents, with its place in the file.
  std::vector<PlacementRule> OfBoard;
};

/// Visibility of each parameter's symbol. Ignores bad rules.
std::vector<ParamVisibility> paramVisibilities(const Model &TheModel,
                                               const EmitConfig &Config);

/// The sections of parameters in ELF, in order of first use. Ignores bad rules.
std::vector<std::string> paramSectionNames(const Model &TheModel,
                                           const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_LAYOUT_PLACEMENT_H

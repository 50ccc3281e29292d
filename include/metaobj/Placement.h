//===- metaobj/Placement.h - Rules of where parameters go -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rules that give parameters a section, an alignment, a position among the
/// others and the visibility of their symbols. They come from the command line,
/// from YAML files, and from presets for well-known systems; docs/placement.md
/// describes all three.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLACEMENT_H
#define METAOBJ_PLACEMENT_H

#include "metaobj/Model.h"
#include "metaobj/ParamVisibility.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// How hard zstd works on a parameter: 1 to 22, as zstd counts; 0: not at all.
using CompressionLevel = unsigned;
inline constexpr CompressionLevel MaxCompressionLevel = 22;

/// Reads "zstd", "zstd:<level>" or "off"; nullopt for anything else.
std::optional<CompressionLevel> parseCompression(llvm::StringRef Text);

/// Places the parameters that meet all of its conditions.
struct PlacementRule {
  /// Condition: pattern of the name.
  std::string Glob;

  /// Empty: as without the rule.
  std::string Section;
  /// Bytes, a power of two; 0: as without the rule.
  uint64_t Alignment = 0;
  /// Position in the section: lower first, 0 for parameters without one.
  std::optional<int64_t> Order = std::nullopt;
  std::optional<ParamVisibility> Visibility = std::nullopt;
  std::optional<CompressionLevel> Compression = std::nullopt;

  /// Conditions: bytes of data, both included.
  uint64_t MinBytes = 0;
  uint64_t MaxBytes = std::numeric_limits<uint64_t>::max();
  /// Conditions: patterns of dtypeName and of Param::Owner; empty: any.
  std::string DType = {};
  std::string Owner = {};

  /// Where the rule stands, for messages and the map: "board.yaml:3", "preset
  /// tvm".
  std::string Origin = {};
};

/// Reads "GLOB:section=NAME,align=BYTES,order=NUMBER,visibility=WHO,
/// compress=HOW", one of the settings at least. \p Origin is the rule's, and
/// for messages; empty: "EmitConfig::Placement=<text>".
llvm::Expected<PlacementRule> parsePlacementRule(llvm::StringRef Text,
                                                 llvm::StringRef Origin = "");

/// Reads the rules in \p Text, a YAML list, presets replaced by their rules.
/// \p Name is for messages, which tell line and column.
llvm::Expected<std::vector<PlacementRule>>
readPlacementFile(llvm::StringRef Text, llvm::StringRef Name);

/// The same from the file \p Path ("-": standard input).
llvm::Expected<std::vector<PlacementRule>>
loadPlacementFile(llvm::StringRef Path);

/// The rules of a preset; nullopt when \p Name is none.
std::optional<std::vector<PlacementRule>> placementPreset(llvm::StringRef Name);

/// Names of all presets.
llvm::ArrayRef<llvm::StringLiteral> placementPresets();

/// How the parameters of a section follow each other. Rules with an order go
/// before either.
enum class ParamOrder {
  Packed, ///< Largest alignment first, unless that would need more bytes.
  File,   ///< As in the model.
};

/// Whether parameters with equal bytes share them.
enum class ParamDedup {
  Off,
  Model, ///< Within the model, where they go to the same section.
  Link,  ///< There, and across all objects of an image, by its linker.
};

struct ParamSection {
  std::string Name; ///< Empty: what LLVM has for constants.
  /// The symbol of its bytes, when it is in a COMDAT group: of all sections
  /// with this symbol linkers keep one. Else empty.
  std::string Comdat;
  /// The object that it is in, when parameters are dealt to shards: from 1 on.
  /// 0: the one with the metadata.
  uint32_t Shard = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  /// Numbers in Model::Params, by offset. Only parameters whose bytes are
  /// stored: one of each group that shares them.
  llvm::SmallVector<uint32_t, 2> Params;
};

/// Where a parameter is found, whether its bytes are stored for it or for
/// another one.
struct ParamSite {
  uint64_t Offset = 0;  ///< Bytes from the section's start.
  uint32_t Storage = 0; ///< The parameter whose bytes these are; mostly itself.
  uint32_t Section = 0; ///< In ParamLayout::Sections.
  ParamVisibility Visibility = ParamVisibility::Local;
  llvm::Align Alignment; ///< Of the bytes.
};

/// What was decided for all parameters of a model.
struct ParamLayout {
  std::vector<ParamSection> Sections; ///< In order of first use.
  std::vector<ParamSite> Sites;       ///< One for each of Model::Params.
  /// Bytes of parameters that share the bytes of another one.
  uint64_t SavedByDedup = 0;
  /// Bytes that the order of the model would have needed more.
  uint64_t SavedByPacking = 0;

  /// Bytes of all sections.
  uint64_t size() const;
  /// Bytes that the sections would have more if nothing were compressed, but
  /// for what alignment takes.
  uint64_t savedByCompression(llvm::ArrayRef<Param> Params) const;
  /// Those of them that linkers fold with equal ones of other objects.
  uint64_t foldableSize() const;
  /// Those of them that belong to no parameter.
  uint64_t padding(llvm::ArrayRef<Param> Params) const;
};

} // namespace metaobj

#endif // METAOBJ_PLACEMENT_H

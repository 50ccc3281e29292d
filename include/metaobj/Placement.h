//===- metaobj/Placement.h - Rules of where parameters go -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rules that give parameters a section, an alignment, a position and the
/// visibility of their symbols. They come from the command line, from YAML
/// files, and from presets for well-known systems. docs/placement.md describes
/// all three.
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

/// zstd's compression level for a parameter: 1 to 22; 0: no compression.
using CompressionLevel = unsigned;
inline constexpr CompressionLevel MaxCompressionLevel = 22;

/// Reads "zstd", "zstd:<level>" or "off"; nullopt for anything else.
std::optional<CompressionLevel> parseCompression(llvm::StringRef Text);

/// Places the parameters that meet all of its conditions.
struct PlacementRule {
  /// Condition: pattern of the name.
  std::string Glob;

  /// Empty: no change.
  std::string Section;
  /// Bytes, a power of two; 0: no change.
  uint64_t Alignment = 0;
  /// Position in the section: lower numbers first, default 0.
  std::optional<int64_t> Order = std::nullopt;
  std::optional<ParamVisibility> Visibility = std::nullopt;
  std::optional<CompressionLevel> Compression = std::nullopt;

  /// Conditions: smallest and largest size of the data.
  uint64_t MinBytes = 0;
  uint64_t MaxBytes = std::numeric_limits<uint64_t>::max();
  /// Conditions: patterns of dtypeName and of Param::Owner; empty: any.
  std::string DType = {};
  std::string Owner = {};

  /// Place of the rule, for messages and the map: "board.yaml:3", "preset tvm".
  std::string Origin = {};
};

/// Reads "GLOB:section=NAME,align=BYTES,order=NUMBER,visibility=WHO,
/// compress=HOW" with at least one setting. \p Origin names the rule, also in
/// messages; empty: "EmitConfig::Placement=<text>".
llvm::Expected<PlacementRule> parsePlacementRule(llvm::StringRef Text,
                                                 llvm::StringRef Origin = "");

/// Reads the rules in \p Text, a YAML list, and replaces presets by their
/// rules. \p Name is for messages, which give line and column.
llvm::Expected<std::vector<PlacementRule>>
readPlacementFile(llvm::StringRef Text, llvm::StringRef Name);

/// The same from the file \p Path ("-": standard input).
llvm::Expected<std::vector<PlacementRule>>
loadPlacementFile(llvm::StringRef Path);

/// The rules of a preset; nullopt if \p Name is none.
std::optional<std::vector<PlacementRule>> placementPreset(llvm::StringRef Name);

/// Names of all presets.
llvm::ArrayRef<llvm::StringLiteral> placementPresets();

/// The order of parameters in a section. An order in rules overrides it.
enum class ParamOrder {
  Packed, ///< Largest alignment first, unless that would need more bytes.
  File,   ///< As in the model.
};

/// Whether parameters with equal bytes share them.
enum class ParamDedup {
  Off,
  Model, ///< Within the model, if they go to the same section.
  Link,  ///< Also across all objects of an image, by its linker.
};

struct ParamSection {
  std::string Name; ///< Empty: LLVM's section for constants.
  /// The symbol of its COMDAT group, or empty. Linkers keep one of all sections
  /// with the same symbol.
  std::string Comdat;
  /// Number of its shard, from 1 on. 0: the object with the metadata.
  uint32_t Shard = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  /// Numbers in Model::Params, by offset. Only parameters whose bytes are
  /// stored: one of each group that shares bytes.
  llvm::SmallVector<uint32_t, 2> Params;
};

/// The place of a parameter, whether its own bytes are stored or another one's.
struct ParamSite {
  uint64_t Offset = 0;  ///< Bytes from the section's start.
  uint32_t Storage = 0; ///< The parameter that stores the bytes; mostly itself.
  uint32_t Section = 0; ///< In ParamLayout::Sections.
  ParamVisibility Visibility = ParamVisibility::Local;
  llvm::Align Alignment; ///< Of the bytes.
};

/// The places of all parameters of a model.
struct ParamLayout {
  std::vector<ParamSection> Sections; ///< In order of first use.
  std::vector<ParamSite> Sites;       ///< One for each of Model::Params.
  /// Bytes of parameters that share another one's bytes.
  uint64_t SavedByDedup = 0;
  /// Additional bytes that the order of the model would need.
  uint64_t SavedByPacking = 0;

  /// Bytes of all sections.
  uint64_t size() const;
  /// Decoded bytes minus stored bytes of all parameters, without alignment.
  uint64_t savedByCompression(llvm::ArrayRef<Param> Params) const;
  /// Those bytes of the sections that linkers can fold with other objects.
  uint64_t foldableSize() const;
  /// Those bytes of the sections that belong to no parameter.
  uint64_t padding(llvm::ArrayRef<Param> Params) const;
};

} // namespace metaobj

#endif // METAOBJ_PLACEMENT_H

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

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"
#include "metaobj/Output.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

/// zstd's compression level for a parameter: 1 to 22; 0: no compression.
using CompressionLevel = unsigned;
inline constexpr CompressionLevel MaxCompressionLevel = 22;

/// Reads "zstd", "zstd:<level>" or "off"; nullopt for anything else.
std::optional<CompressionLevel> parseCompression(llvm::StringRef Text);

/// Reads the order of a rule, such as "-5"; nullopt for anything else.
std::optional<int64_t> parseOrder(llvm::StringRef Text);

/// Places the parameters that meet all of its conditions.
struct PlacementRule {
  /// Condition: pattern of the name, such as "conv*"; empty: no name meets it.
  std::string Glob;

  /// Empty: no change.
  std::string Section;
  /// Bytes, a power of two; 0: no change.
  uint64_t Alignment = 0;
  /// Position in the section: lower numbers first, default 0.
  std::optional<int64_t> Order = std::nullopt;
  std::optional<ParamVisibility> Visibility = std::nullopt;
  std::optional<CompressionLevel> Compression = std::nullopt;

  /// Conditions: least and greatest size of the elements in bytes, before
  /// compression; both belong to the range.
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
/// messages; empty: "ParamConfig::Rules=<text>".
llvm::Expected<PlacementRule> parsePlacementRule(llvm::StringRef Text,
                                                 llvm::StringRef Origin = "");

/// Reads the rules in \p Text, a YAML list, and replaces presets by their
/// rules. \p Name is for messages, which give line and column.
llvm::Expected<std::vector<PlacementRule>>
readPlacementFile(llvm::StringRef Text, llvm::StringRef Name);

/// The same from the file \p Path ("-": standard input) of at most 1 MiB.
llvm::Expected<std::vector<PlacementRule>>
loadPlacementFile(llvm::StringRef Path);

/// The rules of a preset; nullopt if \p Name is unknown.
std::optional<std::vector<PlacementRule>> placementPreset(llvm::StringRef Name);

/// Names of all presets.
llvm::ArrayRef<llvm::StringLiteral> placementPresets();

/// Whether parameters with equal bytes share them.
enum class ParamDedup {
  Off,
  Model, ///< Within the model, if they go to the same section.
  Link,  ///< Also across all objects of an image, by its linker.
};

/// Parameters are in the same output as the metadata.
struct InOutput {};

/// Parameters are split by their bytes across further objects, in the order of
/// their sections. The object with the metadata refers to them. See emitShard.
/// ELF only, and not with ParamDedup::Link.
struct InShards {
  uint32_t Count = 1; ///< Of the further objects: 1 to MaxShards.
  /// Whether emitShard also determines for number 0 which parameters share
  /// their bytes. Emission::layout then knows it, but all parameters must be
  /// read. The object is the same.
  bool KnowsLayoutOfMetadata = false;
};

/// Parameters are left out: they come in an image of their own
/// (OutputKind::ParamsImage).
/// `<prefix>_params_id` or `tvmgen_<model>_params_id` returns the id by which
/// firmware opens it. If parameters have storage ids, the program defines
/// EmitConfig::lookupSymbol(); an executor gets the opened image with each run
/// instead. Not with compression, a pool of constants, or an executor that is
/// called by name.
struct InImage {};

/// The largest number of shards.
inline constexpr uint32_t MaxShards = 65535;

/// Where parameters lie.
struct ParamConfig {
  /// The section of parameters that name none. Empty means `.rodata.tvm` in
  /// ELF, and LLVM's section for constants in other formats; for a parameter
  /// with a symbol of its own, the section of such a variable in C. Mach-O
  /// needs "segment,section".
  std::string Section;
  /// Programs write parameters: they go to sections for variables.
  bool AreWritable = false;
  /// Each parameter with a symbol of its own is a COMDAT group: of several
  /// objects with this symbol linkers keep one's. Not in Mach-O.
  bool AreGroups = false;
  /// The alignment of parameters that name none: bytes, a power of two.
  uint64_t Alignment = 64;
  /// Override section, alignment, CompressionConfig::Level and the parameters'
  /// own settings, but not Param::LeastAlignment. For each setting, the last
  /// matching rule wins.
  std::vector<PlacementRule> Rules;
  ParamDedup Dedup = ParamDedup::Model;
  /// Give each parameter its own section, so that linkers can drop parameters
  /// that nothing refers to. It is called `<section>.<name>`.
  bool OwnSections = false;
  /// Add global symbols at the start and end of each section of parameters, for
  /// programs that check or copy a whole section, as
  /// EmitConfig::sectionSymbols spells them.
  /// Only for ELF objects and IR; not with OwnSections,
  /// ParamDedup::Link or InShards.
  bool SectionSymbols = false;
  std::variant<InOutput, InShards, InImage> Where;

  /// The number of further objects; 0: there are none.
  uint32_t shards() const {
    const auto *Split = std::get_if<InShards>(&Where);
    return Split ? Split->Count : 0;
  }
  bool areInImage() const { return std::holds_alternative<InImage>(Where); }
  bool knowsLayoutOfMetadata() const {
    const auto *Split = std::get_if<InShards>(&Where);
    return Split && Split->KnowsLayoutOfMetadata;
  }
};

namespace setting {
inline constexpr Setting Placement("ParamConfig::Rules");
inline constexpr Setting Section("ParamConfig::Section");
inline constexpr Setting Writable("ParamConfig::AreWritable");
inline constexpr Setting Groups("ParamConfig::AreGroups");
inline constexpr Setting Dedup("ParamConfig::Dedup");
inline constexpr Setting ParamSections("ParamConfig::OwnSections");
inline constexpr Setting SectionSymbols("ParamConfig::SectionSymbols");
inline constexpr Setting Shards("InShards::Count");
inline constexpr Setting ExternalParams("InImage");
} // namespace setting

/// Range of CompressionConfig::WindowLog.
inline constexpr unsigned MinCompressionWindowLog = 10;
inline constexpr unsigned MaxCompressionWindowLog = 27;

/// How parameters are compressed. The same parameters, settings and version of
/// zstd give the same bytes.
struct CompressionConfig {
  /// Of parameters for which no rule says it.
  CompressionLevel Level = 0;
  /// Compress a parameter only if the result has at most this percentage of its
  /// size: 1 to 100.
  unsigned Percent = 90;
  /// Decoding looks back at most 2^this bytes and needs memory for them:
  /// MinCompressionWindowLog to MaxCompressionWindowLog.
  unsigned WindowLog = 17;
  /// Told of the bytes that were read, and of all that will be compressed,
  /// before anything is written. When it returns false, emission ends with an
  /// error.
  ProgressFunction Progress;
};

/// A section of parameters. Sizes and offsets are in bytes.
struct ParamSection {
  std::string Name; ///< Empty: LLVM's section for constants.
  /// The symbol of its COMDAT group, or empty. Linkers keep one of all sections
  /// with the same symbol.
  std::string Comdat;
  /// Number of its shard, from 1 on. 0: the object with the metadata.
  uint32_t Shard = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  /// Indices into Model::Params, by offset. Only parameters whose bytes are
  /// stored: one of each group that shares bytes.
  llvm::SmallVector<uint32_t, 2> Params;
};

/// The place of a parameter, whether its own bytes are stored or another one's.
struct ParamSite {
  uint64_t Offset = 0; ///< Bytes from the section's start.
  /// Index into Model::Params of the parameter that stores the bytes: its own
  /// if it shares none.
  uint32_t Storage = 0;
  uint32_t Section = 0; ///< Index into ParamLayout::Sections.
  ParamVisibility Visibility = ParamVisibility::Local;
  llvm::Align Alignment; ///< Of the bytes.
};

/// The places of all parameters of a model.
struct ParamLayout {
  std::vector<ParamSection> Sections; ///< In order of first use.
  std::vector<ParamSite> Sites;       ///< One for each of Model::Params.
  /// Bytes that are not stored, because another parameter stores the same.
  uint64_t SavedByDedup = 0;
  /// Bytes of padding that the order of the model would need besides.
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

/// The rules of \p Rules whose conditions no parameter of \p TheModel meets.
/// Wrong patterns are errors.
llvm::Expected<std::vector<const PlacementRule *>>
unusedRules(llvm::ArrayRef<PlacementRule> Rules, const Model &TheModel);

} // namespace metaobj

#endif // METAOBJ_PLACEMENT_H

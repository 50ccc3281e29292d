//===- Placement.cpp - Where parameters go --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "Model/DType.h"
#include "Model/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// Sections whose names LLVM and linkers take for more than a name: they would
/// be writable, executable, without bits, or of a type of their own.
static bool isSpecialSection(StringRef Name, Triple::ObjectFormatType Format) {
  static constexpr StringLiteral Prefixes[] = {
      ".bss",           ".data",        ".debug", ".fini_array", ".init_array",
      ".lbss",          ".ldata",       ".note",  ".persistent", ".noinit",
      ".preinit_array", ".sbss",        ".sdata", ".tbss",       ".tdata",
      ".text",          ".gnu.linkonce"};
  // Windows' linker makes tables of these, or takes them for itself.
  static constexpr StringLiteral CoffPrefixes[] = {
      ".CRT",   ".ctors",  ".drectve", ".dtors", ".edata", ".gehcont",
      ".gfids", ".giats",  ".gljmp",   ".idata", ".pdata", ".reloc",
      ".rsrc",  ".sxdata", ".tls",     ".xdata"};
  auto StartsName = [Name](StringRef Prefix) {
    return Name.starts_with(Prefix);
  };
  return any_of(Prefixes, StartsName) ||
         (Format == Triple::COFF && any_of(CoffPrefixes, StartsName)) ||
         (Format == Triple::Wasm && StartsName(".custom_section"));
}

/// In Mach-O a segment says whether its sections can be written, and linkers
/// know some sections by their names.
static bool isConstantMachOSection(StringRef Segment, StringRef Section) {
  static constexpr StringLiteral Special[] = {
      "__text",     "__cstring",       "__eh_frame",  "__gcc_except_tab",
      "__literal4", "__literal8",      "__literal16", "__unwind_info",
      "__ustring",  "__init_offsets",  "__stubs",     "__stub_helper",
      "__got",      "__objc_imageinfo"};
  return (Segment == "__TEXT" || Segment == "__DATA_CONST") &&
         !is_contained(Special, Section);
}

static Error checkMachOSection(const Param &P, StringRef Name) {
  constexpr size_t LongestName = 16;
  auto [Segment, Section] = Name.split(',');
  for (StringRef Part : {Segment, Section})
    if (Part.empty() || Part.size() > LongestName || Part.contains(','))
      return inputError(P.Owner,
                        "section " + quoted(Name) + " of parameter " +
                            quoted(P.Name) +
                            " is no segment and section of Mach-O",
                        "the form is __TEXT,__<name>, each of at most " +
                            Twine(LongestName) + " bytes");
  if (!isConstantMachOSection(Segment, Section))
    return inputError(P.Owner,
                      "section " + quoted(Name) + " of parameter " +
                          quoted(P.Name) + " is not one for constants",
                      "parameters are never written: choose a name such as "
                      "__TEXT,__<name> or __DATA_CONST,__<name>");
  return Error::success();
}

Error Placer::checkSection(const Param &P, StringRef Section) const {
  if (Section.empty())
    return Error::success();
  if (Section.contains('\0'))
    return inputError(P.Owner, "section " + quoted(Section) + " of parameter " +
                                   quoted(P.Name) + " has a NUL in its name");
  if (Format == Triple::MachO)
    return checkMachOSection(P, Section);
  if (isSpecialSection(Section, Format))
    return inputError(P.Owner,
                      "section " + quoted(Section) + " of parameter " +
                          quoted(P.Name) + " is not one for constants",
                      Format == Triple::COFF
                          ? "parameters are never written: choose a name such "
                            "as .rdata$<name>"
                          : "parameters are never written: choose a name such "
                            "as .params.<name>, not .rodata.<name>, which "
                            "linker scripts collect with other constants");
  return Error::success();
}

static uint64_t largestAlignment(Triple::ObjectFormatType Format) {
  switch (Format) {
  case Triple::COFF:
    return 8192;
  case Triple::MachO:
    return 32768;
  default:
    return Value::MaximumAlignment;
  }
}

Error Placer::checkAlignment(const Param &P, uint64_t Alignment) const {
  if (!isPowerOf2_64(Alignment))
    return inputError(P.Owner, "alignment " + Twine(Alignment) +
                                   " of parameter " + quoted(P.Name) +
                                   " is no power of two");
  if (Alignment > largestAlignment(Format))
    return inputError(P.Owner, "alignment " + Twine(Alignment) +
                                   " of parameter " + quoted(P.Name) +
                                   " is above the limit of " +
                                   Twine(largestAlignment(Format)));
  return Error::success();
}

/// The pattern \p Text, or one for everything when it is empty.
static Expected<GlobPattern> patternOf(StringRef Text) {
  return GlobPattern::create(Text.empty() ? "*" : Text);
}

Expected<Placer> Placer::create(const EmitConfig &Config,
                                Triple::ObjectFormatType Format) {
  Placer Result(Config, Format);
  for (const PlacementRule &Rule : Config.Placement) {
    Expected<GlobPattern> Name = GlobPattern::create(Rule.Glob);
    if (!Name)
      return inputError("placement", Name.takeError());
    Expected<GlobPattern> DType = patternOf(Rule.DType);
    if (!DType)
      return inputError("placement", DType.takeError());
    Expected<GlobPattern> Owner = patternOf(Rule.Owner);
    if (!Owner)
      return inputError("placement", Owner.takeError());
    Result.Patterns.push_back(
        {std::move(*Name), std::move(*DType), std::move(*Owner)});
    Result.HasDTypes |= !Rule.DType.empty();
  }
  return Result;
}

/// The metadata of a model in shards is in another object than the parameters.
static ParamVisibility atLeastInImage(ParamVisibility Wanted,
                                      const EmitConfig &Config) {
  return Config.Shards && Wanted == ParamVisibility::Local
             ? ParamVisibility::Hidden
             : Wanted;
}

Place Placer::decide(const Param &P) const {
  Place Result;
  Result.Section = P.Section.empty() ? Config.ParamSection : P.Section;
  if (Result.Section.empty() && Format == Triple::ELF)
    Result.Section = ".rodata.tvm";
  Result.Alignment = P.Alignment ? P.Alignment : Config.ParamAlignment;
  if (Config.ExportParams)
    Result.Visibility = ParamVisibility::Global;
  Result.Compression = Config.Compression;
  std::string DType = HasDTypes ? dtypeName(P.DType) : "";
  for (const auto &[Rule, Pattern] : zip_equal(Config.Placement, Patterns)) {
    uint64_t Size = P.raw().size();
    if (Size < Rule.MinBytes || Size > Rule.MaxBytes ||
        !Pattern.Name.match(P.Name) || !Pattern.DType.match(DType) ||
        !Pattern.Owner.match(P.Owner))
      continue;
    if (!Rule.Section.empty()) {
      Result.Section = Rule.Section;
      Result.SectionRule = &Rule;
    }
    if (Rule.Alignment) {
      Result.Alignment = Rule.Alignment;
      Result.AlignmentRule = &Rule;
    }
    if (Rule.Order) {
      Result.Order = *Rule.Order;
      Result.OrderRule = &Rule;
    }
    if (Rule.Visibility) {
      Result.Visibility = *Rule.Visibility;
      Result.VisibilityRule = &Rule;
    }
    if (Rule.Compression) {
      Result.Compression = *Rule.Compression;
      Result.CompressionRule = &Rule;
    }
  }
  Result.Visibility = atLeastInImage(Result.Visibility, Config);
  return Result;
}

std::vector<ParamVisibility>
metaobj::paramVisibilities(const Model &TheModel, const EmitConfig &Config) {
  ParamVisibility Default = atLeastInImage(
      Config.ExportParams ? ParamVisibility::Global : ParamVisibility::Local,
      Config);
  std::vector<ParamVisibility> Result(TheModel.Params.size(), Default);
  if (none_of(Config.Placement, [](const PlacementRule &Rule) {
        return Rule.Visibility.has_value();
      }))
    return Result;
  Expected<Placer> Places = Placer::create(Config);
  if (!Places) {
    // Whoever emits the parameters says what is wrong with the rules.
    consumeError(Places.takeError());
    return Result;
  }
  for (const auto &[Visibility, P] : zip_equal(Result, TheModel.Params))
    Visibility = Places->decide(P).Visibility;
  return Result;
}

std::vector<std::string> metaobj::paramSectionNames(const Model &TheModel,
                                                    const EmitConfig &Config) {
  std::vector<std::string> Names;
  Expected<Placer> Places = Placer::create(Config);
  if (!Places) {
    consumeError(Places.takeError()); // As above.
    return Names;
  }
  StringSet<> Known;
  for (const Param &P : TheModel.Params) {
    std::string Section = Places->decide(P).Section;
    if (Known.insert(Section).second)
      Names.push_back(std::move(Section));
  }
  return Names;
}

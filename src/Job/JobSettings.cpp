//===- JobSettings.cpp - What emit and embed can be told ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/JobSettings.h"

#include "Base/ByteCount.h"
#include "Job/MemorySettings.h"
#include "Job/TargetSettings.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <utility>

using namespace llvm;
using namespace metaobj;

/// "zstd:19,window=12,ratio=80", each at most once.
static std::optional<CompressionConfig> parseCompressions(StringRef Text) {
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ',');
  std::optional<CompressionLevel> Level = parseCompression(Parts.front());
  if (!Level)
    return std::nullopt;
  CompressionConfig Result;
  Result.Level = *Level;
  bool HasWindow = false, HasRatio = false;
  for (StringRef Name : ArrayRef(Parts).drop_front()) {
    bool IsWindow = Name.consume_front("window=");
    if ((!IsWindow && !Name.consume_front("ratio=")) ||
        std::exchange(IsWindow ? HasWindow : HasRatio, true))
      return std::nullopt;
    uint64_t Number = parseDecimal(Name).value_or(0);
    if (Number < (IsWindow ? MinCompressionWindowLog : 1) ||
        Number > (IsWindow ? MaxCompressionWindowLog : 100))
      return std::nullopt;
    (IsWindow ? Result.WindowLog : Result.Percent) =
        static_cast<unsigned>(Number);
  }
  return Result;
}

void JobSettings::addOutputFile() {
  Table
      .path({setting::Output, "output", 'o'}, "file", TheJob.Output,
            "Output file; - is standard output")
      .output()
      .common();
}

void JobSettings::addHeader(StringRef Help) {
  Table.path({setting::Header, "header"}, "file", TheJob.Header, Help)
      .output()
      .common();
}

void JobSettings::addMapAndDepfile() {
  Table
      .path({setting::Map, "map"}, "file", TheJob.Map,
            "Write where each parameter went and why, as JSON")
      .output();
  Table
      .path({setting::Depfile, "depfile"}, "file", TheJob.Depfile,
            "Write dependencies for Make and Ninja: all files that were read")
      .output();
}

void JobSettings::addReport() {
  Table.flag("summary", Summary,
             "Print one line on standard error: parameters, bytes, sections, "
             "bytes saved (default on a terminal)");
  Table
      .flag("json", Json,
            "Print what was read and written, as JSON (docs/c-api.md)")
      .output()
      .ofPrograms();
  Table
      .flag("quiet", Quiet,
            "Print no notes, progress and summary, only warnings and errors")
      .common()
      .ofPrograms();
}

void JobSettings::addPickedParams() {
  InputConfig &Reading = TheJob.Reading;
  Table.globs({setting::PickParams, "param"}, "glob", Reading.PickParams,
              "Parameters to take from the files (default: all); repeatable");
  Table.globs({setting::SkipParams, "skip-param"}, "glob", Reading.SkipParams,
              "Parameters to leave out, without reading their data; "
              "repeatable");
  Table.flag("verify-inputs", Reading.VerifyInputs,
             "Compare all checksums of the inputs before any output is "
             "written");
}

void JobSettings::addPlacement() {
  EmitConfig &Emitting = TheJob.Emitting;
  Table
      .parsed({setting::Placement, "place"}, "rule",
              "GLOB:KEY=VALUE,...: where matching parameters go, by the keys "
              "section, align, order, visibility, compress; the last match "
              "wins; repeatable",
              [&Emitting](const SettingRow &Row, StringRef Text) -> Error {
                // The map calls the rule so, too.
                Expected<PlacementRule> Rule =
                    parsePlacementRule(Text, Row.flag() + "=" + Text.str());
                if (!Rule)
                  return Rule.takeError();
                Emitting.Params.Rules.push_back(std::move(*Rule));
                return Error::success();
              })
      .list()
      .orEmpty()
      .common();
  Table.paths("placement", "file", TheJob.PlacementFiles,
              "YAML file of such rules; the rules of --place follow them; "
              "repeatable");
  addBoard(Table, {setting::Board, "board"}, TheJob.Board,
           "The board (YAML, docs/board.md, or a known one): what it says of "
           "symbols gives them sections and alignments, and they must fit");
  SettingRow &Presets =
      Table
          .parsed(
              {setting::Presets, "preset"}, "name",
              "Rules for a system, before all others: tvm, ethos-u, "
              "zephyr, esp-idf, avr-progmem, x86-large; repeatable",
              [this](const SettingRow &TheSettingRow, StringRef Text) -> Error {
                if (!placementPreset(Text))
                  return TheSettingRow.unknown(Text);
                TheJob.Presets.push_back(Text.str());
                return Error::success();
              },
              SettingRow::Choice)
          .list();
  for (StringRef PlacementPreset : placementPresets())
    Presets.Known.push_back(PlacementPreset.str());
}

void JobSettings::addCompression() {
  EmitConfig &Emitting = TheJob.Emitting;
  Table
      .parsed(
          {setting::Compression, "compress"}, "how",
          "Store parameters compressed: off (default), zstd, zstd:<level>, "
          "from 1 to 22 (3 without one); then ,window=<log>: decoding looks "
          "back at most 2^<log> bytes, 10 to 27 (default 17); "
          ",ratio=<percent>: keep a parameter as it is if more than this "
          "would be left of it, 1 to 100 (default 90)",
          [&Emitting](const SettingRow &Row, StringRef Text) -> Error {
            std::optional<CompressionConfig> Given = parseCompressions(Text);
            if (!Given)
              return Row.expected(
                  "off, zstd or zstd:<level> from 1 to 22, and perhaps "
                  ",window=<10 to 27> or ,ratio=<1 to 100>",
                  Text, "zstd:19,window=12");
            Emitting.Compression = std::move(*Given);
            return Error::success();
          })
      .known({"off", "zstd", "zstd:1 to zstd:22"});
}

void JobSettings::addTarget(StringRef DefaultTriple) {
  Table.group("Target");
  addTargetSettings(Table, TheJob.Target, DefaultTriple);
  Table.path({setting::TargetFile, "target-from"}, "file", TheJob.Target.File,
             "Take the target from this file only");
}

Job JobSettings::job() const {
  Job Result = TheJob;
  if (Result.Output.empty())
    Result.Output = DefaultOutput;
  return Result;
}

Error JobSettings::finish() {
  if (wantsTargetHelp(TheJob.Target))
    return Error::success();
  if (TheJob.Output.empty() && DefaultOutput.empty())
    return settingFault("no output file: name it with " + setting::Output);
  return check();
}

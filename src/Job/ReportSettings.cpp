//===- ReportSettings.cpp - What commands that read can be told -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/ReportSettings.h"

#include "Base/ByteCount.h"
#include "Job/SizePage.h"
#include "metaobj/Diagnostic.h"

using namespace llvm;
using namespace metaobj;

InspectSettings::InspectSettings() {
  Table
      .flag("json", Json,
            "Print JSON (docs/inspect-json.md): an object, or an array if "
            "there are several")
      .common()
      .ofPrograms();
  Table
      .flag("together", Together,
            "Take all files as one, as linkers do: for shards")
      .common();
  Table
      .parsed({setting::ImageBase, "base"}, "address",
              "Address of the first byte of raw images (default: their records "
              "tell it)",
              [this](const SettingRow &Row, StringRef Text) -> Error {
                Config.Base = parseAddress(Text);
                return Config.Base ? Error::success()
                                   : Row.expected("an address", Text, "0x8000");
              })
      .common();
  Table
      .flag("verify", Verify,
            "Compare each model with the hashes of its record (emit --record); "
            "exit status 1 if a part is damaged")
      .common();
  Table
      .path("public-key", "public.pem", KeyFile,
            "With --verify: each record must be signed with this Ed25519 key's "
            "private one (emit --sign)")
      .common();
  Table
      .text("extract", "name", Extract,
            "Write the elements of this parameter to -o, instead of showing "
            "the file: as a NumPy array if the path ends in .npy")
      .common();
  Table.path({"output", 'o'}, "path", Output, "Where --extract writes")
      .common();
}

Error InspectSettings::finish() {
  if (Config.Base && Together)
    return settingFault(setting::ImageBase + " is for images, " +
                        Setting("together") + " for objects");
  if (!KeyFile.empty() && !Verify)
    return settingFault(Setting("public-key") + " goes with " +
                        Setting("verify"));
  if (!Extract.empty() && (Together || Json || Verify))
    return settingFault(Setting("extract") + " takes one file, without " +
                        Setting("together") + ", " + Setting("json") + " and " +
                        Setting("verify"));
  return Error::success();
}

CheckSettings::CheckSettings() {
  Table.flag("pie", Pie, "Check for a position-independent executable")
      .common();
  Table.flag("shared", Shared, "Check for a shared object").common();
  Table
      .flag({"relocatable", 'r'}, Relocatable,
            "Check for a relocatable object, to be linked again")
      .common();
  Memory.addTo(Table);
  Table.flag("quiet", Quiet, "Print no notes, only warnings and errors")
      .common()
      .ofPrograms();
}

Error CheckSettings::finish() {
  if (Pie + Shared + Relocatable > 1)
    return settingFault(Setting("pie") + ", " + Setting("shared") + " and " +
                        Setting("relocatable") + " exclude each other");
  if (Memory.areGiven() && (Pie || Shared || Relocatable))
    return settingFault(Setting("pie") + ", " + Setting("shared") + " and " +
                        Setting("relocatable") +
                        " are for objects; a board is compared with a linked "
                        "program");
  if (Error E = Memory.finish())
    return E;
  Config.Output = Pie           ? LinkOutput::PositionIndependentExecutable
                  : Shared      ? LinkOutput::SharedObject
                  : Relocatable ? LinkOutput::RelocatableObject
                                : LinkOutput::Executable;
  return Error::success();
}

DiffSettings::DiffSettings() {
  Table
      .flag("json", Json,
            "Print JSON (docs/report.md), also if the files are equal")
      .common()
      .ofPrograms();
}

SizeSettings::SizeSettings() {
  Table
      .flag("json", Json,
            "Print JSON (docs/report.md): an object, or an array if there are "
            "several")
      .common()
      .ofPrograms();
  Table
      .path("base", "file", Base,
            "Say only what differs from this file, such as the last release: "
            "sums, sections, symbols, parameters, pools")
      .common()
      .ofPrograms();
  Table
      .flag("markdown", Markdown,
            "With base: print Markdown, for a comment on a change")
      .common()
      .ofPrograms();
  Table
      .path("budget", "file", Budget,
            "Compare all files together with limits (JSON, docs/report.md); "
            "exit status 1 over one")
      .common();
  addBoard(
      Table, "board", Board,
      "The board (YAML, docs/board.md, or a known one) of linked programs: "
      "how full its memories are; exit status 1 if one overflows")
      .common();
  Table
      .path({setting::SizePage, "html"}, "file", Html,
            "Write a page as well: maps of flash and RAM, and all figures; "
            "needs no other file")
      .common();
}

Error SizeSettings::finish() {
  if (Markdown && Base.empty())
    return settingFault(Setting("markdown") + " is about a comparison; give " +
                        Setting("base") + ", too");
  if (Markdown && Json)
    return settingFault(Setting("markdown") + " and " + Setting("json") +
                        " exclude each other");
  if (Html == "-")
    return settingFault(setting::SizePage +
                        ": standard output has the sizes; name a file");
  return Error::success();
}

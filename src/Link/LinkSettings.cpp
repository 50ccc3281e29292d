//===- LinkSettings.cpp - What link can be told ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/LinkSettings.h"

#include "Base/ByteCount.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

LinkSettings::LinkSettings() {
  Table.group("Output");
  Table.path({"output", 'o'}, "file", Output, "The linked file").common();
  Table
      .flag({"relocatable", 'r'}, Config.Relocatable,
            "Join the inputs to one object (ELF, WebAssembly)")
      .common();
  Table.flag("localize", Config.Localize,
             "With -r: keep only entry points of registries and executors "
             "global, so that several models can be in one program (ELF)");
  Table.texts("keep", "pattern", Config.Keep,
              "With --localize: keep these symbols global as well; repeatable");
  addImages();
  Table
      .flag("json", Json,
            "Print the use of memories as JSON (docs/c-api.md), on standard "
            "output")
      .output()
      .ofPrograms();
  Table.flag("quiet", Quiet, "Do not print the use of memories").ofPrograms();
  Table
      .texts("linker-argument", "word", Config.Arguments,
             "A word for the linker, as behind '--'; repeatable")
      .orEmpty();

  Table.group("Firmware");
  Memory.addTo(Table);
  Table
      .path("script", "file", Config.Script,
            "A linker script of your own (ELF)")
      .common();
  Table.text("entry", "symbol", Config.Entry, "Where the program starts")
      .common();
  Table
      .parsed(
          "gc-sections", "",
          "Drop sections that nothing refers to: the default with memories "
          "or a board (--gc-sections=false)",
          [this](const SettingRow &, StringRef Text) {
            Config.GcSections = Text == "true";
            return Error::success();
          },
          SettingRow::Switch)
      .common();

  Table.group("Runtime");
  Table
      .parsed(
          "with-runtime", "part",
          "Link the C runtime, made for the inputs' machine: backend, "
          "registry, graph, aot (these four without a value), record, "
          "params, rpc; ffi for operators of tvm-ffi, instead of these; "
          "helpers "
          "of compilers, which come with all; "
          "semihosting for its platform, startup from reset to main",
          [this](const SettingRow &Row, StringRef Text) -> Error {
            std::vector<RuntimePart> &Parts = Config.Runtime.Parts;
            if (Text.empty()) {
              Parts.insert(Parts.end(), {RuntimePart::Graph, RuntimePart::Aot});
              return Error::success();
            }
            std::optional<RuntimePart> Part = parseRuntimePart(Text);
            if (!Part)
              return Row.unknown(Text);
            Parts.push_back(*Part);
            return Error::success();
          },
          SettingRow::Choice)
      .valueOptional()
      .commaSeparated()
      .common();
  SettingRow &Runtime = *Table.find("with-runtime");
  for (StringRef Name : knownRuntimeParts())
    Runtime.Known.push_back(Name.str());
  Table
      .parsed("crt-config", "NAME=VALUE",
              "With --with-runtime: a value of crt_config.h or tvm_crt/ffi.h "
              "(TVM_CRT_PORT_ARENA_SIZE_BYTES, TVM_FFI_WORKSPACE_BYTES, "
              "TVM_FFI_ERROR_TEXT_BYTES); repeatable",
              [this](const SettingRow &TheSettingRow, StringRef Text) -> Error {
                return handleErrors(
                    setRuntimeValue(Config.Runtime, Text),
                    [&TheSettingRow](const InputError &E) {
                      return inputError(
                          TheSettingRow.Names.Which,
                          (E.input().empty() ? "" : E.input() + ": ") +
                              E.reason(),
                          E.hint());
                    });
              })
      .list();
}

void LinkSettings::addImages() {
  Table.path("Map", "file", Config.MapFile, "Write the linker's map").output();
  Table.path("bin", "file", Config.Images.Raw, "Write a raw image, too (ELF)")
      .output()
      .common();
  Table.path("hex", "file", Config.Images.Hex, "Write Intel hex, too (ELF)")
      .output()
      .common();
  Table.path("uf2", "file", Config.Images.Uf2, "Write UF2, too (ELF)")
      .output()
      .common();
  Table.parsed(
      "uf2-family", "number",
      "Family of the chip in UF2, such as 0xe48bff56 (RP2040)",
      [this](const SettingRow &Row, StringRef Text) -> Error {
        std::optional<uint64_t> Number = parseAddress(Text);
        if (!Number || *Number > UINT32_MAX)
          return Row.expected("a number", Text, "0xe48bff56");
        Config.Images.Uf2Family = static_cast<uint32_t>(*Number);
        return Error::success();
      },
      SettingRow::Number);
}

Error LinkSettings::finish() {
  auto Refuse = [](const Message &Reason) { return settingFault(Reason); };
  if (Error E = Memory.finish())
    return E;
  if (Error E = Table.checkStandardOutput())
    return E;
  if (Table.isGiven("crt-config") && Config.Runtime.Parts.empty())
    return Refuse(Setting("crt-config") + " needs " + Setting("with-runtime"));
  if (!Config.Keep.empty() && !Config.Localize)
    return Refuse(Setting("keep") + " needs " + Setting("localize"));
  if (Table.isGiven("uf2-family") && Config.Images.Uf2.empty())
    return Refuse(Setting("uf2-family") + " needs " + Setting("uf2"));
  if (Memory.areGiven() && !Config.Script.empty())
    return settingFault(Setting("script") + " excludes " + Setting("board") +
                            " and " + Setting("memory"),
                        "name the memories in the script, or leave it out");
  if (Config.Localize && !Config.Relocatable)
    return Refuse(Setting("localize") + " needs " + Setting("relocatable"));
  if (Config.Relocatable &&
      (Memory.areGiven() || !Config.Script.empty() ||
       Config.GcSections.value_or(false) || !Config.Images.Raw.empty() ||
       !Config.Images.Hex.empty() || !Config.Images.Uf2.empty()))
    return Refuse(Setting("relocatable") +
                  " makes an object without addresses: " + Setting("board") +
                  ", " + Setting("memory") + ", " + Setting("script") + ", " +
                  Setting("gc-sections") + ", " + Setting("bin") + ", " +
                  Setting("hex") + " and " + Setting("uf2") +
                  " belong to the last link");
  return Error::success();
}

Expected<LinkConfig> LinkSettings::config() const {
  LinkConfig Result = Config;
  Expected<std::optional<MemoryMap>> Read = Memory.read();
  if (!Read)
    return Read.takeError();
  Result.Memory = std::move(*Read);
  return Result;
}

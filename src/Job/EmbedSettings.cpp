//===- EmbedSettings.cpp - What embed can be told -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/EmbedSettings.h"

using namespace llvm;
using namespace metaobj;

static constexpr Choice<DataStyle> Styles[] = {{"c", DataStyle::C},
                                               {"xxd", DataStyle::Xxd},
                                               {"objcopy", DataStyle::Objcopy},
                                               {"ld", DataStyle::Objcopy},
                                               {"esp-idf", DataStyle::EspIdf}};

/// Models in flatbuffers (.tflite, .pte) are read in place, and need this.
static constexpr uint64_t DefaultAlignment = 16;

EmbedSettings::EmbedSettings() {
  TheJob.Abi = RuntimeAbi::None;
  TheJob.Emitting.Params.Alignment = DefaultAlignment;
  // Each array of a program has an address of its own.
  TheJob.Emitting.Params.Dedup = ParamDedup::Off;
  Table.group("Output");
  addOutputFile();
  addHeader("Also write a C header that declares the symbols");
  addMapAndDepfile();
  addReport();
  addSymbols();
  addForm();
  Table.group("Parameters");
  addPickedParams();
  Table.group("Placement");
  addPlacement();
  addTarget("");
  Table.find("target-from")->common();
}

void EmbedSettings::addSymbols() {
  auto AddPattern = [this](SettingName Names, StringRef Help, std::string &To,
                           bool IsOfParams) {
    auto Take = [&To, IsOfParams](const SettingRow &Row,
                                  StringRef Text) -> Error {
      if (!isSymbolPattern(Text, IsOfParams))
        return Row.expected(IsOfParams
                                ? "a name of C, with {name}, {lower} or "
                                  "{index} in it"
                                : "a name of C, perhaps with {name}, {lower}, "
                                  "{stem}, {path} or {index} in it",
                            Text);
      To = Text.str();
      return Error::success();
    };
    Table.parsed(Names, "pattern", Help, Take).common();
  };
  Table.group("Symbols");
  AddPattern({setting::EmbedSymbol, "symbol"},
             "Name of the data in C; for several files with {name} (model.bin: "
             "model_bin), {lower} (in lower case), {stem} (model), {path} or "
             "{index} (from 1) in it "
             "(default: that of the style)",
             Embedding.Symbol, /*IsOfParams=*/false);
  AddPattern({setting::ParamSymbols, "symbols"},
             "Embed each parameter of the files (.npz, safetensors and others) "
             "instead, under names with {name}, {lower} (in lower case) or "
             "{index} in them, such as weight{index}_{name}; the header "
             "declares types and shapes",
             Embedding.ParamSymbols, /*IsOfParams=*/true);
  Table
      .choice({setting::DataStyle, "style"}, "style", Embedding.Style, Styles,
              "Symbols as other tools make them: c (default; x, x_end, "
              "x_size), xxd (x, x_len), objcopy, ld (_binary_x_start, "
              "_binary_x_end, _binary_x_size), esp-idf (these, but x_length)")
      .common();
}

void EmbedSettings::addForm() {
  ParamConfig &Params = TheJob.Emitting.Params;
  Table.group("Data");
  Table
      .parsed({setting::EmbedType, "type"}, "type",
              "Type of the data in C, with the size of the file: "
              "'const float[2][2]', 'alignas(64) const int8_t[]' (default: "
              "const unsigned char[])",
              [this](const SettingRow &Row, StringRef Text) -> Error {
                std::optional<CArrayType> Type = parseArrayType(Text);
                if (!Type)
                  return Row.expected("an array of char, float, double or a "
                                      "type such as int16_t",
                                      Text, "const float[2][2]");
                Embedding.Type = std::move(*Type);
                return Error::success();
              })
      .common();
  Table.flag({setting::EmbedText, "text"}, Embedding.IsText,
             "Text: a NUL comes behind each file, which sizes do not count, as "
             "EMBED_TXTFILES of ESP-IDF");
  Table.flag({setting::Writable, "writable"}, Params.AreWritable,
             "Variables, as xxd and objcopy make them, and not constants");
  Table
      .text({setting::Section, "section"}, "name", Params.Section,
            "Section of all data (default: as of compilers, one for each)")
      .common();
  Table
      .alignment("align", "Alignment in bytes, a power of two",
                 [&Params](uint64_t Bytes) { Params.Alignment = Bytes; })
      .byDefault(Twine(DefaultAlignment))
      .common();
  Table.flag({setting::Groups, "comdat"}, Params.AreGroups,
             "Several objects may have the same data: linkers keep one's");
  addCompression();
}

Error EmbedSettings::checkParams() const {
  if (Embedding.ParamSymbols.empty()) {
    for (const SettingRow &Row : Table.rows())
      if (Row.Group == "Parameters" && Row.NumGiven)
        return settingFault(Row.Names.Which + " is for parameters: add " +
                            setting::ParamSymbols);
    return Error::success();
  }
  for (auto [Name, Which] : {std::pair("symbol", setting::EmbedSymbol),
                             {"style", setting::DataStyle},
                             {"type", setting::EmbedType},
                             {"text", setting::EmbedText}})
    if (Table.isGiven(Name))
      return settingFault(Which + " is for files, and " +
                              setting::ParamSymbols + " for their parameters",
                          "leave out one of the two");
  return Error::success();
}

/// The header declares what the object has.
Error EmbedSettings::checkType() const {
  if (!Table.isGiven("type"))
    return Error::success();
  if (TheJob.Emitting.Compression.Level)
    return settingFault("compressed data has no type but bytes",
                        "leave out " + setting::EmbedType + " or " +
                            setting::Compression);
  if (Embedding.Type.IsConst != TheJob.Emitting.Params.AreWritable)
    return Error::success();
  return Embedding.Type.IsConst
             ? settingFault("a const array is not written",
                            "leave out const or " + setting::Writable)
             : settingFault("an array without const is written",
                            "add const, or " + setting::Writable);
}

Error EmbedSettings::check() {
  if (TheJob.Target.Triple.empty() && TheJob.Target.File.empty())
    return settingFault("no target: take it from an object of the program "
                        "with " +
                            setting::TargetFile,
                        "or name it with " + setting::Triple);
  if (Error E = checkParams())
    return E;
  if (Error E = checkType())
    return E;
  if (TheJob.Emitting.Params.AreGroups && Embedding.Style == DataStyle::Objcopy)
    return settingFault("a size that is an address cannot be in several "
                        "objects",
                        "leave out " + setting::Groups + " or choose another " +
                            setting::DataStyle);
  return Table.checkStandardOutput();
}

Job EmbedSettings::job() const {
  Job Result = JobSettings::job();
  Result.Embedding = Embedding;
  return Result;
}

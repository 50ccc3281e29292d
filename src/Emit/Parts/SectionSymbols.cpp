//===- SectionSymbols.cpp - Where sections start and end ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/Placement.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/RustWriter.h"
#include "Object/FormatRules.h"

using namespace llvm;
using namespace metaobj;

namespace {

class SectionSymbolsPart final : public OutputPart {
public:
  std::optional<NotInC> refuseC() const override {
    return NotInC{"C cannot say where a section starts and ends",
                  "emit an object, or let the linker script define the "
                  "symbols"};
  }

  Error checkFormat(const Model &TheModel, const EmitConfig &Config,
                    const Triple &Target) const override;

  std::vector<std::string> symbols(const Model &TheModel,
                                   const EmitConfig &Config) const override;

  std::optional<EmitConfig::SectionSymbolPair>
  sectionMarks(const Emission::Common &Common,
               const ParamSection &Section) const override {
    return Common.Config.sectionSymbols(Common.model(), Section.Name);
  }

  Error writeHeader(raw_ostream &OS, const CModel &C) const override;
  Error writeRust(RustWriter &Writer) const override;
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeSectionSymbolsPart(const Model & /*TheModel*/,
                                const EmitConfig &Config) {
  if (!Config.Params.SectionSymbols)
    return nullptr;
  return std::make_shared<SectionSymbolsPart>();
}

Error SectionSymbolsPart::checkFormat(const Model &TheModel,
                                      const EmitConfig &Config,
                                      const Triple &Target) const {
  auto Fail = [&](const Message &Reason, const Message &Hint) {
    return inputError("model " + quoted(TheModel.Name),
                      "sections of parameters cannot have symbols for start "
                      "and end: " +
                          Reason,
                      Hint);
  };
  if (!formatRules(Target).Facts.HasSectionSymbols)
    return Fail("objects for " + quoted(Target.str()) + " are not ELF",
                "leave out " + setting::SectionSymbols);
  if (Config.Params.OwnSections)
    return Fail("each parameter has one of its own",
                "leave out " + setting::SectionSymbols + " or " +
                    setting::ParamSections);
  if (Config.Params.Dedup == ParamDedup::Link)
    return Fail("linkers choose which parameters stay",
                "leave out " + setting::SectionSymbols +
                    ", or share parameters within the model with " +
                    setting::Dedup + "=model");
  if (Config.Params.shards())
    return Fail("each shard has a part of them", "leave out " +
                                                     setting::SectionSymbols +
                                                     " or " + setting::Shards);
  return Error::success();
}

/// Start and end of each section, one after the other.
std::vector<std::string>
SectionSymbolsPart::symbols(const Model &TheModel,
                            const EmitConfig &Config) const {
  std::vector<std::string> Result;
  if (TheModel.Params.empty() || Config.Params.areInImage())
    return Result;
  for (const std::string &Section : paramSectionNames(TheModel, Config)) {
    auto [Start, End] = Config.sectionSymbols(TheModel, Section);
    Result.push_back(std::move(Start));
    Result.push_back(std::move(End));
  }
  return Result;
}

Error SectionSymbolsPart::writeHeader(raw_ostream &OS, const CModel &C) const {
  std::vector<std::string> Symbols = symbols(C.TheModel, C.Config);
  if (!Symbols.empty())
    OS << "\n/* Where each section of parameters starts and ends. */\n";
  for (const std::string &Symbol : Symbols) {
    const CName &Name = C.Names.ofPart(Symbol);
    OS << "extern const uint8_t " << Name.Name << "[]" << Name.label() << ";\n";
  }
  return Error::success();
}

/// Declares a slice for each section.
Error SectionSymbolsPart::writeRust(RustWriter &Writer) const {
  const CModel &C = Writer.C;
  std::vector<std::string> Symbols = symbols(C.TheModel, C.Config);
  size_t StartLength = (C.Config.symbolStart(C.TheModel) + "_start_").size();
  for (size_t I = 0; I != Symbols.size(); I += 2)
    Writer.write(
        "section",
        {{"SECTION",
          "section_" + rustName(StringRef(Symbols[I]).drop_front(StartLength))},
         {"START", Symbols[I]},
         {"END", Symbols[I + 1]}});
  return Error::success();
}

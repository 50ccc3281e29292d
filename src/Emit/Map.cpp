//===- Map.cpp - What was decided, as JSON --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/map-json.md describes the file.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "Base/AtomicFile.h"
#include "Base/Json.h"
#include "Base/Wording.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/Placement.h"
#include "Emit/MapType.h"
#include "Emit/Parts/Part.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// Version of docs/map-json.md.
static constexpr int64_t JsonSchema = 1;

namespace {

class MapWriter {
public:
  MapWriter(raw_ostream &OS, const Emission &TheEmission, const Placer &Places)
      : J(OS, /*IndentSize=*/2), TheEmission(TheEmission),
        TheModel(TheEmission.model()), Config(TheEmission.config()),
        Layout(TheEmission.layout()), Places(Places) {}

  void write(StringRef Output);

private:
  void writeTotals();
  void writeSection(const ParamSection &Section);
  void writeParam(size_t Index, uint64_t Padding);
  void writeSource(const Payload &Data);
  void writeRule(StringRef Setting, const PlacementRule *Rule);

  json::OStream J;
  const Emission &TheEmission;
  const Model &TheModel;
  const EmitConfig &Config;
  const ParamLayout &Layout;
  const Placer &Places;
  /// For each stored parameter those that share its bytes.
  DenseMap<size_t, SmallVector<size_t, 1>> Sharers;
};

} // namespace

/// Where the bytes were taken from.
void MapWriter::writeSource(const Payload &Data) {
  std::optional<Payload::FilePlace> Place = Data.filePlace();
  if (!Place) {
    J.attribute("source", nullptr);
    return;
  }
  J.attributeObject("source", [&] {
    J.attribute("file", jsonText(Place->File->path()));
    J.attribute("offset", Place->Offset);
  });
}

void MapWriter::writeRule(StringRef Setting, const PlacementRule *Rule) {
  J.attribute(Setting, Rule ? jsonText(Rule->Origin) : json::Value(nullptr));
}

void MapWriter::writeParam(size_t Index, uint64_t Padding) {
  const Param &P = TheModel.Params[Index];
  const ParamSite &Site = Layout.Sites[Index];
  Place Where = Places.decide(P);
  J.object([&] {
    J.attribute("name", jsonText(P.Name));
    J.attribute("symbol", jsonText(Config.paramSymbol(P)));
    J.attribute("visibility", paramVisibilityName(Site.Visibility));
    J.attribute("offset", Site.Offset);
    J.attribute("bytes", P.raw().size());
    J.attribute("codec", P.Compressed
                             ? json::Value(paramCodecName(P.Compressed->Codec))
                             : json::Value(nullptr));
    J.attribute("stored_bytes", P.Data.size());
    J.attribute("align", Site.Alignment.value());
    J.attribute("padding", Padding);
    writeMapType(J, P.DType, P.Shape);
    J.attribute("owner", jsonText(P.Owner));
    writeSource(P.raw());
    J.attribute("shares", Site.Storage == Index
                              ? json::Value(nullptr)
                              : jsonText(TheModel.Params[Site.Storage].Name));
    J.attributeObject("rules", [&] {
      writeRule("section", Where.SectionRule);
      writeRule("align", Where.AlignmentRule);
      writeRule("order", Where.OrderRule);
      writeRule("visibility", Where.VisibilityRule);
      writeRule("compress", Where.CompressionRule);
    });
  });
}

void MapWriter::writeSection(const ParamSection &Section) {
  J.object([&] {
    J.attribute("name", jsonTextOrNull(Section.Name));
    J.attribute("bytes", Section.Size);
    J.attribute("align", Section.Alignment);
    J.attribute("shard", Section.Shard ? json::Value(int64_t(Section.Shard))
                                       : json::Value(nullptr));
    J.attribute("comdat", jsonTextOrNull(Section.Comdat));
    J.attributeArray("params", [&] {
      uint64_t End = 0;
      for (uint32_t Index : Section.Params) {
        uint64_t Offset = Layout.Sites[Index].Offset;
        writeParam(Index, Offset - End);
        End = Offset + TheModel.Params[Index].Data.size();
        for (size_t Sharer : Sharers.lookup(Index))
          writeParam(Sharer, 0);
      }
    });
  });
}

void MapWriter::writeTotals() {
  uint64_t Bytes = 0;
  for (const Param &P : TheModel.Params)
    Bytes += P.raw().size();
  J.attributeObject("totals", [&] {
    J.attribute("params", TheModel.Params.size());
    J.attribute("param_bytes", Bytes);
    J.attribute("sections", Layout.Sections.size());
    J.attribute("section_bytes", Layout.size());
    J.attribute("padding", Layout.padding(TheModel.Params));
    J.attribute("saved_by_compression",
                Layout.savedByCompression(TheModel.Params));
    J.attribute("saved_by_dedup", Layout.SavedByDedup);
    J.attribute("saved_by_packing", Layout.SavedByPacking);
    J.attribute("foldable", Layout.foldableSize());
  });
}

void MapWriter::write(StringRef Output) {
  for (const auto &[Index, Site] : enumerate(Layout.Sites))
    if (Site.Storage != Index)
      Sharers[Site.Storage].push_back(Index);
  J.object([&] {
    J.attribute("schema", JsonSchema);
    J.attribute("output", jsonText(Output));
    J.attribute("model", jsonText(TheModel.Name));
    writeTotals();
    J.attributeArray("sections", [&] {
      for (const ParamSection &Section : Layout.Sections)
        writeSection(Section);
    });
    for (StringRef Key : mapKeys()) {
      auto Found =
          find_if(TheEmission.common().Parts, [&](const auto &ThePart) {
            return ThePart->mapKey() == Key;
          });
      if (Found == TheEmission.common().Parts.end())
        J.attribute(Key, nullptr);
      else
        (*Found)->writeMap(J, TheEmission);
    }
  });
}

std::string metaobj::summarize(const Emission &TheEmission) {
  const ParamLayout &Layout = TheEmission.layout();
  ArrayRef<Param> Params = TheEmission.model().Params;
  std::string Text = plural(Params.size(), "parameter") + ", " +
                     plural(Layout.size(), "byte") + " in " +
                     plural(Layout.Sections.size(), "section");
  if (!Layout.Sections.empty() && Layout.Sections.back().Shard)
    Text += " of shards";
  StringRef Separator = "; ";
  auto Add = [&](uint64_t Bytes, StringRef Subject) {
    if (Bytes == 0)
      return;
    Text += (Separator + plural(Bytes, "byte") + " " + Subject).str();
    Separator = ", ";
  };
  Add(Layout.savedByCompression(Params), "saved by compression");
  Add(Layout.SavedByDedup, "saved by sharing");
  Add(Layout.SavedByPacking, "saved by packing");
  Add(Layout.foldableSize(), "that linkers can fold with other objects");
  for (const std::shared_ptr<OutputPart> &ThePart : TheEmission.common().Parts)
    if (std::string Summary = ThePart->summary(TheEmission); !Summary.empty())
      Text += "; " + Summary;
  return Text;
}

Error metaobj::writeMap(const Emission &TheEmission, StringRef Output,
                        const OutputPlace &To) {
  Expected<Placer> Places = Placer::create(TheEmission.config(), sourceRules());
  if (!Places)
    return Places.takeError();
  auto Write = [&](raw_ostream &OS) {
    PrintableJson Printable(OS);
    MapWriter(Printable, TheEmission, *Places).write(Output);
    Printable << '\n';
    return Error::success();
  };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}

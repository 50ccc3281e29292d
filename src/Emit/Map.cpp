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
#include "Emit/Executor/Executor.h"
#include "Emit/Layout/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// Version of docs/map-json.md.
static constexpr int64_t JsonSchema = 1;

namespace {

/// Sums over an executor.
struct ExecutorTotals {
  explicit ExecutorTotals(const Emission &Of) {
    for (const ExecutorTable &Each : Of.executorTables())
      (Each.IsVariable ? Ram : Tables) += Each.Bytes;
    for (const ExecutorMemory &Each : Of.executor()->Pools)
      if (Each.Pool.IsCallers && !Each.IsConstant)
        CallersRam += Each.Bytes;
  }
  uint64_t Tables = 0;
  uint64_t Ram = 0; ///< Of the object itself.
  uint64_t CallersRam = 0;
};

} // namespace

static void writeType(json::OStream &J, DLDataType DType,
                      ArrayRef<int64_t> Shape) {
  J.attribute("dtype", dtypeName(DType));
  J.attributeArray("shape", [&] {
    for (int64_t Extent : Shape)
      J.value(Extent);
  });
}

static void writeTensors(json::OStream &J, StringRef Key,
                         ArrayRef<ExecutorIo> List, const Executor &Of) {
  J.attributeArray(Key, [&] {
    for (const ExecutorIo &Each : List)
      J.object([&] {
        const GraphTensor &Tensor = Of.TheGraph.Tensors[Each.Tensor];
        const TensorPlace &Place = Of.Places[Each.Tensor];
        bool IsInPool = Place.Kind == TensorPlace::Pool;
        J.attribute("name", jsonText(Each.Name));
        writeType(J, *Tensor.DType, *Tensor.Shape);
        J.attribute("bytes", Each.Bytes);
        J.attribute("pool", IsInPool ? jsonText(Of.Pools[Place.Index].Pool.Name)
                                     : json::Value(nullptr));
        J.attribute("offset", IsInPool ? json::Value(Place.Offset)
                                       : json::Value(nullptr));
      });
  });
}

static void writePools(json::OStream &J, const Executor &Of) {
  J.attributeArray("pools", [&] {
    for (uint32_t Number = 0; Number != Of.Pools.size(); ++Number) {
      const ExecutorMemory &Memory = Of.Pools[Number];
      J.object([&] {
        J.attribute("name", jsonText(Memory.Pool.Name));
        J.attribute("symbol", Memory.Pool.IsCallers
                                  ? json::Value(nullptr)
                                  : jsonText(Of.poolSymbol(Number)));
        J.attribute("bytes", Memory.Bytes);
        J.attribute("align", Of.alignmentOf(Memory));
        J.attribute("constant", Memory.IsConstant);
      });
    }
  });
}

static void writeTables(json::OStream &J, StringRef Key,
                        ArrayRef<ExecutorTable> Tables, bool AreVariables) {
  J.attributeArray(Key, [&] {
    for (const ExecutorTable &Each : Tables)
      if (Each.IsVariable == AreVariables)
        J.object([&] {
          J.attribute("symbol", jsonText(Each.Symbol));
          J.attribute("section", jsonTextOrNull(Each.Section));
          J.attribute("bytes", Each.Bytes);
        });
  });
}

/// Global ones, and the packed forms of operators.
static std::vector<std::string> functionsOf(const Executor &Of) {
  std::vector<std::string> Result = executorSymbols(Of.Config, Of.SymbolStart);
  erase_if(Result, [&](const std::string &Symbol) {
    for (uint32_t Pool = 0; Pool != Of.Pools.size(); ++Pool)
      if (Of.poolSymbol(Pool) == Symbol ||
          sharedPoolFlag(Of.Pools[Pool].Pool.Name) == Symbol)
        return true;
    return false;
  });
  for (const OwnFunction &Each : Of.Own)
    if (Each.Wrapped)
      Result.push_back(Each.Symbol);
  return Result;
}

static void writeExecutor(json::OStream &J, const Emission &Of) {
  if (!Of.executor()) {
    J.attribute("executor", nullptr);
    return;
  }
  const Executor &Its = *Of.executor();
  ExecutorTotals Totals(Of);
  SetVector<uint32_t> Operators;
  for (const ExecutorCall &Call : Its.Calls)
    Operators.insert(Call.Function);
  J.attributeObject("executor", [&] {
    J.attributeObject("totals", [&] {
      J.attribute("calls", Its.Calls.size());
      J.attribute("ram_bytes", Totals.Ram);
      J.attribute("callers_ram_bytes", Totals.CallersRam);
      J.attribute("table_bytes", Totals.Tables);
    });
    J.attributeArray("functions", [&] {
      for (const std::string &Symbol : functionsOf(Its))
        J.value(jsonText(Symbol));
    });
    writeTensors(J, "inputs", Its.Inputs, Its);
    writeTensors(J, "outputs", Its.Outputs, Its);
    writePools(J, Its);
    J.attributeArray("devices", [&] {
      for (const ExecutorDevice &Each : Its.Devices)
        J.value(jsonText(Each.Kind));
    });
    J.attributeArray("operators", [&] {
      for (uint32_t Each : Operators)
        J.value(jsonText(Of.model().Functions[Each].Name));
    });
    writeTables(J, "tables", Of.executorTables(), /*AreVariables=*/false);
    writeTables(J, "variables", Of.executorTables(), /*AreVariables=*/true);
  });
}

static std::string summarizeExecutor(const Emission &Of) {
  ExecutorTotals Totals(Of);
  std::string Text =
      "executor: " + plural(Of.executor()->Calls.size(), "call") + ", " +
      plural(Totals.Ram, "byte") + " of RAM, ";
  if (Totals.CallersRam)
    Text += plural(Totals.CallersRam, "byte") + " of the program's RAM, ";
  return Text + plural(Totals.Tables, "byte") + " of tables";
}

namespace {

class MapWriter {
public:
  MapWriter(raw_ostream &OS, const Emission &Of, const Placer &Places)
      : J(OS, /*IndentSize=*/2), Of(Of), TheModel(Of.model()),
        Config(Of.config()), Layout(Of.layout()), Places(Places) {}

  void write(StringRef Output);

private:
  void writeTotals();
  void writeSection(const ParamSection &Section);
  void writeParam(size_t Index, uint64_t Padding);
  void writeSource(const Payload &Data);
  void writeRule(StringRef Setting, const PlacementRule *Rule);

  json::OStream J;
  const Emission &Of;
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
    writeType(J, P.DType, P.Shape);
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
    writeExecutor(J, Of);
  });
}

std::string metaobj::summarize(const Emission &Of) {
  const ParamLayout &Layout = Of.layout();
  ArrayRef<Param> Params = Of.model().Params;
  std::string Text = plural(Params.size(), "parameter") + ", " +
                     plural(Layout.size(), "byte") + " in " +
                     plural(Layout.Sections.size(), "section");
  if (!Layout.Sections.empty() && Layout.Sections.back().Shard)
    Text += " of shards";
  StringRef Separator = "; ";
  auto Add = [&](uint64_t Bytes, StringRef What) {
    if (Bytes == 0)
      return;
    Text += (Separator + plural(Bytes, "byte") + " " + What).str();
    Separator = ", ";
  };
  Add(Layout.savedByCompression(Params), "saved by compression");
  Add(Layout.SavedByDedup, "saved by sharing");
  Add(Layout.SavedByPacking, "saved by packing");
  Add(Layout.foldableSize(), "that linkers can fold with other objects");
  if (Of.executor())
    Text += "; " + summarizeExecutor(Of);
  return Text;
}

Error metaobj::writeMap(const Emission &Of, StringRef Output,
                        const OutputPlace &To) {
  Expected<Placer> Places = Placer::create(Of.config(), sourceRules());
  if (!Places)
    return Places.takeError();
  auto Write = [&](raw_ostream &OS) {
    PrintableJson Printable(OS);
    MapWriter(Printable, Of, *Places).write(Output);
    Printable << '\n';
    return Error::success();
  };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}

//===- Print.cpp - An inspection as text and as JSON ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/Convention.h"
#include "Text/Json.h"
#include "Text/Wording.h"

#include "metaobj/Inspect.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// Version of docs/inspect-json.md.
static constexpr int64_t JsonSchema = 1;

static void printJson(const InspectedRegistry &Registry, json::OStream &J) {
  J.object([&] {
    J.attribute("entry", jsonTextOrNull(Registry.Entry));
    J.attribute("abi", Registry.Abi);
    J.attribute("count", Registry.Count);
    if (!Registry.Index.empty())
      J.attribute("index", jsonText(Registry.Index));
    J.attribute("address", jsonNumberOrNull(Registry.Address));
    J.attributeArray("functions", [&] {
      for (const InspectedFunction &Function : Registry.Functions)
        J.object([&] {
          J.attribute("index", Function.Index);
          J.attribute("name", jsonText(Function.Name));
          J.attribute("symbol", jsonTextOrNull(Function.Symbol));
          J.attribute("address", jsonNumberOrNull(Function.Address));
        });
    });
  });
}

static void printJson(const InspectedTable &Table, json::OStream &J) {
  J.object([&] {
    J.attribute("kind", Table.Kind);
    J.attribute("accessor", jsonTextOrNull(Table.Accessor));
    J.attribute("address", jsonNumberOrNull(Table.Address));
    J.attributeArray("rows", [&] {
      for (const InspectedRow &Each : Table.Rows)
        J.object([&] {
          J.attribute("name", jsonTextOrNull(Each.Name));
          J.attribute("symbol", jsonTextOrNull(Each.Symbol));
          J.attribute("address", jsonNumberOrNull(Each.Address));
        });
    });
  });
}

static void printJson(const InspectedParam &Param, json::OStream &J) {
  J.object([&] {
    J.attribute("name", jsonText(Param.Name));
    J.attribute("model", jsonTextOrNull(Param.Model));
    J.attribute("symbol", jsonTextOrNull(Param.Symbol));
    J.attribute("address", jsonNumberOrNull(Param.Address));
    J.attribute("sid", jsonNumberOrNull(Param.StorageId));
    J.attribute("dtype",
                Param.DType ? jsonText(*Param.DType) : json::Value(nullptr));
    if (Param.Shape)
      J.attributeArray("shape", [&] {
        for (int64_t Extent : *Param.Shape)
          J.value(Extent);
      });
    else
      J.attribute("shape", nullptr);
    J.attribute("bytes", Param.Bytes);
    J.attribute("codec", jsonTextOrNull(Param.Codec));
    J.attribute("stored_bytes", Param.StoredBytes);
    J.attribute("align",
                Param.Align ? json::Value(Param.Align) : json::Value(nullptr));
    J.attribute("section",
                Param.Align ? jsonText(Param.Section) : json::Value(nullptr));
    J.attribute("hash", jsonTextOrNull(Param.Hash));
  });
}

static void printJson(ArrayRef<int64_t> Shape, json::OStream &J) {
  J.attributeArray("shape", [&] {
    for (int64_t Extent : Shape)
      J.value(Extent);
  });
}

static void printJson(StringRef Key, ArrayRef<InspectedTensor> Tensors,
                      json::OStream &J) {
  J.attributeArray(Key, [&] {
    for (const InspectedTensor &Each : Tensors)
      J.object([&] {
        J.attribute("name", jsonText(Each.Name));
        J.attribute("dtype", jsonText(Each.DType));
        ::printJson(ArrayRef(Each.Shape), J);
      });
  });
}

static void printJson(const InspectedMetadata &Metadata, json::OStream &J) {
  J.attributeObject("metadata", [&] {
    J.attribute("module", jsonText(Metadata.Module));
    printJson("inputs", Metadata.Inputs, J);
    printJson("outputs", Metadata.Outputs, J);
    printJson("workspace_pools", Metadata.WorkspacePools, J);
    J.attributeArray("constants", [&] {
      for (const InspectedConstant &Each : Metadata.Constants)
        J.object([&] {
          J.attribute("name", jsonText(Each.Name));
          J.attribute("offset", Each.Offset);
          J.attribute("bytes", Each.Bytes);
        });
    });
  });
}

static void printJson(const InspectedExecutor &Executor, json::OStream &J) {
  J.object([&] {
    J.attribute("prefix", jsonText(Executor.Prefix));
    J.attributeArray("functions", [&] {
      for (const InspectedEntry &Each : Executor.Functions)
        J.object([&] {
          J.attribute("symbol", jsonText(Each.Symbol));
          J.attribute("address", jsonNumberOrNull(Each.Address));
        });
    });
    J.attributeArray("pools", [&] {
      for (const InspectedPool &Each : Executor.Pools)
        J.object([&] {
          J.attribute("name", jsonText(Each.Name));
          J.attribute("symbol", jsonText(Each.Symbol));
          J.attribute("bytes", Each.Bytes);
          J.attribute("section", jsonText(Each.Section));
          J.attribute("address", jsonNumberOrNull(Each.Address));
        });
    });
    if (Executor.Metadata)
      printJson(*Executor.Metadata, J);
    else
      J.attribute("metadata", nullptr);
  });
}

static void printJson(const OperatorDescription &Operator, json::OStream &J) {
  J.object([&] {
    J.attribute("name", jsonText(Operator.name()));
    J.attribute("symbol", jsonText(Operator.Symbol));
    J.attribute("call", conventionName(Operator.Convention));
    if (Operator.Arguments.empty())
      J.attribute("arguments", nullptr);
    else
      J.attributeArray("arguments", [&] {
        for (const OperatorArgument &Each : Operator.Arguments)
          J.object([&] {
            J.attribute("use", argumentUseName(Each.Use));
            J.attribute("dtype", dtypeName(Each.DType));
            J.attribute("rank", Each.Rank);
          });
      });
    J.attribute("workspace", jsonNumberOrNull(Operator.Workspace));
    J.attribute("device", jsonTextOrNull(Operator.Device));
    J.attribute("constants",
                jsonTextOrNull(Operator.Constants
                                   ? constantStorageName(*Operator.Constants)
                                   : StringRef()));
  });
}

static void printJson(const InspectedRecord &Record, json::OStream &J) {
  J.object([&] {
    J.attribute("model", jsonText(Record.Model));
    J.attribute("abi", Record.Abi);
    J.attribute("address", jsonNumberOrNull(Record.Address));
    J.attribute("functions", Record.NumFunctions);
    J.attribute("params", Record.NumParams);
    J.attribute("identity", Record.Identity);
    if (Record.Signature.empty())
      J.attribute("signature", nullptr);
    else
      J.attribute("signature", Record.Signature);
    J.attribute("verified", !Record.IsPartial);
    J.attributeArray("damage", [&] {
      for (const std::string &Each : Record.Damage)
        J.value(jsonText(Each));
    });
  });
}

static void printJson(const InspectedParamsImage &Image, json::OStream &J) {
  J.attributeObject("params_image", [&] {
    J.attribute("generation", int64_t(Image.Generation));
    J.attribute("base", jsonNumberOrNull(Image.Base));
    J.attribute("bytes", Image.Bytes);
    J.attribute("align", Image.Alignment);
    J.attribute("id", Image.Id);
    J.attributeArray("damage", [&] {
      for (const std::string &Each : Image.Damage)
        J.value(jsonText(Each));
    });
  });
}

static void printJson(const Inspection &What, json::OStream &J) {
  J.object([&] {
    J.attribute("schema", JsonSchema);
    printPath(J, "file", What.File);
    J.attribute("format", What.Format);
    J.attribute("triple", What.Triple);
    J.attribute("stripped", What.IsStripped);
    J.attributeArray("registries", [&] {
      for (const InspectedRegistry &Registry : What.Registries)
        printJson(Registry, J);
    });
    J.attributeArray("params", [&] {
      for (const InspectedParam &Param : What.Params)
        printJson(Param, J);
    });
    J.attributeArray("executors", [&] {
      for (const InspectedExecutor &Executor : What.Executors)
        printJson(Executor, J);
    });
    if (What.ParamsImage)
      printJson(*What.ParamsImage, J);
    J.attributeArray("records", [&] {
      for (const InspectedRecord &Record : What.Records)
        printJson(Record, J);
    });
    if (!What.Tables.empty())
      J.attributeArray("tables", [&] {
        for (const InspectedTable &Table : What.Tables)
          printJson(Table, J);
      });
    if (!What.Models.empty())
      J.attributeArray("registered", [&] {
        for (const InspectedModel &Each : What.Models)
          J.object([&] {
            J.attribute("name", jsonText(Each.Name));
            J.attribute("address", jsonNumberOrNull(Each.Address));
          });
      });
    if (!What.Operators.empty())
      J.attributeArray("operators", [&] {
        for (const OperatorDescription &Each : What.Operators)
          printJson(Each, J);
      });
  });
}

void metaobj::printJson(ArrayRef<Inspection> What, raw_ostream &OS) {
  PrintableJson Printable(OS);
  json::OStream J(Printable, /*IndentSize=*/2);
  if (What.size() == 1)
    ::printJson(What.front(), J);
  else
    J.array([&] {
      for (const Inspection &Each : What)
        ::printJson(Each, J);
    });
  Printable << '\n';
}

namespace {

/// Rows of text in aligned columns.
class TextTable {
public:
  explicit TextTable(std::vector<std::string> Head) { addRow(std::move(Head)); }
  void addRow(std::vector<std::string> Row) {
    Widths.resize(std::max(Widths.size(), Row.size()));
    for (const auto &[Column, Cell] : enumerate(Row))
      Widths[Column] = std::max(Widths[Column], Cell.size());
    Rows.push_back(std::move(Row));
  }
  void print(raw_ostream &OS) const {
    for (const std::vector<std::string> &Row : Rows) {
      std::string Line;
      for (const auto &[Column, Cell] : enumerate(Row))
        Line += "  " + Cell + std::string(Widths[Column] - Cell.size(), ' ');
      OS << StringRef(Line).rtrim() << '\n';
    }
  }

private:
  std::vector<size_t> Widths;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace

static std::string addressText(std::optional<uint64_t> Address) {
  return Address ? "0x" + utohexstr(*Address, /*LowerCase=*/true) : "?";
}

static void print(const InspectedRegistry &Registry, raw_ostream &OS) {
  OS << '\n' << (Registry.Entry.empty() ? "registry" : escaped(Registry.Entry));
  if (Registry.Address)
    OS << " at " << addressText(Registry.Address);
  OS << ": " << Registry.Abi << ", " << plural(Registry.Count, "function");
  if (!Registry.Index.empty())
    OS << ", index " << escaped(Registry.Index);
  OS << '\n';
  if (Registry.Functions.empty())
    return;
  TextTable Table({"index", "name", "symbol, if other"});
  if (Registry.Address)
    Table = TextTable({"index", "name", "symbol, if other", "address"});
  for (const InspectedFunction &Each : Registry.Functions) {
    std::vector<std::string> Row = {utostr(Each.Index), escaped(Each.Name),
                                    Each.Symbol == Each.Name ? ""
                                    : Each.Symbol.empty()
                                        ? "?"
                                        : escaped(Each.Symbol)};
    if (Registry.Address)
      Row.push_back(addressText(Each.Address));
    Table.addRow(std::move(Row));
  }
  Table.print(OS);
}

/// "net_tvm_ffi_table: tvm-ffi, 2 entries".
static void print(const InspectedTable &What, raw_ostream &OS) {
  OS << '\n' << (What.Accessor.empty() ? "table" : escaped(What.Accessor));
  if (What.Address)
    OS << " at " << addressText(What.Address);
  OS << ": " << What.Kind << ", " << What.Rows.size()
     << (What.Rows.size() == 1 ? " entry\n" : " entries\n");
  if (What.Rows.empty())
    return;
  bool HasNames = any_of(
      What.Rows, [](const InspectedRow &Each) { return !Each.Name.empty(); });
  auto Row = [&](std::string Name, std::string Symbol, std::string Address) {
    std::vector<std::string> Cells;
    if (HasNames)
      Cells.push_back(std::move(Name));
    Cells.push_back(std::move(Symbol));
    if (What.Address)
      Cells.push_back(std::move(Address));
    return Cells;
  };
  TextTable Table(
      Row("name", HasNames ? "symbol, if other" : "symbol", "address"));
  for (const InspectedRow &Each : What.Rows)
    Table.addRow(Row(escaped(Each.Name),
                     HasNames && Each.Symbol == Each.Name ? ""
                     : Each.IsNull                        ? "NULL"
                     : Each.Symbol.empty()                ? "?"
                                           : escaped(Each.Symbol),
                     addressText(Each.Address)));
  Table.print(OS);
}

/// Only linked files and several models get additional columns.
static void printParams(ArrayRef<InspectedParam> Params, raw_ostream &OS) {
  bool HasAddresses = any_of(
      Params, [](const InspectedParam &P) { return P.Address.has_value(); });
  bool HasModels = any_of(Params, [&](const InspectedParam &P) {
    return P.Model != Params.front().Model;
  });
  auto Row = [&](std::vector<std::string> Cells, std::string Address,
                 std::string Model) {
    if (HasAddresses)
      Cells.push_back(std::move(Address));
    if (HasModels)
      Cells.insert(Cells.begin(), std::move(Model));
    return Cells;
  };
  OS << '\n' << plural(Params.size(), "parameter") << '\n';
  TextTable Table(Row(
      {"name", "sid", "dtype", "shape", "bytes", "align", "section", "blake3"},
      "address", "model"));
  for (const InspectedParam &Each : Params) {
    StringRef Hash = Each.Hash;
    Hash.consume_front("blake3:");
    Table.addRow(Row(
        {escaped(Each.Name), Each.StorageId ? utostr(*Each.StorageId) : "-",
         Each.DType.value_or("?"), Each.Shape ? extentsText(*Each.Shape) : "?",
         Each.Codec.empty() ? utostr(Each.Bytes)
                            : utostr(Each.Bytes) + " (" + Each.Codec + ": " +
                                  utostr(Each.StoredBytes) + ")",
         Each.Align ? utostr(Each.Align) : "?",
         Each.Align ? escaped(Each.Section) : "?",
         Hash.empty() ? "?" : Hash.take_front(16).str()},
        addressText(Each.Address),
        Each.Model.empty() ? "?" : escaped(Each.Model)));
  }
  Table.print(OS);
}

static void print(const InspectedMetadata &Metadata, raw_ostream &OS) {
  OS << "  metadata of " << escaped(Metadata.Module) << '\n';
  TextTable Table({"kind", "name", "dtype", "shape"});
  auto Add = [&](StringRef Kind, ArrayRef<InspectedTensor> Tensors) {
    for (const InspectedTensor &Each : Tensors)
      Table.addRow({Kind.str(), escaped(Each.Name), Each.DType,
                    extentsText(Each.Shape)});
  };
  Add("input", Metadata.Inputs);
  Add("output", Metadata.Outputs);
  Add("workspace", Metadata.WorkspacePools);
  Table.print(OS);
  if (Metadata.Constants.empty())
    return;
  TextTable Constants({"constant", "offset", "bytes"});
  for (const InspectedConstant &Each : Metadata.Constants)
    Constants.addRow(
        {escaped(Each.Name), utostr(Each.Offset), utostr(Each.Bytes)});
  Constants.print(OS);
}

static void print(const InspectedExecutor &Executor, raw_ostream &OS) {
  OS << "\nexecutor " << escaped(Executor.Prefix) << '\n';
  bool HasAddresses = any_of(Executor.Functions, [](const auto &Each) {
    return Each.Address.has_value();
  });
  auto Row = [&](std::vector<std::string> Cells, std::string Address) {
    if (HasAddresses)
      Cells.push_back(std::move(Address));
    return Cells;
  };
  TextTable Functions(Row({"function"}, "address"));
  for (const InspectedEntry &Each : Executor.Functions)
    Functions.addRow(Row({escaped(Each.Symbol)}, addressText(Each.Address)));
  Functions.print(OS);
  if (!Executor.Pools.empty()) {
    TextTable Pools(Row({"pool", "bytes", "section"}, "address"));
    for (const InspectedPool &Each : Executor.Pools)
      Pools.addRow(
          Row({escaped(Each.Name), utostr(Each.Bytes), escaped(Each.Section)},
              addressText(Each.Address)));
    Pools.print(OS);
  }
  if (Executor.Metadata)
    ::print(*Executor.Metadata, OS);
}

/// "in float32:2, out float32:2".
static std::string argumentsText(ArrayRef<OperatorArgument> Arguments) {
  std::string Text;
  for (const OperatorArgument &Each : Arguments)
    Text += (Text.empty() ? "" : ", ") + argumentUseName(Each.Use).str() + " " +
            dtypeName(Each.DType) + ":" + utostr(Each.Rank);
  return Text;
}

static void printOperators(ArrayRef<OperatorDescription> Operators,
                           raw_ostream &OS) {
  OS << "\ndescribes " << plural(Operators.size(), "operator") << '\n';
  TextTable Table({"name", "symbol, if other", "call", "arguments", "workspace",
                   "device", "constants"});
  for (const OperatorDescription &Each : Operators)
    Table.addRow(
        {escaped(Each.name()),
         Each.name() == Each.Symbol ? "" : escaped(Each.Symbol),
         conventionName(Each.Convention).str(),
         Each.Arguments.empty() ? "?" : argumentsText(Each.Arguments),
         Each.Workspace ? utostr(*Each.Workspace) : "?",
         Each.Device.empty() ? "cpu" : Each.Device,
         Each.Constants ? constantStorageName(*Each.Constants).str() : "?"});
  Table.print(OS);
}

static void print(const InspectedRecord &Record, raw_ostream &OS) {
  StringRef Identity = Record.Identity;
  Identity.consume_front("blake3:");
  OS << "\nrecord of " << escaped(Record.Model);
  if (Record.Address)
    OS << " at " << addressText(Record.Address);
  OS << ": " << Identity.take_front(16) << ", "
     << (Record.IsPartial        ? "not verified"
         : Record.Damage.empty() ? "verified"
                                 : "damaged")
     << (Record.Signature.empty() ? "" : ", signed") << '\n';
}

/// "registered as net@1 at 0x8010".
static void print(const InspectedModel &Model, raw_ostream &OS) {
  OS << "\nregistered as " << escaped(Model.Name);
  if (Model.Address)
    OS << " at " << addressText(Model.Address);
  OS << '\n';
}

static void print(const InspectedParamsImage &Image, raw_ostream &OS) {
  StringRef Id = Image.Id;
  Id.consume_front("blake3:");
  OS << "params image, generation " << Image.Generation << ": "
     << plural(Image.Bytes, "byte");
  if (Image.Base)
    OS << " for address " << addressText(Image.Base);
  else
    OS << " for any multiple of " << Image.Alignment;
  OS << ", id " << Id.take_front(16) << ", "
     << (Image.Damage.empty() ? "whole" : "damaged") << '\n';
}

void metaobj::print(const Inspection &What, raw_ostream &OS) {
  OS << escaped(What.File) << ": " << What.Format << ", " << What.Triple
     << '\n';
  if (What.ParamsImage)
    ::print(*What.ParamsImage, OS);
  if (What.IsStripped)
    OS << "stripped: only what dynamic symbols and records tell is shown\n";
  if (What.Registries.empty() && What.Params.empty() &&
      What.Executors.empty() && What.Operators.empty() && What.Tables.empty()) {
    OS << "no registry and no parameter\n";
    return;
  }
  for (const InspectedRegistry &Registry : What.Registries)
    ::print(Registry, OS);
  for (const InspectedTable &Table : What.Tables)
    ::print(Table, OS);
  if (!What.Params.empty())
    printParams(What.Params, OS);
  for (const InspectedExecutor &Executor : What.Executors)
    ::print(Executor, OS);
  if (!What.Operators.empty())
    printOperators(What.Operators, OS);
  for (const InspectedRecord &Record : What.Records)
    ::print(Record, OS);
  for (const InspectedModel &Model : What.Models)
    ::print(Model, OS);
}

//===- Print.cpp - An inspection as text and as JSON ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Wording.h"
#include "Model/Convention.h"

#include "metaobj/Inspect.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// Version of docs/inspect-json.md.
static constexpr int64_t JsonSchema = 1;

static void printFields(const InspectedRegistry &Registry, json::OStream &J) {
  J.attribute("entry", jsonTextOrNull(Registry.Entry));
  J.attribute("abi", Registry.Abi);
  J.attribute("count", Registry.Count);
  if (!Registry.Index.empty())
    J.attribute("index", jsonText(Registry.Index));
  J.attribute("address", Registry.Address);
  printObjects(J, "functions", Registry.Functions,
               [&](const InspectedFunction &Function) {
                 J.attribute("index", Function.Index);
                 J.attribute("name", jsonText(Function.Name));
                 J.attribute("symbol", jsonTextOrNull(Function.Symbol));
                 J.attribute("address", Function.Address);
               });
}

static void printFields(const InspectedTable &Table, json::OStream &J) {
  J.attribute("kind", Table.Kind);
  J.attribute("accessor", jsonTextOrNull(Table.Accessor));
  J.attribute("address", Table.Address);
  printObjects(J, "rows", Table.Rows, [&](const InspectedRow &Each) {
    J.attribute("name", jsonTextOrNull(Each.Name));
    J.attribute("symbol", jsonTextOrNull(Each.Symbol));
    J.attribute("address", Each.Address);
  });
}

static void printTexts(StringRef Key, ArrayRef<std::string> Texts,
                       json::OStream &J) {
  J.attributeArray(Key, [&] {
    for (const std::string &Each : Texts)
      J.value(jsonText(Each));
  });
}

static void printFields(const InspectedFfiModule &Module, json::OStream &J) {
  J.attribute("kind", jsonText(Module.Kind));
  J.attribute("symbol", jsonText(Module.Symbol));
  J.attribute("address", Module.Address);
  J.attribute("bytes", Module.Bytes);
  J.attribute("version", jsonTextOrNull(Module.Version));
  printObjects(J, "functions", Module.Functions,
               [&](const InspectedFfiModule::Function &Each) {
                 J.attribute("name", jsonText(Each.Name));
                 printTexts("params", Each.Params, J);
               });
  printTexts("calls", Module.Calls, J);
}

static void printFields(const InspectedParam &Param, json::OStream &J) {
  J.attribute("name", jsonText(Param.Name));
  J.attribute("model", jsonTextOrNull(Param.Model));
  J.attribute("symbol", jsonTextOrNull(Param.Symbol));
  J.attribute("address", Param.Address);
  J.attribute("sid", Param.StorageId);
  J.attribute("dtype",
              Param.DType ? jsonText(*Param.DType) : json::Value(nullptr));
  J.attribute("shape", Param.Shape);
  J.attribute("bytes", Param.Bytes);
  J.attribute("codec", jsonTextOrNull(Param.Codec));
  J.attribute("stored_bytes", Param.StoredBytes);
  J.attribute("align", Param.Align);
  J.attribute("section", Param.IsElsewhere ? nullptr : jsonText(Param.Section));
  J.attribute("hash", jsonTextOrNull(Param.Hash));
}

static void printTensors(StringRef Key, ArrayRef<InspectedTensor> Tensors,
                         json::OStream &J) {
  printObjects(J, Key, Tensors, [&](const InspectedTensor &Each) {
    J.attribute("name", jsonText(Each.Name));
    J.attribute("dtype", jsonText(Each.DType));
    J.attribute("shape", Each.Shape);
  });
}

static void printFields(const InspectedMetadata &Metadata, json::OStream &J) {
  J.attribute("module", jsonText(Metadata.Module));
  printTensors("inputs", Metadata.Inputs, J);
  printTensors("outputs", Metadata.Outputs, J);
  printTensors("workspace_pools", Metadata.WorkspacePools, J);
  printObjects(J, "constants", Metadata.Constants,
               [&](const InspectedConstant &Each) {
                 J.attribute("name", jsonText(Each.Name));
                 J.attribute("offset", Each.Offset);
                 J.attribute("bytes", Each.Bytes);
               });
}

static void printFields(const InspectedPool &Each, json::OStream &J) {
  J.attribute("name", jsonText(Each.Name));
  J.attribute("symbol", jsonText(Each.Symbol));
  J.attribute("bytes", Each.Bytes);
  J.attribute("section", jsonText(Each.Section));
  J.attribute("address", Each.Address);
}

static void printFields(const InspectedExecutor &Executor, json::OStream &J) {
  J.attribute("prefix", jsonText(Executor.Prefix));
  printObjects(J, "functions", Executor.Functions,
               [&](const InspectedEntry &Each) {
                 J.attribute("symbol", jsonText(Each.Symbol));
                 J.attribute("address", Each.Address);
               });
  printObjects(J, "pools", Executor.Pools,
               [&](const InspectedPool &Each) { printFields(Each, J); });
  if (Executor.Metadata)
    J.attributeObject("metadata", [&] { printFields(*Executor.Metadata, J); });
  else
    J.attribute("metadata", nullptr);
}

static void printFields(const OperatorDescription &Operator, json::OStream &J) {
  J.attribute("name", jsonText(Operator.name()));
  J.attribute("symbol", jsonText(Operator.Symbol));
  J.attribute("call", conventionName(Operator.Convention));
  if (Operator.Arguments.empty())
    J.attribute("arguments", nullptr);
  else
    printObjects(J, "arguments", Operator.Arguments,
                 [&](const OperatorArgument &Each) {
                   J.attribute("use", argumentUseName(Each.Use));
                   J.attribute("dtype", dtypeName(Each.DType));
                   J.attribute("rank", Each.Rank);
                 });
  J.attribute("workspace", Operator.Workspace);
  J.attribute("device", jsonTextOrNull(Operator.Device));
  J.attribute("constants",
              jsonTextOrNull(Operator.Constants
                                 ? constantStorageName(*Operator.Constants)
                                 : StringRef()));
}

static void printFields(const Conclusion &What, json::OStream &J) {
  J.attribute("text", jsonText(What.Text));
  J.attributeArray("needs", [&] {
    for (StringRef Each : What.Needs)
      J.value(Each);
  });
}

static void printDamage(ArrayRef<std::string> Damage, json::OStream &J) {
  printTexts("damage", Damage, J);
}

static void printFields(const InspectedRecord &Record, json::OStream &J) {
  J.attribute("model", jsonText(Record.Model));
  J.attribute("abi", Record.Abi);
  J.attribute("address", Record.Address);
  J.attribute("functions", Record.NumFunctions);
  J.attribute("params", Record.NumParams);
  J.attribute("identity", Record.Identity);
  J.attribute("signature", jsonTextOrNull(Record.Signature));
  J.attribute("signature_verified", Record.IsSignatureVerified);
  J.attribute("verified", Record.areHashesVerified());
  printDamage(Record.Damage, J);
}

static void printFields(const InspectedModel &Model, json::OStream &J) {
  J.attribute("name", jsonText(Model.Name));
  J.attribute("address", Model.Address);
}

static void printFields(const InspectedParamsImage &Image, json::OStream &J) {
  J.attribute("generation", int64_t(Image.Generation));
  J.attribute("base", Image.Base);
  J.attribute("bytes", Image.Bytes);
  J.attribute("align", Image.Alignment);
  J.attribute("id", Image.Id);
  printDamage(Image.Damage, J);
}

static void printFields(const Inspection &What, json::OStream &J) {
  auto PrintAll = [&](StringRef Key, const auto &List) {
    printObjects(J, Key, List, [&](const auto &Each) { printFields(Each, J); });
  };
  J.attribute("schema", JsonSchema);
  printPath(J, "file", What.File);
  J.attribute("format", What.Format);
  J.attribute("triple", What.Triple);
  J.attribute("stripped", What.IsStripped);
  PrintAll("registries", What.Registries);
  PrintAll("params", What.Params);
  PrintAll("executors", What.Executors);
  if (What.ParamsImage)
    J.attributeObject("params_image",
                      [&] { printFields(*What.ParamsImage, J); });
  PrintAll("records", What.Records);
  if (!What.Tables.empty())
    PrintAll("tables", What.Tables);
  if (!What.SharedPools.empty())
    PrintAll("shared_pools", What.SharedPools);
  if (!What.Modules.empty())
    PrintAll("modules", What.Modules);
  if (!What.Models.empty())
    PrintAll("registered", What.Models);
  if (!What.Operators.empty())
    PrintAll("operators", What.Operators);
  if (!What.Concluded.empty())
    PrintAll("concluded", What.Concluded);
}

void metaobj::printJson(ArrayRef<Inspection> What, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    auto PrintOne = [&](const Inspection &Each) {
      J.object([&] { printFields(Each, J); });
    };
    if (What.size() == 1)
      return PrintOne(What.front());
    J.array([&] { for_each(What, PrintOne); });
  });
}

/// The first has the heads of the columns.
using TextRows = std::vector<std::vector<std::string>>;

static void dropColumn(TextRows &Rows, StringRef Head) {
  size_t Column = find(Rows.front(), Head) - Rows.front().begin();
  for (std::vector<std::string> &Row : Rows)
    Row.erase(Row.begin() + Column);
}

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
  TextRows Table = {{"index", "name", "symbol, if other", "address"}};
  for (const InspectedFunction &Each : Registry.Functions)
    Table.push_back({utostr(Each.Index), escaped(Each.Name),
                     Each.Symbol == Each.Name ? ""
                     : Each.Symbol.empty()    ? "?"
                                              : escaped(Each.Symbol),
                     addressText(Each.Address)});
  if (!Registry.Address)
    dropColumn(Table, "address");
  OS << table(std::move(Table));
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
  TextRows Table = {
      {"name", HasNames ? "symbol, if other" : "symbol", "address"}};
  for (const InspectedRow &Each : What.Rows)
    Table.push_back({escaped(Each.Name),
                     HasNames && Each.Symbol == Each.Name ? ""
                     : Each.IsNull                        ? "NULL"
                     : Each.Symbol.empty()                ? "?"
                                           : escaped(Each.Symbol),
                     addressText(Each.Address)});
  if (!HasNames)
    dropColumn(Table, "name");
  if (!What.Address)
    dropColumn(Table, "address");
  OS << table(std::move(Table));
}

/// The library itself, for which a name stands among the modules.
static bool isLibrary(const InspectedFfiModule &Module) {
  return Module.Kind == "_lib";
}

/// "__tvm_ffi__library_bin: relax.VMExecutable, 5996 bytes, version 0.14".
static void print(const InspectedFfiModule &What, raw_ostream &OS) {
  OS << '\n' << escaped(What.Symbol);
  if (What.Address)
    OS << " at " << addressText(What.Address);
  OS << ": " << escaped(What.Kind) << ", " << plural(What.Bytes, "byte");
  if (!What.Version.empty())
    OS << ", version " << escaped(What.Version);
  OS << '\n';
  TextRows Table = {{"function", "inputs and parameters"}};
  for (const InspectedFfiModule::Function &Each : What.Functions) {
    std::string Params;
    for (const std::string &Name : Each.Params)
      Params += (Params.empty() ? "" : ", ") + escaped(Name);
    Table.push_back({escaped(Each.Name), std::move(Params)});
  }
  if (!What.Functions.empty())
    OS << table(std::move(Table));
  // The library has the others.
  std::string Operators;
  for (StringRef Each : What.Calls)
    if (!Each.starts_with("vm."))
      Operators += (Operators.empty() ? "" : ", ") + escaped(Each);
  if (!Operators.empty())
    OS << "calls " << Operators << '\n';
}

/// Only linked files and several models get additional columns.
static void printParams(ArrayRef<InspectedParam> Params, raw_ostream &OS) {
  OS << '\n' << plural(Params.size(), "parameter") << '\n';
  TextRows Table = {{"model", "name", "sid", "dtype", "shape", "bytes", "align",
                     "section", "blake3", "address"}};
  for (const InspectedParam &Each : Params) {
    StringRef Hash = Each.Hash;
    Hash.consume_front("blake3:");
    Table.push_back(
        {Each.Model.empty() ? "?" : escaped(Each.Model), escaped(Each.Name),
         Each.StorageId ? utostr(*Each.StorageId) : "-",
         Each.DType.value_or("?"), Each.Shape ? extentsText(*Each.Shape) : "?",
         Each.Codec.empty() ? utostr(Each.Bytes)
                            : utostr(Each.Bytes) + " (" + Each.Codec + ": " +
                                  utostr(Each.StoredBytes) + ")",
         Each.Align ? utostr(*Each.Align) : "?",
         Each.IsElsewhere ? "?" : escaped(Each.Section),
         Hash.empty() ? "?" : Hash.take_front(16).str(),
         addressText(Each.Address)});
  }
  if (all_of(Params, [&](const InspectedParam &Each) {
        return Each.Model == Params.front().Model;
      }))
    dropColumn(Table, "model");
  if (none_of(Params, [](const InspectedParam &Each) { return Each.Address; }))
    dropColumn(Table, "address");
  OS << table(std::move(Table));
}

static void print(const InspectedMetadata &Metadata, raw_ostream &OS) {
  OS << "  metadata of " << escaped(Metadata.Module) << '\n';
  TextRows Table = {{"kind", "name", "dtype", "shape"}};
  auto Add = [&](StringRef Kind, ArrayRef<InspectedTensor> Tensors) {
    for (const InspectedTensor &Each : Tensors)
      Table.push_back({Kind.str(), escaped(Each.Name), Each.DType,
                       extentsText(Each.Shape)});
  };
  Add("input", Metadata.Inputs);
  Add("output", Metadata.Outputs);
  Add("workspace", Metadata.WorkspacePools);
  OS << table(std::move(Table));
  if (Metadata.Constants.empty())
    return;
  TextRows Constants = {{"constant", "offset", "bytes"}};
  for (const InspectedConstant &Each : Metadata.Constants)
    Constants.push_back(
        {escaped(Each.Name), utostr(Each.Offset), utostr(Each.Bytes)});
  OS << table(std::move(Constants));
}

static void printPools(StringRef Head, ArrayRef<InspectedPool> All,
                       raw_ostream &OS) {
  if (All.empty())
    return;
  TextRows Pools = {{Head.str(), "bytes", "section", "address"}};
  for (const InspectedPool &Each : All)
    Pools.push_back({escaped(Each.Name), utostr(Each.Bytes),
                     escaped(Each.Section), addressText(Each.Address)});
  if (none_of(All, [](const InspectedPool &Each) { return Each.Address; }))
    dropColumn(Pools, "address");
  OS << table(std::move(Pools));
}

static void print(const InspectedExecutor &Executor, raw_ostream &OS) {
  OS << "\nexecutor " << escaped(Executor.Prefix) << '\n';
  TextRows Functions = {{"function", "address"}};
  for (const InspectedEntry &Each : Executor.Functions)
    Functions.push_back({escaped(Each.Symbol), addressText(Each.Address)});
  if (none_of(Executor.Functions,
              [](const InspectedEntry &Each) { return Each.Address; }))
    dropColumn(Functions, "address");
  OS << table(std::move(Functions));
  printPools("pool", Executor.Pools, OS);
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
  TextRows Table = {{"name", "symbol, if other", "call", "arguments",
                     "workspace", "device", "constants"}};
  for (const OperatorDescription &Each : Operators)
    Table.push_back(
        {escaped(Each.name()),
         Each.name() == Each.Symbol ? "" : escaped(Each.Symbol),
         conventionName(Each.Convention).str(),
         Each.Arguments.empty() ? "?" : argumentsText(Each.Arguments),
         Each.Workspace ? utostr(*Each.Workspace) : "?",
         Each.Device.empty() ? "cpu" : Each.Device,
         Each.Constants ? constantStorageName(*Each.Constants).str() : "?"});
  OS << table(std::move(Table));
}

/// What is known of the hashes, and then of the signature: nobody may take a
/// signature that was not compared, or is somebody else's, for a good one.
static std::string verdict(const InspectedRecord &Record) {
  std::string Hashes = Record.IsPartial        ? "hashes not compared"
                       : Record.Damage.empty() ? "hashes verified"
                                               : "damaged";
  bool IsSigned = !Record.Signature.empty();
  if (!Record.IsSignatureVerified)
    return Hashes + (IsSigned ? ", signature not verified" : "");
  if (*Record.IsSignatureVerified)
    return Hashes + ", signature verified with the public key";
  if (!IsSigned)
    return Hashes + ", not signed";
  return Hashes + (Record.areHashesVerified()
                       ? ", signature not by the public key"
                       : ", signature not verified");
}

static void print(const InspectedRecord &Record, raw_ostream &OS) {
  StringRef Identity = Record.Identity;
  Identity.consume_front("blake3:");
  OS << "\nrecord of " << escaped(Record.Model);
  if (Record.Address)
    OS << " at " << addressText(Record.Address);
  OS << ": " << Identity.take_front(16) << ", " << verdict(Record) << '\n';
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
  for (const Conclusion &Each : What.Concluded)
    OS << Each.Text << '\n';
  if (What.Registries.empty() && What.Params.empty() &&
      What.Executors.empty() && What.Operators.empty() && What.Tables.empty() &&
      llvm::all_of(What.Modules, isLibrary)) {
    OS << "no registry and no parameter\n";
    return;
  }
  for (const InspectedRegistry &Registry : What.Registries)
    ::print(Registry, OS);
  for (const InspectedTable &Table : What.Tables)
    ::print(Table, OS);
  for (const InspectedFfiModule &Module : What.Modules)
    if (!isLibrary(Module))
      ::print(Module, OS);
  if (!What.Params.empty())
    printParams(What.Params, OS);
  for (const InspectedExecutor &Executor : What.Executors)
    ::print(Executor, OS);
  if (!What.SharedPools.empty()) {
    OS << '\n';
    printPools("pool that models share", What.SharedPools, OS);
  }
  if (!What.Operators.empty())
    printOperators(What.Operators, OS);
  for (const InspectedRecord &Record : What.Records)
    ::print(Record, OS);
  for (const InspectedModel &Model : What.Models)
    ::print(Model, OS);
}

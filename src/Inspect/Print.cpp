//===- Print.cpp - An inspection as text and as JSON ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Wording.h"
#include "Model/Convention.h"

#include "metaobj/Inspect.h"
#include "metaobj/Model.h"

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
  printObjects(J, "rows", Table.Rows, [&](const InspectedRow &Row) {
    J.attribute("name", jsonTextOrNull(Row.Name));
    J.attribute("symbol", jsonTextOrNull(Row.Symbol));
    J.attribute("address", Row.Address);
  });
}

static void printTexts(StringRef Key, ArrayRef<std::string> Texts,
                       json::OStream &J) {
  J.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      J.value(jsonText(Text));
  });
}

static void printFields(const InspectedFfiModule &Module, json::OStream &J) {
  J.attribute("kind", jsonText(Module.Kind));
  J.attribute("symbol", jsonText(Module.Symbol));
  J.attribute("address", Module.Address);
  J.attribute("bytes", Module.Bytes);
  J.attribute("version", jsonTextOrNull(Module.Version));
  printObjects(J, "functions", Module.Functions,
               [&](const InspectedFfiModule::Function &TheFunction) {
                 J.attribute("name", jsonText(TheFunction.Name));
                 printTexts("params", TheFunction.Params, J);
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
  printObjects(J, Key, Tensors, [&](const InspectedTensor &Tensor) {
    J.attribute("name", jsonText(Tensor.Name));
    J.attribute("dtype", jsonText(Tensor.DType));
    J.attribute("shape", Tensor.Shape);
  });
}

static void printFields(const InspectedMetadata &Metadata, json::OStream &J) {
  J.attribute("module", jsonText(Metadata.Module));
  printTensors("inputs", Metadata.Inputs, J);
  printTensors("outputs", Metadata.Outputs, J);
  printTensors("workspace_pools", Metadata.WorkspacePools, J);
  printObjects(J, "constants", Metadata.Constants,
               [&](const InspectedConstant &Constant) {
                 J.attribute("name", jsonText(Constant.Name));
                 J.attribute("offset", Constant.Offset);
                 J.attribute("bytes", Constant.Bytes);
               });
}

static void printFields(const InspectedPool &Pool, json::OStream &J) {
  J.attribute("name", jsonText(Pool.Name));
  J.attribute("symbol", jsonText(Pool.Symbol));
  J.attribute("bytes", Pool.Bytes);
  J.attribute("section", jsonText(Pool.Section));
  J.attribute("address", Pool.Address);
}

static void printFields(const InspectedExecutor &Executor, json::OStream &J) {
  J.attribute("prefix", jsonText(Executor.Prefix));
  printObjects(J, "functions", Executor.Functions,
               [&](const InspectedEntry &Entry) {
                 J.attribute("symbol", jsonText(Entry.Symbol));
                 J.attribute("address", Entry.Address);
               });
  printObjects(J, "pools", Executor.Pools,
               [&](const InspectedPool &Pool) { printFields(Pool, J); });
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
                 [&](const OperatorArgument &Argument) {
                   J.attribute("use", argumentUseName(Argument.Use));
                   J.attribute("dtype", dtypeName(Argument.DType));
                   J.attribute("rank", Argument.Rank);
                 });
  J.attribute("workspace", Operator.Workspace);
  J.attribute("device", jsonTextOrNull(Operator.Device));
  J.attribute("constants",
              jsonTextOrNull(Operator.Constants
                                 ? constantStorageName(*Operator.Constants)
                                 : StringRef()));
}

static void printFields(const Conclusion &TheConclusion, json::OStream &J) {
  J.attribute("text", jsonText(TheConclusion.Text));
  J.attributeArray("needs", [&] {
    for (StringRef Need : TheConclusion.Needs)
      J.value(Need);
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

static void printFields(const Inspection &Inspected, json::OStream &J) {
  auto PrintAll = [&](StringRef Key, const auto &List) {
    printObjects(J, Key, List, [&](const auto &Item) { printFields(Item, J); });
  };
  J.attribute("schema", JsonSchema);
  printPath(J, "file", Inspected.File);
  J.attribute("format", Inspected.Format);
  J.attribute("triple", Inspected.Triple);
  J.attribute("stripped", Inspected.IsStripped);
  PrintAll("registries", Inspected.Registries);
  PrintAll("params", Inspected.Params);
  PrintAll("executors", Inspected.Executors);
  if (Inspected.ParamsImage)
    J.attributeObject("params_image",
                      [&] { printFields(*Inspected.ParamsImage, J); });
  PrintAll("records", Inspected.Records);
  if (!Inspected.Tables.empty())
    PrintAll("tables", Inspected.Tables);
  if (!Inspected.SharedPools.empty())
    PrintAll("shared_pools", Inspected.SharedPools);
  if (!Inspected.Modules.empty())
    PrintAll("modules", Inspected.Modules);
  if (!Inspected.Models.empty())
    PrintAll("registered", Inspected.Models);
  if (!Inspected.Operators.empty())
    PrintAll("operators", Inspected.Operators);
  if (!Inspected.Concluded.empty())
    PrintAll("concluded", Inspected.Concluded);
}

void metaobj::printJson(ArrayRef<Inspection> Subject, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    auto PrintOne = [&](const Inspection &Inspected) {
      J.object([&] { printFields(Inspected, J); });
    };
    if (Subject.size() == 1)
      return PrintOne(Subject.front());
    J.array([&] { for_each(Subject, PrintOne); });
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
  for (const InspectedFunction &Function : Registry.Functions)
    Table.push_back({utostr(Function.Index), escaped(Function.Name),
                     Function.Symbol == Function.Name ? ""
                     : Function.Symbol.empty()        ? "?"
                                               : escaped(Function.Symbol),
                     addressText(Function.Address)});
  if (!Registry.Address)
    dropColumn(Table, "address");
  OS << table(std::move(Table));
}

/// "net_tvm_ffi_table: tvm-ffi, 2 entries".
static void print(const InspectedTable &TheInspectedTable, raw_ostream &OS) {
  OS << '\n'
     << (TheInspectedTable.Accessor.empty()
             ? "table"
             : escaped(TheInspectedTable.Accessor));
  if (TheInspectedTable.Address)
    OS << " at " << addressText(TheInspectedTable.Address);
  OS << ": " << TheInspectedTable.Kind << ", " << TheInspectedTable.Rows.size()
     << (TheInspectedTable.Rows.size() == 1 ? " entry\n" : " entries\n");
  if (TheInspectedTable.Rows.empty())
    return;
  bool HasNames = any_of(TheInspectedTable.Rows, [](const InspectedRow &Row) {
    return !Row.Name.empty();
  });
  TextRows Table = {
      {"name", HasNames ? "symbol, if other" : "symbol", "address"}};
  for (const InspectedRow &TheInspectedRow : TheInspectedTable.Rows)
    Table.push_back(
        {escaped(TheInspectedRow.Name),
         HasNames && TheInspectedRow.Symbol == TheInspectedRow.Name ? ""
         : TheInspectedRow.IsNull                                   ? "NULL"
         : TheInspectedRow.Symbol.empty()                           ? "?"
                                          : escaped(TheInspectedRow.Symbol),
         addressText(TheInspectedRow.Address)});
  if (!HasNames)
    dropColumn(Table, "name");
  if (!TheInspectedTable.Address)
    dropColumn(Table, "address");
  OS << table(std::move(Table));
}

/// The library itself, for which a name stands among the modules.
static bool isLibrary(const InspectedFfiModule &Module) {
  return Module.Kind == "_lib";
}

/// "__tvm_ffi__library_bin: relax.VMExecutable, 5996 bytes, version 0.14".
static void print(const InspectedFfiModule &Module, raw_ostream &OS) {
  OS << '\n' << escaped(Module.Symbol);
  if (Module.Address)
    OS << " at " << addressText(Module.Address);
  OS << ": " << escaped(Module.Kind) << ", " << plural(Module.Bytes, "byte");
  if (!Module.Version.empty())
    OS << ", version " << escaped(Module.Version);
  OS << '\n';
  TextRows Table = {{"function", "inputs and parameters"}};
  for (const InspectedFfiModule::Function &Function : Module.Functions) {
    std::string Params;
    for (const std::string &Name : Function.Params)
      Params += (Params.empty() ? "" : ", ") + escaped(Name);
    Table.push_back({escaped(Function.Name), std::move(Params)});
  }
  if (!Module.Functions.empty())
    OS << table(std::move(Table));
  // The library has the others.
  std::string Operators;
  for (StringRef Call : Module.Calls)
    if (!Call.starts_with("vm."))
      Operators += (Operators.empty() ? "" : ", ") + escaped(Call);
  if (!Operators.empty())
    OS << "calls " << Operators << '\n';
}

/// Only linked files and several models get additional columns.
static void printParams(ArrayRef<InspectedParam> Params, raw_ostream &OS) {
  OS << '\n' << plural(Params.size(), "parameter") << '\n';
  TextRows Table = {{"model", "name", "sid", "dtype", "shape", "bytes", "align",
                     "section", "blake3", "address"}};
  for (const InspectedParam &Param : Params) {
    StringRef Hash = Param.Hash;
    Hash.consume_front("blake3:");
    Table.push_back(
        {Param.Model.empty() ? "?" : escaped(Param.Model), escaped(Param.Name),
         Param.StorageId ? utostr(*Param.StorageId) : "-",
         Param.DType.value_or("?"),
         Param.Shape ? extentsText(*Param.Shape) : "?",
         Param.Codec.empty() ? utostr(Param.Bytes)
                             : utostr(Param.Bytes) + " (" + Param.Codec + ": " +
                                   utostr(Param.StoredBytes) + ")",
         Param.Align ? utostr(*Param.Align) : "?",
         Param.IsElsewhere ? "?" : escaped(Param.Section),
         Hash.empty() ? "?" : Hash.take_front(16).str(),
         addressText(Param.Address)});
  }
  if (all_of(Params, [&](const InspectedParam &P) {
        return P.Model == Params.front().Model;
      }))
    dropColumn(Table, "model");
  if (none_of(Params,
              [](const InspectedParam &Param) { return Param.Address; }))
    dropColumn(Table, "address");
  OS << table(std::move(Table));
}

static void print(const InspectedMetadata &Metadata, raw_ostream &OS) {
  OS << "  metadata of " << escaped(Metadata.Module) << '\n';
  TextRows Table = {{"kind", "name", "dtype", "shape"}};
  auto Add = [&](StringRef Kind, ArrayRef<InspectedTensor> Tensors) {
    for (const InspectedTensor &Tensor : Tensors)
      Table.push_back({Kind.str(), escaped(Tensor.Name), Tensor.DType,
                       extentsText(Tensor.Shape)});
  };
  Add("input", Metadata.Inputs);
  Add("output", Metadata.Outputs);
  Add("workspace", Metadata.WorkspacePools);
  OS << table(std::move(Table));
  if (Metadata.Constants.empty())
    return;
  TextRows Constants = {{"constant", "offset", "bytes"}};
  for (const InspectedConstant &Constant : Metadata.Constants)
    Constants.push_back({escaped(Constant.Name), utostr(Constant.Offset),
                         utostr(Constant.Bytes)});
  OS << table(std::move(Constants));
}

static void printPools(StringRef Head, ArrayRef<InspectedPool> All,
                       raw_ostream &OS) {
  if (All.empty())
    return;
  TextRows Pools = {{Head.str(), "bytes", "section", "address"}};
  for (const InspectedPool &Pool : All)
    Pools.push_back({escaped(Pool.Name), utostr(Pool.Bytes),
                     escaped(Pool.Section), addressText(Pool.Address)});
  if (none_of(All, [](const InspectedPool &Pool) { return Pool.Address; }))
    dropColumn(Pools, "address");
  OS << table(std::move(Pools));
}

static void print(const InspectedExecutor &Executor, raw_ostream &OS) {
  OS << "\nexecutor " << escaped(Executor.Prefix) << '\n';
  TextRows Functions = {{"function", "address"}};
  for (const InspectedEntry &Function : Executor.Functions)
    Functions.push_back(
        {escaped(Function.Symbol), addressText(Function.Address)});
  if (none_of(Executor.Functions,
              [](const InspectedEntry &Entry) { return Entry.Address; }))
    dropColumn(Functions, "address");
  OS << table(std::move(Functions));
  printPools("pool", Executor.Pools, OS);
  if (Executor.Metadata)
    ::print(*Executor.Metadata, OS);
}

/// "in float32:2, out float32:2".
static std::string argumentsText(ArrayRef<OperatorArgument> Arguments) {
  std::string Text;
  for (const OperatorArgument &Argument : Arguments)
    Text += (Text.empty() ? "" : ", ") + argumentUseName(Argument.Use).str() +
            " " + dtypeName(Argument.DType) + ":" + utostr(Argument.Rank);
  return Text;
}

static void printOperators(ArrayRef<OperatorDescription> Operators,
                           raw_ostream &OS) {
  OS << "\ndescribes " << plural(Operators.size(), "operator") << '\n';
  TextRows Table = {{"name", "symbol, if other", "call", "arguments",
                     "workspace", "device", "constants"}};
  for (const OperatorDescription &Operator : Operators)
    Table.push_back(
        {escaped(Operator.name()),
         Operator.name() == Operator.Symbol ? "" : escaped(Operator.Symbol),
         conventionName(Operator.Convention).str(),
         Operator.Arguments.empty() ? "?" : argumentsText(Operator.Arguments),
         Operator.Workspace ? utostr(*Operator.Workspace) : "?",
         Operator.Device.empty() ? "cpu" : Operator.Device,
         Operator.Constants ? constantStorageName(*Operator.Constants).str()
                            : "?"});
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

void metaobj::print(const Inspection &Inspected, raw_ostream &OS) {
  OS << escaped(Inspected.File) << ": " << Inspected.Format << ", "
     << Inspected.Triple << '\n';
  if (Inspected.ParamsImage)
    ::print(*Inspected.ParamsImage, OS);
  if (Inspected.IsStripped)
    OS << "stripped: only what dynamic symbols and records tell is shown\n";
  for (const Conclusion &TheConclusion : Inspected.Concluded)
    OS << TheConclusion.Text << '\n';
  if (Inspected.Registries.empty() && Inspected.Params.empty() &&
      Inspected.Executors.empty() && Inspected.Operators.empty() &&
      Inspected.Tables.empty() && llvm::all_of(Inspected.Modules, isLibrary)) {
    OS << "no registry and no parameter\n";
    return;
  }
  for (const InspectedRegistry &Registry : Inspected.Registries)
    ::print(Registry, OS);
  for (const InspectedTable &Table : Inspected.Tables)
    ::print(Table, OS);
  for (const InspectedFfiModule &Module : Inspected.Modules)
    if (!isLibrary(Module))
      ::print(Module, OS);
  if (!Inspected.Params.empty())
    printParams(Inspected.Params, OS);
  for (const InspectedExecutor &Executor : Inspected.Executors)
    ::print(Executor, OS);
  if (!Inspected.SharedPools.empty()) {
    OS << '\n';
    printPools("pool that models share", Inspected.SharedPools, OS);
  }
  if (!Inspected.Operators.empty())
    printOperators(Inspected.Operators, OS);
  for (const InspectedRecord &Record : Inspected.Records)
    ::print(Record, OS);
  for (const InspectedModel &Model : Inspected.Models)
    ::print(Model, OS);
}

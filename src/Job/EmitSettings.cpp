//===- EmitSettings.cpp - What emit can be told ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/EmitSettings.h"

#include "Abi/RuntimeFamily.h"
#include "Base/ByteCount.h"
#include "Job/JobFiles.h"
#include "Job/PoolText.h"
#include "Job/RelaxSettings.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static constexpr Choice<ParamDedup> Dedups[] = {{"model", ParamDedup::Model},
                                                {"off", ParamDedup::Off},
                                                {"link", ParamDedup::Link}};
static constexpr Choice<CallingConvention> Conventions[] = {
    {"packed", CallingConvention::Packed},
    {"unpacked", CallingConvention::Unpacked}};
static constexpr Choice<EntryInterface> Interfaces[] = {
    {"c", EntryInterface::C}, {"packed", EntryInterface::Packed}};
static constexpr Choice<PackedWrappers> WrapperChoices[] = {
    {"none", PackedWrappers::None},
    {"entry", PackedWrappers::Entry},
    {"all", PackedWrappers::All}};
static constexpr Choice<std::optional<ExecutorCalls>> Executors[] = {
    {"none", std::nullopt},
    {"aot", ExecutorCalls::Operators},
    {"main", ExecutorCalls::Main}};
/// The kind, and whether it goes into an archive.
static constexpr Choice<std::pair<OutputKind, bool>> OutputKinds[] = {
    {"obj", {OutputKind::Object, false}},
    {"llvm-ir", {OutputKind::LlvmIr, false}},
    {"llvm-bc", {OutputKind::LlvmBitcode, false}},
    {"c", {OutputKind::C, false}},
    {"params-image", {OutputKind::ParamsImage, false}},
    {"mlf", {OutputKind::Object, true}},
    {"mlf-c", {OutputKind::C, true}}};

/// "kind=rest", neither of them empty.
static std::optional<std::pair<std::string, std::string>>
parsePair(StringRef Text) {
  auto [First, Second] = Text.split('=');
  if (First.empty() || Second.empty())
    return std::nullopt;
  return std::make_pair(First.str(), Second.str());
}

/// "dtype:extents": "int8:1x28x28", "int32:" for a scalar.
static std::optional<InputConfig::MainArguments::Tensor>
parseTensor(StringRef Text) {
  auto [Name, Extents] = Text.split(':');
  std::optional<DLDataType> DType = parseDType(Name);
  if (!DType || Name.size() == Text.size())
    return std::nullopt;
  InputConfig::MainArguments::Tensor Result = {*DType, {}};
  while (!Extents.empty()) {
    auto [First, Rest] = Extents.split('x');
    std::optional<uint64_t> Extent = parseDecimal(First);
    if (!Extent || *Extent > static_cast<uint64_t>(INT64_MAX) ||
        (Rest.empty() && First.size() != Extents.size()))
      return std::nullopt;
    Result.Shape.push_back(static_cast<int64_t>(*Extent));
    Extents = Rest;
  }
  return Result;
}

/// "name:dtype:extents".
static std::optional<InputConfig::MainArguments::Argument>
parseMainInput(StringRef Text) {
  StringRef Start = Text.rsplit(':').first;
  StringRef Name = Start.rsplit(':').first;
  if (Name.empty() || Name.size() == Start.size())
    return std::nullopt;
  auto Tensor = parseTensor(Text.drop_front(Name.size() + 1));
  if (!Tensor)
    return std::nullopt;
  return InputConfig::MainArguments::Argument{std::move(*Tensor), Name.str()};
}

/// The same of an output, which needs no name.
static std::optional<InputConfig::MainArguments::Argument>
parseMainOutput(StringRef Text) {
  if (Text.count(':') != 1)
    return parseMainInput(Text);
  auto Tensor = parseTensor(Text);
  if (!Tensor)
    return std::nullopt;
  return InputConfig::MainArguments::Argument{std::move(*Tensor), ""};
}

/// "name:bytes".
static std::optional<InputConfig::MainArguments::Pool>
parseMainPool(StringRef Text) {
  auto [Name, Bytes] = Text.rsplit(':');
  std::optional<uint64_t> Size = parseDecimal(Bytes);
  if (Name.empty() || !Size)
    return std::nullopt;
  return InputConfig::MainArguments::Pool{Name.str(), *Size};
}

/// "parameter=number"; the name may have more of '='.
static std::optional<std::pair<std::string, uint64_t>>
parseStorageId(StringRef Text) {
  auto [Name, Number] = Text.rsplit('=');
  std::optional<uint64_t> StorageId = parseDecimal(Number);
  if (Name.empty() || !StorageId)
    return std::nullopt;
  return std::make_pair(Name.str(), *StorageId);
}

/// "number/count".
static std::optional<std::pair<uint32_t, uint32_t>> parseShard(StringRef Text) {
  auto [First, Second] = Text.split('/');
  std::optional<uint64_t> Number = parseDecimal(First);
  std::optional<uint64_t> Count = parseDecimal(Second);
  if (!Number || !Count || *Count == 0 || *Count > MaxShards ||
      *Number > *Count)
    return std::nullopt;
  return std::make_pair(static_cast<uint32_t>(*Number),
                        static_cast<uint32_t>(*Count));
}

/// A setting whose values \p Parse reads: it returns nullopt for what is not
/// \p Form. Each value goes to \p Take.
template <typename ParserT, typename TakerT>
static SettingRow::Taker valuesOf(const char *Form, ParserT Parse, TakerT Take,
                                  StringRef Example = "") {
  return [=](const SettingRow &Row, StringRef Text) -> Error {
    auto Value = Parse(Text);
    if (!Value)
      return Row.expected(Form, Text, Example);
    Take(std::move(*Value));
    return Error::success();
  };
}

/// The same of what goes behind the last of \p To.
template <typename ParserT, typename T>
static SettingRow::Taker listOf(const char *Form, ParserT Parse,
                                std::vector<T> &To, StringRef Example = "") {
  auto Take = [&To](auto Value) {
    if constexpr (std::is_constructible_v<T, decltype(Value)>)
      To.push_back(std::move(Value));
    else
      To.push_back(T{std::move(Value.first), std::move(Value.second)});
  };
  return valuesOf(Form, Parse, Take, Example);
}

//===----------------------------------------------------------------------===//
// emit
//===----------------------------------------------------------------------===//

EmitSettings::EmitSettings() {
  addOutputs();
  addInputs();
  addParams();
  addContents();
  addExecutor();
  addTarget("that of the operator objects");
}

void EmitSettings::addOutputs() {
  Table.group("Output");
  addOutputFile();
  Table
      .choice({setting::Kind, "emit"}, "kind", Kind, OutputKinds,
              "Kind of output: obj (default), llvm-ir, llvm-bc, c; "
              "params-image (the parameters alone, for a partition of flash); "
              "mlf, mlf-c (the Model Library Format archive again, with the "
              "object or C in it)")
      .common();
  addHeader("Also write a C header: entry point, parameters, sizes");
  Table
      .path({setting::Rust, "emit-rust"}, "file", TheJob.Rust,
            "Also write a module of Rust: types, sizes, parameters as "
            "references, what runs the model")
      .output();
  addMapAndDepfile();
  Table.parsed(
      {setting::Shards, "shards"}, "count",
      "Split the parameters across <count> additional objects: -o m.o "
      "gives m.o, m.shard-1-of-2.o and so on",
      [this](const SettingRow &Row, StringRef Text) -> Error {
        std::optional<uint64_t> Count = parseDecimal(Text);
        if (!Count || *Count == 0 || *Count > MaxShards)
          return Row.expected("a count from 1 to " + Twine(MaxShards), Text);
        ShardCount = static_cast<uint32_t>(*Count);
        return Error::success();
      },
      SettingRow::Number);
  Table.parsed(
      "shard", "number/count",
      "Write only one of these objects, to -o; number 0 is the "
      "metadata",
      [this](const SettingRow &TheSettingRow, StringRef Text) -> Error {
        auto Parsed = parseShard(Text);
        if (!Parsed)
          return TheSettingRow.expected("<number>/<count> with a count from 1 "
                                        "to " +
                                            Twine(MaxShards) +
                                            " and a number from 0 to the count",
                                        Text);
        std::tie(TheJob.Shard, ShardsOfOne) = *Parsed;
        return Error::success();
      });
  addReport();
}

void EmitSettings::addInputs() {
  InputConfig &Reading = TheJob.Reading;
  Table.group("Functions");
  SettingRow &Abi =
      Table
          .parsed(
              {setting::Abi, "abi"}, "abi",
              "The table: a registry of TVM's C runtime v0.9 to v0.18 "
              "(tvm-crt-u16), of v0.7 and v0.8 (tvm-crt-u8), of both "
              "(tvm-crt-universal), a library of TVM v0.22 and later "
              "(tvm-ffi), of IREE's static loader (iree), or any functions "
              "by name (functions) (default: as the operators tell)",
              [this](const SettingRow &Row, StringRef Text) -> Error {
                TheJob.Abi = parseRuntimeAbi(Text);
                return TheJob.Abi ? Error::success() : Row.unknown(Text);
              },
              SettingRow::Choice)
          .common();
  for (RuntimeAbi TheRuntimeAbi : runtimeAbis())
    Abi.Known.push_back(runtimeAbiName(TheRuntimeAbi).str());
  Table
      .texts({setting::Functions, "function"}, "name", Reading.Functions,
             "Function to list, in order; repeatable")
      .common();
  Table.paths("functions", "file", Reading.FunctionLists,
              "File of function names, one per line, in order");
  Table
      .globs({setting::Match, "match"}, "glob", Reading.Match,
             "Functions of the objects that are operators (default: names that "
             "TVM or IREE gives them); repeatable")
      .common();
  Table.globs({setting::Exclude, "exclude"}, "glob", Reading.Exclude,
              "Functions that match --match but are not operators; repeatable");
  Table.globs({setting::ExcludeMembers, "exclude-member"}, "glob",
              Reading.ExcludeMembers,
              "Members of archives and tar archives to leave out; repeatable");
  Table.text({setting::Module, "module"}, "name", Reading.Module,
             "Module to read from a Model Library Format archive");
  Table
      .path({setting::Graph, "graph"}, "file", Reading.GraphFile,
            "Graph executor JSON: calls, storage ids of parameters")
      .common();
  Table
      .globs({setting::ProgramInputs, "inputs"}, "glob", Reading.ProgramInputs,
             "Inputs of the graph that the program sets; all others need a "
             "parameter; repeatable")
      .common();
  constexpr const char *ModuleForm = "<kind>=<file>";
  constexpr StringLiteral ModuleExample = "relax.VMExecutable=vm.bin";
  Table
      .parsed({setting::FfiRoot, "ffi-root"}, "kind=file",
              "With --abi=tvm-ffi: the module that imports the library, such "
              "as relax.VMExecutable=vm.bin",
              valuesOf(
                  ModuleForm, parsePair,
                  [&Reading](auto Value) {
                    Reading.FfiRoot = {std::move(Value.first),
                                       std::move(Value.second)};
                  },
                  ModuleExample))
      .pathBehind('=');
  Table
      .parsed({setting::FfiImports, "ffi-import"}, "kind=file",
              "With --abi=tvm-ffi: a module that the library imports, such as "
              "the code of a device; repeatable",
              listOf(ModuleForm, parsePair, Reading.FfiImports, ModuleExample))
      .list()
      .pathBehind('=');
}

void EmitSettings::addParams() {
  InputConfig &Reading = TheJob.Reading;
  EmitConfig &Emitting = TheJob.Emitting;
  Table.group("Parameters");
  Table.paths("params", "file", Reading.ParamsFiles,
              "File of parameters; repeatable");
  addPickedParams();
  Table
      .parsed(
          {setting::StorageIds, "sid"}, "name=number",
          "Storage id of a parameter; repeatable",
          listOf("<parameter>=<number>", parseStorageId, Reading.StorageIds))
      .list();
  addPlacement();
  Table.choice({setting::Dedup, "dedup"}, "scope", Emitting.Params.Dedup,
               Dedups,
               "Parameters with equal bytes share them: model (default), off, "
               "link (by the linker, also with other objects)");
  addCompression();
  Table.flag({setting::ParamSections, "param-sections"},
             Emitting.Params.OwnSections,
             "A section for each parameter, <section>.<name>, so that linkers "
             "can drop unused ones");
  Table.flag({setting::SectionSymbols, "section-symbols"},
             Emitting.Params.SectionSymbols,
             "Add global symbols for start and end of each section of "
             "parameters");
  Table.flag({setting::ExternalParams, "external-params"}, IsInImage,
             "Leave the parameters out: they come in a params image, which the "
             "program opens by the id that <prefix>_params_id returns");
  Table.parsed({setting::ParamsImageBase, "base"}, "address",
               "Address of the first byte of a params image (default: it may "
               "lie anywhere)",
               valuesOf(
                   "an address", parseAddress,
                   [&Emitting](uint64_t Address) {
                     Emitting.ParamsImage.Base = Address;
                   },
                   "0x10100000"));
  Table
      .number({setting::ParamsImageGeneration, "generation"}, "number",
              Emitting.ParamsImage.Generation, {},
              "Number of a params image: firmware takes the newer of two")
      .byDefault("0");
}

void EmitSettings::addContents() {
  EmitConfig &Emitting = TheJob.Emitting;
  Table.group("Model");
  Table.parsed({setting::ModelName, "model"}, "name",
               "Name of the model (default: that of a Model Library Format "
               "archive, or \"default\")",
               [this](const SettingRow &, StringRef Text) {
                 TheJob.Reading.ModelName = Text.str();
                 return Error::success();
               });
  Table
      .text({setting::Prefix, "prefix"}, "prefix", Emitting.Prefix,
            "Prefix of the emitted symbols, for several models in one image "
            "(default: TVM's names, and tvmgen_<model>_params)")
      .orEmpty()
      .common();
  Table
      .text({setting::EntryPoint, "entry"}, "symbol", Emitting.EntryPoint,
            "Symbol of the function that returns the module")
      .byDefault(EmitConfig().EntryPoint);
  Table.flag({setting::RegistryIndex, "registry-index"},
             Emitting.Registry.HasIndex,
             "Add an index of the registry's names, which runtime_crt can "
             "search");
  Table.flag({setting::Record, "record"}, HasRecord,
             "Add a record with hashes, by which inspect finds and verifies "
             "the model in a raw image");
  Table.path({setting::SigningKey, "sign"}, "key.pem", SigningKey,
             "Add a record that is signed with this Ed25519 private key (PEM)");
  Table
      .parsed({setting::Register, "register"}, "name",
              "Register the model: programs find all models of an image by "
              "their names (default: the prefix, or the model's name); with "
              "--abi=tvm-ffi only 'ctor': a constructor registers the library",
              [&Emitting](const SettingRow &, StringRef Text) {
                Emitting.Registry.Register = Text.str();
                return Error::success();
              })
      .valueOptional();
  Table.flag({setting::DebugInfo, "debug-info", 'g'}, Emitting.DebugInfo,
             "Add debug information: debuggers show parameters by name, with "
             "types");
}

void EmitSettings::addExecutor() {
  InputConfig &Reading = TheJob.Reading;
  Table.group("Executor");
  Table
      .choice(
          {setting::Executor, "executor"}, "kind", Calls, Executors,
          "How the model runs: none (default; the program finds functions "
          "by name), aot (tvmgen_<model>_run calls the operators of the "
          "graph), main (it calls tvmgen_<model>___tvm_main__, which TVM made)")
      .common();
  Table
      .parsed({setting::Main, "main-input"}, "name:dtype:extents",
              "An input that tvmgen_<model>___tvm_main__ takes, with its type "
              "and extents (1x28x28); in its order, repeatable",
              listOf("<name>:<dtype>:<extents>", parseMainInput, Main.Inputs))
      .list();
  Table
      .parsed(
          "main-output", "name:dtype:extents",
          "The same of an output; without a name it has that of "
          "metadata.json, or 'output'",
          listOf("[<name>:]<dtype>:<extents>", parseMainOutput, Main.Outputs))
      .list();
  Table
      .parsed("main-pool", "name:bytes",
              "Memory that it takes behind the outputs; repeatable",
              listOf("<name>:<bytes>", parseMainPool, Main.Pools))
      .list();
  Table.choice({setting::OperatorCalls, "operator-api"}, "convention",
               Reading.OperatorCalls, Conventions,
               "How the executor calls the operators: packed (default), "
               "unpacked");
  addRelaxSettings(Table, TheJob.Reading);
  Table.choice({setting::ExecutorInterface, "interface"}, "convention",
               Executor.Interface, Interfaces,
               "How programs call tvmgen_<model>_run: c (default; with "
               "structures of the C header), packed");
  Table.choice({setting::ExecutorWrappers, "packed-wrappers"}, "functions",
               Executor.Wrappers, WrapperChoices,
               "Functions of the executor that can be called by name as well: "
               "none (default), entry, all");
  Table
      .parsed({setting::ExecutorPools, "pool"}, "name[:limit][,caller|shared]",
              "A memory of the executor, the fastest first: a limit in bytes, "
              "K or M; caller: the program passes its address; shared: one "
              "memory for all models of an image; section=NAME; repeatable",
              [this](const SettingRow &Row, StringRef Text) -> Error {
                std::optional<ExecutorPool> Pool = parseExecutorPool(Text);
                if (!Pool)
                  return Row.expected(
                      "name or name:limit, in bytes, K or M, and perhaps "
                      ",caller, ,shared or ,section=<name>",
                      Text);
                if (Row.NumGiven == 0)
                  Executor.Pools.clear();
                Executor.Pools.push_back(std::move(*Pool));
                return Error::success();
              })
      .list()
      .orEmpty();
  Table.parsed({setting::ExecutorConstants, "constant-pool"}, "name[,caller]",
               "The executor takes the parameters of the graph from one "
               "constant; caller: the program passes its address; section=NAME",
               valuesOf("name, and perhaps ,caller or ,section=<name>",
                        parseConstantPool, [this](ConstantPool Pool) {
                          Executor.Constants = std::move(Pool);
                        }));
  Table.path({setting::ConstantPoolOffsets, "constant-offsets"}, "file",
             TheJob.ConstantOffsets,
             "CSV (name,offset) with the places of the parameters in the "
             "constant pool");
  Table.flag({setting::ExecutorWorkspaceIo, "workspace-io"},
             Executor.WorkspaceIo,
             "The model's inputs and outputs lie in the pools");
  Table
      .alignment({setting::ExecutorAlignment, "workspace-alignment"},
                 "Alignment of pools and the tensors in them, a power of two",
                 [this](uint64_t Bytes) { Executor.Alignment = Bytes; })
      .byDefault(Twine(Executor.Alignment));
  Table
      .number({setting::PlanEffort, "plan-effort"}, "level",
              Executor.Effort.Level, {0, PlanEffort::Highest},
              "How long to search for small pools: 0 to 9")
      .byDefault(Twine(Executor.Effort.Level));
  Table.flag("platform-hooks", Executor.HasPlatformHooks,
             "The executor calls TVMPlatformBeforeInference, "
             "TVMPlatformAfterInference and TVMPlatformPoolPower");
  Table
      .parsed({setting::Devices, "device"}, "kind=glob",
              "Operators that run on a kind of device and get its context; "
              "repeatable",
              listOf("<kind>=<glob>", parsePair, Reading.Devices))
      .list();
}

//===----------------------------------------------------------------------===//
// Settings together
//===----------------------------------------------------------------------===//

Error EmitSettings::checkMain() const {
  bool IsGiven =
      !Main.Inputs.empty() || !Main.Outputs.empty() || !Main.Pools.empty();
  if (Calls != ExecutorCalls::Main)
    return IsGiven
               ? settingFault(setting::Main + ", " + Setting("main-output") +
                              " and " + Setting("main-pool") + " are for " +
                              setting::Executor + "=main")
               : Error::success();
  if (Main.Outputs.empty())
    return settingFault(setting::Executor +
                        "=main needs the arguments of "
                        "tvmgen_<model>___tvm_main__: name them with " +
                        setting::Main + ", " + Setting("main-output") +
                        " and " + Setting("main-pool"));
  return Error::success();
}

Error EmitSettings::checkExecutor() const {
  if (Error E = checkMain())
    return E;
  if (!TheJob.ConstantOffsets.empty() && !Executor.Constants)
    return settingFault(setting::ConstantPoolOffsets +
                        " is for a pool of constants: add " +
                        setting::ExecutorConstants + "=global_const_workspace");
  if (Calls)
    return Error::success();
  for (const SettingRow &Row : Table.rows())
    if (Row.Group == "Executor" && Row.NumGiven && Row.Names.Name != "executor")
      return settingFault(Row.Names.Which + " is for an executor: add " +
                          setting::Executor + "=aot");
  return Error::success();
}

Error EmitSettings::checkFfi() const {
  if (!TheJob.Abi || runtimeFamily(*TheJob.Abi).Facts.HasLibrary)
    return TheJob.Abi &&
                   TheJob.Emitting.Registry.Register.value_or("ctor") != "ctor"
               ? settingFault("expected " + setting::Register + "=ctor with " +
                              setting::Abi +
                              "=tvm-ffi, which has no list of models, found '" +
                              setting::Register + "=" +
                              *TheJob.Emitting.Registry.Register + "'")
               : Error::success();
  if (TheJob.Reading.FfiRoot || !TheJob.Reading.FfiImports.empty())
    return settingFault(setting::FfiRoot + " and " + setting::FfiImports +
                        " are for tvm-ffi, and not for " +
                        runtimeAbiName(*TheJob.Abi));
  return Error::success();
}

Error EmitSettings::placeParams() {
  if (ShardCount && TheJob.Shard)
    return settingFault(setting::Shards + " writes all shards and " +
                        Setting("shard") + " one: leave one of them out");
  std::optional<uint32_t> Count = ShardCount ? ShardCount : ShardsOfOne;
  auto &Where = TheJob.Emitting.Params.Where;
  if (Count && IsInImage)
    return settingFault("parameters in an image of their own are not in shards",
                        "leave out " + setting::ExternalParams + " or " +
                            setting::Shards);
  if (Count)
    Where = InShards{*Count, Summary || Json};
  else if (IsInImage)
    Where = InImage();
  return Error::success();
}

Job EmitSettings::job() const {
  Job Result = JobSettings::job();
  std::tie(Result.Kind, Result.InLibrary) = Kind;
  return Result;
}

Error EmitSettings::check() {
  if (Error E = checkExecutor())
    return E;
  if (Error E = checkFfi())
    return E;
  if (Kind.first != OutputKind::ParamsImage &&
      (TheJob.Emitting.ParamsImage.Base || Table.isGiven("generation")))
    return settingFault(
        setting::ParamsImageBase + " and " + setting::ParamsImageGeneration +
        " are for a params image: add " + setting::Kind + "=params-image");
  if (Error E = Table.checkStandardOutput())
    return E;
  if (Error E = placeParams())
    return E;
  if (Error E = checkShards(job()))
    return E;
  if (HasRecord || !SigningKey.empty())
    TheJob.Emitting.Registry.Record = {SigningKey};
  if (Calls == ExecutorCalls::Main) {
    if (Executor.Constants)
      Main.ConstantPool = Executor.Constants->Name;
    TheJob.Reading.Main = Main;
  }
  TheJob.Emitting.Executor.reset();
  if (Calls) {
    Executor.Calls = *Calls;
    TheJob.Emitting.Executor = Executor;
  }
  return Error::success();
}

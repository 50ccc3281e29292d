//===- EmitOptions.cpp - Command line of metaobj emit ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitOptions.h"

#include "Command.h"
#include "PoolFlag.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"

#include <optional>
#include <tuple>
#include <utility>

using namespace llvm;
using namespace metaobj;

static std::vector<std::string> valuesOf(const cl::list<std::string> &Option) {
  return {Option.begin(), Option.end()};
}

/// A value that an option may have.
template <typename T> struct Choice {
  StringLiteral Name;
  T Value;
};

static constexpr Choice<ParamOrder> Orders[] = {{"packed", ParamOrder::Packed},
                                                {"file", ParamOrder::File}};
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
/// Nothing for "none".
static constexpr Choice<std::optional<ExecutorCalls>> Executors[] = {
    {"none", std::nullopt},
    {"aot", ExecutorCalls::Operators},
    {"main", ExecutorCalls::Main}};
/// The kind, and whether it goes into an archive.
static constexpr Choice<std::pair<OutputKind, bool>> OutputKinds[] = {
    {"obj", {OutputKind::Object, false}},
    {"asm", {OutputKind::Assembly, false}},
    {"llvm-ir", {OutputKind::LlvmIr, false}},
    {"llvm-bc", {OutputKind::LlvmBitcode, false}},
    {"c", {OutputKind::C, false}},
    {"params-image", {OutputKind::ParamsImage, false}},
    {"mlf", {OutputKind::Object, true}},
    {"mlf-c", {OutputKind::C, true}}};

static std::string unknownValue(const cl::opt<std::string> &Option,
                                const Twine &Known) {
  return ("unknown value '" + Option.getValue() + "' for --" + Option.ArgStr +
          "; known are: " + Known)
      .str();
}

/// The fault of \p Option if its value is none of \p Known; empty: none.
template <typename T, size_t Count>
static std::string checkChoice(const cl::opt<std::string> &Option,
                               const Choice<T> (&Known)[Count]) {
  std::vector<StringRef> Names;
  for (const Choice<T> &Each : Known)
    Names.push_back(Each.Name);
  return is_contained(Names, StringRef(Option))
             ? ""
             : unknownValue(Option, join(Names, ", "));
}

/// The choice of \p Option, which was checked.
template <typename T, size_t Count>
static T chosen(const cl::opt<std::string> &Option,
                const Choice<T> (&Known)[Count]) {
  return find_if(Known,
                 [&](const Choice<T> &Each) { return Each.Name == Option; })
      ->Value;
}

/// "kind=glob" of --device.
static std::optional<InputConfig::DeviceRule> parseDevice(StringRef Text) {
  auto [Kind, Glob] = Text.split('=');
  if (Kind.empty() || Glob.empty())
    return std::nullopt;
  return InputConfig::DeviceRule{Kind.str(), Glob.str()};
}

/// "kind=file" of --ffi-root and --ffi-import.
static std::optional<InputConfig::FfiModuleFile>
parseFfiModule(StringRef Text) {
  auto [Kind, Path] = Text.split('=');
  if (Kind.empty() || Path.empty())
    return std::nullopt;
  return InputConfig::FfiModuleFile{Kind.str(), Path.str()};
}

/// Is \p Abi one for --table, and not for --abi?
static bool isTable(RuntimeAbi Abi) {
  return Abi == RuntimeAbi::Iree || Abi == RuntimeAbi::Functions;
}

/// The ABI that --abi or --table names; nullopt: neither names one.
static std::optional<RuntimeAbi> givenAbi(const EmitOptions &Options) {
  if (Options.Table.getNumOccurrences())
    return parseRuntimeAbi(Options.Table);
  if (Options.Abi.getNumOccurrences())
    return parseRuntimeAbi(Options.Abi);
  return std::nullopt;
}

/// The fault of the options of tvm-ffi; empty: none.
static std::string checkFfi(const EmitOptions &Options) {
  std::vector<std::string> Modules = valuesOf(Options.FfiImports);
  if (Options.FfiRoot.getNumOccurrences())
    Modules.push_back(Options.FfiRoot);
  for (StringRef Text : Modules)
    if (!parseFfiModule(Text))
      return ("expected <kind>=<file> for --ffi-root and --ffi-import, such as "
              "relax.VMExecutable=vm.bin, found '" +
              Text + "'")
          .str();
  std::optional<RuntimeAbi> Abi = givenAbi(Options);
  if (Abi && *Abi != RuntimeAbi::TvmFfi && !Modules.empty())
    return ("--ffi-root and --ffi-import are for tvm-ffi, and not for " +
            runtimeAbiName(*Abi))
        .str();
  if (Abi == RuntimeAbi::TvmFfi && Options.Register.getNumOccurrences() &&
      Options.Register != "ctor")
    return "expected --register=ctor with --abi=tvm-ffi, which has no list of "
           "models, found '--register=" +
           Options.Register + "'";
  return "";
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
    int64_t Extent;
    if (First.getAsInteger(10, Extent) || Extent < 0 ||
        (Rest.empty() && First.size() != Extents.size()))
      return std::nullopt;
    Result.Shape.push_back(Extent);
    Extents = Rest;
  }
  return Result;
}

/// "name:dtype:extents" of --main-input and --main-output.
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

/// The same of --main-output, which needs no name.
static std::optional<InputConfig::MainArguments::Argument>
parseMainOutput(StringRef Text) {
  if (Text.count(':') != 1)
    return parseMainInput(Text);
  auto Tensor = parseTensor(Text);
  if (!Tensor)
    return std::nullopt;
  return InputConfig::MainArguments::Argument{std::move(*Tensor), ""};
}

/// "name:bytes" of --main-pool.
static std::optional<InputConfig::MainArguments::Pool>
parseMainPool(StringRef Text) {
  auto [Name, Bytes] = Text.rsplit(':');
  InputConfig::MainArguments::Pool Result = {Name.str(), 0};
  if (Name.empty() || Bytes.getAsInteger(10, Result.Bytes))
    return std::nullopt;
  return Result;
}

/// The arguments of --executor=main. The options were checked.
static InputConfig::MainArguments mainArguments(const EmitOptions &Options) {
  InputConfig::MainArguments Result;
  for (StringRef Text : Options.MainInputs)
    Result.Inputs.push_back(*parseMainInput(Text));
  for (StringRef Text : Options.MainOutputs)
    Result.Outputs.push_back(*parseMainOutput(Text));
  for (StringRef Text : Options.MainPools)
    Result.Pools.push_back(*parseMainPool(Text));
  if (Options.ConstantPool.getNumOccurrences())
    Result.ConstantPool = parseConstantPool(Options.ConstantPool)->Name;
  return Result;
}

/// The fault of the options of --executor=main; empty: none.
static std::string checkMain(const EmitOptions &Options) {
  auto Expect = [](StringRef Form, StringRef Text) {
    return ("expected " + Form + ", found '" + Text + "'").str();
  };
  for (StringRef Text : Options.MainInputs)
    if (!parseMainInput(Text))
      return Expect("--main-input=<name>:<dtype>:<extents>", Text);
  for (StringRef Text : Options.MainOutputs)
    if (!parseMainOutput(Text))
      return Expect("--main-output=[<name>:]<dtype>:<extents>", Text);
  for (StringRef Text : Options.MainPools)
    if (!parseMainPool(Text))
      return Expect("--main-pool=<name>:<bytes>", Text);
  bool IsGiven = !Options.MainInputs.empty() || !Options.MainOutputs.empty() ||
                 !Options.MainPools.empty();
  if (Options.Executor != "main")
    return IsGiven ? "--main-input, --main-output and --main-pool are for "
                     "--executor=main"
                   : "";
  if (Options.MainOutputs.empty())
    return "--executor=main needs the arguments of "
           "tvmgen_<model>___tvm_main__: name them with --main-input, "
           "--main-output and --main-pool";
  return "";
}

/// The fault of the options of the executor; empty: none.
static std::string checkExecutor(const EmitOptions &Options) {
  for (const std::string &Fault :
       {checkChoice(Options.Executor, Executors), checkMain(Options),
        checkChoice(Options.OperatorCalls, Conventions),
        checkChoice(Options.Interface, Interfaces),
        checkChoice(Options.Wrappers, WrapperChoices)})
    if (!Fault.empty())
      return Fault;
  for (StringRef Text : Options.Pools)
    if (!parseExecutorPool(Text))
      return ("expected name, name:limit, and perhaps ,caller, ,shared or "
              ",section=<name> for --pool, found '" +
              Text + "'")
          .str();
  if (Options.ConstantPool.getNumOccurrences() &&
      !parseConstantPool(Options.ConstantPool))
    return "expected name, and perhaps ,caller or ,section=<name> for "
           "--constant-pool, found '" +
           Options.ConstantPool + "'";
  if (Options.ConstantOffsets.getNumOccurrences() &&
      !Options.ConstantPool.getNumOccurrences())
    return "--constant-offsets is for a pool of constants: add "
           "--constant-pool=global_const_workspace";
  for (StringRef Text : Options.Devices)
    if (!parseDevice(Text))
      return ("expected --device=<kind>=<glob>, found '--device=" + Text + "'")
          .str();
  if (Options.PlanningEffort > PlanEffort::Highest)
    return "expected 0 to 9 for --plan-effort, found " +
           utostr(Options.PlanningEffort);
  if (!isPowerOf2_64(Options.WorkspaceAlignment))
    return "expected a power of two for --workspace-alignment, found " +
           utostr(Options.WorkspaceAlignment);
  if (Options.Executor != "none")
    return "";
  std::string Fault;
  auto Check = [&Fault](const cl::Option &Each) {
    if (Each.getNumOccurrences())
      Fault = ("--" + Each.ArgStr + " is for an executor: add --executor=aot")
                  .str();
  };
  Check(Options.OperatorCalls);
  Check(Options.Interface);
  Check(Options.Wrappers);
  Check(Options.Pools);
  Check(Options.ConstantPool);
  Check(Options.WorkspaceIo);
  Check(Options.WorkspaceAlignment);
  Check(Options.PlanningEffort);
  Check(Options.PlatformHooks);
  Check(Options.Devices);
  return Fault;
}

/// "parameter=number" of --sid.
static std::optional<std::pair<std::string, uint64_t>>
parseStorageId(StringRef Text) {
  auto [Name, Number] = Text.rsplit('=');
  uint64_t StorageId;
  if (Name.empty() || Number.getAsInteger(10, StorageId))
    return std::nullopt;
  return std::make_pair(Name.str(), StorageId);
}

/// "number/count" of --shard.
static std::optional<std::pair<uint32_t, uint32_t>> parseShard(StringRef Text) {
  auto [First, Second] = Text.split('/');
  uint32_t Number, Count;
  if (First.getAsInteger(10, Number) || Second.getAsInteger(10, Count) ||
      Count == 0 || Count > MaxShards || Number > Count)
    return std::nullopt;
  return std::make_pair(Number, Count);
}

/// A rule of --place, by which the map calls it, too.
static Expected<PlacementRule> parseRule(StringRef Text) {
  return parsePlacementRule(Text,
                            (flagOf(Setting::Placement) + "=" + Text).str());
}

static std::optional<uint32_t> parseShards(StringRef Text) {
  uint32_t Count;
  if (Text.getAsInteger(10, Count) || Count == 0 || Count > MaxShards)
    return std::nullopt;
  return Count;
}

/// The fault of the options of shards; empty: none.
static std::string checkShards(const EmitOptions &Options) {
  bool HasCount = Options.Shards.getNumOccurrences();
  bool HasNumber = Options.Shard.getNumOccurrences();
  std::string Limit = "from 1 to " + std::to_string(MaxShards);
  if (HasCount && HasNumber)
    return "--shards writes all shards and --shard one: leave one of them out";
  if (HasCount && !parseShards(Options.Shards))
    return "expected --shards=<count> " + Limit +
           ", found '--shards=" + Options.Shards + "'";
  if (HasNumber && !parseShard(Options.Shard))
    return "expected --shard=<number>/<count> with a count " + Limit +
           " and a number from 0 to the count, found '--shard=" +
           Options.Shard + "'";
  if (HasCount && Options.Output == "-")
    return "shards cannot go to standard output: name a file with -o";
  if ((HasCount || HasNumber) && Options.Kind != "obj")
    return "shards are objects: leave out --emit=" + Options.Kind;
  return "";
}

/// The fault of the options of params images; empty: none.
static std::string checkParamsImage(const EmitOptions &Options) {
  bool HasBase = Options.ImageBase.getNumOccurrences();
  if (HasBase && !parseAddress(Options.ImageBase))
    return "--base=" + Options.ImageBase +
           " is not an address, such as 0x10100000";
  if (Options.Kind == "params-image")
    return "";
  if (HasBase || Options.Generation.getNumOccurrences())
    return "--base and --generation are for a params image: add "
           "--emit=params-image";
  return "";
}

void splitJoinedOutput(std::vector<const char *> &Arguments) {
  auto &Registered = cl::getRegisteredOptions();
  bool IsValue = false; // Of the option before.
  for (size_t Index = 1; Index < Arguments.size(); ++Index) {
    StringRef Argument = Arguments[Index];
    if (Argument == "--")
      return;
    bool IsJoined = !IsValue && Argument.starts_with("-o") &&
                    Argument.size() > 2 && !Argument.contains('=') &&
                    !Registered.count(Argument.drop_front());
    cl::Option *Option = Registered.lookup(Argument.ltrim('-'));
    IsValue = !IsValue && Argument.starts_with("-") && Option &&
              Option->getValueExpectedFlag() == cl::ValueRequired;
    if (!IsJoined)
      continue;
    const char *File = Arguments[Index] + 2;
    Arguments[Index] = "-o";
    Arguments.insert(Arguments.begin() + static_cast<ptrdiff_t>(++Index), File);
  }
}

/// The fault of the options for the ABI; empty: none.
static std::string checkAbi(const EmitOptions &Options) {
  bool IsTable = Options.Table.getNumOccurrences();
  if (IsTable && Options.Abi.getNumOccurrences())
    return "--table is in place of --abi: leave one of them out";
  if (!IsTable && !Options.Abi.getNumOccurrences())
    return "";
  const cl::opt<std::string> &Given = IsTable ? Options.Table : Options.Abi;
  std::optional<RuntimeAbi> Abi = parseRuntimeAbi(Given);
  if (Abi && isTable(*Abi) == IsTable)
    return "";
  std::string Known;
  for (RuntimeAbi Each : runtimeAbis())
    if (isTable(Each) == IsTable)
      Known += (Known.empty() ? "" : ", ") + runtimeAbiName(Each).str();
  return unknownValue(Given, Known);
}

Error checkValues(const EmitOptions &Options) {
  auto Refuse = [](const Twine &Reason) { return inputError("", Reason); };
  if (Options.Output.empty())
    return Refuse("no output file: name it with -o");
  for (const std::string &Fault :
       {checkChoice(Options.Kind, OutputKinds), checkAbi(Options),
        checkChoice(Options.Order, Orders), checkChoice(Options.Dedup, Dedups),
        checkShards(Options), checkExecutor(Options), checkParamsImage(Options),
        checkFfi(Options)})
    if (!Fault.empty())
      return Refuse(Fault);
  if (!parseCompression(Options.Compress))
    return Refuse(
        unknownValue(Options.Compress, "off, zstd, zstd:1 to zstd:22"));
  if (Options.CompressRatio < 1 || Options.CompressRatio > 100)
    return Refuse("expected --compress-ratio=<percent> from 1 to 100, found " +
                  Twine(Options.CompressRatio));
  if (Options.CompressWindow < MinCompressionWindowLog ||
      Options.CompressWindow > MaxCompressionWindowLog)
    return Refuse("expected --compress-window=<log> from 10 to 27, found " +
                  Twine(Options.CompressWindow));
  for (StringRef Text : Options.StorageIds)
    if (!parseStorageId(Text))
      return Refuse(
          "expected --sid=<parameter>=<number>, found '--sid=" + Text + "'");
  for (StringRef Text : Options.Placement)
    if (Expected<PlacementRule> Rule = parseRule(Text); !Rule)
      return Rule.takeError();
  for (StringRef Name : Options.Presets)
    if (!placementPreset(Name))
      return Refuse("unknown value '" + Name + "' for --preset; known are: " +
                    join(placementPresets(), ", "));
  std::vector<std::string> Globs;
  for (const std::vector<std::string> *Option :
       {&Options.Match, &Options.Exclude, &Options.ExcludeMembers,
        &Options.ProgramInputs, &Options.PickParams, &Options.SkipParams})
    append_range(Globs, *Option);
  for (const std::string &Text : Globs)
    if (Expected<GlobPattern> Glob = GlobPattern::create(Text); !Glob)
      return Refuse("bad pattern '" + Text +
                    "': " + toString(Glob.takeError()));
  // An empty name is a shell variable that was not set.
  for (const cl::opt<std::string> *Option :
       {&Options.Module, &Options.Graph, &Options.TargetFrom, &Options.MTriple,
        &Options.Entry, &Options.ModelName, &Options.Depfile, &Options.Header,
        &Options.Rust, &Options.Map, &Options.ConstantOffsets})
    if (Option->getNumOccurrences() && Option->empty())
      return Refuse("--" + Option->ArgStr + " has an empty value");
  return Error::success();
}

static InputConfig inputConfig(const EmitOptions &Options) {
  InputConfig Config;
  if (Options.ModelName.getNumOccurrences())
    Config.ModelName = Options.ModelName;
  Config.Files = valuesOf(Options.Inputs);
  Config.Functions = valuesOf(Options.Functions);
  Config.FunctionLists = valuesOf(Options.FunctionLists);
  Config.Match = valuesOf(Options.Match);
  Config.Exclude = valuesOf(Options.Exclude);
  Config.ExcludeMembers = valuesOf(Options.ExcludeMembers);
  Config.Module = Options.Module;
  Config.GraphFile = Options.Graph;
  Config.ProgramInputs = valuesOf(Options.ProgramInputs);
  Config.ParamsFiles = valuesOf(Options.Params);
  Config.PickParams = valuesOf(Options.PickParams);
  Config.SkipParams = valuesOf(Options.SkipParams);
  Config.VerifyInputs = Options.VerifyInputs;
  for (StringRef Text : Options.StorageIds)
    Config.StorageIds.push_back(*parseStorageId(Text));
  if (Options.Executor == "main")
    Config.Main = mainArguments(Options);
  Config.OperatorCalls = chosen(Options.OperatorCalls, Conventions);
  for (StringRef Text : Options.Devices)
    Config.Devices.push_back(*parseDevice(Text));
  if (Options.FfiRoot.getNumOccurrences())
    Config.FfiRoot = parseFfiModule(Options.FfiRoot);
  for (StringRef Text : Options.FfiImports)
    Config.FfiImports.push_back(*parseFfiModule(Text));
  return Config;
}

static ExecutorConfig executorConfig(const EmitOptions &Options) {
  ExecutorConfig Config;
  Config.Calls = *chosen(Options.Executor, Executors);
  Config.Interface = chosen(Options.Interface, Interfaces);
  Config.Wrappers = chosen(Options.Wrappers, WrapperChoices);
  if (!Options.Pools.empty())
    Config.Pools.clear();
  for (StringRef Text : Options.Pools)
    Config.Pools.push_back(*parseExecutorPool(Text));
  if (Options.ConstantPool.getNumOccurrences())
    Config.Constants = parseConstantPool(Options.ConstantPool);
  Config.WorkspaceIo = Options.WorkspaceIo;
  Config.Alignment = Options.WorkspaceAlignment;
  Config.Effort.Level = Options.PlanningEffort;
  Config.HasPlatformHooks = Options.PlatformHooks;
  return Config;
}

static EmitConfig emitConfig(const EmitOptions &Options) {
  EmitConfig Config;
  Config.EntryPoint = Options.Entry;
  Config.Prefix = Options.Prefix;
  Config.RegistryIndex = Options.RegistryIndex;
  Config.Record = Options.Record;
  Config.SigningKey = Options.SigningKey;
  if (Options.Register.getNumOccurrences()) {
    if (givenAbi(Options) == RuntimeAbi::TvmFfi)
      Config.FfiConstructor = true;
    else
      Config.Register = Options.Register;
  }
  Config.ExternalParams = Options.ExternalParams;
  if (Options.ImageBase.getNumOccurrences())
    Config.ParamsImage.Base = parseAddress(Options.ImageBase);
  Config.ParamsImage.Generation = Options.Generation;
  Config.ExportParams = Options.ExportParams;
  Config.SectionSymbols = Options.SectionSymbols;
  Config.DebugInfo = Options.DebugInfo;
  for (StringRef Text : Options.Placement)
    Config.Placement.push_back(cantFail(parseRule(Text)));
  Config.Order = chosen(Options.Order, Orders);
  Config.Dedup = chosen(Options.Dedup, Dedups);
  Config.Compression = *parseCompression(Options.Compress);
  Config.CompressionPercent = Options.CompressRatio;
  Config.CompressionWindowLog = Options.CompressWindow;
  Config.ParamSections = Options.ParamSections;
  if (Options.Shards.getNumOccurrences())
    Config.Shards = *parseShards(Options.Shards);
  Config.KnowsLayoutOfMetadata = Options.Summary;
  if (Options.Executor != "none")
    Config.Executor = executorConfig(Options);
  return Config;
}

Job jobOf(const EmitOptions &Options, DiagnosticConsumer Diagnostics) {
  Job Result;
  Result.Diagnostics = std::move(Diagnostics);
  Result.Reading = inputConfig(Options);
  Result.Emitting = emitConfig(Options);
  if (Options.Shard.getNumOccurrences())
    std::tie(Result.Shard, Result.Emitting.Shards) = *parseShard(Options.Shard);
  Result.Abi = givenAbi(Options);
  Result.Presets = valuesOf(Options.Presets);
  Result.PlacementFiles = valuesOf(Options.PlacementFiles);
  Result.ConstantOffsets = Options.ConstantOffsets;
  Result.Target = targetChoice(Triple(Triple::normalize(Options.MTriple)));
  Result.Target.Triple = Options.MTriple;
  Result.Target.File = Options.TargetFrom;
  std::tie(Result.Kind, Result.InLibrary) = chosen(Options.Kind, OutputKinds);
  Result.Output = Options.Output;
  Result.Header = Options.Header;
  Result.Rust = Options.Rust;
  Result.Map = Options.Map;
  Result.Depfile = Options.Depfile;
  Result.Writing.Sync = Options.Fsync;
  Result.Writing.Threads = Options.IoThreads;
  return Result;
}

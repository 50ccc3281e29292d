//===- EmitOptions.cpp - Command line of metaobj emit ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitOptions.h"

#include "Command.h"

#include "metaobj/UnusedRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace metaobj;

static std::vector<std::string> values(const cl::list<std::string> &Option) {
  return {Option.begin(), Option.end()};
}

static std::optional<ParamOrder> parseOrder(StringRef Name) {
  return StringSwitch<std::optional<ParamOrder>>(Name)
      .Case("packed", ParamOrder::Packed)
      .Case("file", ParamOrder::File)
      .Default(std::nullopt);
}

static std::optional<ParamDedup> parseDedup(StringRef Name) {
  return StringSwitch<std::optional<ParamDedup>>(Name)
      .Case("model", ParamDedup::Model)
      .Case("link", ParamDedup::Link)
      .Case("off", ParamDedup::Off)
      .Default(std::nullopt);
}

static std::optional<OutputKind> parseOutputKind(StringRef Name) {
  return StringSwitch<std::optional<OutputKind>>(Name)
      .Case("obj", OutputKind::Object)
      .Case("asm", OutputKind::Assembly)
      .Case("llvm-ir", OutputKind::LlvmIr)
      .Case("llvm-bc", OutputKind::LlvmBitcode)
      .Case("c", OutputKind::C)
      .Default(std::nullopt);
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

static std::optional<uint32_t> parseShards(StringRef Text) {
  uint32_t Count;
  if (Text.getAsInteger(10, Count) || Count == 0 || Count > MaxShards)
    return std::nullopt;
  return Count;
}

ShardChoice ShardChoice::of(const EmitOptions &Options) {
  if (Options.Shard.getNumOccurrences()) {
    auto [Number, Count] = *parseShard(Options.Shard);
    return {Count, Number};
  }
  if (Options.Shards.getNumOccurrences())
    return {*parseShards(Options.Shards), std::nullopt};
  return {};
}

std::vector<std::string> outputPaths(const EmitOptions &Options) {
  ShardChoice Shards = ShardChoice::of(Options);
  std::vector<std::string> Paths = {Options.Output};
  if (!Shards.Number)
    for (uint32_t Number = 1; Number <= Shards.Count; ++Number)
      Paths.push_back(shardPath(Options.Output, Number, Shards.Count));
  return Paths;
}

/// What is wrong with the options of shards; empty: nothing.
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

bool checkValues(const EmitOptions &Options) {
  auto Refuse = [](const Twine &Reason) {
    reportUsage(Reason);
    return false;
  };
  if (Options.Output.empty())
    return Refuse("no output file: name it with -o");
  if (!parseOutputKind(Options.Kind))
    return Refuse("unknown value '" + Options.Kind +
                  "' for --emit; known are: obj, asm, llvm-ir, llvm-bc, c");
  if (!parseRuntimeAbi(Options.Abi)) {
    std::string Known;
    for (RuntimeAbi Abi : runtimeAbis())
      Known += (Known.empty() ? "" : ", ") + runtimeAbiName(Abi).str();
    return Refuse("unknown value '" + Options.Abi +
                  "' for --abi; known are: " + Known);
  }
  if (!parseOrder(Options.Order))
    return Refuse("unknown value '" + Options.Order +
                  "' for --order; known are: packed, file");
  if (!parseDedup(Options.Dedup))
    return Refuse("unknown value '" + Options.Dedup +
                  "' for --dedup; known are: model, off, link");
  if (std::string Fault = checkShards(Options); !Fault.empty())
    return Refuse(Fault);
  if (!parseCompression(Options.Compress))
    return Refuse("unknown value '" + Options.Compress +
                  "' for --compress; known are: off, zstd, zstd:1 to zstd:22");
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
    if (Expected<PlacementRule> Rule = parsePlacementRule(Text); !Rule) {
      reportError(Rule.takeError());
      return false;
    }
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
       {&Options.Graph, &Options.TargetFrom, &Options.MTriple, &Options.Entry,
        &Options.ModelName, &Options.Depfile, &Options.Header, &Options.Map})
    if (Option->getNumOccurrences() && Option->empty())
      return Refuse("--" + Option->ArgStr + " has an empty value");
  return true;
}

InputConfig inputConfig(const EmitOptions &Options,
                        DiagnosticConsumer Diagnostics) {
  InputConfig Config;
  Config.ModelName = Options.ModelName;
  Config.Files = values(Options.Inputs);
  Config.Functions = values(Options.Functions);
  Config.FunctionLists = values(Options.FunctionLists);
  Config.Match = values(Options.Match);
  Config.Exclude = values(Options.Exclude);
  Config.ExcludeMembers = values(Options.ExcludeMembers);
  Config.GraphFile = Options.Graph;
  Config.ProgramInputs = values(Options.ProgramInputs);
  Config.ParamsFiles = values(Options.Params);
  Config.PickParams = values(Options.PickParams);
  Config.SkipParams = values(Options.SkipParams);
  Config.VerifyInputs = Options.VerifyInputs;
  for (StringRef Text : Options.StorageIds)
    Config.StorageIds.push_back(*parseStorageId(Text));
  Config.Diagnostics = std::move(Diagnostics);
  return Config;
}

Error checkOutput(const EmitOptions &Options) {
  std::vector<std::string> Inputs = values(Options.Inputs);
  Inputs.insert(Inputs.end(), Options.FunctionLists.begin(),
                Options.FunctionLists.end());
  Inputs.insert(Inputs.end(), Options.Params.begin(), Options.Params.end());
  Inputs.insert(Inputs.end(), Options.PlacementFiles.begin(),
                Options.PlacementFiles.end());
  for (StringRef Other : {StringRef(Options.Graph.getValue()),
                          StringRef(Options.TargetFrom.getValue())})
    if (!Other.empty())
      Inputs.push_back(Other.str());
  if (count(Inputs, "-") > 1)
    return inputError("<stdin>", "standard input is given twice");
  struct OutputFile {
    StringRef Path, Flag, Noun;
  };
  const std::vector<std::string> Paths = outputPaths(Options);
  std::vector<OutputFile> Outputs;
  for (StringRef Path : Paths)
    Outputs.push_back({Path, "-o", "output"});
  append_range(Outputs,
               std::initializer_list<OutputFile>{
                   {Options.Header.getValue(), "--header", "header"},
                   {Options.Depfile.getValue(), "--depfile", "dependency file"},
                   {Options.Map.getValue(), "--map", "map"}});
  for (const OutputFile &Output : Outputs)
    for (const std::string &Input : Inputs)
      if (Input != "-" && sys::fs::is_regular_file(Output.Path) &&
          sys::fs::equivalent(Input, Output.Path))
        return inputError(Output.Path, "is an input as well as the output",
                          "name another file with " + Output.Flag);
  for (const OutputFile &Second : Outputs)
    for (const OutputFile &First :
         ArrayRef(Outputs).take_front(&Second - Outputs.data()))
      if (!Second.Path.empty() && Second.Path == First.Path)
        return inputError(Second.Path,
                          "is the " + First.Noun + " as well as the " +
                              Second.Noun,
                          "name another file with " + Second.Flag);
  return Error::success();
}

/// Presets, then files, then single rules: the nearer to the command, the
/// later, and the last that matches wins.
static Expected<std::vector<PlacementRule>>
placementRules(const EmitOptions &Options,
               std::vector<std::string> &FilesRead) {
  std::vector<PlacementRule> Rules;
  for (StringRef Name : Options.Presets)
    append_range(Rules, *placementPreset(Name));
  for (const std::string &Path : Options.PlacementFiles) {
    Expected<std::vector<PlacementRule>> OfFile = loadPlacementFile(Path);
    if (!OfFile)
      return OfFile.takeError();
    append_range(Rules, *OfFile);
    // Nothing can depend on a pipe.
    if (sys::fs::is_regular_file(Path))
      FilesRead.push_back(Path);
  }
  for (StringRef Text : Options.Placement)
    Rules.push_back(cantFail(parsePlacementRule(Text)));
  return Rules;
}

/// Presets serve many models; what they have for others is no slip.
static bool isOfPreset(const PlacementRule &Rule) {
  return any_of(placementPresets(), [&](StringRef Name) {
    return Rule.Origin == "preset " + Name.str();
  });
}

Error tellUnusedRules(const EmitOptions &Options, const EmitConfig &Config,
                      const Model &TheModel) {
  Expected<std::vector<const PlacementRule *>> Unused =
      unusedRules(Config.Placement, TheModel);
  if (!Unused)
    return Unused.takeError();
  // Those of the command line come last.
  const PlacementRule *FirstOfCommand = Config.Placement.data() +
                                        Config.Placement.size() -
                                        Options.Placement.size();
  for (const PlacementRule *Each : *Unused)
    if (!isOfPreset(*Each))
      report(Config.Diagnostics,
             Each >= FirstOfCommand ? Diagnostic::Warning : Diagnostic::Note,
             Each->Origin, "no parameter meets this rule");
  return Error::success();
}

Expected<EmitConfig> emitConfig(const EmitOptions &Options,
                                DiagnosticConsumer Diagnostics,
                                std::vector<std::string> &FilesRead) {
  EmitConfig Config;
  Config.Abi = *parseRuntimeAbi(Options.Abi);
  Config.EntryPoint = Options.Entry;
  Config.Prefix = Options.Prefix;
  Config.RegistryIndex = Options.RegistryIndex;
  Config.ExportParams = Options.ExportParams;
  Config.SectionSymbols = Options.SectionSymbols;
  Config.Output = Options.Output;
  Expected<std::vector<PlacementRule>> Rules =
      placementRules(Options, FilesRead);
  if (!Rules)
    return Rules.takeError();
  Config.Placement = std::move(*Rules);
  Config.Order = *parseOrder(Options.Order);
  Config.Dedup = *parseDedup(Options.Dedup);
  Config.Compression = *parseCompression(Options.Compress);
  Config.CompressionPercent = Options.CompressRatio;
  Config.CompressionWindowLog = Options.CompressWindow;
  Config.ParamSections = Options.ParamSections;
  Config.Shards = ShardChoice::of(Options).Count;
  Config.Diagnostics = std::move(Diagnostics);
  return Config;
}

WriteOptions writeOptions(const EmitOptions &Options) {
  WriteOptions Writing;
  Writing.Sync = Options.Fsync;
  Writing.Threads = Options.IoThreads;
  return Writing;
}

OutputKind outputKind(const EmitOptions &Options) {
  return *parseOutputKind(Options.Kind);
}

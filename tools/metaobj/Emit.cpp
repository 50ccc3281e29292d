//===- Emit.cpp - metaobj emit --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "ProgressBar.h"
#include "TargetFlags.h"

#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Lives while the command runs: its members register themselves.
struct EmitOptions {
  cl::OptionCategory Category{"Emit options"};
  cl::OptionCategory TargetCategory{
      "Target options", "Without them the target is that of the operator "
                        "objects."};

  cl::list<std::string> Inputs{cl::Positional, cl::desc("<input>..."),
                               cl::cat(Category)};
  cl::opt<std::string> Output{"o",
                              cl::desc("Output file, - for standard output"),
                              cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Kind{
      "emit",
      cl::desc("Kind of output: obj (default), asm, llvm-ir, llvm-bc, c"),
      cl::value_desc("kind"), cl::init("obj"), cl::cat(Category)};
  cl::opt<std::string> Abi{
      "abi",
      cl::desc("Runtime ABI: tvm-crt-u16 (default; TVM's C runtime v0.9 to "
               "v0.18, runtime_crt), tvm-crt-u8 (v0.7, v0.8), "
               "tvm-crt-universal (both, up to 254 functions)"),
      cl::value_desc("abi"), cl::init("tvm-crt-u16"), cl::cat(Category)};

  cl::list<std::string> Functions{
      "function", cl::desc("Function to list, in order; repeatable"),
      cl::value_desc("name"), cl::cat(Category)};
  cl::list<std::string> FunctionLists{
      "functions", cl::desc("File of function names, one a line, in order"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::list<std::string> Match{
      "match",
      cl::desc("Which functions of the objects are operators (default "
               "tvmgen_* and fused_*); repeatable"),
      cl::value_desc("glob"), cl::cat(Category)};
  cl::list<std::string> Exclude{"exclude",
                                cl::desc("Which of those are not; repeatable"),
                                cl::value_desc("glob"), cl::cat(Category)};
  cl::opt<std::string> Graph{
      "graph",
      cl::desc("Graph executor JSON: function names in order of first "
               "use, storage ids of parameters"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::list<std::string> Params{"params", cl::desc("file of parameters"),
                               cl::value_desc("file"), cl::cat(Category)};
  cl::list<std::string> StorageIds{
      "sid", cl::desc("Storage id of a parameter; repeatable"),
      cl::value_desc("name=number"), cl::cat(Category)};

  cl::list<std::string> Placement{
      "place",
      cl::desc("GLOB:section=NAME,align=BYTES,order=NUMBER,visibility=WHO: "
               "where matching parameters go; the last match wins; repeatable"),
      cl::value_desc("rule"), cl::cat(Category)};
  cl::list<std::string> PlacementFiles{
      "placement",
      cl::desc("YAML file of such rules, which come before those "
               "of --place; repeatable"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::list<std::string> Presets{
      "preset",
      cl::desc("Rules for a system, before all others: tvm, ethos-u, zephyr, "
               "esp-idf, avr-progmem, x86-large; repeatable"),
      cl::value_desc("name"), cl::cat(Category)};

  cl::opt<std::string> Order{
      "order",
      cl::desc("Order of parameters in a section: packed (default; least "
               "padding), file"),
      cl::value_desc("order"), cl::init("packed"), cl::cat(Category)};
  cl::opt<std::string> Dedup{
      "dedup",
      cl::desc("Parameters with equal bytes share them: model (default), off, "
               "link (by the linker, with those of other objects too)"),
      cl::value_desc("scope"), cl::init("model"), cl::cat(Category)};
  cl::opt<std::string> Compress{
      "compress",
      cl::desc("Store parameters compressed: off (default), zstd, "
               "zstd:<level>, from 1 to 22 (3 without one)"),
      cl::value_desc("how"), cl::init("off"), cl::cat(Category)};
  cl::opt<unsigned> CompressRatio{
      "compress-ratio",
      cl::desc("Parameters of which compression leaves more than this many "
               "percent stay as they are: 1 to 100 (default 90)"),
      cl::value_desc("percent"), cl::init(90), cl::cat(Category)};
  cl::opt<unsigned> CompressWindow{
      "compress-window",
      cl::desc("Decoding parameters looks back at most 2^<log> bytes: 10 to 27 "
               "(default 17)"),
      cl::value_desc("log"), cl::init(17), cl::cat(Category)};
  cl::opt<bool> ParamSections{
      "param-sections",
      cl::desc("A section for each parameter, <section>.<name>, so that "
               "linkers can drop unused ones"),
      cl::cat(Category)};

  cl::opt<std::string> Shards{
      "shards",
      cl::desc("Deal the parameters to so many objects more: -o m.o gives m.o, "
               "m.shard-1-of-2.o and so on"),
      cl::value_desc("count"), cl::cat(Category)};
  cl::opt<std::string> Shard{
      "shard", cl::desc("Write one of these to -o; number 0 is the metadata"),
      cl::value_desc("number/count"), cl::cat(Category)};

  cl::opt<std::string> ModelName{"model", cl::desc("Name of the model"),
                                 cl::value_desc("name"), cl::init("default"),
                                 cl::cat(Category)};
  cl::opt<std::string> Prefix{
      "prefix",
      cl::desc("Prefix of the emitted symbols, for several models in one "
               "image (default: TVM's names, and tvmgen_<model>_params)"),
      cl::value_desc("prefix"), cl::cat(Category)};
  cl::opt<std::string> Entry{
      "entry", cl::desc("Symbol of the function that returns the module"),
      cl::value_desc("symbol"), cl::init("TVMSystemLibEntryPoint"),
      cl::cat(Category)};
  cl::opt<bool> RegistryIndex{
      "registry-index",
      cl::desc("Add an index of the registry's names, which runtime_crt looks "
               "functions up by"),
      cl::cat(Category)};
  cl::opt<bool> ExportParams{
      "export-params", cl::desc("Make __tvm_param__<name> global symbols"),
      cl::cat(Category)};
  cl::opt<std::string> Header{
      "header",
      cl::desc("Write a C header too: entry point, parameters, sizes"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Map{
      "map", cl::desc("Write where each parameter went and why, as JSON"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Depfile{
      "depfile",
      cl::desc("Write Make-style dependencies: every file that was read"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<bool> Fsync{"fsync",
                      cl::desc("Have an object on the disk before it takes the "
                               "place of an old one"),
                      cl::cat(Category)};
  cl::opt<unsigned> IoThreads{
      "io-threads",
      cl::desc("Threads that write an object: 1, or 2, of which one reads "
               "(default: 2 for large ones)"),
      cl::value_desc("n"), cl::init(0), cl::cat(Category)};
  cl::opt<bool> Summary{
      "summary",
      cl::desc("One line on standard error: parameters, bytes, sections, bytes "
               "saved (always on a terminal)"),
      cl::cat(Category)};
  cl::opt<bool> Quiet{"quiet",
                      cl::desc("No notes, progress and summary, only warnings "
                               "and errors"),
                      cl::cat(Category)};

  cl::opt<std::string> MTriple{"mtriple", cl::desc("Target triple"),
                               cl::value_desc("triple"),
                               cl::cat(TargetCategory)};
  cl::opt<std::string> TargetFrom{
      "target-from", cl::desc("Take the target from this file only"),
      cl::value_desc("file"), cl::cat(TargetCategory)};
  codegen::RegisterCodeGenFlags CodeGenFlags;
};

} // namespace

static std::vector<std::string> values(const cl::list<std::string> &Option) {
  return {Option.begin(), Option.end()};
}

/// What the flags say, over what the objects say.
static Expected<TargetSpec> chooseTarget(const EmitOptions &Options,
                                         ArrayRef<OperatorObject> Objects) {
  TargetSpec Spec;
  if (Options.MTriple.empty()) {
    Expected<TargetSpec> Inferred = inferTarget(Objects);
    if (!Inferred)
      return Inferred.takeError();
    Spec = std::move(*Inferred);
  } else {
    Spec.Triple = Triple(Triple::normalize(Options.MTriple));
  }

  // A flag that changes the code makes what the objects said of it worthless.
  if (!Options.MTriple.empty() || changesCode()) {
    Spec.ElfFlags.reset();
    Spec.Attributes.clear();
    Spec.Source.clear();
  }
  applyTargetFlags(Spec);
  return Spec;
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

/// How many shards, and which of them to write; nullopt: all.
struct ShardChoice {
  uint32_t Count = 0;
  std::optional<uint32_t> Number;

  static ShardChoice of(const EmitOptions &Options) {
    if (Options.Shard.getNumOccurrences()) {
      auto [Number, Count] = *parseShard(Options.Shard);
      return {Count, Number};
    }
    if (Options.Shards.getNumOccurrences())
      return {*parseShards(Options.Shards), std::nullopt};
    return {};
  }
};

/// Every file that the output is.
static std::vector<std::string> outputPaths(const EmitOptions &Options) {
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

/// Reports the first option whose value cannot be meant. Returns false then.
static bool checkValues(const EmitOptions &Options) {
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
  if (Options.CompressWindow < 10 || Options.CompressWindow > 27)
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
  std::vector<std::string> Globs = values(Options.Match);
  Globs.insert(Globs.end(), Options.Exclude.begin(), Options.Exclude.end());
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

static InputConfig inputConfig(const EmitOptions &Options,
                               DiagnosticConsumer Diagnostics) {
  InputConfig Config;
  Config.ModelName = Options.ModelName;
  Config.Files = values(Options.Inputs);
  Config.Functions = values(Options.Functions);
  Config.FunctionLists = values(Options.FunctionLists);
  Config.Match = values(Options.Match);
  Config.Exclude = values(Options.Exclude);
  Config.GraphFile = Options.Graph;
  Config.ParamsFiles = values(Options.Params);
  for (StringRef Text : Options.StorageIds)
    Config.StorageIds.push_back(*parseStorageId(Text));
  Config.Diagnostics = std::move(Diagnostics);
  return Config;
}

/// Writing over an input is never meant, and would lose an operator.
static Error checkOutput(const EmitOptions &Options) {
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
    FilesRead.push_back(Path);
  }
  for (StringRef Text : Options.Placement)
    Rules.push_back(cantFail(parsePlacementRule(Text)));
  return Rules;
}

/// C is the same for every target: says which flags were given in vain.
static void noteTargetFlags(const DiagnosticConsumer &Diagnostics) {
  for (StringRef Flag :
       {"mtriple", "target-from", "mcpu", "mattr", "target-abi", "float-abi",
        "relocation-model", "code-model"})
    if (isGiven(Flag))
      report(Diagnostics, Diagnostic::Note, "--" + Flag,
             "changes nothing: emitted C is the same for every target");
}

/// Writes \p TheModel as the kind of output that was asked for.
static Error writeOutput(const EmitOptions &Options, const EmitConfig &Config,
                         Model &TheModel, std::vector<std::string> &FilesRead) {
  OutputKind Kind = *parseOutputKind(Options.Kind);
  if (Kind == OutputKind::C) {
    noteTargetFlags(Config.Diagnostics);
    if (Error E = compressParams(TheModel, Config, llvm::endianness::little,
                                 Options.Output))
      return E;
    return emitC(TheModel, Config, Options.Output);
  }
  if (!Options.TargetFrom.empty()) {
    InputConfig OneFile;
    OneFile.Files = {Options.TargetFrom};
    OneFile.FilesRead = &FilesRead;
    Expected<Model> TargetModel = readModel(OneFile);
    if (!TargetModel)
      return TargetModel.takeError();
    TheModel.Objects = std::move(TargetModel->Objects);
  }
  Expected<TargetSpec> Target = chooseTarget(Options, TheModel.Objects);
  if (!Target)
    return Target.takeError();
  if (Error E = compressParams(TheModel, Config,
                               Target->Triple.isLittleEndian()
                                   ? llvm::endianness::little
                                   : llvm::endianness::big,
                               Options.Output))
    return E;
  ShardChoice Shards = ShardChoice::of(Options);
  if (!Shards.Count)
    return emit(TheModel, *Target, Config, Kind, Options.Output);
  return Shards.Number ? emitShard(TheModel, *Target, Config, *Shards.Number,
                                   Options.Output)
                       : emitShards(TheModel, *Target, Config, Options.Output);
}

/// Writes the output, and tells people at a terminal how far it is and how long
/// it took.
static Error writeWithProgress(const EmitOptions &Options, EmitConfig &Config,
                               Model &TheModel, const ParamLayout &Layout,
                               std::vector<std::string> &FilesRead) {
  bool IsWatched = errs().is_displayed() && !Options.Quiet;
  auto Start = ProgressBar::Clock::now();
  {
    ProgressBar Bar(errs(), Start);
    if (IsWatched)
      Config.Progress = [&Bar](uint64_t Done, uint64_t Total) {
        Bar.update(Done, Total);
      };
    Error E = writeOutput(Options, Config, TheModel, FilesRead);
    Config.Progress = nullptr;
    if (E)
      return E;
  }
  if (Options.Quiet || !(IsWatched || Options.Summary) || !Config.Layout)
    return Error::success();
  errs() << "metaobj: " << summarize(TheModel, Layout);
  if (IsWatched)
    errs() << format("; %.1f s", std::chrono::duration<double>(
                                     ProgressBar::Clock::now() - Start)
                                     .count());
  errs() << '\n';
  return Error::success();
}

static Error run(const EmitOptions &Options) {
  DiagnosticConsumer Diagnostics = diagnosticPrinter(Options.Quiet);
  if (Error E = checkOutput(Options))
    return E;

  EmitConfig Config;
  Config.Abi = *parseRuntimeAbi(Options.Abi);
  Config.EntryPoint = Options.Entry;
  Config.Prefix = Options.Prefix;
  Config.RegistryIndex = Options.RegistryIndex;
  Config.ExportParams = Options.ExportParams;
  Config.Sync = Options.Fsync;
  Config.Threads = Options.IoThreads;
  std::vector<std::string> FilesRead;
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
  ShardChoice Shards = ShardChoice::of(Options);
  Config.Shards = Shards.Count;
  Config.Diagnostics = Diagnostics;

  InputConfig Inputs = inputConfig(Options, Diagnostics);
  Inputs.FilesRead = &FilesRead;
  Inputs.DefinedSymbols = [&Config](const Model &TheModel) {
    return definedSymbols(TheModel, Config);
  };
  Expected<Model> TheModel = readModel(Inputs);
  if (!TheModel)
    return TheModel.takeError();

  ParamLayout Layout;
  // The metadata alone is written without looking at the parameters, unless
  // somebody wants to know where they are.
  bool IsMetadataOnly = Shards.Number && *Shards.Number == 0;
  bool IsShown = errs().is_displayed() && !Options.Quiet && !IsMetadataOnly;
  if (IsShown || Options.Summary || !Options.Map.empty())
    Config.Layout = &Layout;
  if (Error E =
          writeWithProgress(Options, Config, *TheModel, Layout, FilesRead))
    return E;
  if (!Options.Header.empty())
    if (Error E = emitHeader(*TheModel, Config, Options.Header))
      return E;
  if (!Options.Map.empty())
    if (Error E =
            writeMap(*TheModel, Config, Layout, Options.Output, Options.Map))
      return E;
  return Options.Depfile.empty()
             ? Error::success()
             : writeDepfile(outputPaths(Options), FilesRead, Options.Depfile);
}

int runEmit(int Argc, const char **Argv) {
  EmitOptions Options;
  showTargetFlags(Options.TargetCategory);
  if (!parseCommandLine(Argc, Argv,
                        "operator objects and parameters -> metadata object",
                        {&Options.Category, &Options.TargetCategory}))
    return ExitWrongUsage;
  if (!checkValues(Options))
    return ExitWrongUsage;
  if (Error E = run(Options))
    return reportError(std::move(E));
  return ExitDone;
}

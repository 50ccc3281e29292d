//===- Emit.cpp - metaobj emit --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "EmitOptions.h"
#include "ProgressBar.h"
#include "TargetFlags.h"

#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace metaobj;

/// What the flags say, over what the objects say.
static Expected<TargetSpec> chooseTarget(const EmitOptions &Options,
                                         const FileModel &TheModel) {
  TargetSpec Spec;
  if (Options.MTriple.empty()) {
    if (Error E = refuseSources(TheModel))
      return E;
    Expected<TargetSpec> Inferred = inferTarget(TheModel.Objects);
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

/// C is the same for every target: says which flags were given in vain.
static void noteTargetFlags(const DiagnosticConsumer &Diagnostics) {
  for (StringRef Flag :
       {"mtriple", "target-from", "mcpu", "mattr", "target-abi", "float-abi",
        "relocation-model", "code-model"})
    if (isGiven(Flag))
      report(Diagnostics, Diagnostic::Note, "--" + Flag,
             "changes nothing: emitted C is the same for every target");
}

/// All outputs of the kind that was asked for; more than one are shards.
static Expected<std::vector<Emission>>
emitOutputs(const EmitOptions &Options, const EmitConfig &Config,
            FileModel &TheModel, std::vector<std::string> &FilesRead) {
  auto One = [](Expected<Emission> Only) -> Expected<std::vector<Emission>> {
    if (!Only)
      return Only.takeError();
    return std::vector<Emission>{std::move(*Only)};
  };
  OutputKind Kind = outputKind(Options);
  if (Kind == OutputKind::C) {
    noteTargetFlags(Config.Diagnostics);
    return One(emitC(TheModel, Config));
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
  Expected<TargetSpec> Target = chooseTarget(Options, TheModel);
  if (!Target)
    return Target.takeError();
  ShardChoice Shards = ShardChoice::of(Options);
  if (!Shards.Count)
    return One(emit(TheModel, *Target, Config, Kind));
  if (Shards.Number)
    return One(emitShard(TheModel, *Target, Config, *Shards.Number));
  return emitShards(TheModel, *Target, Config);
}

/// Writes all files that were asked for.
static Error writeOutputs(const EmitOptions &Options,
                          ArrayRef<Emission> Emissions,
                          ArrayRef<std::string> FilesRead,
                          const WriteOptions &Writing) {
  OutputTransaction Outputs(SignalHandling::RemoveFiles);
  OutputPlace To(Outputs, Options.Output);
  // First, which is the last to appear: what was made of all of it.
  if (Error E = Emissions.size() == 1 ? Emissions[0].writeTo(To, Writing)
                                      : writeShards(Emissions, To, Writing))
    return E;
  if (!Options.Header.empty())
    if (Error E = writeHeader(Emissions[0], {Outputs, Options.Header}))
      return E;
  if (!Options.Map.empty())
    if (Error E =
            writeMap(Emissions[0], Options.Output, {Outputs, Options.Map}))
      return E;
  if (!Options.Depfile.empty()) {
    std::vector<std::string> Written = outputPaths(Options);
    for (const std::string &Path :
         {Options.Header.getValue(), Options.Map.getValue()})
      if (!Path.empty())
        Written.push_back(Path);
    if (Error E = writeDepfile(Written, FilesRead, {Outputs, Options.Depfile}))
      return E;
  }
  return Outputs.commit();
}

/// Emits and writes the outputs, and tells people at a terminal how far it is
/// and how long it took.
static Error emitAndWrite(const EmitOptions &Options, EmitConfig &Config,
                          FileModel &TheModel,
                          std::vector<std::string> &FilesRead) {
  bool IsWatched = errs().is_displayed() && !Options.Quiet;
  // The metadata alone is written without looking at the parameters, unless
  // somebody wants to know where they are.
  ShardChoice Shards = ShardChoice::of(Options);
  bool IsMetadataOnly = Shards.Number && *Shards.Number == 0;
  Config.KnowsLayoutOfMetadata = Options.Summary || !Options.Map.empty();
  bool IsLayoutKnown = !IsMetadataOnly || Config.KnowsLayoutOfMetadata;
  bool IsSummed =
      !Options.Quiet && IsLayoutKnown && (Options.Summary || IsWatched);
  auto Start = ProgressBar::Clock::now();
  Expected<std::vector<Emission>> Emissions =
      emitOutputs(Options, Config, TheModel, FilesRead);
  if (!Emissions)
    return Emissions.takeError();
  {
    ProgressBar Bar(errs(), Start);
    WriteOptions Writing = writeOptions(Options);
    if (IsWatched)
      Writing.Progress = [&Bar](uint64_t Done, uint64_t Total) {
        Bar.update(Done, Total);
        return true;
      };
    if (Error E = writeOutputs(Options, *Emissions, FilesRead, Writing))
      return E;
  }
  if (!IsSummed)
    return Error::success();
  errs() << "metaobj: " << summarize(Emissions->front());
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

  std::vector<std::string> FilesRead;
  Expected<EmitConfig> Read = emitConfig(Options, Diagnostics, FilesRead);
  if (!Read)
    return Read.takeError();
  EmitConfig Config = std::move(*Read);

  InputConfig Inputs = inputConfig(Options, Diagnostics);
  Inputs.FilesRead = &FilesRead;
  Inputs.DefinedSymbols = [&Config](const Model &TheModel) {
    return definedSymbols(TheModel, Config);
  };
  Expected<FileModel> TheModel = readModel(Inputs);
  if (!TheModel)
    return TheModel.takeError();

  if (Error E = tellUnusedRules(Options, Config, *TheModel))
    return E;
  if (!Options.Abi.getNumOccurrences())
    Config.Abi = chooseAbi(*TheModel, Diagnostics);
  return emitAndWrite(Options, Config, *TheModel, FilesRead);
}

/// The CPUs and features of the target that is given, or that objects have.
static int printHelpOfTarget(const EmitOptions &Options) {
  Triple Target(Triple::normalize(Options.MTriple));
  if (Options.MTriple.empty()) {
    std::vector<std::string> Paths(Options.Inputs.begin(),
                                   Options.Inputs.end());
    if (Paths.empty())
      return reportUsage("no target: name it with --mtriple, or an operator "
                         "object");
    Expected<std::vector<OperatorObject>> Objects =
        readObjects(Paths, DiagnosticConsumer());
    if (!Objects)
      return reportError(Objects.takeError());
    Expected<TargetSpec> Inferred = inferTarget(*Objects);
    if (!Inferred)
      return reportError(Inferred.takeError());
    Target = Inferred->Triple;
  }
  return printTargetHelp(Target);
}

int runEmit(int Argc, const char **Argv) {
  EmitOptions Options;
  showTargetFlags(Options.TargetCategory);
  std::vector<const char *> Arguments(Argv, Argv + Argc);
  splitJoinedOutput(Arguments);
  if (!parseCommandLine(static_cast<int>(Arguments.size()), Arguments.data(),
                        "operator objects and parameters -> metadata object",
                        {&Options.Category, &Options.TargetCategory}))
    return ExitWrongUsage;
  if (wantsTargetHelp())
    return printHelpOfTarget(Options);
  if (!checkValues(Options))
    return ExitWrongUsage;
  if (Error E = run(Options))
    return reportError(std::move(E));
  return ExitDone;
}

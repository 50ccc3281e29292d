//===- Job.cpp - From files to files --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Job.h"

#include "Abi/RuntimeFamily.h"
#include "Abi/RuntimePointers.h"
#include "Base/Json.h"
#include "Base/Wording.h"
#include "Job/JobFiles.h"
#include "Job/LibraryOutput.h"
#include "Job/MemorySettings.h"
#include "Target/Families.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace metaobj;

llvm::TargetOptions TargetChoice::compilerOptions() {
  llvm::TargetOptions Options;
  Options.UseInitArray = true;
  Options.NoTrappingFPMath = false;
  return Options;
}

void TargetChoice::applyTo(TargetSpec &Spec) const {
  Spec.CPU = CPU.value_or(Spec.CPU);
  Spec.Features = Features.value_or(Spec.Features);
  Spec.AbiName = AbiName.value_or(Spec.AbiName);
  Spec.FloatAbi = FloatAbi.value_or(Spec.FloatAbi);
  if (RelocationModel)
    Spec.RelocationModel = RelocationModel;
  if (CodeModel)
    Spec.CodeModel = CodeModel;
  Spec.Options = Options;
  Spec.Options.DataSections =
      DataSections.value_or(Spec.Triple.hasDefaultDataSections());
}

/// Is something set that changes code? What the objects say of theirs is then
/// worthless.
static bool changesCode(const TargetChoice &Choice) {
  return !Choice.Triple.empty() || Choice.CPU || Choice.Features ||
         Choice.AbiName || Choice.FloatAbi;
}

/// The target of \p Choice, completed from the objects of \p TheModel.
static Expected<TargetSpec> chooseTarget(const TargetChoice &Choice,
                                         const FileModel &TheModel) {
  TargetSpec Spec;
  if (Choice.Triple.empty()) {
    if (Error E = refuseSources(TheModel))
      return E;
    Expected<TargetSpec> Inferred = inferTarget(TheModel.Objects);
    if (!Inferred)
      return Inferred.takeError();
    Spec = std::move(*Inferred);
  } else {
    Spec.Triple = Triple(Triple::normalize(Choice.Triple));
  }
  if (changesCode(Choice)) {
    Spec.ElfFlags.reset();
    Spec.Attributes.clear();
    Spec.Source.clear();
  }
  Choice.applyTo(Spec);
  return Spec;
}

/// C is the same for every target: reports settings of \p Choice without
/// effect.
static void reportUnusedTarget(const TargetChoice &Choice,
                               const DiagnosticConsumer &Diagnostics) {
  auto Note = [&](bool IsGiven, Setting Which) {
    if (IsGiven)
      report(Diagnostics, Diagnostic::Note, Which,
             "changes nothing: emitted C is the same for every target");
  };
  Note(!Choice.Triple.empty(), setting::Triple);
  Note(!Choice.File.empty(), setting::TargetFile);
  Note(Choice.CPU.has_value(), setting::CPU);
  Note(Choice.Features.has_value(), setting::Features);
  Note(Choice.AbiName.has_value(), setting::AbiName);
  Note(Choice.FloatAbi.has_value(), setting::FloatAbi);
  Note(Choice.RelocationModel.has_value(), setting::RelocationModel);
  Note(Choice.CodeModel.has_value(), setting::CodeModel);
}

namespace {

/// A job that is being done, from read() to write().
class RunningJob {
public:
  /// \p Stream takes the output; null: its path does.
  RunningJob(const Job &TheJob, raw_ostream *Stream);

  Error read();
  Expected<std::vector<Emission>> emit();
  Error check(ArrayRef<Emission> Emissions) const;
  Expected<JobResult> write(ArrayRef<Emission> Emissions);

private:
  Error readPlacement();
  Error readBoardFile();
  Error readOffsets();
  Error readFiles();
  Error embedFiles();
  Error readModelFiles();
  void setAbi(RuntimeAbi Abi);
  Error readTargetFile();
  bool poolsParams() const {
    return Emitting.Executor && Emitting.Executor->Constants;
  }
  Error reportUnusedRules(const Model &WithParams) const;
  std::vector<std::string> writtenPaths() const;
  Error checkStream() const;
  Error writeOutput(ArrayRef<Emission> Emissions, const OutputPlace &To);
  Error writeFiles(ArrayRef<Emission> Emissions);

  const Job &TheJob;
  raw_ostream *Stream;
  InputConfig Reading;
  EmitConfig Emitting;
  FileModel TheModel;
  std::optional<LibraryOutput> Library; ///< With Job::InLibrary.
  std::vector<std::string> FilesRead;
};

} // namespace

RunningJob::RunningJob(const Job &TheJob, raw_ostream *Stream)
    : TheJob(TheJob), Stream(Stream), Reading(TheJob.Reading),
      Emitting(TheJob.Emitting) {
  Reading.Diagnostics = TheJob.Diagnostics;
  Emitting.Diagnostics = TheJob.Diagnostics;
  Emitting.Output = TheJob.Output;
  if (auto *Split = std::get_if<InShards>(&Emitting.Params.Where))
    Split->KnowsLayoutOfMetadata |= !TheJob.Map.empty();
  Reading.Abi = TheJob.Abi;
  Reading.NeedsFunctions = true;
  bool CallsOperators =
      Emitting.Executor && Emitting.Executor->Calls == ExecutorCalls::Operators;
  Reading.TakesOwnParams |= CallsOperators;
  Reading.TakesRelaxGraph |= CallsOperators;
}

/// Presets, then files, then single rules: the nearer to the caller, the later,
/// and the last that matches wins.
Error RunningJob::readPlacement() {
  std::vector<PlacementRule> Rules;
  for (StringRef Name : TheJob.Presets) {
    std::optional<std::vector<PlacementRule>> Preset = placementPreset(Name);
    if (!Preset)
      return inputError(setting::Presets, "there is no preset " + quoted(Name),
                        "known are: " + join(placementPresets(), ", "));
    append_range(Rules, *Preset);
  }
  for (const std::string &Path : TheJob.PlacementFiles) {
    Expected<std::vector<PlacementRule>> OfFile = loadPlacementFile(Path);
    if (!OfFile)
      return OfFile.takeError();
    append_range(Rules, *OfFile);
    // Nothing can depend on a pipe.
    if (sys::fs::is_regular_file(Path))
      FilesRead.push_back(Path);
  }
  append_range(Rules, TheJob.Emitting.Params.Rules);
  Emitting.Params.Rules = std::move(Rules);
  return Error::success();
}

Error RunningJob::readBoardFile() {
  if (TheJob.Board.empty())
    return Error::success();
  Expected<MemoryMap> Read = readBoard(TheJob.Board);
  if (!Read)
    return Read.takeError();
  if (!Read->File.empty() && sys::fs::is_regular_file(TheJob.Board))
    FilesRead.push_back(TheJob.Board);
  Emitting.Board = std::move(*Read);
  return Error::success();
}

Error RunningJob::readOffsets() {
  const std::string &Path = TheJob.ConstantOffsets;
  if (Path.empty() || !poolsParams())
    return Error::success();
  Expected<ConstantOffsets> Read = loadConstantOffsets(Path);
  if (!Read)
    return Read.takeError();
  if (Reading.Main)
    Reading.Main->Offsets = *Read;
  Emitting.Executor->Constants->Offsets = std::move(*Read);
  if (sys::fs::is_regular_file(Path))
    FilesRead.push_back(Path);
  return Error::success();
}

/// Only now it is known whether a constructor is meant by this name.
void RunningJob::setAbi(RuntimeAbi Abi) {
  Emitting.Abi = Abi;
  if (!runtimeFamily(Abi).Facts.HasLibrary ||
      Emitting.Registry.Register != "ctor")
    return;
  Emitting.Registry.FfiConstructor = true;
  Emitting.Registry.Register.reset();
}

/// Files that are data of a program have no functions.
Error RunningJob::embedFiles() {
  const EmbedConfig &Embedding = *TheJob.Embedding;
  Expected<FileModel> Read = readEmbedded(Reading, Embedding);
  if (!Read)
    return Read.takeError();
  TheModel = std::move(*Read);
  bool AreParams = !Embedding.ParamSymbols.empty();
  Emitting.Data.Style = AreParams ? DataStyle::Name : Embedding.Style;
  Emitting.Data.ElementType = AreParams ? "" : Embedding.Type.Element;
  Emitting.Data.HasNul = !AreParams && Embedding.IsText;
  return Error::success();
}

Error RunningJob::readModelFiles() {
  auto DefinedSymbols = [this](const Model &WithParams, RuntimeAbi Abi) {
    setAbi(Abi);
    return definedSymbols(WithParams, Emitting);
  };
  Expected<FileModel> Read = readModel(Reading, DefinedSymbols);
  if (!Read)
    return Read.takeError();
  TheModel = std::move(*Read);
  return Error::success();
}

Error RunningJob::readFiles() {
  if (Error E = TheJob.Embedding ? embedFiles() : readModelFiles())
    return E;
  setAbi(TheModel.Concluded.Abi);
  append_range(FilesRead, TheModel.FilesRead);
  return Error::success();
}

/// Presets serve many models; what they have for others is no slip.
static bool isOfPreset(const PlacementRule &Rule) {
  return any_of(placementPresets(), [&](StringRef Name) {
    return Rule.Origin == "preset " + Name.str();
  });
}

/// A warning for rules of the job itself, and a note for those of files, which
/// serve several models.
Error RunningJob::reportUnusedRules(const Model &WithParams) const {
  Expected<std::vector<const PlacementRule *>> Unused =
      unusedRules(Emitting.Params.Rules, WithParams);
  if (!Unused)
    return Unused.takeError();
  // Those of the job come last.
  const PlacementRule *FirstOfJob = Emitting.Params.Rules.data() +
                                    Emitting.Params.Rules.size() -
                                    TheJob.Emitting.Params.Rules.size();
  for (const PlacementRule *Rule : *Unused)
    if (!isOfPreset(*Rule))
      report(TheJob.Diagnostics,
             Rule >= FirstOfJob ? Diagnostic::Warning : Diagnostic::Note,
             Rule->Origin, "no parameter meets this rule");
  return Error::success();
}

Error RunningJob::read() {
  if (Error E = readPlacement())
    return E;
  if (Error E = readBoardFile())
    return E;
  if (Error E = readOffsets())
    return E;
  if (Error E = readFiles())
    return E;
  if (!poolsParams())
    if (Error E = reportUnusedRules(TheModel))
      return E;
  // Objects that only give the target may take the place of the operators.
  Expected<FfiNeeds> Needs = runtimeFamily(Emitting.Abi).Facts.HasLibrary
                                 ? ffiNeeds(TheModel.Objects)
                                 : runtimePointers(TheModel.Objects);
  if (!Needs)
    return Needs.takeError();
  TheModel.Ffi = std::move(*Needs);
  if (!TheJob.InLibrary)
    return Error::success();
  Expected<LibraryOutput> Output =
      LibraryOutput::create(TheModel, Emitting, TheJob.Kind);
  if (!Output)
    return Output.takeError();
  Library.emplace(std::move(*Output));
  return Error::success();
}

/// Objects of the file that the target is taken from, in place of the model's.
Error RunningJob::readTargetFile() {
  InputConfig OneFile;
  OneFile.Files = {TheJob.Target.File};
  // Any object tells its target, whatever else is in it.
  OneFile.Abi = RuntimeAbi::TvmCrtUniversal;
  Expected<FileModel> OfFile = readModel(OneFile);
  if (!OfFile)
    return OfFile.takeError();
  TheModel.Objects = std::move(OfFile->Objects);
  append_range(FilesRead, OfFile->FilesRead);
  return Error::success();
}

/// All outputs of the kind that was asked for; more than one are shards.
Expected<std::vector<Emission>> RunningJob::emit() {
  auto One = [](Expected<Emission> Only) -> Expected<std::vector<Emission>> {
    if (!Only)
      return Only.takeError();
    return std::vector<Emission>{std::move(*Only)};
  };
  if (TheJob.Kind == OutputKind::C) {
    reportUnusedTarget(TheJob.Target, TheJob.Diagnostics);
    return One(emitC(TheModel, Emitting));
  }
  if (!TheJob.Target.File.empty())
    if (Error E = readTargetFile())
      return E;
  Expected<TargetSpec> Target = chooseTarget(TheJob.Target, TheModel);
  if (!Target)
    return Target.takeError();
  // This registry has a packed function of its own.
  const TargetFamily *Family = familyOf(Target->Triple.getArch());
  if (!TheJob.Abi && Emitting.Abi == RuntimeAbi::TvmCrtUniversal && Family &&
      !Family->hasPackedFunctions()) {
    report(TheJob.Diagnostics, Diagnostic::Note, TheJob.Output,
           "objects for " + Family->name() +
               " cannot have the packed function of " +
               runtimeAbiName(RuntimeAbi::TvmCrtUniversal) +
               ": the registry is " + runtimeAbiName(RuntimeAbi::TvmCrtU16));
    setAbi(RuntimeAbi::TvmCrtU16);
  }
  if (!Emitting.Params.shards())
    return One(metaobj::emit(TheModel, *Target, Emitting, TheJob.Kind));
  if (TheJob.Shard)
    return One(emitShard(TheModel, *Target, Emitting, *TheJob.Shard));
  return emitShards(TheModel, *Target, Emitting);
}

/// Rules of placement also place a pool, which emission makes.
Error RunningJob::check(ArrayRef<Emission> Emissions) const {
  return poolsParams() ? reportUnusedRules(Emissions.front().model())
                       : Error::success();
}

/// Without the depfile, which names them.
std::vector<std::string> RunningJob::writtenPaths() const {
  std::vector<std::string> Paths = outputPaths(TheJob);
  for (const std::string &Path : {TheJob.Header, TheJob.Rust, TheJob.Map})
    if (!Path.empty())
      Paths.push_back(Path);
  return Paths;
}

/// Before the other files appear. Only streams of files have errors.
Error RunningJob::checkStream() const {
  Stream->flush();
  if (Stream->get_kind() != raw_ostream::OStreamKind::OK_FDStream)
    return Error::success();
  auto *File = static_cast<raw_fd_ostream *>(Stream);
  std::error_code Code = File->error();
  if (!Code)
    return Error::success();
  // LLVM ends the process for errors that nobody looked at.
  File->clear_error();
  return inputError(TheJob.Output, errorCodeToError(Code));
}

Error RunningJob::writeOutput(ArrayRef<Emission> Emissions,
                              const OutputPlace &To) {
  if (Stream) {
    if (Error E = Emissions.front().writeTo(*Stream))
      return E;
    return checkStream();
  }
  if (Library)
    return Library->write(Emissions[0], To, TheJob.Progress, FilesRead);
  if (Emissions.size() == 1)
    return Emissions[0].writeTo(To, TheJob.Progress);
  return writeShards(Emissions, To, TheJob.Progress);
}

Error RunningJob::writeFiles(ArrayRef<Emission> Emissions) {
  OutputTransaction Outputs(TheJob.Signals);
  // First, which is the last to appear: what was made of all of it.
  if (Error E = writeOutput(Emissions, {Outputs, TheJob.Output}))
    return E;
  if (!TheJob.Header.empty())
    if (Error E = writeHeader(Emissions[0], {Outputs, TheJob.Header}))
      return E;
  if (!TheJob.Rust.empty())
    if (Error E = writeRust(Emissions[0], {Outputs, TheJob.Rust}))
      return E;
  if (!TheJob.Map.empty())
    if (Error E = writeMap(Emissions[0], TheJob.Output, {Outputs, TheJob.Map}))
      return E;
  if (!TheJob.Depfile.empty())
    if (Error E =
            writeDepfile(writtenPaths(), FilesRead, {Outputs, TheJob.Depfile}))
      return E;
  return Outputs.commit();
}

Expected<JobResult> RunningJob::write(ArrayRef<Emission> Emissions) {
  if (Error E = writeFiles(Emissions))
    return E;
  JobResult Result;
  Result.Written = writtenPaths();
  if (Stream)
    Result.Written.erase(Result.Written.begin());
  if (!TheJob.Depfile.empty())
    Result.Written.push_back(TheJob.Depfile);
  Result.Read = std::move(FilesRead);
  // The metadata alone is made without a look at the parameters.
  bool IsMetadataOnly = Emitting.Params.shards() && TheJob.Shard == 0U;
  if (!IsMetadataOnly || Emitting.Params.knowsLayoutOfMetadata())
    Result.Summary = summarize(Emissions.front());
  return Result;
}

static Expected<JobResult> run(const Job &TheJob, raw_ostream *Stream) {
  if (Error E = checkFiles(TheJob, Stream != nullptr))
    return E;
  RunningJob Running(TheJob, Stream);
  if (Error E = Running.read())
    return E;
  Expected<std::vector<Emission>> Emissions = Running.emit();
  if (!Emissions)
    return Emissions.takeError();
  if (Error E = Running.check(*Emissions))
    return E;
  return Running.write(*Emissions);
}

/// The attribute \p Key for \p Paths. If one is not UTF-8, `<Key>_hex` has
/// their bytes.
static void printPaths(json::OStream &J, StringRef Key,
                       ArrayRef<std::string> Paths) {
  J.attributeArray(Key, [&] {
    for (const std::string &Path : Paths)
      J.value(jsonText(Path));
  });
  if (all_of(Paths, [](StringRef Name) { return json::isUTF8(Name); }))
    return;
  J.attributeArray((Key + "_hex").str(), [&] {
    for (const std::string &Path : Paths)
      J.value(toHex(Path, /*LowerCase=*/true));
  });
}

void metaobj::printJson(const JobResult &Result, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    J.object([&] {
      J.attribute("schema", 1);
      J.attribute("summary", Result.Summary ? jsonText(*Result.Summary)
                                            : json::Value(nullptr));
      printPaths(J, "written", Result.Written);
      printPaths(J, "read", Result.Read);
    });
  });
}

Expected<JobResult> metaobj::runJob(const Job &TheJob) {
  return run(TheJob, nullptr);
}

Expected<JobResult> metaobj::runJob(const Job &TheJob, raw_ostream &To) {
  if (TheJob.Emitting.Params.shards() && !TheJob.Shard)
    return inputError(setting::Shards,
                      "shards are several files, and a stream takes one",
                      "name a file with " + setting::Output);
  if (TheJob.InLibrary)
    return inputError(setting::Kind,
                      "an archive is written to a file, not to a stream",
                      "name a file with " + setting::Output);
  return run(TheJob, &To);
}

//===- Commands.cpp - What the jobs of C do -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "PacedProgress.h"

#include "../metaobj/Diff.h"
#include "../metaobj/Extract.h"
#include "../metaobj/Size.h"

#include "Job/JobSettings.h"
#include "Job/PlanSettings.h"
#include "Job/ReportSettings.h"
#ifdef METAOBJ_LINK
#include "Link/LinkSettings.h"
#endif
#include "Base/Json.h"
#include "Inspect/Report/Report.h"
#include "Job/SizeBoard.h"
#include "Job/SizePage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <optional>

using namespace llvm;
using namespace metaobj;

static json::Object jsonProblem(const metaobj_error &TheError) {
  return json::Object{{"input", jsonText(TheError.Input)},
                      {"message", jsonText(TheError.Message)},
                      {"hint", jsonText(TheError.Hint)},
                      {"details", jsonText(TheError.Details)}};
}

static json::Array jsonProblems(Error E, Spelling Words) {
  std::unique_ptr<metaobj_error, void (*)(metaobj_error *)> First(
      toHandle(std::move(E), METAOBJ_ERROR_INPUT, Words), metaobj_error_free);
  json::Array Result;
  for (const metaobj_error *TheError = First.get(); TheError;
       TheError = TheError->Next.get())
    Result.push_back(jsonProblem(*TheError));
  return Result;
}

//===----------------------------------------------------------------------===//
// emit, embed
//===----------------------------------------------------------------------===//

/// Adds the modules of \p Job to \p Modules, those of callbacks filled now into
/// \p Filled.
static Error addModules(const metaobj_job &Job,
                        std::vector<std::unique_ptr<metaobj_module>> &Filled,
                        std::vector<const RuntimeModule *> &Modules) {
  for (const std::unique_ptr<metaobj_module> &Module : Job.Modules) {
    Modules.push_back(Module.get());
    if (!Module->Fill)
      continue;
    Filled.push_back(std::make_unique<metaobj_module>(Module->Name));
    Modules.back() = Filled.back().get();
    if (const char *Problem = Module->Fill(Filled.back().get(), Module->User))
      return inputError(Module->Name,
                        *Problem ? Problem : "the callback has failed");
  }
  return Error::success();
}

/// The settings of \p Job, which is for the command that has them.
template <class SettingsT>
static Expected<const SettingsT *> settingsOf(const metaobj_job &Job) {
  if (Error E = Job.Settings->finish())
    return usage(std::move(E));
  return static_cast<const SettingsT *>(Job.Settings.get());
}

static Expected<std::string> runEmit(const metaobj_job &Job,
                                     raw_ostream *Output) {
  static_cast<JobSettings &>(*Job.Settings).DefaultOutput =
      Output ? EmitConfig().Output : "";
  Expected<const JobSettings *> Settings = settingsOf<JobSettings>(Job);
  if (!Settings)
    return Settings.takeError();
  metaobj::Job TheJob = (*Settings)->job();
  TheJob.Diagnostics = Job.diagnostics();
  TheJob.Reading.Files = Job.Files;
  TheJob.Reading.OpenFiles = Job.OpenFiles;
  std::vector<std::unique_ptr<metaobj_module>> Filled;
  if (Error E = addModules(Job, Filled, TheJob.Reading.Modules))
    return E;
  PacedProgress Progress;
  Progress.set(Job.OnProgress, Job.ProgressUser);
  if (Job.OnProgress) {
    ProgressFunction Tell = [&Progress](uint64_t Done, uint64_t Total) {
      return Progress.tell(Done, Total);
    };
    TheJob.Emitting.Compression.Progress = Tell;
    TheJob.Progress = Tell;
  }
  Expected<JobResult> Done = Output ? runJob(TheJob, *Output) : runJob(TheJob);
  if (!Done)
    return Done.takeError();
  Progress.finish();
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Done, OS);
  return OS.str();
}

//===----------------------------------------------------------------------===//
// inspect, diff, size, check
//===----------------------------------------------------------------------===//

/// All files of \p Job in their order, in memory or mapped.
static Expected<std::vector<std::unique_ptr<MemoryBuffer>>>
openFiles(const metaobj_job &Job) {
  std::vector<std::unique_ptr<MemoryBuffer>> Result;
  auto Path = Job.Files.begin();
  auto Open = Job.OpenFiles.begin();
  for (bool IsOpen : Job.AreOpen) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer =
        IsOpen ? (*Open++)->buffer() : openWhole(*Path++);
    if (!Buffer)
      return Buffer.takeError();
    Result.push_back(std::move(*Buffer));
  }
  if (Result.empty())
    return usage("no input: add a file");
  return Result;
}

static Expected<std::vector<Inspection>>
inspectAll(ArrayRef<std::unique_ptr<MemoryBuffer>> Buffers,
           const InspectConfig &Config, bool IsTogether) {
  std::vector<Inspection> All;
  if (IsTogether) {
    std::vector<MemoryBufferRef> Objects;
    for (const std::unique_ptr<MemoryBuffer> &Buffer : Buffers)
      Objects.push_back(Buffer->getMemBufferRef());
    Expected<Inspection> Found = inspectTogether(Objects);
    if (!Found)
      return Found.takeError();
    All.push_back(std::move(*Found));
    return All;
  }
  for (const std::unique_ptr<MemoryBuffer> &Buffer : Buffers) {
    Expected<std::vector<Inspection>> Found =
        inspect(Buffer->getMemBufferRef(), Config);
    if (!Found)
      return Found.takeError();
    append_range(All, std::move(*Found));
  }
  return All;
}

/// The option extract of inspect: elements go to \p Output; null: to the file
/// \p Path.
static Expected<std::string> runExtract(const metaobj_job &Job, StringRef Name,
                                        StringRef Path,
                                        const InspectConfig &Config,
                                        raw_ostream *Output) {
  if (Job.AreOpen.size() != 1)
    return usage("a parameter is extracted from one file, not from " +
                 Twine(Job.AreOpen.size()));
  if (!Output && Path.empty())
    return usage("no output file", "set the option output to its path, or "
                                   "extract to memory");
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  MemoryBufferRef Buffer = *Buffers->front();
  if (!Output && !Job.Files.empty() &&
      sys::fs::equivalent(Job.Files.front(), Path))
    return inputError(Path, "is the input");
  Expected<NamedParam> Found =
      findParam(Buffer, Buffer.getBufferIdentifier(), Name, Config);
  if (!Found)
    return Found.takeError();
  if (Error E = Output ? extractParam(Found->In, Found->Param, *Output)
                       : extractParam(Found->In, Found->Param, Path))
    return E;
  const InspectedParam &Param = Found->Param;
  json::Object Result{
      {"schema", 1},
      {"name", jsonText(Param.Name)},
      {"dtype", Param.DType ? jsonText(*Param.DType) : nullptr},
      {"shape", Param.Shape ? json::Value(json::Array(*Param.Shape)) : nullptr},
      {"bytes", Param.Bytes},
      {"byte_order", Param.IsLittleEndian ? "little" : "big"}};
  const std::string &File = Found->In.Inspected.File;
  Result["file"] = jsonText(File);
  if (!json::isUTF8(File))
    Result["file_hex"] = toHex(File, /*LowerCase=*/true);
  return finish(std::move(Result));
}

static Expected<std::string> runInspect(const metaobj_job &Job,
                                        raw_ostream *Output) {
  Expected<const InspectSettings *> Settings = settingsOf<InspectSettings>(Job);
  if (!Settings)
    return Settings.takeError();
  const InspectSettings &Given = **Settings;
  if (Given.Extract.empty() && (!Given.Output.empty() || Output))
    return usage("inspect has an output only with " + Setting("extract"),
                 "run the job without one");
  if (!Given.Extract.empty())
    return runExtract(Job, Given.Extract, Given.Output, Given.Config, Output);
  std::optional<PublicKey> Key;
  if (!Given.KeyFile.empty()) {
    Expected<PublicKey> Read = readPublicKey(Given.KeyFile);
    if (!Read)
      return Read.takeError();
    Key = *Read;
  }
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  Expected<std::vector<Inspection>> All =
      inspectAll(*Buffers, Given.Config, Given.Together);
  if (!All)
    return All.takeError();
  DiagnosticConsumer Diagnostics = Job.diagnostics();
  Error Damage = Error::success();
  for (Inspection &Inspected : *All) {
    for (const InspectedRegistry &Registry : Inspected.Registries)
      warnOfRegistry(Registry, Inspected.File, Diagnostics);
    if (Given.Verify)
      Damage = joinErrors(std::move(Damage), verify(Inspected, Key));
    else
      warnOfRecords(Inspected, Diagnostics);
  }
  if (Damage)
    return Damage;
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*All, OS);
  return OS.str();
}

static Expected<std::string> runDiff(const metaobj_job &Job) {
  if (Job.AreOpen.size() != 2)
    return usage("two files are compared, not " + Twine(Job.AreOpen.size()));
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  Expected<DiffReport> Found =
      diff((*Buffers)[0]->getMemBufferRef(), (*Buffers)[1]->getMemBufferRef());
  if (!Found)
    return Found.takeError();
  warnOfDiff(*Found, Job.diagnostics());
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Found, OS);
  return OS.str();
}

static Expected<std::string> runSize(const metaobj_job &Job) {
  Expected<const SizeSettings *> Settings = settingsOf<SizeSettings>(Job);
  if (!Settings)
    return Settings.takeError();
  const std::string &BudgetPath = (*Settings)->Budget;
  const std::string &Html = (*Settings)->Html;
  bool HasBudget = !BudgetPath.empty();
  DiagnosticConsumer Diagnostics = Job.diagnostics();
  SizeBudget Budget;
  if (HasBudget) {
    Expected<SizeBudget> Read = readBudgetFile(BudgetPath);
    if (!Read)
      return Read.takeError();
    Budget = std::move(*Read);
  }
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  Expected<std::optional<MemoryMap>> Board = readSizeBoard((*Settings)->Board);
  if (!Board)
    return Board.takeError();
  Expected<std::vector<SizeReport>> All =
      measureFiles(*Buffers, *Board, HasBudget, Diagnostics);
  if (!All)
    return All.takeError();
  if (!Html.empty())
    if (Error E = writeSizePage({Html, Job.Files, SignalHandling::None}, *All))
      return E;
  if (Error E = checkMemories(*All, *Board))
    return E;
  if (HasBudget)
    if (Error E = compareWithBudget(*All, Budget, BudgetPath, Diagnostics))
      return E;
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*All, OS);
  return OS.str();
}

/// Compares linked programs with a board.
static Error checkBoards(const metaobj_job &Job, const MemoryMap &Board,
                         const CheckConfig &Config) {
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  Error Findings = Error::success();
  for (const std::unique_ptr<MemoryBuffer> &Buffer : *Buffers)
    Findings = joinErrors(std::move(Findings),
                          checkBoard(Buffer->getMemBufferRef(), Board, Config));
  return Findings;
}

static Expected<std::string> runCheck(const metaobj_job &Job) {
  Expected<const CheckSettings *> Settings = settingsOf<CheckSettings>(Job);
  if (!Settings)
    return Settings.takeError();
  if (Job.AreOpen.empty())
    return usage("no input: add a file");
  CheckConfig Config = (*Settings)->Config;
  json::Array Findings;
  DiagnosticConsumer Others = Job.diagnostics();
  Config.Diagnostics = [&](const Diagnostic &TheDiagnostic) {
    json::Array Texts = jsonProblems(
        make_error<InputError>(TheDiagnostic.Input, TheDiagnostic.Reason,
                               TheDiagnostic.Hint, TheDiagnostic.Details),
        Job.Words);
    json::Object &Finding = *Texts.front().getAsObject();
    Finding["severity"] =
        TheDiagnostic.Severity == Diagnostic::Note ? "note" : "warning";
    Findings.push_back(std::move(Texts.front()));
    if (Others)
      Others(TheDiagnostic);
  };
  Expected<std::optional<MemoryMap>> Board = (*Settings)->Memory.read();
  if (!Board)
    return Board.takeError();
  Error Problems = Error::success();
  if (*Board) {
    if (Error E = checkRegions(**Board))
      return E;
    Problems = checkBoards(Job, **Board, Config);
  } else {
    Expected<std::vector<OperatorObject>> Objects =
        readObjects(Job.Files, Config.Diagnostics, Job.OpenFiles);
    if (!Objects)
      return Objects.takeError();
    Problems = checkObjects(*Objects, Config);
  }
  json::Array Errors = jsonProblems(std::move(Problems), Job.Words);
  bool IsRight = Errors.empty();
  json::Object Report{{"schema", 1},
                      {"links", IsRight},
                      {"errors", std::move(Errors)},
                      {"findings", std::move(Findings)}};
  if (*Board)
    Report["fits"] = IsRight;
  return finish(std::move(Report));
}

//===----------------------------------------------------------------------===//
// plan, link
//===----------------------------------------------------------------------===//

static Expected<std::string> runPlan(const metaobj_job &Job) {
  Expected<const PlanSettings *> Settings = settingsOf<PlanSettings>(Job);
  if (!Settings)
    return Settings.takeError();
  PlanJob TheJob = (*Settings)->TheJob;
  TheJob.Reading.Files = Job.Files;
  TheJob.Reading.OpenFiles = Job.OpenFiles;
  TheJob.Diagnostics = Job.diagnostics();
  Expected<PlanReport> Report = runPlanJob(TheJob);
  if (!Report)
    return Report.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  printPlanJson(*Report, OS);
  return OS.str();
}

#ifdef METAOBJ_LINK
static Expected<std::string> runLink(const metaobj_job &Job) {
  Expected<const LinkSettings *> Settings = settingsOf<LinkSettings>(Job);
  if (!Settings)
    return Settings.takeError();
  if ((*Settings)->Output.empty())
    return usage("no output file", "set the option output to its path");
  if (Job.AreOpen.empty())
    return usage("no input: add a file");
  Expected<LinkConfig> Config = (*Settings)->config();
  if (!Config)
    return Config.takeError();
  auto Path = Job.Files.begin();
  auto Open = Job.OpenFiles.begin();
  for (bool IsOpen : Job.AreOpen)
    Config->Inputs.push_back(IsOpen ? LinkInput(*Open++) : LinkInput(*Path++));
  Config->Diagnostics = Job.diagnostics();
  Expected<LinkResult> Result = link(*Config, (*Settings)->Output);
  if (!Result)
    return Result.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Result, OS);
  return OS.str();
}
#endif

Expected<std::string> runCommand(const metaobj_job &Job, raw_ostream *Output) {
  if (Job.isFor("emit") || Job.isFor("embed"))
    return runEmit(Job, Output);
  if (Job.isFor("inspect"))
    return runInspect(Job, Output);
  if (Output)
    return usage(
        "only emit, embed and inspect have an output that is not a file",
        "run the job without one");
  if (Job.isFor("check"))
    return runCheck(Job);
  if (Job.isFor("diff"))
    return runDiff(Job);
  if (Job.isFor("size"))
    return runSize(Job);
  if (Job.isFor("plan"))
    return runPlan(Job);
#ifdef METAOBJ_LINK
  if (Job.isFor("link"))
    return runLink(Job);
#endif
  return runDeviceCommand(Job, nullptr);
}

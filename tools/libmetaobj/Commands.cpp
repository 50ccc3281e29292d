//===- Commands.cpp - What the jobs of C do -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "../metaobj/Diff.h"
#include "../metaobj/Extract.h"
#include "../metaobj/Size.h"
#include "OptionValues.h"

#include "metaobj/Check.h"
#include "metaobj/Inspect.h"
#include "metaobj/Report.h"
#include "metaobj/SizePage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

#include <chrono>
#include <memory>
#include <optional>

using namespace llvm;
using namespace metaobj;

Error usage(Error E) {
  Error Result = Error::success();
  handleAllErrors(
      std::move(E),
      [&](const InputError &Cause) {
        Result =
            joinErrors(std::move(Result),
                       make_error<UsageError>(Cause.input(), Cause.reason(),
                                              Cause.hint(), Cause.details()));
      },
      [&](const ErrorInfoBase &Cause) {
        Result = joinErrors(std::move(Result),
                            make_error<UsageError>("", Cause.message()));
      });
  return Result;
}

Error usage(const Twine &Reason, const Twine &Hint) {
  return make_error<UsageError>("", Reason.str(), Hint.str());
}

DiagnosticConsumer metaobj_job::diagnostics() const {
  if (!OnDiagnostic)
    return nullptr;
  return [this](const Diagnostic &What) {
    // The texts in the words of the command line.
    std::unique_ptr<metaobj_error, void (*)(metaobj_error *)> Texts(
        toHandle(make_error<InputError>(What.Input, What.Reason, What.Hint,
                                        What.Details)),
        metaobj_error_free);
    metaobj_diagnostic Passed = {};
    Passed.size = sizeof(Passed);
    Passed.severity =
        What.Severity == Diagnostic::Note ? METAOBJ_NOTE : METAOBJ_WARNING;
    Passed.input = Texts->Input.c_str();
    Passed.message = Texts->Message.c_str();
    Passed.hint = Texts->Hint.c_str();
    Passed.details = Texts->Details.c_str();
    OnDiagnostic(&Passed, DiagnosticUser);
  };
}

json::Value jsonText(StringRef Text) {
  return json::isUTF8(Text) ? json::Value(Text.str())
                            : json::Value(json::fixUTF8(Text));
}

static json::Array jsonTexts(ArrayRef<std::string> Texts) {
  json::Array Result;
  for (const std::string &Each : Texts)
    Result.push_back(jsonText(Each));
  return Result;
}

/// Adds \p Paths as \p Key. If one is not UTF-8, `<Key>_hex` has their bytes.
static void addPaths(json::Object &To, StringRef Key,
                     ArrayRef<std::string> Paths) {
  To[Key] = jsonTexts(Paths);
  if (all_of(Paths, [](StringRef Each) { return json::isUTF8(Each); }))
    return;
  json::Array Bytes;
  for (const std::string &Each : Paths)
    Bytes.push_back(toHex(Each, /*LowerCase=*/true));
  To[(Key + "_hex").str()] = std::move(Bytes);
}

static json::Object jsonProblem(const metaobj_error &Of) {
  return json::Object{{"input", jsonText(Of.Input)},
                      {"message", jsonText(Of.Message)},
                      {"hint", jsonText(Of.Hint)},
                      {"details", jsonText(Of.Details)}};
}

static json::Array jsonProblems(Error E) {
  std::unique_ptr<metaobj_error, void (*)(metaobj_error *)> First(
      toHandle(std::move(E)), metaobj_error_free);
  json::Array Result;
  for (const metaobj_error *Each = First.get(); Each; Each = Each->Next.get())
    Result.push_back(jsonProblem(*Each));
  return Result;
}

std::string finish(json::Object Result) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << formatv("{0:2}\n", json::Value(std::move(Result)));
  return OS.str();
}

//===----------------------------------------------------------------------===//
// emit
//===----------------------------------------------------------------------===//

/// Adds the modules of \p Job to \p Modules, those of callbacks filled now into
/// \p Filled.
static Error addModules(const metaobj_job &Job,
                        std::vector<std::unique_ptr<metaobj_module>> &Filled,
                        std::vector<const RuntimeModule *> &Modules) {
  for (const std::unique_ptr<metaobj_module> &Each : Job.Modules) {
    Modules.push_back(Each.get());
    if (!Each->Fill)
      continue;
    Filled.push_back(std::make_unique<metaobj_module>(Each->Name));
    Modules.back() = Filled.back().get();
    if (const char *Problem = Each->Fill(Filled.back().get(), Each->User))
      return inputError(Each->Name,
                        *Problem ? Problem : "the callback has failed");
  }
  return Error::success();
}

static bool hasOutput(ArrayRef<OptionValue> Options) {
  return any_of(Options,
                [](const OptionValue &Each) { return Each.first == "o"; });
}

static Expected<std::string> runEmit(const metaobj_job &Job,
                                     raw_ostream *Output) {
  std::vector<OptionValue> Options = Job.Options;
  if (Output && !hasOutput(Options))
    Options.emplace_back("o", EmitConfig().Output);
  Expected<metaobj::Job> TheJob = emitJob(Options);
  if (!TheJob)
    return usage(TheJob.takeError());
  if (!Output && TheJob->Output == "-")
    return usage("standard output is for the command line",
                 "emit to memory or to a descriptor");
  TheJob->Diagnostics = Job.diagnostics();
  TheJob->Reading.Files = Job.Files;
  TheJob->Reading.OpenFiles = Job.OpenFiles;
  std::vector<std::unique_ptr<metaobj_module>> Filled;
  if (Error E = addModules(Job, Filled, TheJob->Reading.Modules))
    return E;
  if (Job.OnProgress) {
    // Programs may have to wait in the function: Python for the lock of its
    // interpreter.
    static constexpr std::chrono::milliseconds Pause(100);
    auto Last = std::make_shared<std::chrono::steady_clock::time_point>();
    ProgressFunction Tell = [&Job, Last](uint64_t Done, uint64_t Total) {
      auto Now = std::chrono::steady_clock::now();
      if (Done != Total && Now - *Last < Pause)
        return true;
      *Last = Now;
      return Job.OnProgress(Done, Total, Job.ProgressUser) == 0;
    };
    TheJob->Emitting.CompressionProgress = Tell;
    TheJob->Writing.Progress = Tell;
  }
  Expected<JobResult> Done =
      Output ? runJob(*TheJob, *Output) : runJob(*TheJob);
  if (!Done)
    return Done.takeError();
  json::Object Result{
      {"schema", 1},
      {"summary", Done->Summary ? jsonText(*Done->Summary) : nullptr}};
  addPaths(Result, "written", Done->Written);
  addPaths(Result, "read", Done->Read);
  return finish(std::move(Result));
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
    for (const std::unique_ptr<MemoryBuffer> &Each : Buffers)
      Objects.push_back(Each->getMemBufferRef());
    Expected<Inspection> Found = inspectTogether(Objects);
    if (!Found)
      return Found.takeError();
    All.push_back(std::move(*Found));
    return All;
  }
  for (const std::unique_ptr<MemoryBuffer> &Each : Buffers) {
    Expected<std::vector<Inspection>> Found =
        inspect(Each->getMemBufferRef(), Config);
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
  const std::string &File = Found->In.What.File;
  Result["file"] = jsonText(File);
  if (!json::isUTF8(File))
    Result["file_hex"] = toHex(File, /*LowerCase=*/true);
  return finish(std::move(Result));
}

static Expected<std::string> runInspect(const metaobj_job &Job,
                                        raw_ostream *Output) {
  FewOptions Options(Job.Options);
  bool IsTogether = Options.flag("together");
  bool IsVerified = Options.flag("verify");
  std::optional<std::string> Base = Options.value("base");
  std::optional<std::string> KeyFile = Options.value("public-key");
  std::optional<std::string> Extract = Options.value("extract");
  std::optional<std::string> Path = Options.value("o");
  if (Error E = Options.finish())
    return usage(std::move(E));
  if (Extract && (IsTogether || IsVerified))
    return usage("--extract goes without --together and --verify");
  if (!Extract && (Path || Output))
    return usage("inspect has an output only with --extract",
                 "run the job without one");
  InspectConfig Config;
  if (Base) {
    Config.Base = parseAddress(*Base);
    if (!Config.Base)
      return usage("--base=" + *Base + " is not an address, such as 0x8000");
    if (IsTogether)
      return usage("--base is for images, --together for objects");
  }
  if (KeyFile && !IsVerified)
    return usage("--public-key goes with --verify");
  if (Extract)
    return runExtract(Job, *Extract, Path.value_or(""), Config, Output);
  std::optional<PublicKey> Key;
  if (KeyFile) {
    Expected<PublicKey> Read = readPublicKey(*KeyFile);
    if (!Read)
      return Read.takeError();
    Key = *Read;
  }
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  Expected<std::vector<Inspection>> All =
      inspectAll(*Buffers, Config, IsTogether);
  if (!All)
    return All.takeError();
  DiagnosticConsumer Diagnostics = Job.diagnostics();
  Error Damage = Error::success();
  for (Inspection &Each : *All) {
    for (const InspectedRegistry &Registry : Each.Registries)
      warnOfRegistry(Registry, Each.File, Diagnostics);
    if (IsVerified)
      Damage = joinErrors(std::move(Damage), verify(Each, Key));
    else
      warnOfRecords(Each, Diagnostics);
  }
  if (Damage)
    return Damage;
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*All, OS);
  return OS.str();
}

static Expected<std::string> runDiff(const metaobj_job &Job) {
  FewOptions Options(Job.Options);
  if (Error E = Options.finish())
    return usage(std::move(E));
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
  FewOptions Options(Job.Options);
  std::optional<std::string> BudgetPath = Options.value("budget");
  std::optional<std::string> Html = Options.value("html");
  if (Error E = Options.finish())
    return usage(std::move(E));
  if (Html && *Html == "-")
    return usage("standard output is for the command line", "name a file");
  DiagnosticConsumer Diagnostics = Job.diagnostics();
  SizeBudget Budget;
  if (BudgetPath) {
    Expected<SizeBudget> Read = readBudgetFile(*BudgetPath);
    if (!Read)
      return Read.takeError();
    Budget = std::move(*Read);
  }
  auto Buffers = openFiles(Job);
  if (!Buffers)
    return Buffers.takeError();
  Expected<std::vector<SizeReport>> All =
      measureFiles(*Buffers, BudgetPath.has_value(), Diagnostics);
  if (!All)
    return All.takeError();
  if (Html)
    if (Error E = writeSizePage({*Html, Job.Files, SignalHandling::None}, *All))
      return E;
  if (BudgetPath)
    if (Error E = compareWithBudget(*All, Budget, *BudgetPath, Diagnostics))
      return E;
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*All, OS);
  return OS.str();
}

static Expected<std::string> runCheck(const metaobj_job &Job) {
  FewOptions Options(Job.Options);
  bool IsPie = Options.flag("pie");
  bool IsShared = Options.flag("shared");
  bool IsRelocatable = Options.flag("relocatable");
  if (Error E = Options.finish())
    return usage(std::move(E));
  if (IsPie + IsShared + IsRelocatable > 1)
    return usage("--pie, --shared and --relocatable exclude each other");
  if (Job.AreOpen.empty())
    return usage("no input: add a file");
  CheckConfig Config;
  Config.Output = IsPie           ? LinkOutput::PositionIndependentExecutable
                  : IsShared      ? LinkOutput::SharedObject
                  : IsRelocatable ? LinkOutput::RelocatableObject
                                  : LinkOutput::Executable;
  json::Array Findings;
  DiagnosticConsumer Others = Job.diagnostics();
  Config.Diagnostics = [&](const Diagnostic &What) {
    json::Array Texts = jsonProblems(make_error<InputError>(
        What.Input, What.Reason, What.Hint, What.Details));
    json::Object &Finding = *Texts.front().getAsObject();
    Finding["severity"] =
        What.Severity == Diagnostic::Note ? "note" : "warning";
    Findings.push_back(std::move(Texts.front()));
    if (Others)
      Others(What);
  };
  Expected<std::vector<OperatorObject>> Objects =
      readObjects(Job.Files, Config.Diagnostics, Job.OpenFiles);
  if (!Objects)
    return Objects.takeError();
  json::Array Errors = jsonProblems(checkObjects(*Objects, Config));
  bool Links = Errors.empty();
  return finish(json::Object{{"schema", 1},
                             {"links", Links},
                             {"errors", std::move(Errors)},
                             {"findings", std::move(Findings)}});
}

//===----------------------------------------------------------------------===//
// plan, link
//===----------------------------------------------------------------------===//

static Expected<std::string> runPlan(const metaobj_job &Job) {
  Expected<PlanJob> TheJob = planJob(Job.Options);
  if (!TheJob)
    return usage(TheJob.takeError());
  TheJob->Reading.Files = Job.Files;
  TheJob->Reading.OpenFiles = Job.OpenFiles;
  TheJob->Diagnostics = Job.diagnostics();
  Expected<PlanReport> Report = runPlanJob(*TheJob);
  if (!Report)
    return Report.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  printPlanJson(*Report, OS);
  return OS.str();
}

#ifdef METAOBJ_LINK
static json::Object jsonRegion(const RegionUse &Of) {
  return json::Object{{"name", jsonText(Of.Name)},
                      {"address", Of.Address},
                      {"bytes", Of.Bytes},
                      {"used", Of.Used}};
}

static json::Object jsonPool(const SharedPoolUse &Of) {
  return json::Object{{"name", jsonText(Of.Name)},
                      {"bytes", Of.Bytes},
                      {"alone", json::Array(Of.Alone)}};
}

static Expected<std::string> runLink(const metaobj_job &Job) {
  Expected<LinkSettings> TheJob = linkJob(Job.Options);
  if (!TheJob)
    return usage(TheJob.takeError());
  if (TheJob->Output.empty() || TheJob->Output == "-")
    return usage("no output file", "set the option output to its path");
  if (Job.Files.empty())
    return usage("no input: add a file");
  TheJob->Config.Inputs = Job.Files;
  TheJob->Config.Diagnostics = Job.diagnostics();
  auto Lock = lockOptions();
  Expected<LinkResult> Result = link(TheJob->Config, TheJob->Output);
  if (!Result)
    return Result.takeError();
  json::Array Regions, Pools;
  for (const RegionUse &Each : Result->Regions)
    Regions.push_back(jsonRegion(Each));
  for (const SharedPoolUse &Each : Result->SharedPools)
    Pools.push_back(jsonPool(Each));
  return finish(
      json::Object{{"schema", 1},
                   {"bytes", Result->FileBytes},
                   {"regions", std::move(Regions)},
                   {"shared_pools", std::move(Pools)},
                   {"linker_output", jsonText(Result->LinkerOutput)}});
}
#endif

Expected<std::string> runCommand(const metaobj_job &Job, raw_ostream *Output) {
  if (Output && Job.Command != CommandKind::Emit &&
      Job.Command != CommandKind::Inspect)
    return usage("only emit and inspect have an output that is not a file",
                 "run the job without one");
  switch (Job.Command) {
  case CommandKind::Emit:
    return runEmit(Job, Output);
  case CommandKind::Inspect:
    return runInspect(Job, Output);
  case CommandKind::Check:
    return runCheck(Job);
  case CommandKind::Diff:
    return runDiff(Job);
  case CommandKind::Size:
    return runSize(Job);
  case CommandKind::Plan:
    return runPlan(Job);
  case CommandKind::Link:
#ifdef METAOBJ_LINK
    return runLink(Job);
#else
    break;
#endif
  case CommandKind::Device:
    return runDeviceCommand(Job, nullptr);
  }
  llvm_unreachable("all commands are listed");
}

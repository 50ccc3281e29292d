//===- Job.cpp - Jobs of C ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../metaobj/Command.h"
#include "Commands.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace llvm;
using namespace metaobj;

/// Those that a library has.
static bool isForPrograms(const CommandInfo &Command) {
  return Command.Name == "self-test" || Command.Name == "targets";
}

/// Nothing is set yet.
static void clearSettings(metaobj_job &Job) {
  Job.Settings = Job.Command->MakeSettings();
  // What a command line always has.
  if (Job.Command->Actions)
    cantFail(Job.Settings->setAction("run"));
}

metaobj_error *metaobj_job_create(const char *Command, metaobj_job **Job) {
  if (!Command || !Job)
    return usageError("a job needs a command and a place for its handle");
  std::string Known;
  for (const CommandInfo &Info : allCommands()) {
    if (isForPrograms(Info))
      continue;
    if (Info.Name == Command) {
      auto New = std::make_unique<metaobj_job>();
      New->Command = &Info;
      clearSettings(*New);
      *Job = New.release();
      return nullptr;
    }
    Known += (Known.empty() ? "" : ", ") + Info.Name.str();
  }
  if (StringRef Hint = buildWith(Command); !Hint.empty())
    return usageError("this metaobj is built without '" + Twine(Command) + "'",
                      Hint);
  return usageError("unknown command '" + Twine(Command) + "'",
                    "known are: " + Known);
}

metaobj_error *metaobj_settings(metaobj_buffer **Result) {
  if (!Result)
    return usageError("the result needs a place for its handle");
  *Result = toHandle(formatv("{0:2}\n", describeCommands()).str());
  return nullptr;
}

void metaobj_job_free(metaobj_job *Job) { delete Job; }

metaobj_error *unusable(const metaobj_job *Job) {
  if (!Job)
    return usageError("the job is NULL");
  if (Job->IsRunning)
    return usageError("the job is running",
                      "make another job for what a callback does");
  return nullptr;
}

metaobj_error *metaobj_job_set(metaobj_job *Job, const char *Key,
                               const char *Value) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (!Key || !*Key)
    return usageError("an option needs a name");
  if (Value && StringRef(Value) == "-")
    return usageError("the option " + Twine(Key) +
                          " names a standard stream, which is for the command "
                          "line",
                      "name a file");
  SettingTable &Table = Job->Settings->Table;
  StringRef Name = StringRef(Key).ltrim('-');
  std::optional<StringRef> Given;
  if (Value)
    Given = Value;
  if (Job->Command->Actions && Name == "action") {
    Error E = Job->Settings->setAction(Given.value_or(""));
    return E ? toHandle(std::move(E), METAOBJ_ERROR_USAGE, Job->Words)
             : nullptr;
  }
  SettingRow *Row = Table.find(Name);
  if (!Row || Row->IsOfPrograms)
    return usageError("unknown option '" + Name + "'", Table.hintFor(Name));
  Error E = SettingTable::set(*Row, Given);
  return E ? toHandle(std::move(E), METAOBJ_ERROR_USAGE, Job->Words) : nullptr;
}

metaobj_error *metaobj_job_spell_settings(metaobj_job *Job, int Spelled) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (Spelled != METAOBJ_FLAGS && Spelled != METAOBJ_KEYWORDS)
    return usageError("unknown spelling " + Twine(Spelled));
  Job->Words = Spelled == METAOBJ_FLAGS ? Spelling::Flags : Spelling::Keywords;
  return nullptr;
}

void metaobj_job_clear_options(metaobj_job *Job) {
  if (Job && !Job->IsRunning)
    clearSettings(*Job);
}

metaobj_error *metaobj_job_add_file(metaobj_job *Job, const char *Path) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (!Path || !*Path)
    return usageError("a file needs a path");
  // Standard input belongs to the program, not to a library in it.
  if (StringRef(Path) == "-")
    return usageError("standard input is for the command line",
                      "read it, and give its bytes");
  Job->Files.push_back(Path);
  Job->AreOpen.push_back(false);
  return nullptr;
}

metaobj_error *metaobj_job_add_bytes(metaobj_job *Job, const char *Name,
                                     const void *Data, size_t Size) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (!Name || (!Data && Size))
    return usageError("bytes need a name and a place");
  Job->OpenFiles.push_back(InputFile::ofMemory(
      std::string(static_cast<const char *>(Data), Size), Name));
  Job->AreOpen.push_back(true);
  return nullptr;
}

void metaobj_job_on_diagnostic(metaobj_job *Job, metaobj_diagnostic_fn Function,
                               void *User) {
  if (!Job || Job->IsRunning)
    return;
  Job->OnDiagnostic = Function;
  Job->DiagnosticUser = User;
}

void metaobj_job_on_progress(metaobj_job *Job, metaobj_progress_fn Function,
                             void *User) {
  if (!Job || Job->IsRunning)
    return;
  Job->OnProgress = Function;
  Job->ProgressUser = User;
}

static metaobj_error *addModule(metaobj_job *Job, const char *Name,
                                metaobj_module **Added) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (!Name)
    return usageError("a module needs a name");
  if (!Job->isFor("emit"))
    return usageError("modules are for emit", "name files");
  Job->Modules.push_back(std::make_unique<metaobj_module>(Name));
  *Added = Job->Modules.back().get();
  (*Added)->Job = Job;
  return nullptr;
}

metaobj_error *metaobj_job_add_module(metaobj_job *Job, const char *Name,
                                      metaobj_module **Module) {
  if (!Module)
    return usageError("a module needs a place for its handle");
  return addModule(Job, Name, Module);
}

metaobj_error *metaobj_job_add_module_callback(metaobj_job *Job,
                                               const char *Name,
                                               metaobj_module_fn Fill,
                                               void *User) {
  if (!Fill)
    return usageError("a module needs a function that fills it");
  metaobj_module *Module = nullptr;
  if (metaobj_error *Problem = addModule(Job, Name, &Module))
    return Problem;
  Module->Fill = Fill;
  Module->User = User;
  return nullptr;
}

/// The output of "emit" or "embed" goes to \p Output; null: to its file.
static metaobj_error *run(metaobj_job *Job, raw_ostream *Output,
                          metaobj_buffer **Result) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  trapFatalErrors();
  RecoveryScope Recovery;
  Job->IsRunning = true;
  Expected<std::string> Json = runCommand(*Job, Output);
  Job->IsRunning = false;
  if (!Json)
    return failure(Json.takeError(), Job->Words);
  if (Result)
    *Result = toHandle(std::move(*Json));
  return nullptr;
}

metaobj_error *metaobj_job_run(metaobj_job *Job, metaobj_buffer **Result) {
  return run(Job, nullptr, Result);
}

metaobj_error *metaobj_job_run_to_memory(metaobj_job *Job,
                                         metaobj_buffer **Output,
                                         metaobj_buffer **Result) {
  if (!Output)
    return usageError("the output needs a place for its handle");
  auto Bytes = std::make_unique<metaobj_buffer>();
  raw_string_ostream Stream(Bytes->Bytes);
  if (metaobj_error *Problem = run(Job, &Stream, Result))
    return Problem;
  Stream.flush();
  *Output = Bytes.release();
  return nullptr;
}

metaobj_error *metaobj_job_run_to_descriptor(metaobj_job *Job, int Descriptor,
                                             metaobj_buffer **Result) {
  if (Descriptor < 0)
    return usageError("the descriptor is negative");
  // The kind makes the job look at its errors before other files appear.
  raw_fd_ostream Stream(Descriptor, /*shouldClose=*/false,
                        /*unbuffered=*/false,
                        raw_ostream::OStreamKind::OK_FDStream);
  metaobj_buffer *Done = nullptr;
  metaobj_error *Problem = run(Job, &Stream, &Done);
  Stream.flush();
  if (Stream.has_error()) {
    std::error_code Code = Stream.error();
    // LLVM ends the process for errors that nobody looked at.
    Stream.clear_error();
    metaobj_buffer_free(Done);
    metaobj_error_free(Problem);
    return toHandle(
        inputError("descriptor " + Twine(Descriptor), errorCodeToError(Code)));
  }
  if (Problem)
    return Problem;
  if (Result)
    *Result = Done;
  else
    metaobj_buffer_free(Done);
  return nullptr;
}

void metaobj_run_command_line(int Argc, const char *const *Argv) {
  if (!Argv)
    Argc = 0;
  std::vector<const char *> Arguments(Argv, Argv + std::max(Argc, 0));
  Argc = static_cast<int>(Arguments.size());
  Arguments.push_back(nullptr);
  remove_fatal_error_handler(); // The program installs its own.
  std::exit(runCommandLine(Argc, Arguments.data()));
}

//===- Chip.cpp - Devices of C --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

#include "Base/Json.h"
#include "Device/DeviceSettings.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"

#include <cstring>

using namespace llvm;
using namespace metaobj;

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

/// Connects with the device of \p Config alone.
static Expected<OpenedDevice> connectAlone(const DeviceConfig &Config) {
  MemoryMap Host = hostMemoryMap();
  MemoryRegion &Region = Host.Regions.front();
  uint64_t End = Region.Address + 3 * Region.Bytes;
  auto Connect = [&] {
    return connectDevice(Config.Via, std::nullopt, Host, Config.Limits);
  };
  Expected<std::unique_ptr<LowLevelDevice>> Device = Connect();
  // Others of this process may be there.
  while (!Device && Config.Via == "host" && Region.Address < End) {
    consumeError(Device.takeError());
    Region.Address += Region.Bytes;
    Region.Bytes = 1 << 26;
    Device = Connect();
  }
  if (!Device)
    return Device.takeError();
  (*Device)->setWatch(Config.Watch);
  if (Config.Reset)
    if (Error E = (*Device)->reset())
      return E;
  OpenedDevice Result;
  Result.Device = std::move(*Device);
  return Result;
}

Error ChipState::open() {
  bool IsAlone =
      Model.Objects.empty() && !StringRef(Job.Via).starts_with("rpc:");
  Expected<OpenedDevice> Done =
      IsAlone ? connectAlone(Job)
              : openDevice(Job, Model.Objects, Model.Functions,
                           Job.Input.Diagnostics);
  if (!Done)
    return Done.takeError();
  close();
  Opened = std::move(*Done);
  if (!Opened.Session)
    return Error::success();
  Expected<std::vector<std::string>> Found = Opened.Session->functions();
  if (!Found)
    return Found.takeError();
  // By names of the model, and the others by their own.
  Names.clear();
  Symbols.clear();
  for (const metaobj::Function &Function : Model.Functions)
    if (is_contained(*Found, Function.symbol())) {
      Symbols[Function.Name] = Function.symbol().str();
      Names.push_back(Function.Name);
    }
  for (const std::string &Text : *Found)
    if (none_of(Symbols,
                [&Text](const auto &Known) { return Known.second == Text; }))
      Names.push_back(Text);
  return Error::success();
}

Expected<LowLevelDevice *> ChipState::memory() const {
  if (!Opened.Device)
    return inputError(Job.Via, "shows no memory and no registers",
                      "only debuggers and the host do");
  return Opened.Device.get();
}

Error ChipState::checkOperators() const {
  if (Opened.Session)
    return Error::success();
  return usage("the chip has no operators", "open it with their objects");
}

metaobj_error *unusable(const std::shared_ptr<ChipState> &State) {
  if (State->IsBusy)
    return usageError("the chip is at work",
                      "a callback of a chip cannot use it");
  if (!State->isOpen())
    return usageError("the chip is closed", "open it again");
  return nullptr;
}

static metaobj_error *unusable(const metaobj_chip *Chip) {
  return Chip ? unusable(Chip->State) : usageError("the chip is NULL");
}

metaobj_error *atWork(ChipState &State, function_ref<Error()> Work) {
  trapFatalErrors();
  RecoveryScope Recovery;
  State.IsBusy = true;
  State.NumMoved = 0;
  if (State.Opened.Device)
    State.Opened.Device->setWatch(State.watch());
  Error E = Work();
  State.IsBusy = false;
  return E ? failure(std::move(E)) : nullptr;
}

/// With \p HasChip, the settings say nothing of the device.
static Expected<DeviceJob> deviceJob(const metaobj_job &Job, bool HasChip) {
  auto &Settings = static_cast<DeviceSettings &>(*Job.Settings);
  StringRef Action = Settings.Action->Name;
  if (Action == "load" || !Settings.Action->TakesFiles)
    return inputError("", "the action '" + Action + "' is for the command line",
                      "open a chip, which has functions for it");
  if (HasChip && Settings.Table.isGiven("via"))
    return inputError("", "the chip has its own " + Setting("via"));
  Settings.HasDevice = HasChip;
  if (Error E = Settings.finish())
    return E;
  return Settings.job();
}

static metaobj_error *notOfDevice(const metaobj_job *Job) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (!Job->isFor("device"))
    return usageError("the job is of another command", "make one of 'device'");
  return nullptr;
}

metaobj_error *metaobj_job_open_chip(metaobj_job *Job, metaobj_chip **Chip) {
  if (!Chip)
    return usageError("a chip needs a place for its handle");
  if (metaobj_error *Problem = notOfDevice(Job))
    return Problem;
  auto New = std::make_unique<metaobj_chip>();
  New->State = std::make_shared<ChipState>();
  ChipState &State = *New->State;
  Job->IsRunning = true;
  metaobj_error *Problem = atWork(State, [&]() -> Error {
    Expected<DeviceJob> TheJob = deviceJob(*Job, /*HasChip=*/false);
    if (!TheJob)
      return usage(TheJob.takeError());
    State.Job = std::move(*TheJob);
    State.Job.Watch = State.watch();
    State.Progress.set(Job->OnProgress, Job->ProgressUser);
    State.Job.Input.Files = Job->Files;
    State.Job.Input.OpenFiles = Job->OpenFiles;
    DiagnosticConsumer Tell = Job->diagnostics();
    State.Job.Input.Diagnostics = [Tell](const Diagnostic &TheDiagnostic) {
      if (Tell && TheDiagnostic.Severity == Diagnostic::Warning)
        Tell(TheDiagnostic);
    };
    if (!Job->Files.empty() || !Job->OpenFiles.empty()) {
      Expected<FileModel> Read = readModel(State.Job.Input);
      if (!Read)
        return Read.takeError();
      State.Model = std::move(*Read);
      State.Model.Params.clear(); // They belong to graphs.
    }
    return State.open();
  });
  Job->IsRunning = false;
  // Nobody hears of what comes later.
  State.Job.Input.Diagnostics = nullptr;
  State.Progress.set(nullptr, nullptr);
  if (Problem)
    return Problem;
  *Chip = New.release();
  return nullptr;
}

void metaobj_chip_close(metaobj_chip *Chip) {
  if (Chip && !Chip->State->IsBusy)
    Chip->State->close();
}

void metaobj_chip_free(metaobj_chip *Chip) {
  // A callback of the chip must not.
  if (!Chip || Chip->State->IsBusy)
    return;
  Chip->State->close();
  delete Chip;
}

void metaobj_chip_on_progress(metaobj_chip *Chip, metaobj_progress_fn Function,
                              void *User) {
  if (!Chip || Chip->State->IsBusy)
    return;
  Chip->State->Progress.set(Function, User);
}

metaobj_error *metaobj_chip_describe(metaobj_chip *Chip,
                                     metaobj_buffer **Result) {
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  if (!Result)
    return usageError("the result needs a place for its handle");
  const ChipState &State = *Chip->State;
  static constexpr StringLiteral Kinds[] = {"ram", "rom", "flash"};
  json::Array Areas, Names;
  if (State.Opened.Device)
    for (const DeviceArea &Area : State.Opened.Device->memoryMap())
      Areas.push_back(json::Object{{"kind", Kinds[Area.Kind]},
                                   {"address", Area.Address},
                                   {"bytes", Area.Bytes},
                                   {"block_bytes", Area.BlockBytes}});
  for (const std::string &Name : State.Names)
    Names.push_back(jsonText(Name));
  DeviceUse Use;
  if (State.Opened.Session)
    Use = State.Opened.Session->use();
  *Result = toHandle(
      finish(json::Object{{"schema", 1},
                          {"device", jsonText(State.Job.Via)},
                          {"functions", std::move(Names)},
                          {"memory", json::Object{{"program", Use.ProgramBytes},
                                                  {"heap", Use.HeapBytes},
                                                  {"used", Use.MostUsedBytes}}},
                          {"areas", std::move(Areas)}}));
  return nullptr;
}

metaobj_error *metaobj_chip_registers(metaobj_chip *Chip,
                                      metaobj_buffer **Result) {
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  if (!Result)
    return usageError("the result needs a place for its handle");
  return atWork(*Chip->State, [&]() -> Error {
    Expected<LowLevelDevice *> Device = Chip->State->memory();
    if (!Device)
      return Device.takeError();
    Expected<std::vector<DeviceRegister>> All = (*Device)->registers();
    if (!All)
      return All.takeError();
    json::Object Values;
    for (const DeviceRegister &Register : *All)
      Values[json::fixUTF8(Register.Name)] = Register.Value;
    *Result = toHandle(finish(std::move(Values)));
    return Error::success();
  });
}

/// Does \p Work with \p Size bytes of the chip's memory.
static metaobj_error *withMemory(const metaobj_chip *Chip, uint64_t Address,
                                 const void *Bytes, size_t Size,
                                 function_ref<Error(LowLevelDevice &)> Work) {
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  if (!Bytes && Size)
    return usageError("the bytes need a place");
  return atWork(*Chip->State, [&]() -> Error {
    Expected<LowLevelDevice *> Device = Chip->State->memory();
    if (!Device)
      return Device.takeError();
    if (Size != 0 && Size - 1 > UINT64_MAX - Address)
      return usage("the bytes leave the address space");
    return Work(**Device);
  });
}

metaobj_error *metaobj_chip_read(metaobj_chip *Chip, uint64_t Address,
                                 void *Bytes, size_t Size) {
  return withMemory(Chip, Address, Bytes, Size, [=](LowLevelDevice &Device) {
    return Device.read(Address,
                       MutableArrayRef(static_cast<uint8_t *>(Bytes), Size));
  });
}

metaobj_error *metaobj_chip_write(metaobj_chip *Chip, uint64_t Address,
                                  const void *Bytes, size_t Size) {
  return withMemory(Chip, Address, Bytes, Size, [=](LowLevelDevice &Device) {
    return Device.write(Address,
                        ArrayRef(static_cast<const uint8_t *>(Bytes), Size));
  });
}

metaobj_error *metaobj_chip_reset(metaobj_chip *Chip) {
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  ChipState &State = *Chip->State;
  return atWork(State, [&]() -> Error {
    // Debuggers take one connection at a time.
    State.close();
    bool Before = std::exchange(State.Job.Reset, true);
    Error E = State.open();
    State.Job.Reset = Before;
    return E;
  });
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

Expected<std::string> runDeviceCommand(const metaobj_job &Job,
                                       metaobj_chip *Chip) {
  Expected<DeviceJob> TheJob = deviceJob(Job, Chip != nullptr);
  if (!TheJob)
    return usage(TheJob.takeError());
  TheJob->Input.Files = Job.Files;
  TheJob->Input.OpenFiles = Job.OpenFiles;
  if (Chip) {
    const ChipState &State = *Chip->State;
    if (Error E = State.checkOperators())
      return E;
    static_cast<DeviceConfig &>(*TheJob) = State.Job;
    TheJob->Session = State.Opened.Session.get();
    const InputConfig &Operators = State.Job.Input;
    TheJob->Input.Files.insert(TheJob->Input.Files.begin(),
                               Operators.Files.begin(), Operators.Files.end());
    TheJob->Input.OpenFiles.insert(TheJob->Input.OpenFiles.begin(),
                                   Operators.OpenFiles.begin(),
                                   Operators.OpenFiles.end());
    TheJob->Input.Functions = Operators.Functions;
  }
  TheJob->Input.Diagnostics = Job.diagnostics();
  PacedProgress Progress;
  Progress.set(Job.OnProgress, Job.ProgressUser);
  if (!Chip && Job.OnProgress)
    TheJob->Progress = [&Progress](const DeviceProgress &Now) {
      return Progress.tell(Now.Bytes, 0);
    };
  for (const metaobj_job::Input &TheInput : Job.Inputs)
    TheJob->InputBytes.push_back(
        {TheInput.Name, TheInput.DType, TheInput.Bytes});
  Expected<DeviceReport> Report = runDeviceJob(*TheJob);
  if (!Report)
    return Report.takeError();
  Progress.finish();
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Report, OS);
  return OS.str();
}

metaobj_error *metaobj_job_run_on_chip(metaobj_job *Job, metaobj_chip *Chip,
                                       metaobj_buffer **Result) {
  if (metaobj_error *Problem = notOfDevice(Job))
    return Problem;
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  Job->IsRunning = true;
  metaobj_error *Problem = atWork(*Chip->State, [&]() -> Error {
    Expected<std::string> Json = runDeviceCommand(*Job, Chip);
    if (!Json)
      return Json.takeError();
    if (Result)
      *Result = toHandle(std::move(*Json));
    return Error::success();
  });
  Job->IsRunning = false;
  return Problem;
}

Expected<Param> checkTensor(const Twine &Subject,
                            const metaobj_tensor_t &Tensor) {
  DLTensor Copy;
  std::memcpy(static_cast<void *>(&Copy), &Tensor, sizeof(Copy));
  Expected<Param> Result = Param::fromDLTensor("", Copy);
  if (Result)
    return Result;
  return handleErrors(Result.takeError(), [&](const InputError &E) {
    return make_error<InputError>(Subject.str(), E.reason(), E.hint(),
                                  E.details());
  });
}

metaobj_error *metaobj_job_add_input(metaobj_job *Job, const char *Name,
                                     const metaobj_tensor_t *Tensor) {
  if (metaobj_error *Problem = notOfDevice(Job))
    return Problem;
  if (!Name || !Tensor)
    return usageError("an input needs a name and a tensor");
  Expected<Param> Checked = checkTensor("input '" + Twine(Name) + "'", *Tensor);
  if (!Checked)
    return toHandle(Checked.takeError());
  const Payload &Data = Checked->raw();
  std::string Bytes(Data.size(), 0);
  if (Error E = Data.read(
          0, MutableArrayRef(reinterpret_cast<uint8_t *>(Bytes.data()),
                             Bytes.size())))
    return toHandle(std::move(E));
  Job->Inputs.push_back({Name, std::move(Bytes), Checked->DType});
  return nullptr;
}

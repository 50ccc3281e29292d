//===- Chip.cpp - Devices of C --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "OptionValues.h"

#include "metaobj/FatalError.h"

#ifdef METAOBJ_LINK
#include "metaobj/DeviceConnection.h"
#include "metaobj/DeviceRun.h"
#include "metaobj/Input.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringMap.h"

#include <cstring>
#include <variant>

#endif

using namespace llvm;
using namespace metaobj;

#ifdef METAOBJ_LINK
/// What a chip and its calls share.
struct ChipState {
  DeviceJob Job;
  /// Symbols by names.
  StringMap<std::string> Symbols;
  std::vector<std::string> Names;
  FileModel Model;
  OpenedDevice Opened;
  bool IsBusy = false;
  metaobj_progress_fn OnProgress = nullptr;
  void *ProgressUser = nullptr;
  uint64_t NumMoved = 0; ///< Bytes, since the work began.

  /// Whether to go on.
  bool tell(uint64_t Bytes) {
    NumMoved += Bytes;
    return !OnProgress || OnProgress(NumMoved, 0, ProgressUser) == 0;
  }
  DeviceWatch watch() {
    return [this](uint64_t Bytes) { return tell(Bytes); };
  }
  bool isOpen() const { return Opened.Session || Opened.Device; }
  void close() {
    Opened.Session.reset();
    Opened.Device.reset();
  }
  Error open();
  Expected<LowLevelDevice *> memory() const;
  Error checkOperators() const;
};

struct metaobj_chip {
  std::shared_ptr<ChipState> State;
};

struct metaobj_call {
  struct Argument {
    std::string Name;
    std::vector<int64_t> Shape;
    DLTensor Tensor = {};
    bool IsTensor = false;
    int Use = METAOBJ_INPUT;
    DeviceValue Value = nullptr;
  };

  std::shared_ptr<ChipState> State;
  std::string Function;
  std::vector<Argument> Arguments;
};

struct metaobj_result {
  DeviceResult Result;
  metaobj_tensor_t Tensor = {};
  std::string Text; ///< Keeps a NUL behind its end.
};

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
  for (const metaobj::Function &Each : Model.Functions)
    if (is_contained(*Found, Each.symbol())) {
      Symbols[Each.Name] = Each.symbol().str();
      Names.push_back(Each.Name);
    }
  for (const std::string &Each : *Found)
    if (none_of(Symbols,
                [&Each](const auto &Known) { return Known.second == Each; }))
      Names.push_back(Each);
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

/// Why \p Of cannot be used; null if it can.
static metaobj_error *unusable(const std::shared_ptr<ChipState> &Of) {
  if (Of->IsBusy)
    return usageError("the chip is at work",
                      "a callback of a chip cannot use it");
  if (!Of->isOpen())
    return usageError("the chip is closed", "open it again");
  return nullptr;
}

static metaobj_error *unusable(const metaobj_chip *Chip) {
  return Chip ? unusable(Chip->State) : usageError("the chip is NULL");
}

/// Does \p Work with \p State, which nothing else uses meanwhile.
template <class WorkT>
static metaobj_error *atWork(ChipState &State, WorkT Work) {
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

static metaobj_error *notOfDevice(const metaobj_job *Job) {
  if (metaobj_error *Problem = unusable(Job))
    return Problem;
  if (Job->Command != CommandKind::Device)
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
    Expected<DeviceJob> TheJob = deviceJob(Job->Options, /*HasChip=*/false);
    if (!TheJob)
      return usage(TheJob.takeError());
    State.Job = std::move(*TheJob);
    State.Job.Watch = State.watch();
    State.OnProgress = Job->OnProgress;
    State.ProgressUser = Job->ProgressUser;
    State.Job.Input.Files = Job->Files;
    State.Job.Input.OpenFiles = Job->OpenFiles;
    DiagnosticConsumer Tell = Job->diagnostics();
    State.Job.Input.Diagnostics = [Tell](const Diagnostic &What) {
      if (Tell && What.Severity == Diagnostic::Warning)
        Tell(What);
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
  State.OnProgress = nullptr;
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
  Chip->State->OnProgress = Function;
  Chip->State->ProgressUser = User;
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
    for (const DeviceArea &Each : State.Opened.Device->memoryMap())
      Areas.push_back(json::Object{{"kind", Kinds[Each.Kind]},
                                   {"address", Each.Address},
                                   {"bytes", Each.Bytes},
                                   {"block_bytes", Each.BlockBytes}});
  for (const std::string &Each : State.Names)
    Names.push_back(jsonText(Each));
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
    for (const DeviceRegister &Each : *All)
      Values[json::fixUTF8(Each.Name)] = Each.Value;
    *Result = toHandle(finish(std::move(Values)));
    return Error::success();
  });
}

/// Whether \p Size bytes at \p Address are there at all.
static Error checkRange(uint64_t Address, size_t Size) {
  if (Size != 0 && Size - 1 > UINT64_MAX - Address)
    return usage("the bytes leave the address space");
  return Error::success();
}

metaobj_error *metaobj_chip_read(metaobj_chip *Chip, uint64_t Address,
                                 void *Bytes, size_t Size) {
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  if (!Bytes && Size)
    return usageError("the bytes need a place");
  return atWork(*Chip->State, [&]() -> Error {
    Expected<LowLevelDevice *> Device = Chip->State->memory();
    if (!Device)
      return Device.takeError();
    if (Error E = checkRange(Address, Size))
      return E;
    return (*Device)->read(
        Address, MutableArrayRef(static_cast<uint8_t *>(Bytes), Size));
  });
}

metaobj_error *metaobj_chip_write(metaobj_chip *Chip, uint64_t Address,
                                  const void *Bytes, size_t Size) {
  if (metaobj_error *Problem = unusable(Chip))
    return Problem;
  if (!Bytes && Size)
    return usageError("the bytes need a place");
  return atWork(*Chip->State, [&]() -> Error {
    Expected<LowLevelDevice *> Device = Chip->State->memory();
    if (!Device)
      return Device.takeError();
    if (Error E = checkRange(Address, Size))
      return E;
    return (*Device)->write(
        Address, ArrayRef(static_cast<const uint8_t *>(Bytes), Size));
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
  Expected<DeviceJob> TheJob = deviceJob(Job.Options, Chip != nullptr);
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
  if (!Chip && Job.OnProgress)
    TheJob->Progress = [&Job](const DeviceProgress &Now) {
      return Job.OnProgress(Now.Bytes, 0, Job.ProgressUser) == 0;
    };
  for (const metaobj_job::Input &Each : Job.Inputs)
    TheJob->InputBytes.push_back({Each.Name, Each.DType, Each.Bytes});
  Expected<DeviceReport> Report = runDeviceJob(*TheJob);
  if (!Report)
    return Report.takeError();
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

/// The rules for tensors of \p What are those of parameters.
static Expected<Param> checkTensor(const Twine &What,
                                   const metaobj_tensor_t &Tensor) {
  DLTensor Copy;
  std::memcpy(static_cast<void *>(&Copy), &Tensor, sizeof(Copy));
  Expected<Param> Result = Param::fromDLTensor("", Copy);
  if (Result)
    return Result;
  return handleErrors(Result.takeError(), [&](const InputError &E) {
    return make_error<InputError>(What.str(), E.reason(), E.hint(),
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

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

metaobj_error *metaobj_call_create(metaobj_chip *Chip, const char *Function,
                                   metaobj_call **Call) {
  if (!Chip)
    return usageError("the chip is NULL");
  if (!Function || !*Function || !Call)
    return usageError("a call needs a function and a place for its handle");
  auto New = std::make_unique<metaobj_call>();
  New->State = Chip->State;
  New->Function = Function;
  *Call = New.release();
  return nullptr;
}

void metaobj_call_free(metaobj_call *Call) { delete Call; }

/// Adds \p Value to \p Call.
static metaobj_error *addValue(metaobj_call *Call, DeviceValue Value) {
  if (!Call)
    return usageError("the call is NULL");
  if (Call->State->IsBusy)
    return unusable(Call->State);
  Call->Arguments.emplace_back().Value = std::move(Value);
  return nullptr;
}

metaobj_error *metaobj_call_add_tensor(metaobj_call *Call, const char *Name,
                                       const metaobj_tensor_t *Tensor,
                                       int Use) {
  if (!Call || !Name || !Tensor)
    return usageError("an argument needs a call, a name and a tensor");
  if (Call->State->IsBusy)
    return unusable(Call->State);
  if (Use < METAOBJ_INPUT || Use > METAOBJ_CONSTANT)
    return usageError("unknown use " + Twine(Use) + " of a tensor");
  Expected<Param> Checked =
      checkTensor("argument '" + Twine(Name) + "'", *Tensor);
  if (!Checked)
    return toHandle(Checked.takeError());
  metaobj_call::Argument &New = Call->Arguments.emplace_back();
  New.Name = Name;
  New.IsTensor = true;
  New.Use = Use;
  std::memcpy(static_cast<void *>(&New.Tensor), Tensor, sizeof(New.Tensor));
  New.Shape.assign(Checked->Shape.begin(), Checked->Shape.end());
  New.Tensor.strides = nullptr;
  return nullptr;
}

metaobj_error *metaobj_call_add_int(metaobj_call *Call, int64_t Value) {
  return addValue(Call, Value);
}

metaobj_error *metaobj_call_add_bool(metaobj_call *Call, int Value) {
  return addValue(Call, Value != 0);
}

metaobj_error *metaobj_call_add_double(metaobj_call *Call, double Value) {
  return addValue(Call, Value);
}

metaobj_error *metaobj_call_add_string(metaobj_call *Call, const char *Value) {
  if (!Value)
    return usageError("the text is NULL");
  return addValue(Call, std::string(Value));
}

metaobj_error *metaobj_call_add_bytes(metaobj_call *Call, const void *Bytes,
                                      size_t Size) {
  if (!Bytes && Size)
    return usageError("the bytes need a place");
  DeviceBytes Value;
  const auto *First = static_cast<const uint8_t *>(Bytes);
  if (Size)
    Value.Bytes.assign(First, First + Size);
  return addValue(Call, std::move(Value));
}

metaobj_error *metaobj_call_add_handle(metaobj_call *Call, uint64_t Address,
                                       int32_t Code) {
  return addValue(Call, DeviceHandle{Address, Code});
}

metaobj_error *metaobj_call_add_null(metaobj_call *Call) {
  return addValue(Call, nullptr);
}

static metaobj_result *newResult(DeviceResult Of) {
  auto *New = new metaobj_result;
  New->Result = std::move(Of);
  DeviceValue &Value = New->Result.Value;
  metaobj_tensor_t &Tensor = New->Tensor;
  Tensor.device.device_type = kDLCPU;
  if (auto *Text = std::get_if<std::string>(&Value))
    New->Text = *Text;
  if (auto *Bytes = std::get_if<DeviceBytes>(&Value))
    New->Text.assign(Bytes->Bytes.begin(), Bytes->Bytes.end());
  static_assert(sizeof(DLDevice) == sizeof(Tensor.device) &&
                sizeof(DLDataType) == sizeof(Tensor.dtype));
  if (auto *Device = std::get_if<DLDevice>(&Value))
    std::memcpy(&Tensor.device, Device, sizeof(*Device));
  if (auto *Type = std::get_if<DLDataType>(&Value))
    std::memcpy(&Tensor.dtype, Type, sizeof(*Type));
  if (auto *Found = std::get_if<DeviceTensor>(&Value)) {
    std::memcpy(&Tensor.dtype, &Found->DType, sizeof(Found->DType));
    Tensor.data = Found->Bytes.data();
    Tensor.ndim = static_cast<int32_t>(Found->Shape.size());
    Tensor.shape = Found->Shape.data();
  }
  return New;
}

metaobj_error *metaobj_call_run(metaobj_call *Call, metaobj_result **Result) {
  if (!Call)
    return usageError("the call is NULL");
  if (metaobj_error *Problem = unusable(Call->State))
    return Problem;
  ChipState &State = *Call->State;
  return atWork(State, [&]() -> Error {
    std::vector<DeviceArgument> Arguments;
    for (metaobj_call::Argument &Each : Call->Arguments) {
      DeviceArgument &New = Arguments.emplace_back();
      New.Name = Each.Name;
      New.Value = Each.Value;
      if (!Each.IsTensor)
        continue;
      Each.Tensor.shape = Each.Shape.data();
      New.Tensor = &Each.Tensor;
      New.IsOutput = Each.Use == METAOBJ_OUTPUT;
      New.IsConstant = Each.Use == METAOBJ_CONSTANT;
    }
    if (Error E = State.checkOperators())
      return E;
    auto Symbol = State.Symbols.find(Call->Function);
    Expected<DeviceResult> Done = State.Opened.Session->call(
        Symbol == State.Symbols.end() ? Call->Function : Symbol->second,
        Arguments);
    if (!Done)
      return Done.takeError();
    if (!Result)
      return Error::success();
    *Result = newResult(std::move(*Done));
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void metaobj_result_free(metaobj_result *Result) { delete Result; }

/// The value of \p Of if it is a \p ValueT; null if not.
template <class ValueT> static const ValueT *valueOf(const metaobj_result *Of) {
  return Of ? std::get_if<ValueT>(&Of->Result.Value) : nullptr;
}

int metaobj_result_cycles(const metaobj_result *Of, uint64_t *Cycles) {
  if (!Of || !Cycles || !Of->Result.Cycles)
    return 0;
  *Cycles = *Of->Result.Cycles;
  return 1;
}

const char *metaobj_result_counter(const metaobj_result *Of) {
  return Of ? Of->Result.Counter.c_str() : "";
}

int metaobj_result_kind(const metaobj_result *Of) {
  return valueOf<bool>(Of)           ? METAOBJ_VALUE_BOOL
         : valueOf<int64_t>(Of)      ? METAOBJ_VALUE_INT
         : valueOf<double>(Of)       ? METAOBJ_VALUE_DOUBLE
         : valueOf<std::string>(Of)  ? METAOBJ_VALUE_STRING
         : valueOf<DeviceBytes>(Of)  ? METAOBJ_VALUE_BYTES
         : valueOf<DLDataType>(Of)   ? METAOBJ_VALUE_DTYPE
         : valueOf<DLDevice>(Of)     ? METAOBJ_VALUE_DEVICE
         : valueOf<DeviceHandle>(Of) ? METAOBJ_VALUE_HANDLE
         : valueOf<DeviceTensor>(Of) ? METAOBJ_VALUE_TENSOR
                                     : METAOBJ_VALUE_NULL;
}

int64_t metaobj_result_int(const metaobj_result *Of) {
  if (const bool *Value = valueOf<bool>(Of))
    return *Value;
  if (const int64_t *Value = valueOf<int64_t>(Of))
    return *Value;
  if (const DeviceHandle *Value = valueOf<DeviceHandle>(Of))
    return static_cast<int64_t>(Value->Address);
  return 0;
}

double metaobj_result_double(const metaobj_result *Of) {
  const double *Value = valueOf<double>(Of);
  return Value ? *Value : 0;
}

const char *metaobj_result_bytes(const metaobj_result *Of, size_t *Size) {
  StringRef Bytes = Of ? StringRef(Of->Text) : "";
  if (Size)
    *Size = Bytes.size();
  return Bytes.data();
}

const metaobj_tensor_t *metaobj_result_tensor(const metaobj_result *Of) {
  bool HasOne = valueOf<DeviceTensor>(Of) || valueOf<DLDataType>(Of) ||
                valueOf<DLDevice>(Of);
  return HasOne ? &Of->Tensor : nullptr;
}
#else
/// Without the linker, there are no chips.
static metaobj_error *leftOut() {
  return usageError("devices are left out of this library",
                    "build it with lld's libraries");
}

Expected<std::string> runDeviceCommand(const metaobj_job &, metaobj_chip *) {
  llvm_unreachable("no job has this command");
}

metaobj_error *metaobj_job_add_input(metaobj_job *, const char *,
                                     const metaobj_tensor_t *) {
  return leftOut();
}

metaobj_error *metaobj_job_open_chip(metaobj_job *, metaobj_chip **) {
  return leftOut();
}

metaobj_error *metaobj_job_run_on_chip(metaobj_job *, metaobj_chip *,
                                       metaobj_buffer **) {
  return leftOut();
}

void metaobj_chip_close(metaobj_chip *) {}

void metaobj_chip_free(metaobj_chip *) {}

void metaobj_chip_on_progress(metaobj_chip *, metaobj_progress_fn, void *) {}

metaobj_error *metaobj_chip_describe(metaobj_chip *, metaobj_buffer **) {
  return leftOut();
}

metaobj_error *metaobj_chip_registers(metaobj_chip *, metaobj_buffer **) {
  return leftOut();
}

metaobj_error *metaobj_chip_read(metaobj_chip *, uint64_t, void *, size_t) {
  return leftOut();
}

metaobj_error *metaobj_chip_write(metaobj_chip *, uint64_t, const void *,
                                  size_t) {
  return leftOut();
}

metaobj_error *metaobj_chip_reset(metaobj_chip *) { return leftOut(); }

metaobj_error *metaobj_call_create(metaobj_chip *, const char *,
                                   metaobj_call **) {
  return leftOut();
}

void metaobj_call_free(metaobj_call *) {}

metaobj_error *metaobj_call_add_tensor(metaobj_call *, const char *,
                                       const metaobj_tensor_t *, int) {
  return leftOut();
}

metaobj_error *metaobj_call_add_int(metaobj_call *, int64_t) {
  return leftOut();
}

metaobj_error *metaobj_call_add_bool(metaobj_call *, int) { return leftOut(); }

metaobj_error *metaobj_call_add_double(metaobj_call *, double) {
  return leftOut();
}

metaobj_error *metaobj_call_add_string(metaobj_call *, const char *) {
  return leftOut();
}

metaobj_error *metaobj_call_add_bytes(metaobj_call *, const void *, size_t) {
  return leftOut();
}

metaobj_error *metaobj_call_add_handle(metaobj_call *, uint64_t, int32_t) {
  return leftOut();
}

metaobj_error *metaobj_call_add_null(metaobj_call *) { return leftOut(); }

metaobj_error *metaobj_call_run(metaobj_call *, metaobj_result **) {
  return leftOut();
}

void metaobj_result_free(metaobj_result *) {}

int metaobj_result_cycles(const metaobj_result *, uint64_t *) { return 0; }

const char *metaobj_result_counter(const metaobj_result *) { return ""; }

int metaobj_result_kind(const metaobj_result *) { return 0; }

int64_t metaobj_result_int(const metaobj_result *) { return 0; }

double metaobj_result_double(const metaobj_result *) { return 0; }

const char *metaobj_result_bytes(const metaobj_result *, size_t *Size) {
  if (Size)
    *Size = 0;
  return "";
}

const metaobj_tensor_t *metaobj_result_tensor(const metaobj_result *) {
  return nullptr;
}
#endif

//===- DeviceSession.cpp - Operators on a chip ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writable region, from its lowest address: stack, program, heap. A stack
// that grows too far leaves the memory of the chip where nothing is below it,
// and its lowest bytes are compared after each call.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Device.h"

#include "Base/Wording.h"
#include "Device/DeviceHeap.h"
#include "Device/LoadedProgram.h"
#include "Device/TaskFrame.h"
#include "Device/TensorBytes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

DeviceSession::~DeviceSession() = default;

namespace {

constexpr StringLiteral RunTasks = "tvm_crt_run_tasks",
                        TasksDone = "tvm_crt_tasks_done",
                        TasksFault = "tvm_crt_tasks_fault",
                        CallUnpacked = "tvm_crt_call_unpacked",
                        CallFfi = "tvm_crt_call_ffi",
                        FfiErrorText = "tvm_crt_ffi_error_text";

/// Of programs behind the first.
constexpr uint64_t ProgramAlignment = 64;

/// Bytes at the end of the stack that nothing should write.
constexpr uint8_t StackMark[16] = {0x6d, 0x65, 0x74, 0x61, 0x6f, 0x62,
                                   0x6a, 0x20, 0x73, 0x74, 0x61, 0x63,
                                   0x6b, 0x20, 0x65, 0x6e};

class LoadedSession final : public DeviceSession {
public:
  LoadedSession(LowLevelDevice &TheDevice, DeviceMachine Machine,
                SessionMemory TheMemory)
      : Device(TheDevice), Memory(std::move(TheMemory)), Heap(Memory.heap()),
        Layout{Machine == DeviceMachine::CortexM ||
                       Machine == DeviceMachine::RiscV32
                   ? 4U
                   : 8U},
        // What TVM's runtimes promise, and what code with vectors needs.
        Alignment(Machine == DeviceMachine::Host ? 64 : 16) {}

  Expected<DeviceResult> call(StringRef Function,
                              ArrayRef<DeviceArgument> Arguments) override;
  Expected<std::vector<std::string>> functions() override;
  DeviceLayout layout() const override;
  DeviceUse use() const override;
  Expected<DeviceModule> load(const DeviceProgram &Program) override;
  Error unload(DeviceModule Module) override;
  Error reload(DeviceModule Module, const DeviceProgram &Program) override;

private:
  /// A tensor on the device; nowhere: an argument that is none.
  struct Place {
    uint64_t Address = 0;
    bool IsNew = false; ///< Its bytes are not there.
  };
  struct Constant {
    uint64_t Address;
    uint64_t Hash; ///< Of the bytes that were sent.
  };

  Expected<std::vector<Place>>
  placeTensors(ArrayRef<DeviceArgument> Arguments,
               ArrayRef<MutableArrayRef<uint8_t>> Bytes);
  bool tryPlaces(ArrayRef<DeviceArgument> Arguments,
                 ArrayRef<MutableArrayRef<uint8_t>> Bytes,
                 std::vector<Place> &Places);
  void releaseConstants();
  void forgetConstants() override { releaseConstants(); }
  CallingConvention conventionOf(StringRef Function) const;
  Expected<DeviceResult> run(const LoadedSymbol &Function, uint64_t Task);
  Error refused(StringRef Function, int32_t Result);
  Error explain(StringRef Function, const DeviceStop &Stop) const;
  std::string ownerText(uint64_t Address) const;

  const LoadedSymbol *find(StringRef Name) const;
  /// The address of one of the program's own symbols.
  uint64_t entry(StringRef Name) const;
  Expected<LoadedProgram *> program(DeviceModule Module);
  Expected<LoadedProgram> link(const DeviceProgram &Program,
                               ArrayRef<DeviceGap> Gaps,
                               std::optional<DeviceModule> Module);
  void reserve(const LoadedProgram &Program);
  void release(const LoadedProgram &Program);

  LowLevelDevice &Device;
  SessionMemory Memory;
  std::map<DeviceModule, LoadedProgram> Programs;
  DeviceModule NextModule = 0;
  DeviceUse Written; ///< Only bytes sent and kept.
  DeviceHeap &Heap;  ///< For arguments.
  TaskLayout Layout;
  uint64_t Alignment;
  /// By the address of their bytes here, and their number.
  std::map<std::pair<const void *, uint64_t>, Constant> Constants;
  bool HasFailed = false; ///< The last call.
};

} // namespace

void LoadedSession::releaseConstants() {
  for (const auto &[Bytes, TheConstant] : Constants)
    Heap.release(TheConstant.Address);
  Constants.clear();
}

bool LoadedSession::tryPlaces(ArrayRef<DeviceArgument> Arguments,
                              ArrayRef<MutableArrayRef<uint8_t>> Bytes,
                              std::vector<Place> &Places) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const DeviceArgument &Argument = Arguments[I];
    if (!Argument.Tensor) {
      Places.push_back({});
      continue;
    }
    const auto Key = std::make_pair(Bytes[I].data(), Bytes[I].size());
    const uint64_t Hash = Argument.IsConstant ? hashOfBytes(Bytes[I]) : 0;
    if (Argument.IsConstant)
      if (auto Found = Constants.find(Key); Found != Constants.end()) {
        uint64_t Before = std::exchange(Found->second.Hash, Hash);
        Places.push_back({Found->second.Address, Before != Hash});
        continue;
      }
    std::optional<uint64_t> Address =
        Heap.allocate(Bytes[I].size(), Alignment, Argument.Name);
    if (!Address) {
      for (size_t J = 0; J < Places.size(); ++J)
        if (Places[J].IsNew && !Arguments[J].IsConstant)
          Heap.release(Places[J].Address);
      Places.clear();
      return false;
    }
    Places.push_back({*Address, true});
    if (Argument.IsConstant)
      Constants[Key] = {*Address, Hash};
  }
  return true;
}

Expected<std::vector<LoadedSession::Place>>
LoadedSession::placeTensors(ArrayRef<DeviceArgument> Arguments,
                            ArrayRef<MutableArrayRef<uint8_t>> Bytes) {
  uint64_t All = 0;
  for (ArrayRef<uint8_t> List : Bytes)
    All += List.size();
  std::vector<Place> Result;
  if (tryPlaces(Arguments, Bytes, Result))
    return Result;
  // Parameters of other calls make room.
  releaseConstants();
  if (tryPlaces(Arguments, Bytes, Result))
    return Result;
  releaseConstants();
  return inputError(Device.name(),
                    "arguments of " + plural(All, "byte") +
                        " do not fit into the " + plural(Heap.bytes(), "byte") +
                        " that program, stack and workspace leave",
                    "name a larger region, or less stack or workspace");
}

/// "tvmgen_default_fused_dense+0x12", "tensor weight+0x4", "the stack"
std::string LoadedSession::ownerText(uint64_t Address) const {
  auto Plus = [](StringRef Name, uint64_t Offset) {
    return Name.str() +
           (Offset ? "+0x" + utohexstr(Offset, /*LowerCase=*/true) : "");
  };
  for (const auto &[Module, Program] : Programs)
    if (const LoadedSymbol *Symbol = Program.symbolAt(Address))
      return Plus(Symbol->Name, Address - Program.placeOf(*Symbol));
  if (StringRef Owner = Heap.ownerOf(Address); !Owner.empty())
    return "tensor " + Owner.str();
  if (Address >= Memory.StackAddress && Address < Memory.StackTop)
    return "the stack";
  return "";
}

Error LoadedSession::explain(StringRef Function, const DeviceStop &Stop) const {
  auto Hex = [](uint64_t Value) {
    return "0x" + utohexstr(Value, /*LowerCase=*/true);
  };
  std::string Where = ownerText(Stop.Place);
  std::string Reason = quoted(Function) + ": " + Stop.Reason;
  if (Stop.Place)
    Reason +=
        ", at " + Hex(Stop.Place) +
        (Where.empty() ? ", which is outside of the program" : " in " + Where);
  std::vector<std::vector<std::string>> Rows;
  for (const DeviceRegister &Register : Stop.Registers)
    Rows.push_back(
        {"  " + Register.Name, Hex(Register.Value), ownerText(Register.Value)});
  StringRef Hint = Stop.Kind == DeviceStop::TimedOut
                       ? "give it more time, if it only is slow"
                       : "";
  return make_error<InputError>(Device.name(), Reason, Hint,
                                Rows.empty() ? "" : table(std::move(Rows)));
}

static StringRef counterName(uint32_t Kind) {
  static constexpr StringLiteral Names[] = {"", "DWT", "SysTick", "mcycle",
                                            "TSC"};
  return Kind < std::size(Names) ? StringRef(Names[Kind]) : StringRef();
}

CallingConvention LoadedSession::conventionOf(StringRef Function) const {
  for (const auto &[Module, Program] : Programs) {
    if (is_contained(Program.Unpacked, Function))
      return CallingConvention::Unpacked;
    if (is_contained(Program.Ffi, Function))
      return CallingConvention::Ffi;
  }
  return CallingConvention::Packed;
}

/// An operator returned \p Result. Those of tvm-ffi leave a text.
Error LoadedSession::refused(StringRef Function, int32_t Result) {
  std::string Text;
  if (conventionOf(Function) == CallingConvention::Ffi)
    if (const LoadedSymbol *Symbol = find(FfiErrorText)) {
      std::vector<uint8_t> Bytes(Symbol->Bytes);
      if (Error E = Device.read(Symbol->Address, Bytes))
        return E;
      Text.assign(Bytes.begin(), llvm::find(Bytes, 0));
    }
  return inputError(Device.name(),
                    quoted(Function) + ": the operator returned " +
                        Twine(Result) +
                        (Text.empty() ? "" : ", and says: " + printable(Text)),
                    "operators refuse wrong arguments, and a workspace that "
                    "is too small");
}

/// Runs the task at \p Task.
Expected<DeviceResult> LoadedSession::run(const LoadedSymbol &Function,
                                          uint64_t Task) {
  const uint64_t Arguments[] = {Task, 1};
  DeviceCall Call;
  Call.Function = entry(RunTasks);
  Call.Arguments = Arguments;
  Call.StackTop = Memory.StackTop;
  Call.Return = entry(TasksDone);
  Call.Fault = entry(TasksFault);
  if (Error E = Device.write(Memory.StackAddress, StackMark))
    return E;
  auto Start = std::chrono::steady_clock::now();
  Expected<DeviceStop> Stop = Device.execute(Call);
  if (!Stop)
    return Stop.takeError();
  auto Took = std::chrono::steady_clock::now() - Start;
  uint8_t Mark[sizeof(StackMark)];
  if (Error E = Device.read(Memory.StackAddress, Mark))
    return E;
  // Large frames may pass the mark without a write.
  bool IsStackWhole =
      std::equal(Mark, Mark + sizeof(Mark), StackMark) &&
      none_of(Stop->Registers, [this](const auto &Item) {
        return Item.Name == "sp" && (Item.Value < Memory.StackAddress ||
                                     Item.Value > Memory.StackTop);
      });
  if (!IsStackWhole)
    Stop->Reason = "the stack of " +
                   plural(Memory.StackTop - Memory.StackAddress, "byte") +
                   " is too small" +
                   (Stop->Reason.empty() ? "" : ": " + Stop->Reason);
  if (!IsStackWhole || Stop->Kind != DeviceStop::Returned)
    return explain(Function.Name, *Stop);
  std::vector<uint8_t> Bytes(Layout.taskBytes());
  if (Error E = Device.read(Task, Bytes))
    return E;
  auto Word = [&Bytes](size_t Offset) {
    return support::endian::read32le(&Bytes[Offset]);
  };
  if (Word(TaskLayout::State) != static_cast<uint32_t>(TaskState::Done))
    return inputError(Device.name(),
                      quoted(Function.Name) + ": the call did not end");
  if (auto Failure = static_cast<int32_t>(Word(TaskLayout::Error)))
    return refused(Function.Name, Failure);
  DeviceResult Result;
  constexpr uint32_t HasPassed = 0x100;
  uint32_t Counter = Word(TaskLayout::Counter);
  Result.Counter = counterName(Counter & ~HasPassed).str();
  uint64_t Before = support::endian::read64le(&Bytes[TaskLayout::Before]);
  uint64_t After = support::endian::read64le(&Bytes[TaskLayout::After]);
  // Of 32 bits, which a chip of 1 GHz counts in four seconds.
  constexpr std::chrono::seconds LongestCount(4);
  bool HasFit = !(Counter & HasPassed);
  if (Result.Counter == "DWT") {
    After = Before + static_cast<uint32_t>(After - Before);
    HasFit &= Took < LongestCount;
  }
  // A counter that stands is none. One that went back passed its end, even if
  // it does not say so: QEMU tells it late.
  if (HasFit && After > Before)
    Result.Cycles = After - Before;
  std::vector<MemoryRegion> Regions;
  for (const DeviceRegion &TheDeviceRegion : Memory.Regions)
    Regions.push_back(TheDeviceRegion.Region);
  Expected<DeviceValue> Value = readTaskValue(Device, Regions, Layout, Bytes);
  if (!Value)
    return nestedError(Device.name(), quoted(Function.Name), Value.takeError());
  Result.Value = std::move(*Value);
  return Result;
}

Expected<DeviceResult> LoadedSession::call(StringRef Function,
                                           ArrayRef<DeviceArgument> Arguments) {
  const LoadedSymbol *Symbol = find(Function);
  if (!Symbol)
    return inputError(Device.name(),
                      "the program has no function " + quoted(Function));
  CallingConvention Convention = conventionOf(Function);
  if (Error E = checkArguments(Layout, Arguments, Convention))
    return nestedError(Device.name(), quoted(Function), std::move(E));
  if (HasFailed)
    for (const auto &[Module, Program] : Programs)
      if (Error E = loadAgain(Device, Memory, Program, Written))
        return E;
  HasFailed = false;
  Expected<std::vector<MutableArrayRef<uint8_t>>> Tensors =
      tensorBytes(Arguments);
  if (!Tensors)
    return Tensors.takeError();
  Expected<std::vector<Place>> Places = placeTensors(Arguments, *Tensors);
  if (!Places)
    return Places.takeError();
  std::vector<uint64_t> Addresses;
  for (const Place &ThePlace : *Places)
    Addresses.push_back(ThePlace.Address);
  std::optional<uint64_t> Task;
  auto Release = [&] {
    if (Task)
      Heap.release(*Task);
    for (size_t I = 0; I < Arguments.size(); ++I)
      if (Arguments[I].Tensor && !Arguments[I].IsConstant)
        Heap.release(Addresses[I]);
  };
  auto Frame = [&](uint64_t Address) {
    if (Convention == CallingConvention::Packed)
      return taskFrame(Layout, Symbol->Address, Arguments, Addresses, Address);
    if (Convention == CallingConvention::Ffi)
      return ffiTaskFrame(Layout, find(CallFfi)->Address, Symbol->Address,
                          Arguments, Addresses, Address);
    return taskFrame(Layout, find(CallUnpacked)->Address,
                     unpackedArguments(Symbol->Address, Arguments, Addresses),
                     Addresses, Address);
  };
  auto Run = [&]() -> Expected<DeviceResult> {
    size_t Bytes = Frame(0).size();
    Task = Heap.allocate(Bytes, 16, "arguments of " + Function.str());
    if (!Task)
      return inputError(Device.name(), "no memory is left for " +
                                           plural(Bytes, "byte") +
                                           " of arguments");
    for (size_t I = 0; I < Arguments.size(); ++I) {
      if (Arguments[I].IsOutput || !(*Places)[I].IsNew)
        continue;
      if (Error E = Device.write(Addresses[I], (*Tensors)[I]))
        return E;
    }
    if (Error E = Device.write(*Task, Frame(*Task)))
      return E;
    Expected<DeviceResult> Result = run(*Symbol, *Task);
    if (!Result)
      return Result;
    for (size_t I = 0; I < Arguments.size(); ++I) {
      if (!Arguments[I].Tensor || !Arguments[I].IsOutput)
        continue;
      if (Error E = Device.read(Addresses[I], (*Tensors)[I]))
        return E;
    }
    return Result;
  };
  Expected<DeviceResult> Result = Run();
  // tvm_crt_call_ffi returns them.
  if (Result && Convention == CallingConvention::Ffi)
    if (const auto *Bytes = std::get_if<int64_t>(&Result->Value)) {
      Result->WorkspaceBytes =
          alignTo(static_cast<uint64_t>(*Bytes), FfiTensorAlignment);
      Result->Value = nullptr;
    }
  // Nobody knows what a program that failed wrote.
  if (!Result) {
    releaseConstants();
    HasFailed = true;
  }
  Release();
  return Result;
}

const LoadedSymbol *LoadedSession::find(StringRef Name) const {
  // Other programs may have a local symbol of this name.
  for (const auto &[Module, Program] : Programs)
    if (is_contained(Program.Functions, Name))
      return Program.find(Name);
  for (const auto &[Module, Program] : Programs)
    if (const LoadedSymbol *Found = Program.find(Name))
      return Found;
  return nullptr;
}

uint64_t LoadedSession::entry(StringRef Name) const {
  const LoadedProgram &First = Programs.at(0);
  return First.placeOf(*First.find(Name));
}

Expected<std::vector<std::string>> LoadedSession::functions() {
  std::vector<std::string> Result;
  for (const auto &[Module, Program] : Programs)
    append_range(Result, Program.Functions);
  return Result;
}

DeviceLayout LoadedSession::layout() const {
  DeviceLayout Result;
  for (const auto &[Module, Program] : Programs)
    Program.addTo(Result);
  DeviceGap Room = Heap.room();
  Result.Stack = {"stack", Memory.StackAddress,
                  Memory.StackTop - Memory.StackAddress};
  Result.Heap = {"arguments", Room.Address, Room.Bytes};
  return Result;
}

DeviceUse LoadedSession::use() const {
  DeviceUse Result = Written;
  for (const auto &[Module, Program] : Programs)
    Result.ProgramBytes += Program.bytes();
  Result.HeapBytes = Heap.bytes();
  Result.MostUsedBytes = Heap.mostUsedBytes();
  return Result;
}

Expected<LoadedProgram *> LoadedSession::program(DeviceModule Module) {
  auto Found = Programs.find(Module);
  if (Found == Programs.end())
    return inputError(Device.name(), "there is no program " + Twine(Module));
  return &Found->second;
}

/// \p Module is the one that it replaces.
Expected<LoadedProgram>
LoadedSession::link(const DeviceProgram &Program, ArrayRef<DeviceGap> Gaps,
                    std::optional<DeviceModule> Module) {
  SmallVector<StringRef, 4> Needed;
  std::vector<const LoadedProgram *> Others;
  for (const auto &[Other, TheLoadedProgram] : Programs)
    if (Other != Module)
      Others.push_back(&TheLoadedProgram);
  if (Programs.empty() || Module == 0)
    Needed = {RunTasks, TasksDone, TasksFault};
  if (!Program.Unpacked.empty())
    Needed.push_back(CallUnpacked);
  if (!Program.Ffi.empty())
    Needed.push_back(CallFfi);
  return linkProgram(Device.name(), Program, Memory, Gaps, Needed, Others);
}

void LoadedSession::reserve(const LoadedProgram &Program) {
  for (size_t I = 0; I < Program.Parts.size(); ++I)
    if (Program.Parts[I].Bytes)
      Memory.Regions[I].Heap.reserve(Program.Parts[I].Address,
                                     Program.Parts[I].Bytes);
}

void LoadedSession::release(const LoadedProgram &Program) {
  for (size_t I = 0; I < Program.Parts.size(); ++I)
    if (Program.Parts[I].Bytes)
      Memory.Regions[I].Heap.release(Program.Parts[I].Address);
}

Expected<DeviceModule> LoadedSession::load(const DeviceProgram &Program) {
  releaseConstants();
  if (!Program.Ffi.empty())
    Alignment = std::max(Alignment, FfiTensorAlignment);
  std::vector<DeviceGap> Gaps;
  for (const DeviceRegion &Region : Memory.Regions)
    Gaps.push_back(
        Region.Heap.largestGap(Programs.empty() ? 1 : ProgramAlignment));
  Expected<LoadedProgram> Linked = link(Program, Gaps, std::nullopt);
  if (!Linked)
    return Linked.takeError();
  if (Error E = writeProgram(Device, Memory, *Linked, nullptr, Written))
    return E;
  reserve(*Linked);
  Programs.try_emplace(NextModule, std::move(*Linked));
  return NextModule++;
}

Error LoadedSession::unload(DeviceModule Module) {
  Expected<LoadedProgram *> Program = program(Module);
  if (!Program)
    return Program.takeError();
  if (Module == 0)
    return inputError(Device.name(),
                      "program 0 calls the functions of all others, and stays",
                      "end the session");
  for (const auto &[Other, TheLoadedProgram] : Programs)
    for (const std::string &Name : TheLoadedProgram.Needs)
      if ((*Program)->find(Name))
        return inputError(Device.name(),
                          "program " + Twine(Other) + " needs " + quoted(Name) +
                              " of program " + Twine(Module),
                          "unload program " + Twine(Other) + " first");
  release(**Program);
  Programs.erase(Module);
  return Error::success();
}

Error LoadedSession::reload(DeviceModule Module, const DeviceProgram &Program) {
  Expected<LoadedProgram *> Old = program(Module);
  if (!Old)
    return Old.takeError();
  releaseConstants();
  release(**Old);
  std::vector<DeviceGap> Gaps;
  for (size_t I = 0; I < Memory.Regions.size(); ++I) {
    const DeviceHeap &TheDeviceHeap = Memory.Regions[I].Heap;
    const DeviceGap &Part = (*Old)->Parts[I];
    Gaps.push_back(Part.Bytes ? TheDeviceHeap.gapAt(Part.Address)
                              : TheDeviceHeap.largestGap(ProgramAlignment));
  }
  Expected<LoadedProgram> Linked = link(Program, Gaps, Module);
  auto Check = [&]() -> Error {
    if (!Linked)
      return Linked.takeError();
    for (const auto &[Other, TheLoadedProgram] : Programs)
      for (const std::string &Name : TheLoadedProgram.Needs) {
        const LoadedSymbol *Before = (*Old)->find(Name);
        const LoadedSymbol *Now = Linked->find(Name);
        if (Before && (!Now || Now->Address != Before->Address))
          return inputError(
              Device.name(),
              "program " + Twine(Other) + " needs " + quoted(Name) +
                  " of program " + Twine(Module) +
                  (Now ? ", which has moved" : ", which it no longer has"),
              "unload program " + Twine(Other) + " first");
      }
    return Error::success();
  };
  if (Error E = Check()) {
    reserve(**Old);
    return E;
  }
  LoadedProgram Before = std::move(**Old);
  **Old = std::move(*Linked);
  reserve(**Old);
  // What a program that failed has changed is not known.
  Error E = writeProgram(Device, Memory, **Old, HasFailed ? nullptr : &Before,
                         Written);
  HasFailed |= static_cast<bool>(E);
  return E;
}

static Error cannotLoad() {
  return inputError("device", "takes no further programs",
                    "load programs through a debugger");
}

Expected<DeviceModule> DeviceSession::load(const DeviceProgram &) {
  return cannotLoad();
}

Error DeviceSession::unload(DeviceModule) { return cannotLoad(); }

Error DeviceSession::reload(DeviceModule, const DeviceProgram &) {
  return cannotLoad();
}

Expected<std::unique_ptr<DeviceSession>>
DeviceSession::open(LowLevelDevice &Device, DeviceMachine Machine,
                    const DeviceProgram &Program) {
  Expected<SessionMemory> Memory = memoryOf(Program);
  if (!Memory)
    return Memory.takeError();
  if (Error E = checkRegions(Device, *Memory))
    return E;
  Expected<bool> WereOn = Device.stopInterrupts();
  if (!WereOn)
    return WereOn.takeError();
  if (*WereOn)
    report(Program.Diagnostics, Diagnostic::Note, Device.name(),
           "interrupts of the program that ran there are switched off; reset "
           "the device before it runs again");
  auto Session =
      std::make_unique<LoadedSession>(Device, Machine, std::move(*Memory));
  Expected<DeviceModule> First = Session->load(Program);
  if (!First)
    return First.takeError();
  return Session;
}

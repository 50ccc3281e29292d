//===- OpenDevice.cpp - A device with a program ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/OpenDevice.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Base/WorkFiles.h"
#include "Device/DeviceSocket.h"
#include "Device/DeviceStream.h"
#include "Device/LoadedProgram.h"
#include "Object/ObjectView.h"
#include "metaobj/Device.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace metaobj;

/// The objects as files for a linker, in \p Folder.
static Expected<std::vector<std::string>>
writeObjects(ArrayRef<OperatorObject> Objects, const WorkFolder &Folder,
             StringRef Ending) {
  std::vector<std::string> Paths;
  for (const OperatorObject &Object : Objects) {
    Paths.push_back(Folder.file((Twine(Paths.size()) + Ending).str()));
    if (Error E = writeFileAtomically(Paths.back(), Object.Bytes->getBuffer()))
      return E;
  }
  return Paths;
}

static Error unknownDevice(StringRef Via) {
  return inputError(Via, "is not an address of a device",
                    "write host, gdb:ADDRESS:PORT, gdb:unix:PATH, "
                    "openocd:ADDRESS:PORT, rpc:serial:PATH, "
                    "rpc:tcp:ADDRESS:PORT, rpc:unix:PATH or "
                    "rpc:process:COMMAND");
}

Error metaobj::checkDeviceName(StringRef Via) {
  StringRef Where = Via;
  if (Via == "host")
    return Error::success();
  if (Where.consume_front(RpcPrefix))
    return checkStream(Where);
  for (StringRef Way : {"gdb:", "openocd:"})
    if (Where.consume_front(Way))
      return DeviceSocket::check({Way, Where, ""});
  return unknownDevice(Via);
}

/// The members of archives among \p All that define none of \p Functions, a
/// library for the others: they do not tell the target, and are linked where
/// something needs them. The others stay.
static Expected<std::vector<OperatorObject>>
takeLibrary(std::vector<OperatorObject> &All, ArrayRef<std::string> Functions) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  std::vector<OperatorObject> Operators, Library;
  for (OperatorObject &Object : All) {
    bool IsOperator = !Object.IsMember;
    if (!IsOperator) {
      Expected<ObjectView> View = readObjectView(Object, Names);
      if (!View)
        return View.takeError();
      IsOperator = any_of(View->Symbols, [&](const ObjectSymbol &Symbol) {
        return Symbol.isGlobalDefinition() &&
               is_contained(Functions, Symbol.Name);
      });
    }
    (IsOperator ? Operators : Library).push_back(std::move(Object));
  }
  All = std::move(Operators);
  return Library;
}

Expected<std::unique_ptr<LowLevelDevice>>
metaobj::connectDevice(StringRef Via, std::optional<DeviceMachine> Machine,
                       const MemoryMap &Memory, const DeviceLimits &Limits,
                       std::optional<unsigned> Core) {
  bool IsRpc = Via.starts_with(RpcPrefix);
  if (Core && (Via == "host" || IsRpc))
    return inputError(Via, "has no cores to choose from",
                      "a core is chosen behind a debugger");
  if (Via == "host") {
    if (Machine && *Machine != DeviceMachine::Host)
      return inputError("operators", "are for another machine than the host",
                        "compile them for this machine, or name a debugger");
    const MemoryRegion &Region = Memory.Regions.front();
    return createHostDevice(Region.Address, Region.Bytes, Limits);
  }
  if (IsRpc)
    return inputError(Via,
                      "a firmware calls its functions only; memory and "
                      "registers of the chip need a debugger",
                      "write gdb:ADDRESS:PORT or openocd:ADDRESS:PORT");
  bool IsOpenOcd = Via.consume_front("openocd:");
  if (!IsOpenOcd && !Via.consume_front("gdb:"))
    return unknownDevice(Via);
  if (Machine && *Machine == DeviceMachine::Host)
    return inputError("operators",
                      "are for a machine that debuggers of chips "
                      "do not have",
                      "compile them for the chip");
  return IsOpenOcd ? connectOpenOcd(Via, Machine, Limits, Core)
                   : connectGdb(Via, Machine, Limits, Core);
}

/// A firmware that has the operators. nullopt: \p Config names another way.
static std::optional<Expected<OpenedDevice>>
openFirmware(const DeviceConfig &Config, const DiagnosticConsumer &Diagnostics,
             bool IsTimed) {
  StringRef Where = Config.Via;
  if (!Where.consume_front(RpcPrefix))
    return std::nullopt;
  if (Config.Core)
    return inputError(Config.Via, "has no cores to choose from",
                      "a core is chosen behind a debugger");
  if (Config.Reset)
    return inputError(Config.Via, "a program on a chip cannot reset it",
                      "reset it by its button or a debugger");
  Expected<std::unique_ptr<DeviceSession>> Session =
      connectRpc(Where, {Config.Limits, Diagnostics, IsTimed, Config.Watch});
  if (!Session)
    return Session.takeError();
  return OpenedDevice{nullptr, std::move(*Session)};
}

/// A host's device where \p Memory is, or behind it if other devices of this
/// process are there. \p Memory becomes what it has.
static Expected<std::unique_ptr<LowLevelDevice>>
connectFreeHost(DeviceMachine Machine, MemoryMap &Memory,
                const DeviceLimits &Limits) {
  Expected<std::unique_ptr<LowLevelDevice>> Result =
      connectDevice("host", Machine, Memory, Limits);
  MemoryRegion Region = Memory.Regions.front();
  Region.Address += Region.Bytes;
  Region.Bytes = 1 << 26;
  constexpr uint64_t End = 0x80000000;
  for (; !Result && Machine == DeviceMachine::Host && Region.Address < End;
       Region.Address += Region.Bytes) {
    MemoryMap Other = Memory;
    Other.Regions.front() = Region;
    Expected<std::unique_ptr<LowLevelDevice>> Next =
        connectDevice("host", Machine, Other, Limits);
    if (!Next) {
      consumeError(Next.takeError());
      continue;
    }
    consumeError(Result.takeError());
    Memory = std::move(Other);
    Result = std::move(Next);
  }
  return Result;
}

/// The largest RAM that the debugger tells of, and its largest flash.
static Expected<MemoryMap> memoryOf(const LowLevelDevice &Device,
                                    const DiagnosticConsumer &Diagnostics) {
  auto Largest = [&Device](bool IsRam) {
    const DeviceArea *Result = nullptr;
    for (const DeviceArea &Area : Device.memoryMap())
      if ((Area.Kind == DeviceArea::Ram) == IsRam &&
          Area.Kind != DeviceArea::Rom &&
          (!Result || Area.Bytes > Result->Bytes))
        Result = &Area;
    return Result;
  };
  const DeviceArea *Ram = Largest(true);
  if (!Ram)
    return inputError(Device.name(),
                      "nothing tells where the memory of the device is",
                      "name a board or the device's memory");
  MemoryMap Result;
  if (const DeviceArea *Flash = Largest(false))
    Result.Regions.push_back(
        {"flash", Flash->Address, Flash->Bytes, /*IsWritable=*/false, {}});
  Result.Regions.push_back(
      {"ram", Ram->Address, Ram->Bytes, /*IsWritable=*/true, {}});
  report(Diagnostics, Diagnostic::Note, Device.name(),
         "takes the memory that the debugger tells of: " +
             plural(Ram->Bytes, "byte") + " at 0x" +
             utohexstr(Ram->Address, /*LowerCase=*/true));
  return Result;
}

/// \p Program has its functions, and gets the rest.
static Expected<OpenedDevice> openProgram(const DeviceConfig &Config,
                                          std::vector<OperatorObject> Objects,
                                          DeviceProgram Program) {
  if (Error E = requireLinker(Config.Via))
    return E;
  Expected<std::vector<OperatorObject>> Library =
      takeLibrary(Objects, Program.Functions);
  if (!Library)
    return Library.takeError();
  if (Objects.empty())
    return inputError("model", "has no operators to load",
                      "name their objects or archives");
  Expected<TargetSpec> Target = inferTarget(Objects);
  if (!Target)
    return Target.takeError();
  Expected<DeviceMachine> Machine = deviceMachineOf(Target->Triple);
  if (!Machine)
    return Machine.takeError();
  Expected<WorkFolder> Folder = WorkFolder::createTemporary();
  if (!Folder)
    return Folder.takeError();
  Expected<std::vector<std::string>> Paths =
      writeObjects(Objects, *Folder, ".o");
  if (!Paths)
    return Paths.takeError();
  Expected<std::vector<std::string>> LibraryPaths =
      writeObjects(*Library, *Folder, ".lib.o");
  if (!LibraryPaths)
    return LibraryPaths.takeError();
  bool IsHost = Config.Via == "host";
  Program.Objects = std::move(*Paths);
  Program.Library = std::move(*LibraryPaths);
  if (IsHost)
    Program.Memory = hostMemoryMap();
  else if (Config.Memory)
    Program.Memory = *Config.Memory;
  Program.UseFlash = Config.UseFlash && !IsHost;
  Program.WorkspaceBytes = Config.WorkspaceBytes;
  Program.ImagePath = Config.ImagePath;
  OpenedDevice Result;
  Expected<std::unique_ptr<LowLevelDevice>> Device =
      IsHost && !Config.Core
          ? connectFreeHost(*Machine, Program.Memory, Config.Limits)
          : connectDevice(Config.Via, *Machine, Program.Memory, Config.Limits,
                          Config.Core);
  if (!Device)
    return Device.takeError();
  Result.Device = std::move(*Device);
  Result.Device->setWatch(Config.Watch);
  if (Program.Memory.Regions.empty()) {
    Expected<MemoryMap> Told = memoryOf(*Result.Device, Program.Diagnostics);
    if (!Told)
      return Told.takeError();
    Program.Memory = std::move(*Told);
  }
  if (Config.StackBytes)
    Program.Memory.StackBytes = Config.StackBytes;
  if (Config.Reset)
    if (Error E = Result.Device->reset())
      return E;
  Expected<std::unique_ptr<DeviceSession>> Session =
      DeviceSession::open(*Result.Device, *Machine, Program);
  if (!Session)
    return Session.takeError();
  Result.Session = std::move(*Session);
  return Result;
}

Expected<OpenedDevice>
metaobj::openDevice(const DeviceConfig &Config,
                    ArrayRef<OperatorObject> Objects,
                    ArrayRef<metaobj::Function> Functions,
                    const DiagnosticConsumer &Diagnostics) {
  if (auto Firmware = openFirmware(Config, Diagnostics, /*IsTimed=*/false))
    return std::move(*Firmware);
  DeviceProgram Program;
  for (const metaobj::Function &Function : Functions) {
    if (Function.Name == LookupLinkedParamName)
      continue;
    Program.Functions.push_back(Function.symbol().str());
    if (Function.Convention == CallingConvention::Unpacked)
      Program.Unpacked.push_back(Function.symbol().str());
    if (Function.Convention == CallingConvention::Ffi)
      Program.Ffi.push_back(Function.symbol().str());
  }
  Program.Diagnostics = Diagnostics;
  return openProgram(Config, Objects.vec(), std::move(Program));
}

Expected<OpenedDevice>
metaobj::openDevice(StringRef Via, const DeviceJob &Job,
                    ArrayRef<OperatorObject> Objects,
                    ArrayRef<metaobj::Function> Functions) {
  DeviceConfig Config = Job;
  Config.Via = Via.str();
  // A comparison asks for results, and not for times.
  if (auto Firmware = openFirmware(Config, Job.Input.Diagnostics,
                                   /*IsTimed=*/Job.HostObjects.empty()))
    return std::move(*Firmware);
  return openDevice(Config, Objects, Functions, Job.Input.Diagnostics);
}

//===- OpenDevice.cpp - A device with a program ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenDevice.h"

#include "File/AtomicFile.h"
#include "Link/WorkFiles.h"
#include "metaobj/Target.h"

using namespace llvm;
using namespace metaobj;

/// The objects as files for a linker, in \p Folder.
static Expected<std::vector<std::string>>
writeObjects(ArrayRef<OperatorObject> Objects, const WorkFolder &Folder) {
  std::vector<std::string> Paths;
  for (const OperatorObject &Each : Objects) {
    Paths.push_back(Folder.file(std::to_string(Paths.size()) + ".o"));
    if (Error E = writeFileAtomically(Paths.back(), Each.Bytes->getBuffer()))
      return E;
  }
  return Paths;
}

static Expected<std::unique_ptr<LowLevelDevice>>
connect(StringRef Via, DeviceMachine Machine, const MemoryMap &Memory,
        const DeviceLimits &Limits) {
  if (Via == "host") {
    if (Machine != DeviceMachine::Host)
      return inputError("operators", "are for another machine than the host",
                        "compile them for this machine, or name a debugger");
    const MemoryRegion &Region = Memory.Regions.front();
    return createHostDevice(Region.Address, Region.Bytes, Limits);
  }
  bool IsOpenOcd = Via.consume_front("openocd:");
  if (!IsOpenOcd && !Via.consume_front("gdb:"))
    return inputError(Via, "is no way to a device",
                      "write host, gdb:ADDRESS:PORT, gdb:unix:PATH or "
                      "openocd:ADDRESS:PORT");
  if (Machine == DeviceMachine::Host)
    return inputError("operators",
                      "are for a machine that debuggers of chips "
                      "do not have",
                      "compile them for the chip");
  return IsOpenOcd ? connectOpenOcd(Via, Machine, Limits)
                   : connectGdb(Via, Machine, Limits);
}

Expected<OpenedDevice>
metaobj::openDevice(StringRef Via, const DeviceJob &Job,
           ArrayRef<OperatorObject> Objects,
           ArrayRef<metaobj::Function> Functions) {
  Expected<TargetSpec> Target = inferTarget(Objects);
  if (!Target)
    return Target.takeError();
  Expected<DeviceMachine> Machine = deviceMachineOf(Target->Triple);
  if (!Machine)
    return Machine.takeError();
  Expected<WorkFolder> Folder = WorkFolder::createTemporary();
  if (!Folder)
    return Folder.takeError();
  Expected<std::vector<std::string>> Paths = writeObjects(Objects, *Folder);
  if (!Paths)
    return Paths.takeError();
  DeviceProgram Program;
  Program.Objects = std::move(*Paths);
  for (const metaobj::Function &Each : Functions)
    if (Each.Name != LookupLinkedParamName)
      Program.Functions.push_back(Each.symbol().str());
  if (Via == "host")
    Program.Memory = hostMemoryMap();
  else if (Job.Memory)
    Program.Memory = *Job.Memory;
  else
    return inputError(Via, "nothing tells where the memory of the device is",
                      "name a board or the device's memory");
  if (Job.StackBytes)
    Program.Memory.StackBytes = Job.StackBytes;
  Program.UseFlash = Job.UseFlash && Via != "host";
  Program.WorkspaceBytes = Job.WorkspaceBytes;
  Program.Diagnostics = Job.Input.Diagnostics;
  OpenedDevice Result;
  Expected<std::unique_ptr<LowLevelDevice>> Device =
      connect(Via, *Machine, Program.Memory, Job.Limits);
  if (!Device)
    return Device.takeError();
  Result.Device = std::move(*Device);
  if (Job.Reset)
    if (Error E = Result.Device->reset())
      return E;
  Expected<std::unique_ptr<DeviceSession>> Session =
      DeviceSession::open(*Result.Device, *Machine, Program);
  if (!Session)
    return Session.takeError();
  Result.Session = std::move(*Session);
  return Result;
}

//===- DeviceMemory.cpp - Memory of a chip --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/DeviceJob.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Device/DebuggerDevice.h"
#include "Device/OpenDevice.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// What programs on a chip do not do for others.
static Error refuseRpc(const DeviceConfig &Config) {
  if (!StringRef(Config.Via).starts_with(RpcPrefix))
    return Error::success();
  return inputError(Config.Via,
                    "only a debugger loads programs, shows memory "
                    "and resets a chip",
                    "name a debugger, such as gdb:localhost:3333");
}

Expected<DeviceLoad> metaobj::loadOperators(const DeviceConfig &Config,
                                            const InputConfig &Input) {
  if (Error E = refuseRpc(Config))
    return E;
  Expected<FileModel> Model = readModel(Input);
  if (!Model)
    return Model.takeError();
  Expected<OpenedDevice> Opened =
      openDevice(Config, Model->Objects, Model->Functions, Input.Diagnostics);
  if (!Opened)
    return Opened.takeError();
  return DeviceLoad{Opened->Device->name().str(), Opened->Session->layout(),
                    Opened->Session->use(), Config.ImagePath};
}

/// Connects without operators.
static Expected<std::unique_ptr<LowLevelDevice>>
connectAlone(const DeviceConfig &Config) {
  if (Error E = refuseRpc(Config))
    return E;
  Expected<std::unique_ptr<LowLevelDevice>> Device = connectDevice(
      Config.Via, std::nullopt, hostMemoryMap(), Config.Limits, Config.Core);
  if (!Device)
    return Device;
  (*Device)->setWatch(Config.Watch);
  if (Config.Reset)
    if (Error E = (*Device)->reset())
      return E;
  return Device;
}

Expected<DeviceState> metaobj::resetDevice(const DeviceConfig &Config) {
  DeviceConfig WithReset = Config;
  WithReset.Reset = true;
  Expected<std::unique_ptr<LowLevelDevice>> Device = connectAlone(WithReset);
  if (!Device)
    return Device.takeError();
  Expected<std::vector<DeviceRegister>> Registers = (*Device)->registers();
  if (!Registers)
    return Registers.takeError();
  return DeviceState{(*Device)->name().str(), std::move(*Registers)};
}

/// Writes \p Bytes and reads them back.
static Error writeBlock(LowLevelDevice &Device, uint64_t Address,
                        ArrayRef<uint8_t> Bytes) {
  if (Error E = Device.write(Address, Bytes))
    return E;
  std::vector<uint8_t> Found(Bytes.size());
  if (Error E = Device.read(Address, Found))
    return E;
  auto [Is, Wanted] = std::mismatch(Found.begin(), Found.end(), Bytes.begin());
  if (Is == Found.end())
    return Error::success();
  return inputError(
      Device.name(),
      "byte 0x" + utohexstr(*Wanted, true, 2) + " was written to " +
          atAddress(Address + static_cast<uint64_t>(Is - Found.begin())) +
          ", and 0x" + utohexstr(*Is, true, 2) + " is there",
      "is there memory that a debugger can write");
}

static Error checkBlock(uint64_t Address, uint64_t Bytes) {
  constexpr uint64_t Most = 1 << 30;
  if (Bytes == 0 || Bytes > Most)
    return inputError(atAddress(Address),
                      "1 byte to 1 GiB are read or written at a time, not " +
                          plural(Bytes, "byte"));
  if (Bytes - 1 <= UINT64_MAX - Address)
    return Error::success();
  return inputError(atAddress(Address), plural(Bytes, "byte") +
                                            " from there pass the end of all "
                                            "addresses");
}

Expected<DeviceMemory> metaobj::runDeviceMemory(const DeviceMemoryJob &Job) {
  DeviceMemory Result;
  // What is wrong with files is found before anything is written.
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  for (const DeviceBlock &Write : Job.Writes) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
        Write.Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!File)
      return inputError(Write.Path, errorCodeToError(File.getError()));
    if ((*File)->getBufferSize() == 0)
      return inputError(Write.Path, "has no bytes to write");
    if (Error E = checkBlock(Write.Address, (*File)->getBufferSize()))
      return E;
    Result.Writes.push_back(
        {Write.Address, (*File)->getBufferSize(), Write.Path});
    Files.push_back(std::move(*File));
  }
  for (const DeviceBlock &Read : Job.Reads)
    if (Error E = checkBlock(Read.Address, Read.Bytes))
      return E;
  Expected<std::unique_ptr<LowLevelDevice>> Device = connectAlone(Job);
  if (!Device)
    return Device.takeError();
  Result.Device = (*Device)->name().str();
  Result.Areas = (*Device)->memoryMap().vec();
  Result.Memory = Job.Memory;
  for (size_t I = 0; I < Files.size(); ++I)
    if (Error E = writeBlock(**Device, Result.Writes[I].Address,
                             arrayRefFromStringRef(Files[I]->getBuffer())))
      return E;
  for (const DeviceBlock &Read : Job.Reads) {
    std::vector<uint8_t> Bytes(Read.Bytes);
    if (Error E = (*Device)->read(Read.Address, Bytes))
      return E;
    if (!Read.Path.empty()) {
      if (Error E = writeFileAtomically(Read.Path, toStringRef(Bytes)))
        return E;
      Bytes.clear();
    }
    Result.Reads.push_back(Read);
    Result.Shown.push_back(std::move(Bytes));
  }
  return Result;
}

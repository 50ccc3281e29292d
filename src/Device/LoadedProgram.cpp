//===- LoadedProgram.cpp - Operators linked for a device ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedProgram.h"

#include "File/AtomicFile.h"
#include "Link/WorkFiles.h"
#include "Text/Wording.h"
#include "metaobj/Link.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Alignment.h"
#include "llvm/TargetParser/ARMTargetParser.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace metaobj;

const LoadedSymbol *LoadedProgram::find(StringRef Name) const {
  auto Found = find_if(
      Symbols, [Name](const LoadedSymbol &Each) { return Each.Name == Name; });
  return Found == Symbols.end() ? nullptr : &*Found;
}

uint64_t LoadedProgram::entry(StringRef Name) const {
  const LoadedSymbol *Symbol = find(Name);
  return Symbol ? placeOf(*Symbol) : 0;
}

const LoadedSymbol *LoadedProgram::symbolAt(uint64_t Address) const {
  for (const LoadedSymbol &Each : Symbols)
    if (Address >= placeOf(Each) && Address - placeOf(Each) < Each.Bytes)
      return &Each;
  return nullptr;
}

uint64_t LoadedProgram::bytes() const {
  uint64_t Result = 0;
  for (const LoadedSection &Each : Sections)
    Result += Each.Bytes;
  return Result;
}

DeviceLayout LoadedProgram::layout() const {
  DeviceLayout Result;
  for (const LoadedSection &Each : Sections)
    if (Each.Bytes > 0)
      Result.Sections.push_back({Each.Name, Each.Address, Each.Bytes});
  for (const std::string &Each : Functions)
    if (const LoadedSymbol *Symbol = find(Each))
      Result.Functions.push_back({Each, placeOf(*Symbol), Symbol->Bytes});
  Result.Stack = {"stack", StackAddress, StackTop - StackAddress};
  Result.Heap = {"arguments", HeapAddress, HeapBytes};
  return Result;
}

Expected<DeviceMachine> metaobj::deviceMachineOf(const Triple &TheTriple) {
  switch (TheTriple.getArch()) {
  case Triple::arm:
  case Triple::thumb:
    if (ARM::parseArchProfile(TheTriple.getArchName()) == ARM::ProfileKind::M)
      return DeviceMachine::CortexM;
    break;
  case Triple::riscv32:
    return DeviceMachine::RiscV32;
  case Triple::riscv64:
    return DeviceMachine::RiscV64;
  case Triple::x86_64:
  case Triple::aarch64:
    if (TheTriple.getArch() == Triple(sys::getProcessTriple()).getArch())
      return DeviceMachine::Host;
    break;
  default:
    break;
  }
  return inputError("operators", "no device runs code for " + TheTriple.str(),
                    "devices have Cortex-M, RISC-V of 32 or 64 bits, or are "
                    "this host, if it has x86-64 or AArch64");
}

MemoryMap metaobj::hostMemoryMap() {
  MemoryMap Result;
  // Below 2 GiB, where code without position independence reaches it, and far
  // from where systems put programs.
  Result.Regions = {
      {"memory", 0x30000000, 0x10000000, /*IsWritable=*/true, {}}};
  return Result;
}

/// The region for what is written; checkMemoryMap wants one.
static const MemoryRegion *ramOf(const MemoryMap &Map) {
  for (const MemoryRegion &Each : Map.Regions)
    if (Each.IsWritable)
      return &Each;
  llvm_unreachable("memory maps have writable memory");
}

/// What is where before the link: the region, and the map for the linker.
static Expected<MemoryMap> mapForLinker(const DeviceProgram &Program,
                                        LoadedProgram &Result) {
  if (Error E = checkMemoryMap(Program.Memory))
    return E;
  MemoryMap Map;
  const MemoryRegion *Ram = ramOf(Program.Memory);
  constexpr uint64_t UsualStack = 4096, LeastStack = 128;
  uint64_t Stack = Program.Memory.StackBytes;
  if (Stack == 0)
    Stack = std::min(UsualStack, Ram->Bytes / 8);
  Stack = alignTo(Stack, 16);
  if (Stack < LeastStack || Stack >= Ram->Bytes)
    return inputError("region " + quoted(Ram->Name),
                      "has " + plural(Ram->Bytes, "byte") + "; a stack of " +
                          plural(Stack, "byte") +
                          " is no part of it that programs can have");
  Result.StackAddress = Ram->Address;
  Result.StackTop = Ram->Address + Stack;
  for (const MemoryRegion &Each : Program.Memory.Regions) {
    bool IsRam = &Each == Ram;
    if (!IsRam && !Program.UseFlash)
      continue;
    Map.Regions.push_back(Each);
    if (IsRam) {
      Map.Regions.back().Address += Stack;
      Map.Regions.back().Bytes -= Stack;
      Result.HeapBytes = Map.Regions.back().Address + Map.Regions.back().Bytes;
    }
  }
  return Map;
}

static LinkConfig linkOf(const DeviceProgram &Program, MemoryMap Map,
                         ArrayRef<StringRef> Needed) {
  constexpr uint64_t MostWorkspace = 65536, LeastWorkspace = 16;
  LinkConfig Config;
  Config.Inputs = Program.Objects;
  Config.Runtime.Parts = {RuntimePart::Debugger};
  uint64_t Workspace = Program.WorkspaceBytes;
  const MemoryRegion *Ram = ramOf(Map);
  if (Workspace == 0)
    Workspace = std::min(MostWorkspace, Ram->Bytes / 8);
  Workspace = std::clamp<uint64_t>(Workspace, LeastWorkspace, INT32_MAX);
  Config.Runtime.ArenaBytes = static_cast<uint32_t>(alignTo(Workspace, 16));
  Config.Entry = Needed.front().str();
  Config.GcSections = true;
  Config.Memory = std::move(Map);
  for (const std::string &Each : Program.Functions)
    Config.Arguments.insert(Config.Arguments.end(), {"-u", Each});
  for (StringRef Each : Needed)
    Config.Arguments.insert(Config.Arguments.end(), {"-u", Each.str()});
  Config.Diagnostics = Program.Diagnostics;
  return Config;
}

/// Writes what is in the file, and reads it back: writes into flash have no
/// effect on many devices.
static Error loadSection(LowLevelDevice &Device, StringRef Name,
                         uint64_t Address, ArrayRef<uint8_t> Bytes) {
  if (Error E = Device.write(Address, Bytes))
    return nestedError(Device.name(), "section " + quoted(Name), std::move(E));
  std::vector<uint8_t> Found(Bytes.size());
  if (Error E = Device.read(Address, Found))
    return nestedError(Device.name(), "section " + quoted(Name), std::move(E));
  auto [Is, Wanted] = std::mismatch(Found.begin(), Found.end(), Bytes.begin());
  if (Is == Found.end())
    return Error::success();
  uint64_t Place = Address + static_cast<uint64_t>(Is - Found.begin());
  return inputError(Device.name(),
                    "section " + quoted(Name) + ": byte 0x" +
                        utohexstr(*Wanted, true, 2) + " was written to 0x" +
                        utohexstr(Place, true) + ", and 0x" +
                        utohexstr(*Is, true, 2) + " is there",
                    "does the region describe memory of this device that a "
                    "debugger can write");
}

static Expected<std::vector<SectionImage>>
sectionImages(const object::ObjectFile &Object) {
  std::vector<SectionImage> Result;
  for (const object::SectionRef &Each : Object.sections()) {
    object::ELFSectionRef Section(Each);
    if (!(Section.getFlags() & ELF::SHF_ALLOC) || Section.getSize() == 0)
      continue;
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    SectionImage Image = {Name->str(),
                          Section.getAddress(),
                          {},
                          Section.getType() == ELF::SHT_NOBITS};
    if (Image.IsZero)
      Image.Bytes.resize(Section.getSize());
    else {
      Expected<StringRef> Contents = Section.getContents();
      if (!Contents)
        return Contents.takeError();
      Image.Bytes.assign(Contents->bytes_begin(), Contents->bytes_end());
    }
    Result.push_back(std::move(Image));
  }
  return Result;
}

static Error loadImage(LowLevelDevice &Device, const SectionImage &Image) {
  if (!Image.IsZero)
    return loadSection(Device, Image.Name, Image.Address, Image.Bytes);
  if (Error E = Device.write(Image.Address, Image.Bytes))
    return nestedError(Device.name(), "section " + quoted(Image.Name),
                       std::move(E));
  return Error::success();
}

Error metaobj::loadAgain(LowLevelDevice &Device, const LoadedProgram &Program) {
  // Code and constants, too, if they are in RAM.
  for (const SectionImage &Each : Program.Images)
    if (Each.Address >= Program.StackTop && Each.Address < Program.HeapAddress)
      if (Error E = loadImage(Device, Each))
        return E;
  return Error::success();
}

Expected<LoadedProgram> metaobj::loadProgram(LowLevelDevice &Device,
                                             const DeviceProgram &Program,
                                             ArrayRef<StringRef> Needed) {
  LoadedProgram Result;
  Expected<MemoryMap> Map = mapForLinker(Program, Result);
  if (!Map)
    return Map.takeError();
  uint64_t RamEnd = Result.HeapBytes;
  Expected<WorkFolder> Folder = WorkFolder::createTemporary();
  if (!Folder)
    return Folder.takeError();
  std::string Path = Folder->file("operators");
  Expected<LinkResult> Linked =
      link(linkOf(Program, std::move(*Map), Needed), Path);
  if (!Linked)
    return handleErrors(Linked.takeError(), [&](const InputError &E) {
      return make_error<InputError>(Device.name(),
                                    "operators do not link: " + E.reason(),
                                    E.hint(), E.details());
    });
  Expected<std::unique_ptr<MemoryBuffer>> Image = mapFile(Path);
  if (!Image)
    return Image.takeError();
  if (!Program.ImagePath.empty())
    if (Error E = writeFileAtomically(Program.ImagePath, (*Image)->getBuffer()))
      return E;
  Expected<std::vector<LoadedSection>> Sections =
      loadedSections((*Image)->getMemBufferRef());
  if (!Sections)
    return Sections.takeError();
  Expected<std::vector<LoadedSymbol>> Symbols =
      loadedSymbols((*Image)->getMemBufferRef());
  if (!Symbols)
    return Symbols.takeError();
  Result.Sections = std::move(*Sections);
  Result.Symbols = std::move(*Symbols);
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createELFObjectFile((*Image)->getMemBufferRef());
  if (!Object)
    return Object.takeError();
  Result.ThumbMask = (*Object)->getArch() == Triple::arm ||
                     (*Object)->getArch() == Triple::thumb;
  for (StringRef Each : Needed)
    if (!Result.find(Each))
      return inputError(Device.name(),
                        "the linked program has no " + quoted(Each));
  Result.Regions = Program.Memory.Regions;
  Result.Unpacked = Program.Unpacked;
  for (const std::string &Each : Program.Functions)
    if (Result.find(Each))
      Result.Functions.push_back(Each);
  uint64_t End = Result.StackTop;
  for (const LoadedSection &Each : Result.Sections)
    if (Each.Address >= Result.StackTop && Each.Address < RamEnd)
      End = std::max(End, Each.Address + Each.Bytes);
  Result.HeapAddress = std::min(alignTo(End, 64), RamEnd);
  Result.HeapBytes = RamEnd - Result.HeapAddress;
  Expected<std::vector<SectionImage>> Images = sectionImages(**Object);
  if (!Images)
    return Images.takeError();
  Result.Images = std::move(*Images);
  for (const SectionImage &Each : Result.Images)
    if (Error E = loadImage(Device, Each))
      return E;
  return Result;
}

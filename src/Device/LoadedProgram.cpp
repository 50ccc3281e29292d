//===- LoadedProgram.cpp - Operators linked for a device ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/LoadedProgram.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/ARMTargetParser.h"
#include "llvm/TargetParser/Host.h"

#include <array>

using namespace llvm;
using namespace metaobj;

const LoadedSymbol *LoadedProgram::find(StringRef Name) const {
  const LoadedSymbol *Result = nullptr;
  for (const LoadedSymbol &Symbol : Symbols)
    if (Symbol.Name == Name && (!Result || Result->IsLocal))
      Result = &Symbol;
  return Result;
}

const LoadedSymbol *LoadedProgram::symbolAt(uint64_t Address) const {
  for (const LoadedSymbol &Symbol : Symbols)
    if (Address >= placeOf(Symbol) && Address - placeOf(Symbol) < Symbol.Bytes)
      return &Symbol;
  return nullptr;
}

uint64_t LoadedProgram::bytes() const {
  uint64_t Result = 0;
  for (const LoadedSection &Section : Sections)
    Result += Section.Bytes;
  return Result;
}

void LoadedProgram::addTo(DeviceLayout &Layout) const {
  for (const LoadedSection &Section : Sections)
    if (Section.Bytes > 0)
      Layout.Sections.push_back({Section.Name, Section.Address, Section.Bytes});
  for (const std::string &Function : Functions)
    if (const LoadedSymbol *Symbol = find(Function))
      Layout.Functions.push_back({Function, placeOf(*Symbol), Symbol->Bytes});
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
  // Below 2 GiB, where code without position independence reaches it. Lower
  // addresses may be the heap of a program that is linked for fixed addresses:
  // Linux puts it up to 1 GiB behind the program.
  Result.Regions = {
      {"memory", 0x50000000, 0x10000000, /*IsWritable=*/true, {}}};
  return Result;
}

const DeviceRegion *SessionMemory::regionAt(uint64_t Address) const {
  for (const DeviceRegion &TheDeviceRegion : Regions)
    if (Address - TheDeviceRegion.Region.Address < TheDeviceRegion.Region.Bytes)
      return &TheDeviceRegion;
  return nullptr;
}

Expected<SessionMemory> metaobj::memoryOf(const DeviceProgram &Program) {
  if (Error E = checkMemoryMap(Program.Memory))
    return E;
  SessionMemory Result;
  ArrayRef<MemoryRegion> Regions = Program.Memory.Regions;
  Result.Places = placedSections(Program.Memory);
  const MemoryRegion &Ram = Regions[Result.Places.Stack];
  constexpr uint64_t UsualStack = 4096, LeastStack = 128;
  uint64_t Stack = Program.Memory.StackBytes;
  if (Stack == 0)
    Stack = std::min(UsualStack, Ram.Bytes / 8);
  Stack = alignTo(Stack, 16);
  if (Stack < LeastStack || Stack >= Ram.Bytes)
    return inputError("region " + quoted(Ram.Name),
                      "has " + plural(Ram.Bytes, "byte") + "; a stack of " +
                          plural(Stack, "byte") +
                          " is not a part of it that programs can have");
  Result.StackAddress = Ram.Address;
  Result.StackTop = Ram.Address + Stack;
  for (const MemoryRegion &Region : Regions) {
    uint64_t Taken = &Region == &Ram ? Stack : 0;
    Result.Regions.push_back(
        {Region, DeviceHeap(Region.Address + Taken, Region.Bytes - Taken)});
  }
  return Result;
}

/// Words at the ends of the region, and at each power of two: a chip with less
/// memory may have the same bytes again behind its end, or nothing.
static Error checkRegion(LowLevelDevice &Device, const MemoryRegion &Region) {
  constexpr uint64_t Word = 4, LeastMemory = 1024;
  if (Region.Bytes < 2 * Word)
    return Error::success();
  std::vector<uint64_t> Offsets = {Region.Bytes - Word};
  for (uint64_t Position = PowerOf2Ceil(Region.Bytes) / 2;
       Position >= LeastMemory; Position /= 2)
    if (Position < Offsets.front())
      Offsets.push_back(Position);
  Offsets.push_back(0);
  auto Mark = [&Region](uint64_t Offset) {
    std::array<uint8_t, Word> Bytes;
    constexpr uint32_t Text = 0x6f746d65; // "emto"
    support::endian::write32le(
        Bytes.data(), Text ^ static_cast<uint32_t>(Region.Address + Offset));
    return Bytes;
  };
  auto Refuse = [&](uint64_t Offset, const Twine &Reason) {
    return inputError(Device.name(),
                      "region " + quoted(Region.Name) + " of " +
                          plural(Region.Bytes, "byte") + ": at 0x" +
                          utohexstr(Region.Address + Offset,
                                    /*LowerCase=*/true) +
                          " " + Reason,
                      "give the region the size of the chip's memory");
  };
  // From the end on: of two places with the same bytes, the lower one wins.
  for (uint64_t Value : Offsets)
    if (Error E = Device.write(Region.Address + Value, Mark(Value)))
      return joinErrors(Refuse(Value, "nothing can be written"), std::move(E));
  for (uint64_t Value : Offsets) {
    std::array<uint8_t, Word> Found;
    if (Error E = Device.read(Region.Address + Value, Found))
      return joinErrors(Refuse(Value, "nothing can be read"), std::move(E));
    if (Found == Mark(Value))
      continue;
    for (uint64_t Other : Offsets)
      if (Found == Mark(Other))
        return Refuse(Value, "the bytes of 0x" +
                                 utohexstr(Region.Address + Other,
                                           /*LowerCase=*/true) +
                                 " are there again");
    return Refuse(Value, "there is no memory: what was written does not stay");
  }
  return Error::success();
}

Error metaobj::checkRegions(LowLevelDevice &Device,
                            const SessionMemory &Memory) {
  const PlacedSections &Places = Memory.Places;
  const size_t Used[] = {Places.Text,     Places.Rodata, Places.Data,
                         Places.Bss,      Places.Stack,  Places.Arguments,
                         Places.Workspace};
  for (size_t I = 0; I < Memory.Regions.size(); ++I) {
    const MemoryRegion &Region = Memory.Regions[I].Region;
    if (is_contained(Used, I) && Region.IsWritable)
      if (Error E = checkRegion(Device, Region))
        return E;
  }
  return Error::success();
}

namespace {

/// Writes the bytes of one section that are not there.
class SectionWriter {
public:
  SectionWriter(LowLevelDevice &TheDevice, const SectionImage &TheImage,
                DeviceUse &TheUse)
      : Device(TheDevice), Image(TheImage), Use(TheUse) {}

  Error writeAll() { return write(0, Image.Bytes.size()); }
  /// But blocks that flash has already: it wears out.
  Error writeFlash();
  /// But blocks that \p Before has, too.
  Error writeChanges(const LoadedProgram &Before);

private:
  Error write(size_t Offset, size_t Count);
  Error writeBlocks(uint64_t Start, uint64_t BlockBytes,
                    function_ref<bool(size_t Offset, size_t Count)> IsThere);
  Error nested(Error E) const {
    return nestedError(Device.name(), "section " + quoted(Image.Name),
                       std::move(E));
  }

  LowLevelDevice &Device;
  const SectionImage &Image;
  DeviceUse &Use;
};

} // namespace

/// Reads back what was in the file: writes into flash have no effect on many
/// devices.
Error SectionWriter::write(size_t Offset, size_t Count) {
  if (Count == 0)
    return Error::success();
  uint64_t Address = Image.Address + Offset;
  ArrayRef<uint8_t> Bytes = ArrayRef(Image.Bytes).slice(Offset, Count);
  if (Error E = Device.write(Address, Bytes))
    return nested(std::move(E));
  Use.SentBytes += Count;
  if (Image.IsZero)
    return Error::success();
  std::vector<uint8_t> Found(Count);
  if (Error E = Device.read(Address, Found))
    return nested(std::move(E));
  auto [Is, Wanted] = std::mismatch(Found.begin(), Found.end(), Bytes.begin());
  if (Is == Found.end())
    return Error::success();
  uint64_t Place = Address + static_cast<uint64_t>(Is - Found.begin());
  return inputError(Device.name(),
                    "section " + quoted(Image.Name) + ": byte 0x" +
                        utohexstr(*Wanted, true, 2) + " was written to 0x" +
                        utohexstr(Place, true) + ", and 0x" +
                        utohexstr(*Is, true, 2) + " is there",
                    "does the region describe memory of this device that a "
                    "debugger can write");
}

/// Blocks begin at \p Start and multiples of their size from there on.
Error SectionWriter::writeBlocks(
    uint64_t Start, uint64_t BlockBytes,
    function_ref<bool(size_t Offset, size_t Count)> IsThere) {
  size_t From = 0; // Of what was not written yet.
  for (size_t Position = 0; Position < Image.Bytes.size();) {
    uint64_t Left =
        BlockBytes - (Image.Address + Position - Start) % BlockBytes;
    size_t Count = std::min<uint64_t>(Left, Image.Bytes.size() - Position);
    if (IsThere(Position, Count)) {
      if (Error E = write(From, Position - From))
        return E;
      From = Position + Count;
      Use.KeptBytes += Count;
    }
    Position += Count;
  }
  return write(From, Image.Bytes.size() - From);
}

Error SectionWriter::writeFlash() {
  std::vector<uint8_t> Found(Image.Bytes.size());
  if (Error E = Device.read(Image.Address, Found))
    return nested(std::move(E));
  uint64_t Start = 0, BlockBytes = 1024;
  for (const DeviceArea &Area : Device.memoryMap())
    if (Area.Kind == DeviceArea::Flash && Area.BlockBytes > 0 &&
        Image.Address - Area.Address < Area.Bytes) {
      Start = Area.Address;
      BlockBytes = Area.BlockBytes;
    }
  return writeBlocks(Start, BlockBytes, [&](size_t Offset, size_t Count) {
    return std::equal(Found.begin() + Offset, Found.begin() + Offset + Count,
                      Image.Bytes.begin() + Offset);
  });
}

Error SectionWriter::writeChanges(const LoadedProgram &Before) {
  constexpr uint64_t BlockBytes = 256;
  return writeBlocks(0, BlockBytes, [&](size_t Position, size_t Count) {
    uint64_t Address = Image.Address + Position;
    return any_of(Before.Images, [&](const SectionImage &TheSectionImage) {
      uint64_t Offset = Address - TheSectionImage.Address;
      return !TheSectionImage.IsWritable &&
             Offset < TheSectionImage.Bytes.size() &&
             Count <= TheSectionImage.Bytes.size() - Offset &&
             std::equal(Image.Bytes.begin() + Position,
                        Image.Bytes.begin() + Position + Count,
                        TheSectionImage.Bytes.begin() + Offset);
    });
  });
}

static bool isInFlash(const SessionMemory &Memory, const SectionImage &Image) {
  const DeviceRegion *Region = Memory.regionAt(Image.Address);
  return Region && !Region->Region.IsWritable;
}

Error metaobj::writeProgram(LowLevelDevice &Device, const SessionMemory &Memory,
                            const LoadedProgram &Program,
                            const LoadedProgram *Before, DeviceUse &Use) {
  for (const SectionImage &TheSectionImage : Program.Images) {
    SectionWriter Writer(Device, TheSectionImage, Use);
    if (Error E = isInFlash(Memory, TheSectionImage) ? Writer.writeFlash()
                  : Before && !TheSectionImage.IsWritable
                      ? Writer.writeChanges(*Before)
                      : Writer.writeAll())
      return E;
  }
  return Error::success();
}

Error metaobj::loadAgain(LowLevelDevice &Device, const SessionMemory &Memory,
                         const LoadedProgram &Program, DeviceUse &Use) {
  for (const SectionImage &TheSectionImage : Program.Images)
    if (!isInFlash(Memory, TheSectionImage))
      if (Error E = SectionWriter(Device, TheSectionImage, Use).writeAll())
        return E;
  return Error::success();
}

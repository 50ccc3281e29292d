//===- CodeReferences.cpp - What a function refers to ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On most machines, symbol plus addend of a relocation is the address of the
// data. The exceptions are
//
//  - PC-relative fields whose PC is not the field's own address: x86-64 counts
//    from the end of the instruction, four bytes on; SystemZ from its start,
//    two bytes before.
//  - Addends that are stored in the instruction (SHT_REL): i386, Arm, MIPS,
//    BPF.
//  - Position-independent Arm code, which adds the PC in an instruction of its
//    own. The literal's addend holds the distance to that instruction, so that
//    instruction has to be found. GCC addresses near data from one anchor and
//    adds the rest of the way in code.
//  - Position-independent 32-bit PowerPC code, whose loads from .got2 are
//    counted from the section's start plus 0x8000 and have no relocation.
//  - PowerPC code of compilers that join tables to one (LLVM 20 and later): it
//    takes the address of the first and adds the rest of the way in code.
//
//===----------------------------------------------------------------------===//

#include "Inspect/CodeReferences.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>
#include <tuple>

#include <bit>

using namespace llvm;
using namespace metaobj;

namespace {

/// The most additions in a range that are looked at. A function that returns an
/// address has one or two.
constexpr size_t MaxAdditions = 16;

/// Where 32-bit PowerPC code points its register for .got2.
constexpr uint64_t Got2Base = 0x8000;

class ReferenceReader {
public:
  ReferenceReader(const ObjectImage &Object, const CodeRange &Code)
      : Object(Object), Code(Code) {}

  std::vector<Location> read();

private:
  void add(const ImageRelocation &Relocation, int64_t Addend);
  void add(Location Place);
  void readX86(const ImageRelocation &Relocation);
  void readArm(const ImageRelocation &Relocation);
  void readMips(const ImageRelocation &Relocation);
  void readBpf(const ImageRelocation &Relocation);

  uint64_t word(uint64_t Offset, unsigned Size) const {
    return Object.integerAt({Code.Section, Offset, 0}, Size).value_or(0);
  }
  uint16_t thumbImmediate(uint64_t Offset) const;
  uint16_t armImmediate(uint64_t Offset) const;
  void findArmAdditions();
  void addAnchored(const ImageRelocation &Relocation, int64_t Addend);
  void findPowerPcAdditions();
  void addAnchored(Location Place);
  void readPowerPc(const ImageRelocation &Relocation);
  void readPowerPcGot2();

  const ObjectImage &Object;
  const CodeRange &Code;
  std::vector<Location> Found;
  std::set<std::tuple<uint32_t, uint64_t, uint32_t>> Known;
  /// Arm: what the PC reads as in instructions that add it.
  SmallVector<uint64_t, 2> PcBases;
  /// Arm and PowerPC: what other instructions add.
  SmallVector<int64_t, 2> Immediates;
  /// MIPS: the last high half seen for each symbol.
  DenseMap<uint32_t, int64_t> HighHalves;
};

} // namespace

/// An addend of a damaged file may be any number.
static int64_t wrappingSum(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) +
                              static_cast<uint64_t>(B));
}

/// How far the address that a field counts from is behind the field.
static int64_t distanceToPc(uint16_t Machine, uint32_t Type) {
  constexpr uint32_t X64[] = {ELF::R_X86_64_PC32, ELF::R_X86_64_PLT32,
                              ELF::R_X86_64_GOTPCREL, ELF::R_X86_64_GOTPCRELX,
                              ELF::R_X86_64_REX_GOTPCRELX};
  constexpr uint32_t SystemZ[] = {ELF::R_390_PC32DBL, ELF::R_390_PLT32DBL,
                                  ELF::R_390_GOTENT};
  if (Machine == ELF::EM_X86_64 && is_contained(X64, Type))
    return 4;
  if (Machine == ELF::EM_S390 && is_contained(SystemZ, Type))
    return -2;
  return 0;
}

void ReferenceReader::add(Location Place) {
  uint32_t Symbol = Place.isDefined() ? 0 : Place.Symbol;
  if (Known.insert({Place.Section, Place.Offset, Symbol}).second)
    Found.push_back(Place);
}

void ReferenceReader::add(const ImageRelocation &Relocation, int64_t Addend) {
  Location Place = Object.locate(Relocation, Addend);
  add(Place);
  StoredPointer Stored = Object.pointerAt(Place);
  if (Stored.Kind == StoredPointer::Pointer)
    add(Stored.Target);
}

void ReferenceReader::readX86(const ImageRelocation &Relocation) {
  // The addend of a GOT entry's offset is not one of the data.
  bool IsGotEntry = Relocation.Type == ELF::R_386_GOT32 ||
                    Relocation.Type == ELF::R_386_GOT32X;
  add(Relocation,
      IsGotEntry ? 0 : SignExtend64<32>(word(Relocation.Offset, 4)));
}

/// MOVW and MOVT of Thumb: two halfwords, 11110 i 10x100 imm4 and
/// 0 imm3 Rd imm8.
uint16_t ReferenceReader::thumbImmediate(uint64_t Offset) const {
  uint64_t First = word(Offset, 2);
  uint64_t Second = word(Offset + 2, 2);
  return (First & 0xf) << 12 | (First >> 10 & 1) << 11 |
         (Second >> 12 & 7) << 8 | (Second & 0xff);
}

/// MOVW and MOVT of Arm: imm4 in bits 16 to 19, imm12 in bits 0 to 11.
uint16_t ReferenceReader::armImmediate(uint64_t Offset) const {
  uint64_t Instruction = word(Offset, 4);
  return (Instruction >> 16 & 0xf) << 12 | (Instruction & 0xfff);
}

/// Arm's modified immediate: eight bits, rotated right by twice the four above.
static uint32_t armRotated(uint64_t Instruction) {
  return std::rotr(uint32_t(Instruction & 0xff),
                   int(Instruction >> 8 & 0xf) * 2);
}

/// The PC: Thumb `add Rd, pc` (reads four bytes on), Arm `add Rd, pc, Rm` and
/// `add Rd, Rn, pc` (eight bytes on). Immediates: Thumb `adds Rd, Rn, #imm3`,
/// `adds Rd, #imm8` and `addw Rd, Rn, #imm12` up to 255, Arm `add Rd, Rn,
/// #imm`.
void ReferenceReader::findArmAdditions() {
  for (uint64_t Offset = Code.Begin; Offset + 2 <= Code.End; Offset += 2) {
    if (PcBases.size() + Immediates.size() >= MaxAdditions)
      return;
    uint64_t Thumb = word(Offset, 2);
    if ((Thumb & 0xff78) == 0x4478)
      PcBases.push_back(Offset + 4);
    else if ((Thumb & 0xfe00) == 0x1c00)
      Immediates.push_back(Thumb >> 6 & 7);
    else if ((Thumb & 0xf800) == 0x3000)
      Immediates.push_back(Thumb & 0xff);
    else if ((Thumb & 0xfdf0) == 0xf100 && (word(Offset + 2, 2) & 0xf000) == 0)
      Immediates.push_back(word(Offset + 2, 2) & 0xff);
    uint64_t Arm = Offset % 4 == 0 ? word(Offset, 4) : 0;
    if ((Arm & 0x0fff0ff0) == 0x008f0000 || (Arm & 0x0ff00fff) == 0x0080000f)
      PcBases.push_back(Offset + 8);
    else if ((Arm & 0x0fe00000) == 0x02800000)
      Immediates.push_back(armRotated(Arm));
  }
}

/// A place, and what the code reaches from there by adding to its address.
void ReferenceReader::addAnchored(const ImageRelocation &Relocation,
                                  int64_t Addend) {
  add(Relocation, Addend);
  for (int64_t Immediate : Immediates)
    add(Relocation, wrappingSum(Addend, Immediate));
}

void ReferenceReader::readArm(const ImageRelocation &Relocation) {
  uint64_t Position = Relocation.Offset;
  int64_t Stored = Relocation.Addend;
  bool IsPcRelative = false;
  switch (Relocation.Type) {
  case ELF::R_ARM_GOT_PREL:
  case ELF::R_ARM_GOT_BREL:
    // The addend belongs to the way to the GOT.
    addAnchored(Relocation, 0);
    return;
  case ELF::R_ARM_REL32:
    IsPcRelative = true;
    [[fallthrough]];
  case ELF::R_ARM_ABS32:
  case ELF::R_ARM_GOTOFF32:
    if (Relocation.InPlace)
      Stored = SignExtend64<32>(word(Position, 4));
    break;
  case ELF::R_ARM_MOVW_PREL_NC:
  case ELF::R_ARM_MOVT_PREL:
    IsPcRelative = true;
    [[fallthrough]];
  case ELF::R_ARM_MOVW_ABS_NC:
  case ELF::R_ARM_MOVT_ABS:
  case ELF::R_ARM_MOVW_BREL_NC:
  case ELF::R_ARM_MOVW_BREL:
  case ELF::R_ARM_MOVT_BREL:
    if (Relocation.InPlace)
      Stored = SignExtend64<16>(armImmediate(Position));
    break;
  case ELF::R_ARM_THM_MOVW_PREL_NC:
  case ELF::R_ARM_THM_MOVT_PREL:
    IsPcRelative = true;
    [[fallthrough]];
  case ELF::R_ARM_THM_MOVW_ABS_NC:
  case ELF::R_ARM_THM_MOVT_ABS:
  case ELF::R_ARM_THM_MOVW_BREL_NC:
  case ELF::R_ARM_THM_MOVW_BREL:
  case ELF::R_ARM_THM_MOVT_BREL:
    if (Relocation.InPlace)
      Stored = SignExtend64<16>(thumbImmediate(Position));
    break;
  case 132: // R_ARM_THM_ALU_ABS_G0_NC; LLVM 16 has no names for these.
  case 133: // R_ARM_THM_ALU_ABS_G1_NC
  case 134: // R_ARM_THM_ALU_ABS_G2_NC
  case 135: // R_ARM_THM_ALU_ABS_G3
    // Execute-only code of v6-M builds the address of a byte at a time.
    if (Relocation.InPlace)
      Stored = word(Position, 2) & 0xff;
    break;
  default:
    return;
  }
  if (!IsPcRelative)
    return add(Relocation, Stored);
  for (uint64_t Base : PcBases)
    addAnchored(Relocation,
                wrappingSum(Stored, static_cast<int64_t>(Base - Position)));
}

/// `addi Rt, Ra, immediate`, if Ra is neither zero nor the stack pointer. With
/// a relocation it has no immediate of its own.
void ReferenceReader::findPowerPcAdditions() {
  for (uint64_t Offset = Code.Begin;
       Offset + 4 <= Code.End && Immediates.size() < MaxAdditions;
       Offset += 4) {
    uint64_t Instruction = word(Offset, 4);
    uint64_t Base = Instruction >> 16 & 31;
    if (Instruction >> 26 == 14 && Base > 1 && (Instruction & 0xffff) != 0)
      Immediates.push_back(SignExtend64<16>(Instruction & 0xffff));
  }
}

/// A place, and what the code reaches from there by adding to its address.
void ReferenceReader::addAnchored(Location Place) {
  add(Place);
  if (!Place.isDefined())
    return;
  for (int64_t Immediate : Immediates)
    add(Place.advance(Immediate));
}

void ReferenceReader::readPowerPc(const ImageRelocation &Relocation) {
  Location Place = Object.locate(Relocation, Relocation.Addend);
  addAnchored(Place);
  StoredPointer Stored = Object.pointerAt(Place);
  if (Stored.Kind == StoredPointer::Pointer)
    addAnchored(Stored.Target);
}

/// Every `lwz Rt, displacement(Ra)` that would read a slot of .got2.
void ReferenceReader::readPowerPcGot2() {
  ArrayRef<ImageSection> Sections = Object.sections();
  const ImageSection *Got2 = find_if(Sections, [](const ImageSection &Section) {
    return Section.Name == ".got2";
  });
  if (Got2 == Sections.end())
    return;
  for (uint64_t Offset = Code.Begin; Offset + 4 <= Code.End; Offset += 4) {
    uint64_t Instruction = word(Offset, 4);
    if (Instruction >> 26 != 32)
      continue;
    uint64_t Slot = Got2Base + SignExtend64<16>(Instruction & 0xffff);
    StoredPointer Stored = Object.pointerAt(
        {static_cast<uint32_t>(Got2 - Sections.begin()), Slot, 0});
    if (Stored.Kind == StoredPointer::Pointer)
      addAnchored(Stored.Target);
  }
}

void ReferenceReader::readMips(const ImageRelocation &Relocation) {
  if (!Relocation.InPlace)
    return add(Relocation, Relocation.Addend);
  uint64_t Position = Relocation.Offset;
  uint64_t Immediate = word(Position, 4) & 0xffff;
  switch (Relocation.Type) {
  case ELF::R_MICROMIPS_HI16:
  case ELF::R_MICROMIPS_GOT16:
  case ELF::R_MICROMIPS_LO16:
    // Two halfwords, the immediate in the second, in either byte order.
    Immediate = word(Position + 2, 2);
    break;
  default:
    break;
  }
  switch (Relocation.Type) {
  case ELF::R_MIPS_HI16:
  case ELF::R_MICROMIPS_HI16:
  case ELF::R_MIPS_GOT16:
  case ELF::R_MICROMIPS_GOT16:
    HighHalves[Relocation.Symbol] = static_cast<int64_t>(Immediate << 16);
    // The GOT has an entry for each global symbol, but only one for all data
    // near a local symbol.
    if (!Object.symbols()[Relocation.Symbol].IsLocal)
      add(Relocation, 0);
    return;
  case ELF::R_MIPS_LO16:
  case ELF::R_MICROMIPS_LO16:
    return add(Relocation,
               SignExtend64<32>(HighHalves.lookup(Relocation.Symbol) +
                                SignExtend64<16>(Immediate)));
  default:
    return add(Relocation, 0);
  }
}

/// The load of 64 bits is two instructions of 8 bytes, each with half of the
/// number in its last four.
void ReferenceReader::readBpf(const ImageRelocation &Relocation) {
  if (Relocation.Type != ELF::R_BPF_64_64)
    return;
  uint64_t Stored =
      word(Relocation.Offset + 4, 4) | word(Relocation.Offset + 12, 4) << 32;
  add(Relocation, static_cast<int64_t>(Stored));
}

std::vector<Location> ReferenceReader::read() {
  uint16_t Machine = Object.machine();
  if (Machine == ELF::EM_ARM)
    findArmAdditions();
  if (Machine == ELF::EM_PPC || Machine == ELF::EM_PPC64)
    findPowerPcAdditions();
  for (const ImageRelocation &Relocation :
       Object.relocations(Code.Section, Code.Begin, Code.End)) {
    if (Relocation.Symbol == 0 || Relocation.Type == 0)
      continue;
    switch (Machine) {
    case ELF::EM_386:
      readX86(Relocation);
      break;
    case ELF::EM_ARM:
      readArm(Relocation);
      break;
    case ELF::EM_MIPS:
      readMips(Relocation);
      break;
    case ELF::EM_PPC:
    case ELF::EM_PPC64:
      readPowerPc(Relocation);
      break;
    case ELF::EM_BPF:
      readBpf(Relocation);
      break;
    default:
      add(Relocation, wrappingSum(Relocation.Addend,
                                  distanceToPc(Machine, Relocation.Type)));
      break;
    }
  }
  if (Machine == ELF::EM_PPC)
    readPowerPcGot2();
  return std::move(Found);
}

std::vector<CodeRange> metaobj::globalFunctions(const ObjectImage &Object) {
  // By place: a function ends where the next one begins. Literals lie behind
  // the code, outside of the symbol's size.
  std::map<std::pair<uint32_t, uint64_t>, CodeRange> Ranges;
  for (const auto &[Index, Symbol] : enumerate(Object.symbols())) {
    if (!Symbol.isFunction() || !Symbol.isDefined())
      continue;
    Location Start = {Symbol.Section, Symbol.Offset, 0};
    // A function symbol of 64-bit PowerPC (ELFv1) is a descriptor, whose first
    // word points to the code.
    if (Object.sections()[Symbol.Section].Name == ".opd") {
      StoredPointer Stored = Object.pointerAt(Start);
      if (Stored.Kind != StoredPointer::Pointer || !Stored.Target.isDefined())
        continue;
      Start = Stored.Target;
    }
    CodeRange &Range = Ranges[{Start.Section, Start.Offset}];
    Range.Section = Start.Section;
    Range.Begin = Start.Offset;
    if (!Symbol.IsLocal && !Symbol.Name.empty())
      Range.Symbols.push_back(Index);
  }

  std::vector<CodeRange> Result;
  for (auto Item = Ranges.begin(); Item != Ranges.end(); ++Item) {
    CodeRange &Range = Item->second;
    auto Next = std::next(Item);
    // Not the section's size: without bytes, a file may claim any.
    Range.End = Object.sections()[Range.Section].Bytes.size();
    if (Next != Ranges.end() && Next->second.Section == Range.Section)
      Range.End = std::min(Range.End, Next->second.Begin);
    if (!Range.Symbols.empty() && Range.Begin < Range.End)
      Result.push_back(std::move(Range));
  }
  return Result;
}

std::vector<Location> metaobj::dataReferences(const ObjectImage &Object,
                                              const CodeRange &Code) {
  return ReferenceReader(Object, Code).read();
}

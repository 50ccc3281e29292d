//===- Disassembly.cpp - The emitted code, instruction by instruction -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/Steps.h"

#include "Base/Wording.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

static std::unique_ptr<MCDisassembler>
createDisassembler(const TargetMachine &Machine,
                   const MCSubtargetInfo &Subtarget, MCContext &Context) {
  static const bool IsInitialized = [] {
    for (const Backend &B : linkedBackends())
      if (B.Disassembler)
        B.Disassembler();
    return true;
  }();
  (void)IsInitialized;
  return std::unique_ptr<MCDisassembler>(
      Machine.getTarget().createMCDisassembler(Subtarget, Context));
}

static MCSubtargetInfo subtargetOf(const TargetMachine &Machine) {
  MCSubtargetInfo Subtarget = *Machine.getMCSubtargetInfo();
  // In objects, instructions of big-endian Arm have the byte order of data;
  // linkers reverse them (BE8).
  Triple::ArchType Arch = Machine.getTargetTriple().getArch();
  if (Arch == Triple::armeb || Arch == Triple::thumbeb)
    Subtarget.ApplyFeatureFlag("+big-endian-instructions");
  return Subtarget;
}

namespace {

/// Code of one function.
struct Code {
  const ViewedSection *Section;
  uint64_t Begin;
  uint64_t End;
};

/// LLVM's objects for disassembly, for one check.
class CodeReader {
public:
  CodeReader(const TargetMachine &Machine)
      : Machine(Machine), Subtarget(subtargetOf(Machine)),
        Context(Machine.getTargetTriple(), Machine.getMCAsmInfo(),
                Machine.getMCRegisterInfo(), &Subtarget),
        Disassembler(createDisassembler(Machine, Subtarget, Context)),
        Analysis(Machine.getTarget().createMCInstrAnalysis(
            Machine.getMCInstrInfo())) {}

  bool isUsable() const { return Disassembler != nullptr; }

  /// nullopt when the bytes are no instruction; else its size.
  std::optional<uint64_t> read(MCInst &Instruction, StringRef Bytes,
                               uint64_t Address) const;

  /// Does \p Instruction, or one that it bundles, leave the straight line?
  bool isLeaving(const MCInst &Instruction) const;

private:
  const TargetMachine &Machine;
  MCSubtargetInfo Subtarget;
  MCContext Context;
  std::unique_ptr<MCDisassembler> Disassembler;
  std::unique_ptr<MCInstrAnalysis> Analysis; ///< May be null.
};

} // namespace

std::optional<uint64_t> CodeReader::read(MCInst &Instruction, StringRef Bytes,
                                         uint64_t Address) const {
  uint64_t Size = 0;
  MCDisassembler::DecodeStatus Status = Disassembler->getInstruction(
      Instruction, Size, arrayRefFromStringRef(Bytes), Address, nulls());
  if (Status == MCDisassembler::Fail || Size == 0 || Size > Bytes.size())
    return std::nullopt;
  return Size;
}

bool CodeReader::isLeaving(const MCInst &Instruction) const {
  const MCInstrDesc &Description =
      Machine.getMCInstrInfo()->get(Instruction.getOpcode());
  if (Description.isTerminator() || Description.isBarrier() ||
      Description.mayAffectControlFlow(Instruction,
                                       *Machine.getMCRegisterInfo()))
    return true;
  // Some targets return by an instruction that is a call by its description.
  if (Analysis &&
      (Analysis->isTerminator(Instruction) || Analysis->isReturn(Instruction)))
    return true;
  // A packet of instructions is one instruction that holds them (Hexagon).
  return any_of(Instruction, [&](const MCOperand &Operand) {
    return Operand.isInst() && isLeaving(*Operand.getInst());
  });
}

bool metaobj::hasDisassembler(const TargetMachine &Machine) {
  return CodeReader(Machine).isUsable();
}

/// PowerPC's ELFv1 calls a descriptor by the function's name: its first word
/// leads to the code, which is at the start of a section of its own.
static std::optional<Code> codeOf(const EmittedObject &Object,
                                  const ViewedSymbol &Symbol) {
  const ViewedSection &Section = Object.Sections[Symbol.Section];
  if (Section.IsCode)
    return Code{&Section, Symbol.Offset, Symbol.Offset + Symbol.Size};
  for (const ViewedSection &TheViewedSection : Object.Sections)
    if (TheViewedSection.IsCode &&
        TheViewedSection.Name == ".text." + Symbol.Name)
      return Code{&TheViewedSection, 0, Symbol.Size};
  return std::nullopt;
}

/// The ranges that mapping symbols (`$d` up to `$a`, `$t` or `$x`) call data:
/// constants that Arm's code keeps next to it.
static std::vector<std::pair<uint64_t, uint64_t>>
dataRanges(const EmittedObject &Object, const ViewedSection &Section) {
  std::vector<std::pair<uint64_t, bool>> Marks;
  for (const ViewedSymbol &Symbol : Object.Symbols) {
    StringRef Name = StringRef(Symbol.Name).split('.').first;
    if (&Object.Sections[Symbol.Section] == &Section && Name.size() >= 2 &&
        Name[0] == '$' && StringRef("adtx").contains(Name[1]))
      Marks.push_back({Symbol.Offset, Name[1] == 'd'});
  }
  llvm::sort(Marks);
  std::vector<std::pair<uint64_t, uint64_t>> Ranges;
  for (size_t I = 0; I < Marks.size(); ++I)
    if (Marks[I].second)
      Ranges.push_back({Marks[I].first, I + 1 < Marks.size()
                                            ? Marks[I + 1].first
                                            : Section.Bytes.size()});
  return Ranges;
}

/// Instructions behind the last branch: delay slots, which the descriptions of
/// instructions do not always mention, and padding in front of constants.
static constexpr unsigned MaxAfterwards = 2;

/// The end of every function in WebAssembly; LLVM does not see a branch.
static bool isWasmEnd(StringRef Bytes) { return Bytes == "\x0b"; }

/// LoongArch's jirl, which is no branch for LLVM 16.
static bool isLoongArchJump(StringRef Bytes) {
  return Bytes.size() >= 4 &&
         support::endian::read32le(Bytes.data()) >> 26 == 0x13;
}

void metaobj::checkCode(Checks &Result, const EmittedObject &Object,
                        const TargetMachine &Machine, StringRef Name) {
  const ViewedSymbol *Symbol = Object.find(Name);
  if (!Result.expect(Symbol, "there is no symbol " + quoted(Name)))
    return;
  std::optional<Code> Found = codeOf(Object, *Symbol);
  if (!Result.expect(Found && Found->Begin < Found->End &&
                         Found->End <= Found->Section->Bytes.size(),
                     quoted(Name) + " is not a function with code"))
    return;

  CodeReader Reader(Machine);
  auto Data = dataRanges(Object, *Found->Section);
  bool IsLeft = false;
  unsigned NumAfterwards = 0;
  for (uint64_t Offset = Found->Begin; Offset < Found->End;) {
    auto Range = find_if(Data, [&](auto &Item) {
      return Item.first <= Offset && Offset < Item.second;
    });
    if (Range != Data.end()) {
      Offset = Range->second;
      continue;
    }
    StringRef Bytes = Found->Section->Bytes.slice(Offset, Found->End);
    // PowerPC ends functions with an empty traceback table.
    if (IsLeft && Bytes.find_first_not_of('\0') == StringRef::npos)
      break;
    MCInst Instruction;
    std::optional<uint64_t> Size = Reader.read(Instruction, Bytes, Offset);
    if (!Result.expect(Size.has_value(),
                       "no instruction at " + quoted(Name) + " + " +
                           Twine(Offset - Found->Begin) + ": " +
                           toHex(Bytes.take_front(8), /*LowerCase=*/true)))
      return;
    bool IsLeaving =
        Reader.isLeaving(Instruction) ||
        (Object.File->isWasm() && isWasmEnd(Bytes)) ||
        (Machine.getTargetTriple().isLoongArch() && isLoongArchJump(Bytes));
    NumAfterwards = IsLeaving ? 0 : NumAfterwards + 1;
    IsLeft |= IsLeaving;
    Offset += *Size;
  }
  // Where the format has no sizes of symbols, padding follows.
  Result.expect(IsLeft &&
                    (NumAfterwards <= MaxAfterwards || !Object.HasSymbolSizes),
                quoted(Name) + " does not end in a return or branch");
}

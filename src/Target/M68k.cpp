//===- M68k.cpp - Motorola 68000 ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32-bit pointers, big endian. psABI: "System V Application Binary Interface,
// M68K Processor Supplement"; GCC and LLVM 19 align nothing to more than 2 and
// return pointers in %a0. LLVM 16 returns them in %d0: with it, metaobj's
// functions return them in both. EM_68K, ELFCLASS32.
//
// e_flags names the family: 0 for the 68020 and later, 0x01000000 for the
// 68000, 0x00810000 for the CPU32, 0x02000000 for the Fido; ColdFire cores have
// their instruction set in the lower bits. GNU ld refuses some pairs (68000
// with CPU32) and silently accepts others, also ColdFire with the rest. lld has
// no M68k. LLVM knows nothing of ColdFire.
//
// LLVM reaches data by 16-bit distances from the PC, which span 32 KiB. Only
// for the 68000 with the medium code model it writes whole addresses. All but
// ColdFire run code of the 68000. So the emitted functions are such code, and
// the medium model is the default. GNU attributes (floating point ABI) are
// copied.
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

namespace {

// Of e_flags; LLVM has no names for them.
constexpr uint32_t FlagCpu32 = 0x00810000;
constexpr uint32_t Flag68000 = 0x01000000;
constexpr uint32_t FlagFido = 0x02000000;
constexpr uint32_t ArchitectureMask = FlagCpu32 | Flag68000 | FlagFido;
constexpr uint32_t ColdFireIsaMask = 0x0f;

/// Empty for ColdFire's.
StringRef coreName(uint32_t Flags) {
  switch (Flags & ArchitectureMask) {
  case Flag68000:
    return "68000";
  case FlagCpu32:
    return "CPU32";
  case FlagFido:
    return "Fido";
  default:
    return Flags & ColdFireIsaMask ? "" : "68020";
  }
}

/// Replaces \p F, which returns a constant pointer in %d0 only, by a function
/// that returns it in %d0 and %a0. LLVM's fast calling convention returns three
/// values in %d0, %d1 and %a0. Without arguments it is otherwise the same as
/// C's.
void returnInBothRegisters(llvm::Function &F) {
  auto *Value = cast<Constant>(
      cast<ReturnInst>(F.getEntryBlock().getTerminator())->getReturnValue());
  auto *Unused = UndefValue::get(Value->getType());
  Constant *Values = ConstantStruct::getAnon({Value, Unused, Value});
  auto *Both = llvm::Function::Create(
      FunctionType::get(Values->getType(), /*isVarArg=*/false), F.getLinkage(),
      "", F.getParent());
  Both->copyAttributesFrom(&F);
  Both->setCallingConv(CallingConv::Fast);
  ReturnInst::Create(F.getContext(), Values,
                     BasicBlock::Create(F.getContext(), "", Both));
  Both->takeName(&F);
  F.replaceAllUsesWith(Both);
  F.eraseFromParent();
}

class M68k final : public TargetFamily {
public:
  M68k() : TargetFamily("M68k", {Triple::m68k}, {ELF::EM_68K}) {
    Relocations.Pointer = {ELF::R_68K_32};
    Relocations.AbsoluteCode = {ELF::R_68K_16};
    Relocations.PositionIndependent = {
        ELF::R_68K_GOTPCREL32, ELF::R_68K_GOTPCREL16, ELF::R_68K_GOTPCREL8,
        ELF::R_68K_GOTOFF32,   ELF::R_68K_GOTOFF16,   ELF::R_68K_GOTOFF8};
  }

  bool needsStackNote(bool) const override { return true; }

  bool isAttributeSection(StringRef, uint32_t Type) const override {
    return Type == ELF::SHT_GNU_ATTRIBUTES;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override {
    StringRef Core = coreName(Object.Flags);
    // What runs on a 68020 may run on the others.
    StringRef Exact = Core == "68020" ? "" : Core;
    return std::vector<TargetFact>{
        {"instruction set", Core.empty() ? "ColdFire" : "68000",
         LinkerAnswer::Unknown, LinkerAnswer::Silent},
        {"core", Exact.str(), LinkerAnswer::Unknown, LinkerAnswer::Refuses},
    };
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    if (coreName(Object.Flags).empty())
      return inputError(Object.Name,
                        "ColdFire is not supported: LLVM has no such target");
    TargetSpec Spec;
    Spec.Triple = Triple("m68k-unknown-none-elf");
    Spec.CPU = "M68000";
    return Spec;
  }

  std::optional<CodeModel::Model>
  defaultCodeModel(Reloc::Model RelocationModel) const override {
    // LLVM's position-independent code of the medium model reads its tables at
    // wrong addresses.
    if (RelocationModel != Reloc::Static)
      return std::nullopt;
    return CodeModel::Medium;
  }

  void conform(Module &M) const override {
    if (llvm_version::MixesUpM68kCalls && M.getPICLevel() == PICLevel::NotPIC)
      for (llvm::Function &F : M)
        F.setDSOLocal(true);
    if (!llvm_version::ReturnsM68kPointersInD0)
      return;
    for (llvm::Function &F : make_early_inc_range(M))
      if (!F.isDeclaration() && F.getReturnType()->isPointerTy())
        returnInBothRegisters(F);
  }
};

} // namespace

const TargetFamily &metaobj::m68kFamily() {
  static const M68k Family;
  return Family;
}

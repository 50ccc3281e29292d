//===- Lanai.cpp - Lanai --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A 32-bit core of Google's network cards, big endian. Only LLVM's sources
// describe its ABI. EM_LANAI, ELFCLASS32; e_flags is 0, there are no attribute
// sections, and no linker is public.
//
// C functions take their first four words in registers, the rest on the stack.
// Clang marks the former with `inreg`; LLVM takes arguments without the mark
// from the stack.
//
// There is no position-independent code.
//
//===----------------------------------------------------------------------===//

#include "TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

namespace {

class Lanai final : public TargetFamily {
public:
  StringRef name() const override { return "Lanai"; }

  bool handles(Triple::ArchType Arch) const override {
    return Arch == Triple::lanai;
  }

  bool handlesElf(uint16_t Machine) const override {
    return Machine == ELF::EM_LANAI;
  }

  RelocationUse use(uint32_t RelocationType) const override {
    switch (RelocationType) {
    case ELF::R_LANAI_32:
      return RelocationUse::Pointer;
    case ELF::R_LANAI_21:
    case ELF::R_LANAI_21_F:
    case ELF::R_LANAI_HI16:
    case ELF::R_LANAI_LO16:
      return RelocationUse::AbsoluteCode;
    default:
      return RelocationUse::Neutral;
    }
  }

  Expected<TargetSpec> spec(const ElfFacts &) const override {
    TargetSpec Spec;
    Spec.Triple = Triple("lanai-unknown-unknown");
    return Spec;
  }

  void conform(Module &M) const override {
    auto Mark = [](auto &Callable) {
      constexpr size_t RegisterArguments = 4;
      for (unsigned I = 0;
           I < std::min<size_t>(Callable.arg_size(), RegisterArguments); ++I)
        Callable.addParamAttr(I, Attribute::InReg);
    };
    for (llvm::Function &F : M) {
      if (!F.isIntrinsic())
        Mark(F);
      for (Instruction &Each : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&Each);
            Call && !isa<IntrinsicInst>(Call))
          Mark(*Call);
    }
  }
};

} // namespace

const TargetFamily &metaobj::lanaiFamily() {
  static const Lanai Family;
  return Family;
}

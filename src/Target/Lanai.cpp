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

#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

namespace {

class Lanai final : public TargetFamily {
public:
  Lanai() : TargetFamily("Lanai", {Triple::lanai}, {ELF::EM_LANAI}) {
    Relocations.Pointer = {ELF::R_LANAI_32};
    Relocations.AbsoluteCode = {ELF::R_LANAI_21, ELF::R_LANAI_21_F,
                                ELF::R_LANAI_HI16, ELF::R_LANAI_LO16};
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
      for (Instruction &TheInstruction : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&TheInstruction);
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

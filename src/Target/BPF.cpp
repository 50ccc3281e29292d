//===- BPF.cpp - BPF ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The virtual machine of Linux and others: 64-bit pointers, either byte order.
// ABI: RFC 9669, "BPF Instruction Set Architecture". EM_BPF, ELFCLASS64;
// e_flags is 0, there are no attribute sections. GNU ld has no BPF; special
// loaders (libbpf) relocate and check a program.
//
// A function takes its arguments in five registers, and has no stack for more.
// TVM's packed functions take six: LLVM can point to such a function, but
// cannot generate one.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

namespace {

class BPF final : public TargetFamily {
public:
  BPF() : TargetFamily("BPF", {Triple::bpfel, Triple::bpfeb}, {ELF::EM_BPF}) {
    Relocations.Pointer = {ELF::R_BPF_64_ABS64};
    Relocations.AbsoluteCode = {ELF::R_BPF_64_64};
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    TargetSpec Spec;
    Spec.Triple = Triple(Object.IsLittleEndian ? "bpfel-unknown-none"
                                               : "bpfeb-unknown-none");
    return Spec;
  }

  bool hasPackedFunctions() const override { return false; } // Six arguments.

  Error checkCode(const Module &M) const override {
    constexpr size_t MaxArguments = 5;
    for (const llvm::Function &F : M)
      if (!F.isDeclaration() && F.arg_size() > MaxArguments)
        return inputError(setting::Triple + "=" + llvm_version::tripleName(M),
                          "functions of BPF take at most 5 arguments, " +
                              quoted(F.getName()) + " has " +
                              Twine(F.arg_size()));
    return Error::success();
  }
};

} // namespace

const TargetFamily &metaobj::bpfFamily() {
  static const BPF Family;
  return Family;
}

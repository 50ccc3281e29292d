//===- XCore.cpp - XMOS XCore ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32-bit pointers, little endian. ABI: "The XMOS XS1 Application Binary
// Interface" (X2210). EM_XCORE, ELFCLASS32.
//
// LLVM writes no objects, only assembly for XMOS's own assembler, which makes
// the objects. So e_flags and attributes do not matter here; objects only tell
// the target.
//
// Constants lie in a pool that code reaches relative to the register CP, data
// that is written lies relative to DP. LLVM expects a local constant in the
// pool, so its section must belong to the pool, `.cp.*`.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

namespace {

class XCore final : public TargetFamily {
public:
  XCore() : TargetFamily("XCore", {Triple::xcore}, {ELF::EM_XCORE}) {}

  Expected<TargetSpec> spec(const ElfFacts &) const override {
    TargetSpec Spec;
    Spec.Triple = Triple("xcore-unknown-unknown");
    return Spec;
  }

  bool hasCodeModel(const TargetSpec &, CodeModel::Model Model) const override {
    return Model == CodeModel::Small || Model == CodeModel::Large;
  }

  void conform(Module &M) const override {
    for (GlobalVariable &Variable : M.globals())
      if (Variable.getSection().starts_with(".rodata"))
        Variable.setSection((".cp" + Variable.getSection()).str());
  }
};

} // namespace

const TargetFamily &metaobj::xcoreFamily() {
  static const XCore Family;
  return Family;
}

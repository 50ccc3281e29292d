//===- Xtensa.cpp - Tensilica Xtensa --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32-bit pointers, in either byte order; LLVM has little endian. ABI: "Xtensa
// Instruction Set Architecture Reference Manual" and GCC. EM_XTENSA,
// ELFCLASS32.
//
// Buyers configure their cores, and compilers are built for one core: objects
// do not name it. .xtensa.info, a note, has the calling convention (ABI 0 is
// windowed, as on the ESP32; 1 is call0, as on the ESP8266) and whether
// literals are reached by absolute addresses. GNU ld warns if notes differ; lld
// has no Xtensa. e_flags says that there are property tables for GNU ld's
// relaxation (.xt.prop, .xt.lit); LLVM's objects have none.
//
// Code loads addresses and large numbers from literals, which must lie before
// it, at a multiple of four. LLVM's object writer puts the literals of a
// function at the end of the function before it, which may be no multiple of
// four. So only the first function of an object can have literals. For
// assembly, GNU as does this correctly.
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

/// The value of \p Key in .xtensa.info: lines of the form "ABI=1".
static StringRef infoOf(const ElfFacts &Object, StringRef Key) {
  const AttributeSection *Note = Object.attributes(".xtensa.info");
  if (!Note)
    return "";
  StringRef Text = Note->Contents;
  size_t Offset = Text.find((Key + "=").str());
  if (Offset == StringRef::npos)
    return "";
  return Text.drop_front(Offset + Key.size() + 1).take_until([](char C) {
    return C == '\n' || C == '\0';
  });
}

/// Empty if the object does not tell it.
static StringRef callingConvention(const ElfFacts &Object) {
  StringRef Abi = infoOf(Object, "ABI");
  if (Abi == "0")
    return "windowed";
  return Abi == "1" ? "call0" : "";
}

namespace {

class Xtensa final : public TargetFamily {
public:
  Xtensa() : TargetFamily("Xtensa", {Triple::xtensa}, {ELF::EM_XTENSA}) {
    Relocations.Pointer = {ELF::R_XTENSA_32};
  }

  bool needsStackNote(bool) const override { return true; }

  bool isAttributeSection(StringRef Name, uint32_t Type) const override {
    return Name == ".xtensa.info" && Type == ELF::SHT_NOTE;
  }

  uint32_t elfFlags(uint32_t Operators, uint32_t) const override {
    return Operators & ~(ELF::EF_XTENSA_XT_INSN | ELF::EF_XTENSA_XT_LIT);
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override {
    return std::vector<TargetFact>{
        {"calling convention", callingConvention(Object).str(),
         LinkerAnswer::Unknown, LinkerAnswer::Warns}};
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    if (!Object.IsLittleEndian)
      return inputError(Object.Name, "big-endian Xtensa is not supported: LLVM "
                                     "has no such target");
    TargetSpec Spec;
    Spec.Triple = Triple("xtensa-unknown-none-elf");
    if (callingConvention(Object) == "windowed")
      Spec.Features = "+windowed";
    return Spec;
  }

  bool hasPackedFunctions() const override { return false; } // See checkCode().

  void conform(Module &M) const override {
    // LLVM 19 crashes when it rearranges branches.
    for (llvm::Function &F : M)
      if (F.size() > 1) {
        F.addFnAttr(Attribute::NoInline);
        F.addFnAttr(Attribute::OptimizeNone);
      }
  }

  Error checkCode(const Module &M) const override {
    auto Defined = make_filter_range(
        M, [](const llvm::Function &F) { return !F.isDeclaration(); });
    if (std::distance(Defined.begin(), Defined.end()) <= 1)
      return Error::success();
    return inputError(
        setting::Triple + "=" + llvm_version::tripleName(M),
        "LLVM's objects for Xtensa are wrong when they have more "
        "than one function, as this one would",
        "write IR with " + setting::Kind +
            "=llvm-ir; llc makes assembly of it for the target's own "
            "assembler");
  }
};

} // namespace

const TargetFamily &metaobj::xtensaFamily() {
  static const Xtensa Family;
  return Family;
}

//===- SystemZ.cpp - IBM Z, 64 bit ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 64-bit pointers, big endian. psABI: "ELF Application Binary Interface, s390x
// Supplement". EM_S390; ELFCLASS32 is the older 31-bit S/390, for which LLVM
// generates no code. e_flags is 0.
//
// Tag 8 of .gnu.attributes is the vector ABI: from z13 on vectors are passed in
// vector registers and aligned to 8 bytes only. Code that passes vectors has
// the tag. GNU ld warns of objects that differ, lld ignores it.
//
// All code reaches data PC-relatively (PC32DBL); position-independent code
// reaches what others may define through the GOT (GOTENT).
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

constexpr unsigned TagS390Vector = 8;
constexpr unsigned VectorSoftware = 1;
constexpr unsigned VectorHardware = 2;

class SystemZ final : public TargetFamily {
public:
  SystemZ() : TargetFamily("SystemZ", {Triple::systemz}, {ELF::EM_S390}) {
    Relocations.Pointer = {ELF::R_390_64};
    Relocations.AbsoluteCode = {ELF::R_390_12, ELF::R_390_16, ELF::R_390_20,
                                ELF::R_390_32};
    Relocations.PositionIndependent = {
        ELF::R_390_GOT12,    ELF::R_390_GOT16, ELF::R_390_GOT20,
        ELF::R_390_GOT32,    ELF::R_390_GOT64, ELF::R_390_GOTENT,
        ELF::R_390_GOTOFF64, ELF::R_390_GOTPC, ELF::R_390_GOTPCDBL,
        ELF::R_390_GOTPLTENT};
  }

  bool needsStackNote(bool) const override { return true; }

  bool isAttributeSection(StringRef Name, uint32_t Type) const override {
    return Type == ELF::SHT_GNU_ATTRIBUTES && Name == GnuAttributesName;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override {
    Expected<unsigned> Vector = gnuAttribute(Object, TagS390Vector);
    if (!Vector)
      return Vector.takeError();
    TargetFact Fact{"vector ABI", "", LinkerAnswer::Silent,
                    LinkerAnswer::Warns};
    if (*Vector == VectorSoftware)
      Fact.Value = "software";
    if (*Vector == VectorHardware)
      Fact.Value = "hardware";
    return std::vector<TargetFact>{Fact};
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    if (!Object.Is64)
      return inputError(Object.Name, "31-bit S/390 is not supported: LLVM has "
                                     "the 64-bit machine only");
    if (Object.IsLittleEndian)
      return inputError(Object.Name, "is a little-endian ELF file for SystemZ, "
                                     "which does not exist");
    Expected<unsigned> Vector = gnuAttribute(Object, TagS390Vector);
    if (!Vector)
      return Vector.takeError();
    TargetSpec Spec;
    Spec.Triple = Triple("s390x-unknown-linux-gnu");
    if (*Vector == VectorHardware)
      Spec.Features = "+vector";
    return Spec;
  }
};

} // namespace

const TargetFamily &metaobj::systemzFamily() {
  static const SystemZ Family;
  return Family;
}

//===- MSP430.cpp - TI MSP430 ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 16-bit pointers and a 16-bit int, little endian, nothing aligned to more than
// 2. ABI: "MSP430 Embedded Application Binary Interface" (TI, SLAA534).
// EM_MSP430, 32-bit ELF files.
//
// .MSP430.attributes (SHT_MSP430_ATTRIBUTES) says which instruction set an
// object has (MSP430, or MSP430X with 20-bit addresses) and which models: in
// the large code model function pointers, in the large data model all pointers
// have 20 bits and take four bytes. LLVM has the small models only. lld
// compares nothing of this.
//
// The lower byte of e_flags names a device family. For MSP430X it changes the
// meaning of relocation numbers. LLVM writes the other numbers, so its objects
// must not have this value.
//
// There is no position-independent code.
//
//===----------------------------------------------------------------------===//

#include "Target/Attributes.h"
#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MSP430AttributeParser.h"
#include "llvm/Support/MSP430Attributes.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// The device family in e_flags.
constexpr uint32_t DeviceMask = 0xff;

/// 0 if the object does not tell it.
struct Msp430Attributes {
  unsigned Isa = 0;
  unsigned CodeModel = 0;
  unsigned DataModel = 0;
};

class MSP430 final : public TargetFamily {
public:
  MSP430() : TargetFamily("MSP430", {Triple::msp430}, {ELF::EM_MSP430}) {
    Relocations.Pointer = {ELF::R_MSP430_16, ELF::R_MSP430_16_BYTE};
  }

  bool isAttributeSection(StringRef, uint32_t Type) const override {
    return Type == ELF::SHT_MSP430_ATTRIBUTES;
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override;
  Expected<TargetSpec> spec(const ElfFacts &Object) const override;

  uint32_t elfFlags(uint32_t Operators, uint32_t) const override {
    bool IsMsp430X = (Operators & DeviceMask) == ELF::EF_MSP430_MACH_MSP430X;
    return IsMsp430X ? Operators & ~DeviceMask : Operators;
  }

private:
  static Expected<Msp430Attributes> attributesOf(const ElfFacts &Object);
};

} // namespace

Expected<Msp430Attributes> MSP430::attributesOf(const ElfFacts &Object) {
  MSP430AttributeParser Parser;
  std::string Part;
  Expected<bool> IsPresent =
      readAttributes(Parser, Object, ".MSP430.attributes", "mspabi", Part);
  if (!IsPresent)
    return IsPresent.takeError();
  auto Value = [&Parser](unsigned Tag) {
    return Parser.getAttributeValue(Tag).value_or(0);
  };
  return Msp430Attributes{Value(MSP430Attrs::TagISA),
                          Value(MSP430Attrs::TagCodeModel),
                          Value(MSP430Attrs::TagDataModel)};
}

static StringRef modelName(unsigned Model) {
  switch (Model) {
  case MSP430Attrs::DMSmall:
    return "small";
  case MSP430Attrs::DMLarge:
    return "large";
  case MSP430Attrs::DMRestricted:
    return "restricted";
  default:
    return "";
  }
}

Expected<std::vector<TargetFact>> MSP430::facts(const ElfFacts &Object) const {
  Expected<Msp430Attributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  return std::vector<TargetFact>{
      {"code model", modelName(Attrs->CodeModel).str(), LinkerAnswer::Silent,
       LinkerAnswer::Unknown},
      {"data model", modelName(Attrs->DataModel).str(), LinkerAnswer::Silent,
       LinkerAnswer::Unknown},
  };
}

Expected<TargetSpec> MSP430::spec(const ElfFacts &Object) const {
  Expected<Msp430Attributes> Attrs = attributesOf(Object);
  if (!Attrs)
    return Attrs.takeError();
  auto IsSmallOrUntold = [](unsigned Model) {
    return Model == 0 || modelName(Model) == "small";
  };
  if (!IsSmallOrUntold(Attrs->CodeModel) || !IsSmallOrUntold(Attrs->DataModel))
    return inputError(Object.Name,
                      "pointers of 20 bits are not supported: the code model "
                      "is " +
                          modelName(Attrs->CodeModel) + ", the data model is " +
                          modelName(Attrs->DataModel) + ", LLVM has small only",
                      "build the operator objects with -msmall");
  TargetSpec Spec;
  Spec.Triple = Triple("msp430-unknown-none-elf");
  Spec.CPU = Attrs->Isa == MSP430Attrs::ISAMSP430X ? "msp430x" : "msp430";
  return Spec;
}

const TargetFamily &metaobj::msp430Family() {
  static const MSP430 Family;
  return Family;
}

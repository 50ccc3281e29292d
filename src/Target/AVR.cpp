//===- AVR.cpp - Atmel AVR ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 8-bit machines with 16-bit pointers and a 16-bit int, little endian. ABI: the
// wiki page "avr-gcc", and GCC's and LLVM's code, which agree. EM_AVR, 32-bit
// ELF files.
//
// Program and data memory are separate. Data addresses count bytes. A pointer
// to code in data counts words of two bytes; the linker converts it
// (R_AVR_16_PM), and in LLVM it has another address space. Linkers distinguish
// the memories by addresses of their own: program memory starts at 0, data
// memory at 0x800000.
//
// .rodata is in data memory: start-up code copies it from flash. LLVM and GCC
// request this by an undefined symbol, __do_copy_data of libgcc. (Devices that
// map flash into data memory, avrtiny and avrxmega3, leave it there.) Data in
// .progmem.* stays in flash; a pointer to it is a flash address for
// pgm_read_byte and similar functions.
//
// e_flags has the architecture in its lower seven bits: the instruction set and
// the width of code addresses, shared by many devices. lld refuses objects of
// two architectures, GNU ld refuses some pairs and joins others. Bit 7 says
// that the linker may shorten calls. There are no attribute sections, and there
// is no position-independent code.
//
// Everything is aligned to 1.
//
//===----------------------------------------------------------------------===//

#include "Target/TargetFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

/// The name "avr5", by which GCC and LLVM mean any CPU of the architecture;
/// empty for an unknown number.
static std::string architecture(uint32_t Flags) {
  unsigned Number = Flags & ELF::EF_AVR_ARCH_MASK;
  switch (Number) {
  case ELF::EF_AVR_ARCH_AVR1:
  case ELF::EF_AVR_ARCH_AVR2:
  case ELF::EF_AVR_ARCH_AVR25:
  case ELF::EF_AVR_ARCH_AVR3:
  case ELF::EF_AVR_ARCH_AVR31:
  case ELF::EF_AVR_ARCH_AVR35:
  case ELF::EF_AVR_ARCH_AVR4:
  case ELF::EF_AVR_ARCH_AVR5:
  case ELF::EF_AVR_ARCH_AVR51:
  case ELF::EF_AVR_ARCH_AVR6:
    return "avr" + utostr(Number);
  case ELF::EF_AVR_ARCH_AVRTINY:
    return "avrtiny";
  case ELF::EF_AVR_ARCH_XMEGA1:
  case ELF::EF_AVR_ARCH_XMEGA2:
  case ELF::EF_AVR_ARCH_XMEGA3:
  case ELF::EF_AVR_ARCH_XMEGA4:
  case ELF::EF_AVR_ARCH_XMEGA5:
  case ELF::EF_AVR_ARCH_XMEGA6:
  case ELF::EF_AVR_ARCH_XMEGA7:
    return "avrxmega" + utostr(Number - ELF::EF_AVR_ARCH_AVRTINY);
  default:
    return "";
  }
}

namespace {

class AVR final : public TargetFamily {
public:
  AVR() : TargetFamily("AVR", {Triple::avr}, {ELF::EM_AVR}) {
    Relocations.Pointer = {ELF::R_AVR_16, ELF::R_AVR_16_PM};
    Relocations.AbsoluteCode = {ELF::R_AVR_LO8_LDI, ELF::R_AVR_HI8_LDI,
                                ELF::R_AVR_LDS_STS_16, ELF::R_AVR_CALL};
  }

  Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const override {
    TargetFact Fact{"architecture", architecture(Object.Flags),
                    LinkerAnswer::Refuses};
    if (!Object.HasCode) {
      Fact.GnuLd = LinkerAnswer::Silent;
      Fact.Consequence = LldRefusesData;
    }
    return std::vector<TargetFact>{Fact};
  }

  Expected<TargetSpec> spec(const ElfFacts &Object) const override {
    TargetSpec Spec;
    Spec.Triple = Triple("avr-unknown-unknown");
    Spec.CPU = architecture(Object.Flags);
    if (Spec.CPU.empty())
      return inputError(Object.Name,
                        "unknown architecture in e_flags: " +
                            Twine(Object.Flags & ELF::EF_AVR_ARCH_MASK),
                        "give the target by " + setting::Triple + "=avr and " +
                            setting::CPU);
    return Spec;
  }
};

} // namespace

const TargetFamily &metaobj::avrFamily() {
  static const AVR Family;
  return Family;
}

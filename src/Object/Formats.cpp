//===- Formats.cpp - The rules of all object formats ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoffRules.h"
#include "ElfRules.h"
#include "MachORules.h"
#include "WasmRules.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// A format that LLVM writes and nothing is known of.
class OtherRules final : public FormatRules {
public:
  explicit OtherRules(StringRef Name) : Name(Name) {}
  StringRef name() const override { return Name; }

private:
  StringRef Name;
};

} // namespace

const FormatRules &metaobj::sourceRules() {
  static const TextRules Rules;
  return Rules;
}

const FormatRules &metaobj::formatRules(Triple::ObjectFormatType Format) {
  static const ElfRules Elf;
  static const CoffRules Coff;
  static const MachORules MachO;
  static const WasmRules Wasm;
  static const OtherRules Goff("GOFF"), Xcoff("XCOFF"), None("none");
  switch (Format) {
  case Triple::ELF:
    return Elf;
  case Triple::COFF:
    return Coff;
  case Triple::MachO:
    return MachO;
  case Triple::Wasm:
    return Wasm;
  case Triple::GOFF:
    return Goff;
  case Triple::XCOFF:
    return Xcoff;
  default:
    return None;
  }
}

const FormatRules &metaobj::formatRules(const Triple &Target) {
  static const GnuCoffRules GnuCoff;
  if (Target.isNVPTX())
    return sourceRules();
  // On Windows there are objects of other formats, too.
  if (Target.isOSCygMing() && Target.isOSBinFormatCOFF())
    return GnuCoff;
  return formatRules(Target.getObjectFormat());
}

//===- FormatRules.cpp - The rules of all object formats ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

FormatRules::~FormatRules() = default;

FormatRules::Refusal FormatRules::notForConstants(StringRef Example) {
  return {
      "is not one for constants",
      ("parameters are never written: choose a name such as " + Example).str()};
}

bool FormatRules::startsWithAny(StringRef Name,
                                ArrayRef<StringLiteral> Prefixes) {
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool FormatRules::isKnownToLlvm(StringRef Name) {
  // Such sections are writable, executable, without bits, or have a type of
  // their own.
  static constexpr StringLiteral Prefixes[] = {
      ".bss",           ".data",        ".debug", ".fini_array", ".init_array",
      ".lbss",          ".ldata",       ".note",  ".persistent", ".noinit",
      ".preinit_array", ".sbss",        ".sdata", ".tbss",       ".tdata",
      ".text",          ".gnu.linkonce"};
  return startsWithAny(Name, Prefixes);
}

std::optional<FormatRules::Refusal>
FormatRules::refuseSection(StringRef Name) const {
  if (isKnownToLlvm(Name))
    return notForConstants(ExampleSection);
  return std::nullopt;
}

std::optional<FormatRules::Refusal>
FormatRules::refusePoolSection(StringRef) const {
  return Refusal{"cannot be chosen in " + Facts.Name.str(),
                 "leave it out: the linker puts pools to other zeros"};
}

const FormatRules &metaobj::formatRules(Triple::ObjectFormatType Format) {
  static const FormatRules Goff({.Name = "GOFF"}), Xcoff({.Name = "XCOFF"}),
      None({.Name = "none"});
  switch (Format) {
  case Triple::ELF:
    return elfRules();
  case Triple::COFF:
    return coffRules();
  case Triple::MachO:
    return machORules();
  case Triple::Wasm:
    return wasmRules();
  case Triple::GOFF:
    return Goff;
  case Triple::XCOFF:
    return Xcoff;
  default:
    return None;
  }
}

const FormatRules &metaobj::formatRules(const Triple &Target) {
  if (Target.isNVPTX())
    return sourceRules();
  // On Windows there are objects of other formats, too.
  if (Target.isOSCygMing() && Target.isOSBinFormatCOFF())
    return gnuCoffRules();
  return formatRules(Target.getObjectFormat());
}

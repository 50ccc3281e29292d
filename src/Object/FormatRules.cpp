//===- FormatRules.cpp - What formats share -------------------------------===//
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
FormatRules::refuseVariableSection(StringRef Name) const {
  // Constants, code, sections without bytes, and memory of threads.
  static constexpr StringLiteral Others[] = {
      ".bss",           ".debug",       ".fini_array", ".init_array", ".lbss",
      ".lrodata",       ".noinit",      ".note",       ".persistent", ".rdata",
      ".preinit_array", ".rodata",      ".sbss",       ".tbss",       ".tdata",
      ".text",          ".gnu.linkonce"};
  if (startsWithAny(Name, Others))
    return Refusal{"is not one for variables with a value",
                   "choose a name such as .data.<name>"};
  return std::nullopt;
}

std::optional<FormatRules::Refusal>
FormatRules::refusePoolSection(StringRef) const {
  return Refusal{"cannot be chosen in " + Facts.Name.str(),
                 "leave it out: the linker puts pools to other zeros"};
}

//===- WasmRules.cpp - Rules of WebAssembly -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WasmRules.h"

using namespace llvm;
using namespace metaobj;

StringRef WasmRules::name() const { return "WebAssembly"; }

std::optional<FormatRules::Refusal>
WasmRules::refuseSection(StringRef Name) const {
  // No part of the memory.
  if (Name.starts_with(".custom_section"))
    return notForConstants(ExampleSection);
  return FormatRules::refuseSection(Name);
}

std::optional<uint64_t>
WasmRules::largestCommonAlignment(const Triple &) const {
  return std::nullopt;
}

bool WasmRules::separatesParams(StringRef Section) const {
  return Section.empty();
}

std::string WasmRules::ownSection(const OwnParam &P) const {
  if (P.Section.empty())
    return (".rodata." + P.Symbol).str();
  return FormatRules::ownSection(P);
}

bool WasmRules::hasGroups() const { return true; }

std::string WasmRules::groupSection(StringRef Section, StringRef Symbol,
                                    StringRef) const {
  return Section.empty() ? (".rodata." + Symbol).str() : Section.str();
}

bool WasmRules::editsObjects(const Triple &, unsigned) const { return true; }

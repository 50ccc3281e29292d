//===- WasmRules.cpp - Rules of WebAssembly -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Compilers give each constant a section of its own.
class WasmRules final : public FormatRules {
public:
  WasmRules()
      : FormatRules({.Name = "WebAssembly",
                     .HasGroups = true,
                     .HasAbsoluteSymbols = false}) {}

  std::optional<Refusal> refuseSection(StringRef Name) const override {
    // No part of the memory.
    if (Name.starts_with(".custom_section"))
      return notForConstants(ExampleSection);
    return FormatRules::refuseSection(Name);
  }

  std::optional<uint64_t>
  largestCommonAlignment(const Triple &) const override {
    return std::nullopt;
  }

  bool separatesParams(StringRef Section) const override {
    return Section.empty();
  }

  std::string ownSection(const OwnParam &P) const override {
    if (P.Section.empty())
      return (".rodata." + P.Symbol).str();
    return FormatRules::ownSection(P);
  }

  std::string groupSection(StringRef Section, StringRef Symbol,
                           StringRef) const override {
    return Section.empty() ? (".rodata." + Symbol).str() : Section.str();
  }

  bool editsObjects(const Triple &, unsigned) const override { return true; }
};

} // namespace

const FormatRules &metaobj::wasmRules() {
  static const WasmRules Rules;
  return Rules;
}

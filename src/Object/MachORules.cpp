//===- MachORules.cpp - Rules of Mach-O -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// A segment says whether its sections can be written, and linkers know some
/// sections by their names.
static bool isForConstants(StringRef Segment, StringRef Section) {
  static constexpr StringLiteral Special[] = {
      "__text",     "__cstring",       "__eh_frame",  "__gcc_except_tab",
      "__literal4", "__literal8",      "__literal16", "__unwind_info",
      "__ustring",  "__init_offsets",  "__stubs",     "__stub_helper",
      "__got",      "__objc_imageinfo"};
  return (Segment == "__TEXT" || Segment == "__DATA_CONST") &&
         !is_contained(Special, Section);
}

namespace {

/// There are no groups of sections, only weak symbols. The system's linker must
/// find their names in its own table of coalesced sections.
class MachORules final : public FormatRules {
public:
  MachORules()
      : FormatRules({.Name = "Mach-O",
                     .CollectedSection = "__DATA,__metaobj_models",
                     .LargestAlignment = 32768,
                     .SymbolsDivideSections = true}) {}

  std::optional<Refusal> refuseSection(StringRef Name) const override {
    constexpr size_t LongestName = 16;
    auto [Segment, Section] = Name.split(',');
    for (StringRef Part : {Segment, Section})
      if (Part.empty() || Part.size() > LongestName || Part.contains(','))
        return Refusal{"is not a segment and section of Mach-O",
                       "the form is __TEXT,__<name>, each of at most " +
                           std::to_string(LongestName) + " bytes"};
    if (!isForConstants(Segment, Section))
      return notForConstants("__TEXT,__<name> or __DATA_CONST,__<name>");
    return std::nullopt;
  }

  bool editsObjects(const Triple &Target, unsigned) const override {
    // Relocations of 32-bit x86 and Arm are of a kind of their own.
    return Target.getArch() == Triple::x86_64 || Target.isAArch64();
  }
};

} // namespace

const FormatRules &metaobj::machORules() {
  static const MachORules Rules;
  return Rules;
}

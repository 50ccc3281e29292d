//===- MachORules.cpp - Rules of Mach-O -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachORules.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

StringRef MachORules::name() const { return "Mach-O"; }

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

std::optional<FormatRules::Refusal>
MachORules::refuseSection(StringRef Name) const {
  constexpr size_t LongestName = 16;
  auto [Segment, Section] = Name.split(',');
  for (StringRef Part : {Segment, Section})
    if (Part.empty() || Part.size() > LongestName || Part.contains(','))
      return Refusal{"is no segment and section of Mach-O",
                     "the form is __TEXT,__<name>, each of at most " +
                         std::to_string(LongestName) + " bytes"};
  if (!isForConstants(Segment, Section))
    return notForConstants("__TEXT,__<name> or __DATA_CONST,__<name>");
  return std::nullopt;
}

StringRef MachORules::collectedSection() const {
  return "__DATA,__metaobj_models";
}

uint64_t MachORules::largestAlignment() const { return 32768; }

bool MachORules::symbolsDivideSections() const { return true; }

bool MachORules::editsObjects(const Triple &Target, unsigned) const {
  // Relocations of 32-bit x86 and Arm are of a kind of their own.
  return Target.getArch() == Triple::x86_64 || Target.isAArch64();
}

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

/// Sections of __DATA with a type of their own.
static bool isOfDynamicLinker(StringRef Section) {
  static constexpr StringLiteral Special[] = {
      "__bss",           "__common",        "__got",
      "__la_symbol_ptr", "__mod_init_func", "__mod_term_func",
      "__nl_symbol_ptr", "__thread_bss",    "__thread_data",
      "__thread_ptrs",   "__thread_vars",   "__interpose"};
  return is_contained(Special, Section);
}

/// Refuses what is not the name of a section, such as one in \p Segment.
static std::optional<FormatRules::Refusal> refuseForm(StringRef Name,
                                                      StringRef Segment) {
  constexpr size_t LongestName = 16;
  auto [First, Second] = Name.split(',');
  for (StringRef Part : {First, Second})
    if (Part.empty() || Part.size() > LongestName || Part.contains(','))
      return FormatRules::Refusal{"is not a segment and section of Mach-O",
                                  ("the form is " + Segment +
                                   ",__<name>, each of at most " +
                                   Twine(LongestName) + " bytes")
                                      .str()};
  return std::nullopt;
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
    if (std::optional<Refusal> Malformed = refuseForm(Name, "__TEXT"))
      return Malformed;
    auto [Segment, Section] = Name.split(',');
    if (!isForConstants(Segment, Section))
      return notForConstants("__TEXT,__<name> or __DATA_CONST,__<name>");
    return std::nullopt;
  }

  std::optional<Refusal> refuseVariableSection(StringRef Name) const override {
    if (std::optional<Refusal> Malformed = refuseForm(Name, "__DATA"))
      return Malformed;
    auto [Segment, Section] = Name.split(',');
    if (Segment != "__DATA" || isOfDynamicLinker(Section))
      return Refusal{"is not one for variables with a value",
                     "choose a name such as __DATA,__<name>"};
    return std::nullopt;
  }

  std::string dataSection(StringRef, bool IsWritable) const override {
    return IsWritable ? "__DATA,__data" : "";
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

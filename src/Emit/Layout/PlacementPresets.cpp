//===- PlacementPresets.cpp - Rules for well-known systems ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/placement.md gives the reasons for each of them.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Placement.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral Names[] = {
    "tvm", "ethos-u", "zephyr", "esp-idf", "avr-progmem", "x86-large"};

ArrayRef<StringLiteral> metaobj::placementPresets() { return Names; }

/// "*:section=...,align=..."
static PlacementRule everything(StringRef Section, uint64_t Alignment) {
  PlacementRule Rule;
  Rule.Glob = "*";
  Rule.Section = Section.str();
  Rule.Alignment = Alignment;
  return Rule;
}

static PlacementRule ordered(StringRef Glob, int64_t Order) {
  PlacementRule Rule;
  Rule.Glob = Glob.str();
  Rule.Order = Order;
  return Rule;
}

static std::vector<PlacementRule> rulesOf(StringRef Name) {
  // As in C output of TVM v0.9 and later.
  if (Name == "tvm")
    return {everything(".rodata.tvm", 16)};
  // Command streams, which the NPU reads front to back, before what they use.
  if (Name == "ethos-u")
    return {everything(".rodata.tvm", 16), ordered("*_cms_data*", -1)};
  // The linker scripts of both collect .rodata.*; they refuse or misplace
  // sections with other names. Code reads flash through a cache: 16 bytes suit
  // its lines and the vector loads of the kernels.
  if (Name == "zephyr" || Name == "esp-idf")
    return {everything(".rodata.tvm", 16)};
  // Program memory is read byte by byte; padding would be waste.
  if (Name == "avr-progmem")
    return {everything(".progmem.data", 1)};
  // Beyond the reach of 32-bit distances, so that code stays within it.
  return {everything(".lrodata.tvm", 64)};
}

std::optional<std::vector<PlacementRule>>
metaobj::placementPreset(StringRef Name) {
  if (!is_contained(Names, Name))
    return std::nullopt;
  std::vector<PlacementRule> Rules = rulesOf(Name);
  for (PlacementRule &Rule : Rules)
    Rule.Origin = ("preset " + Name).str();
  return Rules;
}

//===- Families.cpp - All families of machines ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Families.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

static ArrayRef<const TargetFamily *> families() {
  static const TargetFamily *const Families[] = {
      &x86Family(),     &i386Family(),      &aarch64Family(), &armFamily(),
      &riscvFamily(),   &mipsFamily(),      &powerpcFamily(), &sparcFamily(),
      &systemzFamily(), &loongarchFamily(), &avrFamily(),     &bpfFamily(),
      &hexagonFamily(), &lanaiFamily(),     &m68kFamily(),    &msp430Family(),
      &veFamily(),      &xcoreFamily(),     &xtensaFamily()};
  return Families;
}

const TargetFamily *metaobj::familyOfElf(uint16_t Machine) {
  for (const TargetFamily *Family : families())
    if (Family->handlesElf(Machine))
      return Family;
  return nullptr;
}

const TargetFamily *metaobj::familyOf(Triple::ArchType Arch) {
  for (const TargetFamily *Family : families())
    if (Family->handles(Arch))
      return Family;
  return nullptr;
}

std::string metaobj::familyNames() {
  return join(
      map_range(families(),
                [](const TargetFamily *Family) { return Family->name(); }),
      ", ");
}

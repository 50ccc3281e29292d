//===- ReadBack.h - What Inspect and sections say ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_READBACK_H
#define METAOBJ_SELFTEST_READBACK_H

#include "Checks.h"
#include "ObjectView.h"

#include "metaobj/Emit.h"
#include "metaobj/Inspect.h"
#include "metaobj/Model.h"

namespace metaobj {

/// What an object is to hold.
struct Expectation {
  const Model &TheModel;
  const EmitConfig &Config;
  bool IsBigEndian;
  /// Sections of tables may be written by a loader.
  bool IsPositionIndependent;
};

/// Compares names, order, symbols, the index and all of the parameters. \p
/// IsLinked: the entry's name, the index's and the sections are the linker's
/// affair.
void checkInspection(Checks &Result, const Inspection &Found,
                     const Expectation &Wanted, bool IsLinked);

/// Nothing is in memory that the program can write to.
void checkProtection(Checks &Result, const ObjectView &Object,
                     const Expectation &Wanted);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_READBACK_H

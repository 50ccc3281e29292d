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

/// The expected contents of an object.
struct Expectation {
  const Model &TheModel;
  const EmitConfig &Config;
  bool IsBigEndian;
  /// A loader may write sections of tables.
  bool IsPositionIndependent;
};

/// Compares names, order, symbols, the index and all facts about the
/// parameters. If \p IsLinked, it ignores the names of entry and index and the
/// sections, because the linker decides them.
void checkInspection(Checks &Result, const Inspection &Found,
                     const Expectation &Wanted, bool IsLinked);

/// Checks that the program can write to nothing in memory.
void checkProtection(Checks &Result, const ObjectView &Object,
                     const Expectation &Wanted);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_READBACK_H

//===- ObjectTarget.h - What one object tells of its target -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_OBJECTTARGET_H
#define METAOBJ_TARGET_OBJECTTARGET_H

#include "Target/TargetFamily.h"
#include "metaobj/Target.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace metaobj {

/// One operator object in the form for comparisons.
struct ObjectTarget {
  std::string Name;
  std::vector<TargetFact> Facts;
  TargetSpec Spec;
  Placement Evidence = Placement::Unknown;
  /// As in TargetFamily.
  Placement Presumption = Placement::Unknown;
  bool MovesWithoutLoader = false;
  /// As in ElfFacts.
  std::vector<FixedReference> FixedReferences;
  uint64_t FixedReferenceCount = 0;
  bool HasConstantPointers = false;
  /// As in TargetFamily.
  bool NeedsStackNote = false;
  /// Tells more than IR and bitcode do.
  bool IsObject = false;
  /// False for ELF objects of data alone. They are linked for any target of
  /// their machine.
  bool HasCode = true;
  /// Spec is complete.
  bool IsTold = false;
};

/// Reads an object, bitcode or IR. An embedded file (ElfFacts) need not tell
/// its target, if \p MayBeUntold.
llvm::Expected<ObjectTarget> readObjectTarget(llvm::MemoryBufferRef Buffer,
                                              bool MayBeUntold = false);

/// The same, only for comparison: refuses no machine, and Spec has only
/// protection and stack note.
llvm::Expected<ObjectTarget> readForComparison(llvm::MemoryBufferRef Buffer);

} // namespace metaobj

#endif // METAOBJ_TARGET_OBJECTTARGET_H

//===- Testimony.h - What one object tells of its target --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_TESTIMONY_H
#define METAOBJ_TARGET_TESTIMONY_H

#include "ElfFacts.h"
#include "TargetFamily.h"
#include "metaobj/Target.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace metaobj {

/// One operator object, in the form in which objects are compared.
struct Testimony {
  std::string Name;
  std::vector<TargetFact> Facts;
  TargetSpec Spec;
  Placement Evidence = Placement::Unknown;
  /// As TargetFamily has it.
  Placement Presumption = Placement::Unknown;
  bool MovesWithoutLoader = false;
  /// As in ElfFacts.
  std::vector<FixedReference> FixedReferences;
  uint64_t FixedReferenceCount = 0;
  bool HasConstantPointers = false;
  /// As TargetFamily has it.
  bool NeedsStackNote = false;
  /// Tells more than IR and bitcode do.
  bool IsObject = false;
};

/// Reads an object, bitcode or IR.
llvm::Expected<Testimony> readTestimony(llvm::MemoryBufferRef Buffer);

/// The same for comparison only: no machine is refused, and Spec has nothing
/// but protection and stack note.
llvm::Expected<Testimony> readForComparison(llvm::MemoryBufferRef Buffer);

/// The facts alone, which objects of machines without a target family have too.
llvm::Expected<std::vector<TargetFact>> readFacts(llvm::MemoryBufferRef Buffer);

} // namespace metaobj

#endif // METAOBJ_TARGET_TESTIMONY_H

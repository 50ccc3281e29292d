//===- LinkerFacts.h - What linkers compare ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_LINKERFACTS_H
#define METAOBJ_SELFTEST_LINKERFACTS_H

#include "Checks.h"

#include "metaobj/Emit.h"
#include "metaobj/Model.h"
#include "metaobj/Target.h"

#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace metaobj {

/// Compares flags and attribute sections of the object \p Emitted with those of
/// \p Operator, and with those of an object for the target of \p Operator.
/// Returns the reason if something was not possible, or nothing.
std::string checkLinkerFacts(Checks &Result, llvm::MemoryBufferRef Emitted,
                             const OperatorObject &Operator,
                             const Model &TheModel, const EmitConfig &Config,
                             const llvm::Triple &TheTriple);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_LINKERFACTS_H

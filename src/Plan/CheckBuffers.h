//===- CheckBuffers.h - Can these buffers be planned? -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_CHECKBUFFERS_H
#define METAOBJ_PLAN_CHECKBUFFERS_H

#include "metaobj/Plan.h"

#include <optional>
#include <span>

namespace metaobj {

/// Refuses empty lifetimes, alignments that are no power of two, and pairs that
/// cannot share a place.
std::optional<PlanFault> checkBuffers(std::span<const PlanBuffer> Buffers);

} // namespace metaobj

#endif // METAOBJ_PLAN_CHECKBUFFERS_H

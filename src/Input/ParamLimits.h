//===- ParamLimits.h - What files of parameters may hold --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limits far above any real file; they bound the memory for a damaged one.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_PARAMLIMITS_H
#define METAOBJ_INPUT_PARAMLIMITS_H

#include <cstdint>

namespace metaobj {

constexpr int32_t MostDimensions = 64;

/// A hundred times as many parameters as models have.
constexpr uint64_t LargestManifest = uint64_t(1) << 27;

} // namespace metaobj

#endif // METAOBJ_INPUT_PARAMLIMITS_H

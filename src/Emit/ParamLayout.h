//===- ParamLayout.h - Sections of parameters -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which parameter lies where in which section. Every kind of output follows
/// the same layout.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARAMLAYOUT_H
#define METAOBJ_EMIT_PARAMLAYOUT_H

#include "metaobj/Emit.h"

#include "llvm/TargetParser/Triple.h"

#include <string>
#include <vector>

namespace metaobj {

/// A parameter's place in its section.
struct PlacedParam {
  size_t Index;       ///< In Model::Params.
  uint64_t Offset;    ///< Bytes from the section's start.
  uint64_t Alignment; ///< Bytes, a power of two.
  ParamVisibility Visibility;
};

struct ParamSection {
  std::string Name; ///< Empty: what LLVM has for constants.
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  std::vector<PlacedParam> Params; ///< By offset.
};

struct ParamLayout {
  std::vector<ParamSection> Sections; ///< In order of first use.
};

/// Places all parameters of \p TheModel for objects of \p Format. What a
/// Placement refuses, and sections that pass 64 bits, are errors.
llvm::Expected<ParamLayout> layOutParams(const Model &TheModel,
                                         const EmitConfig &Config,
                                         llvm::Triple::ObjectFormatType Format);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARAMLAYOUT_H

//===- SelfTestTargets.h - What --all goes through --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SELFTESTTARGETS_H
#define METAOBJ_TOOLS_SELFTESTTARGETS_H

#include <string>
#include <vector>

/// A target with one of its ABIs.
struct SelfTestVariant {
  std::string Triple;
  /// "ilp32f", "soft float"; empty when there is only one.
  std::string Abi;
  /// Flags besides the triple.
  std::vector<std::string> Flags;
  /// No packed function can be called there, or LLVM's own support is not
  /// finished: failures are shown and not counted.
  bool MayFail = false;
  /// LLVM's name of the target.
  std::string Target = "";
};

/// The variants of all targets of the linked LLVM, those that this project has
/// never heard of included, by LLVM's name of the target.
std::vector<SelfTestVariant> selfTestVariants();

#endif // METAOBJ_TOOLS_SELFTESTTARGETS_H

//===- DescribePass.h - Describes the operators of a module -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLUGIN_DESCRIBEPASS_H
#define METAOBJ_PLUGIN_DESCRIBEPASS_H

#include "llvm/IR/PassManager.h"

namespace metaobj {

/// Describes functions that other objects can call and that are not described
/// yet:
/// - those with the function attribute "metaobj-operator", or with C's
///   `__attribute__((annotate("metaobj-operator ...")))`, whose value has the
///   fields of a description, with blanks or newlines between them;
/// - if no function has one: all with the type of TVM's packed functions.
///
/// A value that is wrong is an error of the compiler.
class DescribePass : public llvm::PassInfoMixin<DescribePass> {
public:
  static constexpr llvm::StringLiteral Name = "metaobj-describe";

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

  /// Also where functions are not optimised.
  static bool isRequired() { return true; }
};

} // namespace metaobj

#endif // METAOBJ_PLUGIN_DESCRIBEPASS_H

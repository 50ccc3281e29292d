//===- CExecutor.h - Names in what programs run a model with ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_CEXECUTOR_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_CEXECUTOR_H

#include "Emit/Parts/Executor/Executor.h"
#include "Emit/Text/CSource.h"

#include <string>
#include <vector>

namespace metaobj {

class RustWriter;

/// A member of a structure for programs, which is a pointer.
struct ExecutorMember {
  std::string Name; ///< Not a keyword of C.
  std::string Comment;
  bool IsConstant = false; ///< A pointer to const.
};

/// The members of all structures of an executor, in the order of its lists.
struct ExecutorMembers {
  explicit ExecutorMembers(const Executor &TheExecutor);

  std::vector<ExecutorMember> Inputs, Outputs, Devices;
  std::vector<ExecutorMember> Pools; ///< The caller's.

  /// The one for pool \p Index of \p TheExecutor, which is the caller's.
  const ExecutorMember &pool(const Executor &TheExecutor, uint32_t Index) const;
};

/// Of inputs and outputs; of all pools together and of the caller's; and of the
/// largest workspace of an operator, if all tell theirs.
std::vector<SizeGroup> executorSizes(const Executor &TheExecutor,
                                     const ExecutorMembers &Members);

/// Sizes, structures and functions of \p TheExecutor for a header.
llvm::Error writeExecutor(llvm::raw_ostream &OS, const CModel &C,
                          const Executor &TheExecutor);

/// All of \p TheExecutor as C source, with these declarations. Devices are an
/// error.
llvm::Error writeExecutorSource(llvm::raw_ostream &OS, const CModel &C,
                                const Executor &TheExecutor);

/// The same for a module of Rust.
llvm::Error writeRustExecutor(RustWriter &Writer, const Executor &TheExecutor);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_CEXECUTOR_H

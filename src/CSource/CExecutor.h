//===- CExecutor.h - Names in what programs run a model with ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CSOURCE_CEXECUTOR_H
#define METAOBJ_CSOURCE_CEXECUTOR_H

#include "Aot/Executor.h"

#include <string>
#include <vector>

namespace metaobj {

/// A member of a structure for programs, which is a pointer.
struct ExecutorMember {
  std::string Name; ///< Not a keyword of C.
  std::string Comment;
};

/// The members of all structures of an executor, in the order of its lists.
struct ExecutorMembers {
  explicit ExecutorMembers(const Executor &Of);

  std::vector<ExecutorMember> Inputs, Outputs, Devices;
  std::vector<ExecutorMember> Pools; ///< The caller's.

  /// The one for pool \p Index of \p Of, which is the caller's.
  const ExecutorMember &pool(const Executor &Of, uint32_t Index) const;
};

/// Macros or constants for programs.
struct ExecutorSizes {
  struct Size {
    std::string Name; ///< "X_SIZE".
    uint64_t Bytes;
  };

  ExecutorSizes(const Executor &Of, const ExecutorMembers &Members);

  std::vector<Size> Io;    ///< Inputs, then outputs.
  std::vector<Size> Pools; ///< All of them together, then the caller's.
  /// The largest workspace of an operator, if all tell theirs.
  std::vector<Size> Operators;
};

} // namespace metaobj

#endif // METAOBJ_CSOURCE_CEXECUTOR_H

//===- Lld.h - lld in this process ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LLD_H
#define METAOBJ_LINK_LLD_H

#include "Object/ObjectFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// What a run of lld said.
struct LldMessages {
  /// Each starts in lower case; further lines follow a newline.
  std::vector<std::string> Errors, Warnings;
  std::string Rest; ///< Everything else.
};

/// The program whose command line \p Format has: "ld.lld".
llvm::StringRef lldProgram(ObjectFormat Format);

/// Runs the linker of \p Format with \p Arguments. Errors of its inputs are
/// messages; an error here means that it did not run to its end.
llvm::Expected<LldMessages> runLld(ObjectFormat Format,
                                   llvm::ArrayRef<std::string> Arguments);

/// Runs \p Body, which is \p Program with its messages in \p Said: one at a
/// time, because lld's state is global. False for an exit that it caught. An
/// error after a fault in it, and in all later calls of the process.
llvm::Expected<bool> runGuarded(llvm::StringRef Program,
                                const std::string &Said,
                                llvm::function_ref<bool()> Body);

/// Splits \p Text, the standard error of \p Program.
LldMessages splitMessages(llvm::StringRef Text, llvm::StringRef Program);

} // namespace metaobj

#endif // METAOBJ_LINK_LLD_H

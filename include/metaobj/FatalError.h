//===- metaobj/FatalError.h - Where LLVM would end the process --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's code generators and readers report some faults to a handler
/// (llvm::install_fatal_error_handler) that must not return, and end the
/// process after it. A program that may install such a handler gets errors
/// instead:
///
///     install_fatal_error_handler([](void *, const char *Reason, bool) {
///       FatalErrorTrap::leave(Reason);
///     });
///     RecoveryScope Scope;
///     Expected<Emission> Result = emit(...);
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FATALERROR_H
#define METAOBJ_FATALERROR_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// While it lives, the work of its thread that may be fatal (see SECURITY.md)
/// runs in a thread of its own, for which the scope's thread waits. After a
/// fatal error that other thread sleeps until the process ends, and keeps its
/// memory: nothing of LLVM's is destroyed halfway, and no lock is held.
class RecoveryScope {
public:
  RecoveryScope();
  ~RecoveryScope();
  RecoveryScope(const RecoveryScope &) = delete;
  RecoveryScope &operator=(const RecoveryScope &) = delete;

private:
  bool Before;
};

/// What becomes of the current thread at a fatal error, while it lives.
class FatalErrorTrap {
public:
  FatalErrorTrap(const FatalErrorTrap &) = delete;
  FatalErrorTrap &operator=(const FatalErrorTrap &) = delete;

  /// For handlers of fatal errors. Returns only if nothing of metaobj's that
  /// can be given up runs in this thread.
  static void leave(llvm::StringRef Reason);

protected:
  FatalErrorTrap();
  virtual ~FatalErrorTrap();

private:
  /// Never returns.
  virtual void giveUp(llvm::StringRef Reason) = 0;

  FatalErrorTrap *Before;
};

/// Runs \p Work, which calls LLVM and holds no lock. Its result, or what LLVM
/// took for fatal. Without a RecoveryScope, calls it directly. Otherwise \p
/// Work may only change what its caller drops after an error.
llvm::Error runRecoverably(llvm::function_ref<llvm::Error()> Work);

} // namespace metaobj

#endif // METAOBJ_FATALERROR_H

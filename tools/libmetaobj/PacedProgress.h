//===- PacedProgress.h - Progress, ten times a second -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_LIBMETAOBJ_PACEDPROGRESS_H
#define METAOBJ_TOOLS_LIBMETAOBJ_PACEDPROGRESS_H

#include "metaobj-c/metaobj.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

/// Calls a function of the program at most ten times a second, besides the last
/// call. The program may have to wait in it: Python for the lock of its
/// interpreter.
class PacedProgress {
public:
  /// \p TheFunction may be null. The pace goes on.
  void set(metaobj_progress_fn TheFunction, void *TheUser) {
    Function = TheFunction;
    User = TheUser;
    Untold.reset();
  }

  /// Whether to go on.
  bool tell(uint64_t Done, uint64_t Total) {
    constexpr std::chrono::milliseconds Pause(100);
    auto Now = std::chrono::steady_clock::now();
    if (!Function)
      return true;
    if (Now - Last < Pause) {
      Untold = {Done, Total};
      return true;
    }
    Last = Now;
    Untold.reset();
    return Function(Done, Total, User) == 0;
  }

  /// Tells where the work has ended, if that is not told yet.
  void finish() {
    if (auto End = std::exchange(Untold, std::nullopt); End && Function)
      Function(End->first, End->second, User);
  }

private:
  metaobj_progress_fn Function = nullptr;
  void *User = nullptr;
  std::chrono::steady_clock::time_point Last;
  std::optional<std::pair<uint64_t, uint64_t>> Untold;
};

#endif // METAOBJ_TOOLS_LIBMETAOBJ_PACEDPROGRESS_H

//===- EndingSignals.h - What to do before a signal ends us -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM removes single files when a signal ends the process. A linker's folder
/// has files that only the linker knows.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_ENDINGSIGNALS_H
#define METAOBJ_LINK_ENDINGSIGNALS_H

#include "metaobj/Output.h"

#include <csignal>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace metaobj {

/// While it lives, the signals by which users and systems end programs (SIGHUP,
/// SIGINT, SIGTERM) wait, unless the program ignores them. From start() on a
/// thread of its own takes them: it cleans up and ends the process by the
/// signal.
class EndingSignals {
public:
  /// Does nothing without SignalHandling::RemoveFiles.
  explicit EndingSignals(SignalHandling Handling);
  ~EndingSignals();
  EndingSignals(const EndingSignals &) = delete;
  EndingSignals &operator=(const EndingSignals &) = delete;

  /// \p CleanUp runs in the other thread, while this one goes on.
  void start(std::function<void()> CleanUp);

  /// While the result lives, the process does not end by such a signal.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(Mutex); }

private:
  void wait(const std::function<void()> &CleanUp);

  sigset_t Signals, Before;
  int First = 0; ///< Of Signals; 0: there is none.
  std::mutex Mutex;
  bool IsOver = false; ///< Guarded by Mutex.
  std::optional<std::thread> Waiting;
};

} // namespace metaobj

#endif // METAOBJ_LINK_ENDINGSIGNALS_H

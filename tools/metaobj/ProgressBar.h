//===- ProgressBar.h - How far long work is ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_PROGRESSBAR_H
#define METAOBJ_TOOLS_PROGRESSBAR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

/// "1023 bytes", "1.5 MiB": three digits are enough to see it move.
std::string readableBytes(double Bytes);

/// " 43%  1.2 GiB of 2.8 GiB, 512 MiB/s, 3 s left"
std::string progressText(uint64_t Done, uint64_t Total, double Seconds);

/// A line on a terminal that is written over again and again, once the work has
/// taken a second, and gone when the bar is.
class ProgressBar {
public:
  using Clock = std::chrono::steady_clock;

  explicit ProgressBar(llvm::raw_ostream &Terminal,
                       Clock::time_point Start = Clock::now())
      : Terminal(Terminal), Start(Start) {}
  ~ProgressBar() { show(""); }
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;

  /// \p Done of \p Total bytes are written at \p Now. Fewer than before: other
  /// work begins.
  void update(uint64_t Done, uint64_t Total,
              Clock::time_point Now = Clock::now());

  /// \p Text in place of bytes.
  void update(llvm::StringRef Text, Clock::time_point Now = Clock::now());

private:
  bool isDue(Clock::time_point Now);
  void show(llvm::StringRef Text);

  llvm::raw_ostream &Terminal;
  Clock::time_point Start;
  uint64_t Before = 0;
  std::optional<Clock::time_point> Shown; ///< When the line last changed.
  size_t Width = 0;                       ///< Of what is on the line.
};

#endif // METAOBJ_TOOLS_PROGRESSBAR_H

//===- ProgressBar.cpp - How far long work is -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressBar.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace llvm;

static constexpr std::chrono::seconds Patience{1};
static constexpr std::chrono::milliseconds Interval{100};

std::string readableBytes(double Bytes) {
  static constexpr StringLiteral Units[] = {"bytes", "KiB", "MiB", "GiB",
                                            "TiB",   "PiB", "EiB"};
  size_t Unit = 0;
  // 1023.5 would be shown as 1024.
  for (; Bytes >= 1023.5 && Unit + 1 != std::size(Units); ++Unit)
    Bytes /= 1024;
  std::string Text;
  raw_string_ostream OS(Text);
  bool HasFraction = Unit != 0 && Bytes < 9.95;
  OS << format(HasFraction ? "%.1f " : "%.0f ", Bytes) << Units[Unit];
  return OS.str();
}

/// "3 s", "2 min", "1 h": nobody counts the seconds of an hour.
static std::string readableSeconds(double Seconds) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Seconds < 99.5)
    OS << format("%.0f s", std::ceil(Seconds));
  else if (Seconds < 5400)
    OS << format("%.0f min", Seconds / 60);
  else
    OS << format("%.0f h", Seconds / 3600);
  return OS.str();
}

std::string progressText(uint64_t Done, uint64_t Total, double Seconds) {
  double Share = Total == 0 ? 1 : static_cast<double>(Done) / Total;
  double Rate = Seconds > 0 ? Done / Seconds : 0;
  std::string Text;
  raw_string_ostream OS(Text);
  // The work is not done at 99.9%.
  OS << format("%3.0f%%  ", std::floor(Share * 100)) << readableBytes(Done)
     << " of " << readableBytes(Total);
  if (Rate > 0)
    OS << ", " << readableBytes(Rate) << "/s, "
       << readableSeconds((Total - std::min(Done, Total)) / Rate) << " left";
  return OS.str();
}

void ProgressBar::update(uint64_t Done, uint64_t Total, Clock::time_point Now) {
  if (Done < std::exchange(Before, Done))
    Start = Now;
  if (isDue(Now))
    show(progressText(Done, Total,
                      std::chrono::duration<double>(Now - Start).count()));
}

void ProgressBar::update(StringRef Text, Clock::time_point Now) {
  if (isDue(Now))
    show(Text);
}

bool ProgressBar::isDue(Clock::time_point Now) {
  if (Shown ? Now - *Shown < Interval : Now - Start < Patience)
    return false;
  Shown = Now;
  return true;
}

/// Spaces, and no escape sequence, since not every terminal knows them.
void ProgressBar::show(StringRef Text) {
  if (Text.empty() && Width == 0)
    return;
  Terminal << '\r' << Text;
  if (Text.size() < Width)
    Terminal.indent(Width - Text.size());
  if (Text.empty())
    Terminal << '\r';
  Terminal.flush();
  Width = Text.size();
}

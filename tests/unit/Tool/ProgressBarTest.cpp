//===- ProgressBarTest.cpp - How far long work is -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/ProgressBar.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace std::chrono_literals;

namespace {

constexpr uint64_t MiB = 1 << 20;

TEST(ProgressBarTest, ReadableBytes) {
  EXPECT_EQ(readableBytes(0), "0 bytes");
  EXPECT_EQ(readableBytes(1023), "1023 bytes");
  EXPECT_EQ(readableBytes(1024), "1.0 KiB");
  EXPECT_EQ(readableBytes(1023.9 * 1024), "1.0 MiB");
  EXPECT_EQ(readableBytes(9.94 * MiB), "9.9 MiB");
  EXPECT_EQ(readableBytes(9.97 * MiB), "10 MiB");
  EXPECT_EQ(readableBytes(1536.0 * MiB), "1.5 GiB");
  EXPECT_EQ(readableBytes(18446744073709551615.0), "16 EiB");
}

TEST(ProgressBarTest, RateAndRemainingTime) {
  EXPECT_EQ(progressText(256 * MiB, 1024 * MiB, 2),
            " 25%  256 MiB of 1.0 GiB, 128 MiB/s, 6 s left");
  EXPECT_EQ(progressText(1024 * MiB - 1, 1024 * MiB, 4),
            " 99%  1.0 GiB of 1.0 GiB, 256 MiB/s, 1 s left");
  EXPECT_EQ(progressText(MiB, 1024 * MiB, 1),
            "  0%  1.0 MiB of 1.0 GiB, 1.0 MiB/s, 17 min left");
  EXPECT_EQ(progressText(MiB, 102400 * MiB, 1),
            "  0%  1.0 MiB of 100 GiB, 1.0 MiB/s, 28 h left");
  EXPECT_EQ(progressText(0, MiB, 2), "  0%  0 bytes of 1.0 MiB");
  EXPECT_EQ(progressText(0, 0, 2), "100%  0 bytes of 0 bytes");
}

TEST(ProgressBarTest, SilentForASecondThenTenTimesASecond) {
  std::string Terminal;
  raw_string_ostream OS(Terminal);
  ProgressBar::Clock::time_point Start;
  {
    ProgressBar Bar(OS, Start);
    Bar.update(1, 4, Start + 999ms);
    EXPECT_EQ(Terminal, "");
    Bar.update(2, 4, Start + 1000ms);
    Bar.update(3, 4, Start + 1050ms);
    EXPECT_EQ(Terminal, "\r 50%  2 bytes of 4 bytes, 2 bytes/s, 1 s left");
    Terminal.clear();
    Bar.update(4, 4, Start + 40000ms);
    EXPECT_EQ(Terminal, "\r100%  4 bytes of 4 bytes, 0 bytes/s, 0 s left");
    Terminal.clear();
  }
  EXPECT_EQ(Terminal, "\r" + std::string(45, ' ') + "\r");
}

TEST(ProgressBarTest, ShortWorkLeavesNoTrace) {
  std::string Terminal;
  raw_string_ostream OS(Terminal);
  ProgressBar::Clock::time_point Start;
  ProgressBar(OS, Start).update(4, 4, Start + 500ms);
  EXPECT_EQ(Terminal, "");
}

/// A shorter line leaves nothing of a longer one.
TEST(ProgressBarTest, WritesOverTheWholeLine) {
  std::string Terminal;
  raw_string_ostream OS(Terminal);
  ProgressBar::Clock::time_point Start;
  ProgressBar Bar(OS, Start);
  Bar.update(1000, 1023, Start + 1s);
  size_t Longer = Terminal.size();
  Terminal.clear();
  Bar.update(0, 1, Start + 2s);
  EXPECT_EQ(Terminal.size(), Longer);
}

/// Compression is slow, and writing is not.
TEST(ProgressBarTest, OtherWorkHasASpeedOfItsOwn) {
  std::string Terminal;
  raw_string_ostream OS(Terminal);
  ProgressBar::Clock::time_point Start;
  ProgressBar Bar(OS, Start);
  Bar.update(4, 4, Start + 100s);
  Bar.update(0, 4, Start + 101s);
  Terminal.clear();
  Bar.update(2, 4, Start + 103s);
  EXPECT_TRUE(StringRef(Terminal).starts_with(
      "\r 50%  2 bytes of 4 bytes, 1 bytes/s, 2 s left"))
      << Terminal;
}

} // namespace

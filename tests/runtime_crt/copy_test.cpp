// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

extern "C" {
#include "runtime/copy.h"
}

namespace {

// Every alignment of both sides, every number of bytes up to several words, and
// nothing outside of the target.
TEST(Copy, EveryAlignmentAndSize) {
  std::vector<unsigned char> From(64);
  for (size_t I = 0; I < From.size(); I++)
    From[I] = static_cast<unsigned char>(I + 1);
  for (size_t FromAt = 0; FromAt < 9; FromAt++)
    for (size_t ToAt = 0; ToAt < 9; ToAt++)
      for (size_t Size = 0; Size < 50; Size++) {
        std::vector<unsigned char> To(64, 0xee), Wanted = To;
        std::memcpy(&Wanted[ToAt], &From[FromAt], Size);
        tvm_crt_copy(&To[ToAt], &From[FromAt], Size);
        ASSERT_EQ(To, Wanted) << FromAt << " " << ToAt << " " << Size;
      }
}

TEST(Copy, NothingAndToItself) {
  tvm_crt_copy(nullptr, nullptr, 0);
  char Text[] = "a text";
  tvm_crt_copy(Text, Text, sizeof(Text));
  EXPECT_STREQ(Text, "a text");
}

// More than the 16 bits of a length on a small machine.
TEST(Copy, Much) {
  std::vector<int> From(100000);
  for (size_t I = 0; I < From.size(); I++)
    From[I] = static_cast<int>(I * 7);
  std::vector<int> To(From.size());
  tvm_crt_copy(To.data(), From.data(), From.size() * sizeof(int));
  EXPECT_EQ(To, From);
}

} // namespace

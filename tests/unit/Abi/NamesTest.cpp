//===- NamesTest.cpp - Bytes of the names blobs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/TvmCrtAbi.h"
#include "metaobj/Abi.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// A string literal with its NULs, without the one that the compiler adds.
template <size_t N> std::string bytes(const char (&Literal)[N]) {
  return std::string(Literal, N - 1);
}

TEST(NamesTest, TwoByteCountStandsInTheTargetsOrder) {
  const TvmCrtAbi &Abi = tvmCrtAbi(RuntimeAbi::TvmCrtU16);
  EXPECT_EQ(Abi.encodeNames({"f", "gh"}, /*IsBigEndian=*/false),
            bytes("\2\0f\0gh\0"));
  EXPECT_EQ(Abi.encodeNames({"f", "gh"}, /*IsBigEndian=*/true),
            bytes("\0\2f\0gh\0"));
  EXPECT_EQ(Abi.encodeNames({}, false), bytes("\0\0"));
}

TEST(NamesTest, TwoByteCountHoldsWhatAHandleCanAddress) {
  std::vector<StringRef> Names(32768, "f");
  std::string Blob = tvmCrtAbi(RuntimeAbi::TvmCrtU16).encodeNames(Names, false);
  EXPECT_EQ(Blob.substr(0, 4), bytes("\0\200f\0"));
}

TEST(NamesTest, OneByteCount) {
  const TvmCrtAbi &Abi = tvmCrtAbi(RuntimeAbi::TvmCrtU8);
  for (bool IsBigEndian : {false, true})
    EXPECT_EQ(Abi.encodeNames({"f", "gh"}, IsBigEndian), bytes("\2f\0gh\0"));
  EXPECT_EQ(Abi.encodeNames({}, false), bytes("\0"));
  std::vector<StringRef> Names(255, "f");
  EXPECT_EQ(Abi.encodeNames(Names, false)[0], '\xff');
}

TEST(NamesTest, UniversalReadsAsBoth) {
  const TvmCrtAbi &Abi = tvmCrtAbi(RuntimeAbi::TvmCrtUniversal);
  for (bool IsBigEndian : {false, true})
    EXPECT_EQ(Abi.encodeNames({"f"}, IsBigEndian),
              bytes("\2_metaobj_universal\0f\0"));
  EXPECT_TRUE(Abi.hasUniversalEntry());
  EXPECT_FALSE(tvmCrtAbi(RuntimeAbi::TvmCrtU8).hasUniversalEntry());
}

/// What TVM's C runtime does: skip the count, then compare name by name.
int lookUp(StringRef Blob, size_t CountBytes, StringRef Wanted) {
  size_t At = CountBytes;
  for (int Index = 0; Blob[At] != '\0'; ++Index) {
    StringRef Name = Blob.data() + At;
    if (Name == Wanted)
      return Index;
    At += Name.size() + 1;
  }
  return -1;
}

TEST(NamesTest, UniversalGivesBothClientsTheSameOrdinals) {
  const TvmCrtAbi &Abi = tvmCrtAbi(RuntimeAbi::TvmCrtUniversal);
  std::vector<std::string> Text;
  for (int I = 0; I < 254; ++I)
    Text.push_back("f" + std::to_string(I));
  std::vector<StringRef> Names(Text.begin(), Text.end());
  for (bool IsBigEndian : {false, true}) {
    std::string Blob = Abi.encodeNames(Names, IsBigEndian) + '\0';
    for (int I = 0; I < 254; ++I) {
      EXPECT_EQ(lookUp(Blob, 1, Names[I]), I + 1);
      EXPECT_EQ(lookUp(Blob, 2, Names[I]), I + 1);
    }
    unsigned First = static_cast<uint8_t>(Blob[0]);
    unsigned Second = static_cast<uint8_t>(Blob[1]);
    EXPECT_EQ(First, 255u);
    EXPECT_GE(IsBigEndian ? First * 256 + Second : Second * 256 + First, 255u);
  }
}

TEST(NamesTest, AbisAreFoundByTheirNames) {
  for (RuntimeAbi Abi : runtimeAbis()) {
    EXPECT_EQ(parseRuntimeAbi(runtimeAbiName(Abi)), Abi);
    EXPECT_EQ(registryLimits(Abi).Abi, runtimeAbiName(Abi));
  }
  EXPECT_EQ(parseRuntimeAbi("tvm-crt"), std::nullopt);
  EXPECT_EQ(registryLimits(RuntimeAbi::TvmCrtU16).MaxFunctions, 32768u);
  EXPECT_EQ(registryLimits(RuntimeAbi::TvmCrtU8).MaxFunctions, 255u);
  EXPECT_EQ(registryLimits(RuntimeAbi::TvmCrtUniversal).MaxFunctions, 254u);
}

} // namespace

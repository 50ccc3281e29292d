//===- NamesTest.cpp - Bytes of the names blobs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/EncodedNames.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// A string literal with its NULs, without the one that the compiler adds.
template <size_t N> std::string bytes(const char (&Literal)[N]) {
  return std::string(Literal, N - 1);
}

constexpr Endianness Orders[] = {Endianness::little, Endianness::big};

TEST(NamesTest, TwoByteCountStandsInTheTargetsOrder) {
  constexpr RuntimeAbi Abi = RuntimeAbi::TvmCrtU16;
  EXPECT_EQ(encodedNames({"f", "gh"}, Abi, Endianness::little),
            bytes("\2\0f\0gh\0\0"));
  EXPECT_EQ(encodedNames({"f", "gh"}, Abi, Endianness::big),
            bytes("\0\2f\0gh\0\0"));
  EXPECT_EQ(encodedNames({}, Abi, Endianness::little), bytes("\0\0\0"));
}

TEST(NamesTest, TwoByteCountHoldsWhatAHandleCanAddress) {
  std::vector<std::string> Names(32768, "f");
  std::string Blob =
      encodedNames(Names, RuntimeAbi::TvmCrtU16, Endianness::little);
  EXPECT_EQ(Blob.substr(0, 4), bytes("\0\200f\0"));
}

TEST(NamesTest, OneByteCount) {
  constexpr RuntimeAbi Abi = RuntimeAbi::TvmCrtU8;
  for (Endianness Order : Orders)
    EXPECT_EQ(encodedNames({"f", "gh"}, Abi, Order), bytes("\2f\0gh\0\0"));
  EXPECT_EQ(encodedNames({}, Abi, Orders[0]), bytes("\0\0"));
  std::vector<std::string> Names(255, "f");
  EXPECT_EQ(encodedNames(Names, Abi, Orders[0])[0], '\xff');
}

TEST(NamesTest, UniversalReadsAsBoth) {
  for (Endianness Order : Orders)
    EXPECT_EQ(encodedNames({"f"}, RuntimeAbi::TvmCrtUniversal, Order),
              bytes("\2_metaobj_universal\0f\0\0"));
}

/// What TVM's C runtime does: skip the count, then compare name by name.
int lookUp(StringRef Blob, size_t CountBytes, StringRef Wanted) {
  size_t Offset = CountBytes;
  for (int Index = 0; Blob[Offset] != '\0'; ++Index) {
    StringRef Name = Blob.data() + Offset;
    if (Name == Wanted)
      return Index;
    Offset += Name.size() + 1;
  }
  return -1;
}

TEST(NamesTest, UniversalGivesBothClientsTheSameOrdinals) {
  std::vector<std::string> Names;
  for (int I = 0; I < 254; ++I)
    Names.push_back("f" + std::to_string(I));
  for (Endianness Order : Orders) {
    std::string Blob = encodedNames(Names, RuntimeAbi::TvmCrtUniversal, Order);
    for (int I = 0; I < 254; ++I) {
      EXPECT_EQ(lookUp(Blob, 1, Names[I]), I + 1);
      EXPECT_EQ(lookUp(Blob, 2, Names[I]), I + 1);
    }
    unsigned First = static_cast<uint8_t>(Blob[0]);
    unsigned Second = static_cast<uint8_t>(Blob[1]);
    EXPECT_EQ(First, 255u);
    EXPECT_GE(Order == Endianness::big ? First * 256 + Second
                                       : Second * 256 + First,
              255u);
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

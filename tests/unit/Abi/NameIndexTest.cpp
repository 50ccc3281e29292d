//===- NameIndexTest.cpp - Where look-ups by the index end ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/NameIndex.h"

#include "Abi/EncodedNames.h"

#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Names and their index in one of the encodings.
struct Indexed {
  Indexed(std::vector<std::string> Names, RuntimeAbi Abi)
      : Text(std::move(Names)), List(Text.begin(), Text.end()),
        Blob(encodedNames(Text, Abi, Endianness::little)),
        Index(NameIndex::build(List, firstOrdinal(Abi), Blob.size())) {}

  static size_t firstOrdinal(RuntimeAbi Abi) {
    return tvmCrtAbi(Abi).HasUniversalEntry ? 1 : 0;
  }

  /// The ordinal under which \p Name is found; -1 when it is not.
  int find(StringRef Name) const {
    uint32_t Hash = hashOfName(Name, Index.Seed);
    uint64_t Slot =
        uint64_t(Hash) + Index.Shifts[groupOfName(Hash, Index.Slots.size())];
    for (uint32_t I = 0; I != Index.MaxProbes; ++I, ++Slot) {
      unsigned Number = Index.Slots[Slot % Index.Slots.size()];
      if (Number == 0)
        return -1;
      if (StringRef(Blob.data() + Index.Offsets[Number - 1]) == Name)
        return static_cast<int>(Number - 1);
    }
    return -1;
  }

  std::vector<std::string> Text;
  std::vector<StringRef> List;
  std::string Blob;
  NameIndex Index;
};

std::vector<std::string> numbered(size_t Count) {
  std::vector<std::string> Names;
  for (size_t I = 0; I != Count; ++I)
    Names.push_back("tvmgen_default_fused_nn_conv2d_" + std::to_string(I));
  return Names;
}

/// Pairs of bits that cancel out in two steps of the hash, whatever the seed.
std::vector<std::string> colliding(size_t Bits) {
  std::vector<std::string> Names;
  for (size_t Number = 0; Number != size_t(1) << Bits; ++Number) {
    std::string Name;
    for (size_t Bit = 0; Bit != Bits; ++Bit)
      Name += Number >> Bit & 1 ? "abc\xe4"
                                  "ab"
                                  "b\xe4"
                                : "abcdabcd";
    Names.push_back(Name);
  }
  return Names;
}

TEST(NameIndexTest, HashOfWholeAndPartialWords) {
  EXPECT_EQ(hashOfName("", 0), 0u);
  EXPECT_EQ(hashOfName("a", 2), 0xfc4a57bcu);
  EXPECT_EQ(hashOfName("bc", 2), 0x3218808bu);
  EXPECT_EQ(hashOfName("def", 2), 0xea1bf2f4u);
  EXPECT_EQ(hashOfName("abcd", 1), 0xf515c35du);
  EXPECT_EQ(hashOfName("abcd\xff", 1), 0x9020a2du);
}

TEST(NameIndexTest, OneSlotIsReadWhateverTheNumber) {
  for (size_t Count :
       {0,  1,  2,  3,   4,   7,   8,   9,    15,   16,   17,   31,
        32, 33, 64, 100, 128, 255, 256, 1000, 1024, 5000, 32768}) {
    Indexed Names(numbered(Count), RuntimeAbi::TvmCrtU16);
    EXPECT_EQ(Names.Index.MaxProbes, 1u) << Count;
    EXPECT_EQ(Names.Index.Slots.size(),
              PowerOf2Ceil(std::max<size_t>(Count, 2)));
    EXPECT_EQ(Names.Index.Shifts.size() * 2, Names.Index.Slots.size());
    for (size_t I = 0; I != Count; ++I)
      ASSERT_EQ(Names.find(Names.Text[I]), static_cast<int>(I)) << Count;
    EXPECT_EQ(Names.find("absent"), -1);
  }
}

TEST(NameIndexTest, OrdinalsAndOffsetsAreThoseOfTheEncoding) {
  for (RuntimeAbi Abi : tvmCrtAbis()) {
    Indexed Names(numbered(200), Abi);
    int First = static_cast<int>(Indexed::firstOrdinal(Abi));
    for (int I = 0; I != 200; ++I)
      EXPECT_EQ(Names.find(Names.Text[I]), First + I);
    EXPECT_EQ(Names.Index.NamesSize, Names.Blob.size());
    EXPECT_EQ(Names.Index.Offsets.size(), size_t(First + 200));
  }
}

TEST(NameIndexTest, NamesThatCollideOnPurposeAreFoundToo) {
  for (size_t Bits : {1, 4, 15}) {
    Indexed Names(colliding(Bits), RuntimeAbi::TvmCrtU16);
    EXPECT_EQ(Names.Index.MaxProbes, uint32_t(1) << Bits);
    EXPECT_EQ(Names.find(Names.Text.front()), 0);
    EXPECT_EQ(Names.find(Names.Text.back()), (1 << Bits) - 1);
    EXPECT_EQ(Names.find("absent"), -1);
  }
}

TEST(NameIndexTest, SameNamesGiveTheSameIndex) {
  Indexed One(numbered(300), RuntimeAbi::TvmCrtU16);
  Indexed Other(numbered(300), RuntimeAbi::TvmCrtU16);
  EXPECT_EQ(One.Index.numbers(), Other.Index.numbers());
  EXPECT_EQ(One.Index.Slots, Other.Index.Slots);
  EXPECT_EQ(One.Index.Shifts, Other.Index.Shifts);
}

} // namespace

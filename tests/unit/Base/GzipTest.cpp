//===- GzipTest.cpp - Files that are compressed with gzip -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/CompressedFiles.h"

#include <zlib.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// One member, with a file's name in its header.
std::string gzipped(StringRef Data) {
  z_stream State = {};
  EXPECT_EQ(deflateInit2(&State, 9, Z_DEFLATED, MAX_WBITS + 16, 8,
                         Z_DEFAULT_STRATEGY),
            Z_OK);
  gz_header Header = {};
  char Name[] = "name";
  Header.name = reinterpret_cast<Bytef *>(Name);
  deflateSetHeader(&State, &Header);
  std::string Out(deflateBound(&State, Data.size()), '\0');
  State.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Data.data()));
  State.avail_in = unsigned(Data.size());
  State.next_out = reinterpret_cast<Bytef *>(Out.data());
  State.avail_out = unsigned(Out.size());
  EXPECT_EQ(deflate(&State, Z_FINISH), Z_STREAM_END);
  Out.resize(State.total_out);
  deflateEnd(&State);
  return Out;
}

using Gzip = CompressedFileTest;

TEST_F(Gzip, FilesOfParameters) {
  EXPECT_THAT(describe(gzipped(twoTensors())), areTwoTensors());
  EXPECT_THAT(describe(gzipped(numpyArray(">i2", "(2,)", "abcd")), "w.npy.gz"),
              ElementsAre("w: int16 [2] 61626364 big 2"));
}

TEST_F(Gzip, MembersFollowEachOther) {
  std::string Data = twoTensors();
  StringRef All = Data;
  std::string Members =
      gzipped(All.take_front(20)) + gzipped("") + gzipped(All.drop_front(20));
  auto Two = areTwoTensors();
  EXPECT_THAT(describe(Members), Two);
  // Tapes fill up the last block.
  EXPECT_THAT(describe(Members + std::string(1000, '\0')), Two);
}

TEST_F(Gzip, WhatFollowsTheData) {
  std::string Data = gzipped(twoTensors());
  std::string Bytes = std::to_string(Data.size());
  std::string Hint = " of the compressed data: no gzip member starts there\n"
                     "hint: what follows the gzip data does not belong to it";
  EXPECT_EQ(refusal(Data + "rest"), "p.bin: at byte " + Bytes + Hint);
  EXPECT_EQ(refusal(Data + std::string(2, '\0') + Data),
            "p.bin: at byte " + std::to_string(Data.size() + 2) + Hint);
  EXPECT_THAT(refusal(Data + "\x1F\x8Brest"), StartsWith("p.bin: near byte "));
}

TEST_F(Gzip, ReadsInAnyOrder) { readsInAnyOrder(gzipped(manyBytes())); }

TEST_F(Gzip, EveryTruncationIsAnError) {
  refusesEveryPrefix(gzipped(twoTensors()));
}

TEST_F(Gzip, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(gzipped(twoTensors()), 160);
}

TEST_F(Gzip, ChecksumAndSizeAreCompared) {
  std::string Bytes = gzipped(twoTensors());
  std::string Damaged = Bytes;
  Damaged[Damaged.size() - 8] ^= 1;
  EXPECT_THAT(refusal(Damaged), HasSubstr("incorrect data check"));
  Damaged = Bytes;
  Damaged[Damaged.size() - 4] ^= 1;
  EXPECT_THAT(refusal(Damaged), HasSubstr("incorrect length check"));
  EXPECT_EQ(refusal(StringRef(Bytes).drop_back(1)),
            "p.bin: ends inside its gzip data");
}

TEST_F(Gzip, ContentThatIsNotRead) {
  for (const auto &[Content, Kind] :
       {std::pair<std::string, const char *>("hello\n", "a text file"),
        {gzipped("x"), "gzip data"},
        {"", "an empty file"},
        {elfObject({}), "an ELF object"}})
    EXPECT_EQ(refusal(gzipped(Content)),
              std::string("p.bin: is ") + Kind +
                  ", compressed with gzip; only files of parameters, graphs "
                  "and tar archives are read compressed\nhint: decompress it "
                  "first");
}

TEST_F(Gzip, BombsAreOnlyCounted) {
  // A megabyte for each kilobyte: neither memory nor messages follow.
  std::string Megabytes = gzipped(std::string(16 << 20, 'x'));
  std::string Bomb;
  for (unsigned I = 0; I != 20; ++I)
    Bomb += Megabytes;
  EXPECT_THAT(refusal(Bomb), StartsWith("p.bin: is a text file, compressed "));
  // JSON and manifests are read whole, within a limit.
  std::string Blanks = gzipped(std::string(16 << 20, ' '));
  Bomb = gzipped("{\"nodes\": []");
  for (unsigned I = 0; I != 9; ++I)
    Bomb += Blanks;
  EXPECT_EQ(refusal(Bomb),
            "p.bin: has 150994956 bytes when decompressed; text files of up to "
            "134217728 are read");
}

} // namespace

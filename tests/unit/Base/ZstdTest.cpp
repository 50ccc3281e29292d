//===- ZstdTest.cpp - Compressed files of parameters ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/CompressedFiles.h"

#include <zstd.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// One frame. Without \p Sized its header does not tell the content's size, as
/// when a pipe was compressed.
std::string compressed(StringRef Data, bool Sized = true, int WindowLog = 0) {
  ZSTD_CCtx *Context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(Context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(Context, ZSTD_c_contentSizeFlag, Sized);
  ZSTD_CCtx_setParameter(Context, ZSTD_c_windowLog, WindowLog);
  std::string Out(ZSTD_compressBound(Data.size()), '\0');
  ZSTD_inBuffer From = {Data.data(), Data.size(), 0};
  ZSTD_outBuffer To = {Out.data(), Out.size(), 0};
  if (Sized) {
    EXPECT_FALSE(
        ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(Context, Data.size())));
  }
  EXPECT_EQ(ZSTD_compressStream2(Context, &To, &From, ZSTD_e_end), 0u);
  ZSTD_freeCCtx(Context);
  Out.resize(To.pos);
  return Out;
}

std::string skippable(StringRef Data) {
  return number(0x184D2A53, 4) + number(Data.size(), 4) + Data.str();
}

using Zstd = CompressedFileTest;

TEST_F(Zstd, EveryFormatOfParameters) {
  for (bool Sized : {true, false}) {
    EXPECT_THAT(describe(compressed(twoTensors(), Sized)), areTwoTensors());
    EXPECT_THAT(describe(compressed(numpyArray(">i2", "(2,)", "abcd"), Sized),
                         "w.npy.zst"),
                ElementsAre("w: int16 [2] 61626364 big 2"));
  }
}

TEST_F(Zstd, FramesFollowEachOther) {
  std::string Data = twoTensors();
  StringRef All = Data;
  std::string Frames = compressed(All.take_front(20)) + skippable("metadata") +
                       compressed("") + compressed(All.drop_front(20), false);
  EXPECT_THAT(describe(Frames), areTwoTensors());
}

TEST_F(Zstd, ReadsInAnyOrder) {
  Payload Data = readsInAnyOrder(compressed(manyBytes()));
  std::string Piece(1, '\0');
  EXPECT_EQ(Folder.strip(text(Data.read(ManyBytes, bytesOf(Piece)))),
            "p.bin: 1 bytes from byte 3000000 are asked for, but the data has "
            "3000000");
}

TEST_F(Zstd, EveryTruncationIsAnError) {
  for (bool Sized : {true, false})
    refusesEveryPrefix(compressed(twoTensors(), Sized));
}

TEST_F(Zstd, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(compressed(twoTensors()), 160);
  survivesEveryFlip(compressed(twoTensors(), false), 160);
}

TEST_F(Zstd, ChecksumsBehindWhatIsRead) {
  // The header of an array is all that is read of it before emission.
  std::string Data = numpyArray("|u1", "(400000,)", std::string(400000, 'x'));
  std::string Bytes = compressed(Data);
  Bytes.back() ^= 1;
  std::string Path = Folder.add("p.bin", Bytes);
  InputConfig Config;
  EXPECT_EQ(text(readFile(Path, Config).takeError()), "");
  Config.VerifyInputs = true;
  EXPECT_THAT(Folder.strip(text(readFile(Path, Config).takeError())),
              StartsWith("p.bin: near byte "));
}

TEST_F(Zstd, ContentThatIsNotParameters) {
  EXPECT_EQ(refusal(compressed("hello\n")),
            "p.bin: is a text file, compressed with zstd; only files of "
            "parameters, graphs and tar archives are read compressed\nhint: "
            "decompress it first");
  EXPECT_EQ(refusal(compressed(compressed(twoTensors()))),
            "p.bin: is zstd data, compressed with zstd; only files of "
            "parameters, graphs and tar archives are read compressed\nhint: "
            "decompress it first");
  EXPECT_EQ(refusal(compressed("")),
            "p.bin: is an empty file, compressed with zstd; only files of "
            "parameters, graphs and tar archives are read compressed\nhint: "
            "decompress it first");
}

TEST_F(Zstd, ClaimsAreCompared) {
  // A frame of eight claimed bytes, 2^62, and one block of one repeated byte.
  std::string Frame = number(0xFD2FB528, 4) + number(0xC0, 1) + number(0, 1) +
                      number(uint64_t(1) << 62, 8) +
                      number(1 | 1 << 1 | 1000 << 3, 3) + "x";
  EXPECT_EQ(
      refusal(Frame),
      "p.bin: at byte 0: the zstd frame claims 4611686018427387904 bytes, "
      "but its blocks hold at most 1000");
  // The same with 999, which decompression finds to be wrong.
  Frame.replace(6, 8, number(999, 8));
  EXPECT_THAT(refusal(Frame), StartsWith("p.bin: near byte "));
}

TEST_F(Zstd, BombsAreOnlyCounted) {
  // 64 KiB that decompress to 2 GiB: neither memory nor time follow.
  std::string Bomb = number(0xFD2FB528, 4) + number(0, 1) + number(0x38, 1);
  for (unsigned I = 0; I != 16384; ++I)
    Bomb += number(unsigned(I == 16383) | 1 << 1 | (1 << 17) << 3, 3) + "x";
  EXPECT_EQ(refusal(Bomb),
            "p.bin: is a text file, compressed with zstd; only files of "
            "parameters, graphs and tar archives are read compressed\nhint: "
            "decompress it first");
}

/// A frame of half a megabyte: \p Start, and 16 GiB of the byte \p Rest.
std::string bomb(StringRef Start, char Rest) {
  uint64_t Blocks = uint64_t(1) << 17;
  std::string Frame = number(0xFD2FB528, 4) + number(0xC0, 1) +
                      number(0x38, 1) +
                      number(Start.size() + (Blocks << 17), 8) +
                      number(Start.size() << 3, 3) + Start.str();
  for (uint64_t I = 0; I != Blocks; ++I)
    Frame += number(unsigned(I + 1 == Blocks) | 1 << 1 | (1 << 17) << 3, 3) +
             std::string(1, Rest);
  return Frame;
}

TEST_F(Zstd, ClaimsSetNoMemoryAside) {
  // As many names as the claimed size has room for.
  EXPECT_EQ(refusal(bomb(ParamsBytes()
                             .number(0xF7E58D4F05049CB7, 8)
                             .number(0, 8)
                             .number(300000000, 8)
                             .Bytes,
                         '\0')),
            "p.bin: at byte 32: parameter '' is named a second time; the first "
            "is at byte 24");
  EXPECT_EQ(refusal(bomb("metaobj-params: 1\n", '#')),
            "p.bin: has 17179869202 bytes; manifests of up to 134217728 are "
            "read");
}

TEST_F(Zstd, FramesThatAreNotRead) {
  std::string Frame = compressed(twoTensors());
  EXPECT_EQ(refusal(Frame + "more"),
            "p.bin: at byte " + std::to_string(Frame.size()) +
                ": no zstd frame starts with 0x65726F6D");
  EXPECT_EQ(refusal(Frame + skippable("x").substr(0, 8)),
            "p.bin: ends inside a skippable zstd frame");
  EXPECT_EQ(refusal(StringRef(Frame).drop_back(8)),
            "p.bin: ends inside a zstd frame");
  std::string Dictionary = number(0xFD2FB528, 4) + number(0x21, 1) + "abc";
  EXPECT_EQ(refusal(Dictionary),
            "p.bin: is compressed with a dictionary\nhint: "
            "compress it without one");
  std::string Reserved =
      number(0xFD2FB528, 4) + number(0x20, 1) + number(1, 1) + number(7, 3);
  EXPECT_EQ(refusal(Reserved), "p.bin: at byte 6: is not a zstd block");
}

TEST_F(Zstd, ChecksumsAreCompared) {
  std::string Frame = compressed(twoTensors());
  Frame.back() = char(Frame.back() ^ 1);
  EXPECT_THAT(refusal(Frame),
              HasSubstr(" of the compressed data: restored data doesn't match "
                        "checksum"));
}

TEST_F(Zstd, HistoryHasALimit) {
  // A window of 256 MiB; the frame says no size, so that it counts.
  std::string Frame = number(0xFD2FB528, 4) + number(0, 1) +
                      number((28 - 10) << 3, 1) +
                      number(1 | 0 << 1 | 5 << 3, 3) + "hello";
  EXPECT_EQ(refusal(Frame),
            "p.bin: needs more than 128 MiB of history to decompress\nhint: "
            "compress it with --long=27 or less");
}

} // namespace

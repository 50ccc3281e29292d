//===- NumpyArchiveTest.cpp - Reader of archives of arrays ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/NumpyFiles.h"

#include <zlib.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string deflated(StringRef Data) {
  z_stream State = {};
  EXPECT_EQ(
      deflateInit2(&State, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
      Z_OK);
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

uint32_t checksum(StringRef Data) {
  return uint32_t(crc32(0, reinterpret_cast<const Bytef *>(Data.data()),
                        unsigned(Data.size())));
}

/// What is said of a member.
struct ZipFields {
  unsigned Flags = 0;
  unsigned Method = 0;
  uint64_t Size = 0;       ///< 0: of the data.
  uint64_t StoredSize = 0; ///< 0: of the data.
  bool IsLarge = false;    ///< Numbers in the extra part.
};

/// Writes zip archives, damaged ones too.
class ZipBytes {
public:
  ZipBytes &stored(StringRef Name, StringRef Data) {
    return add(Name, Data, checksum(Data), Data.size(), {});
  }
  ZipBytes &compressed(StringRef Name, StringRef Data, ZipFields F = {}) {
    F.Method = 8;
    return add(Name, deflated(Data), checksum(Data), Data.size(), F);
  }
  ZipBytes &add(StringRef Name, StringRef Stored, uint32_t Crc, uint64_t Size,
                ZipFields F) {
    uint64_t Offset = Bytes.size();
    uint64_t StoredSize = F.StoredSize ? F.StoredSize : Stored.size();
    Size = F.Size ? F.Size : Size;
    // As NumPy writes it: an extra part before the data only.
    Bytes += number(0x04034B50, 4) + number(20, 2) + number(F.Flags, 2) +
             number(F.Method, 2) + number(0, 4) + number(Crc, 4) +
             number(0xFFFFFFFF, 4) + number(0xFFFFFFFF, 4) +
             number(Name.size(), 2) + number(20, 2) + Name.str() +
             number(1, 2) + number(16, 2) + number(Size, 8) +
             number(StoredSize, 8) + Stored.str();
    std::string Extra = F.IsLarge
                            ? number(1, 2) + number(24, 2) + number(Size, 8) +
                                  number(StoredSize, 8) + number(Offset, 8)
                            : "";
    auto Small = [&](uint64_t Value) {
      return number(F.IsLarge ? 0xFFFFFFFF : Value, 4);
    };
    Directory += number(0x02014B50, 4) + number(20, 2) + number(20, 2) +
                 number(F.Flags, 2) + number(F.Method, 2) + number(0, 4) +
                 number(Crc, 4) + Small(StoredSize) + Small(Size) +
                 number(Name.size(), 2) + number(Extra.size(), 2) +
                 number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) +
                 Small(Offset) + Name.str() + Extra;
    ++Entries;
    return *this;
  }

  std::string end(StringRef Comment = "", bool IsLarge = false) const {
    std::string Result = Bytes + Directory;
    if (IsLarge) {
      uint64_t LargeEnd = Result.size();
      Result += number(0x06064B50, 4) + number(44, 8) + number(45, 2) +
                number(45, 2) + number(0, 8) + number(Entries, 8) +
                number(Entries, 8) + number(Directory.size(), 8) +
                number(Bytes.size(), 8);
      Result += number(0x07064B50, 4) + number(0, 4) + number(LargeEnd, 8) +
                number(1, 4);
    }
    Result += number(0x06054B50, 4) + number(0, 4) +
              number(IsLarge ? 0xFFFF : Entries, 2) +
              number(IsLarge ? 0xFFFF : Entries, 2) +
              number(IsLarge ? 0xFFFFFFFF : Directory.size(), 4) +
              number(IsLarge ? 0xFFFFFFFF : Bytes.size(), 4) +
              number(Comment.size(), 2) + Comment.str();
    return Result;
  }

  std::string Bytes;
  std::string Directory;
  uint64_t Entries = 0;
};

std::string smallArray(StringRef Data = "abcd") {
  return numpyArray("<i2", "(2,)", Data);
}

struct NumpyArchive : ParamsFileTest {};

TEST_F(NumpyArchive, StoredAndDeflatedMembers) {
  std::string Long(100000, 'x');
  auto Lines =
      describe(ZipBytes()
                   .stored("conv1.weight.npy", smallArray())
                   .compressed("b.npy", numpyArray(">i2", "(2,)", "efgh"))
                   .compressed("long.npy", numpyArray("|u1", "(100000,)", Long))
                   .stored("folder/", "")
                   .end());
  ASSERT_EQ(Lines.size(), 3u) << Lines[0];
  EXPECT_EQ(Lines[0], "conv1.weight: int16 [2] 61626364 little 2");
  EXPECT_EQ(Lines[1], "b: int16 [2] 65666768 big 2");
  EXPECT_EQ(Lines[2],
            "long: uint8 [100000] " + toHex(Long, true) + " little 1");
}

TEST_F(NumpyArchive, StoredMembersAreRanges) {
  // Nothing of the data is read: it is no longer there.
  std::string Bytes = ZipBytes().stored("w.npy", smallArray()).end();
  std::string Path = Folder.add("p.bin", Bytes);
  auto Params = readFile(Path);
  ASSERT_EQ(text(Params.takeError()), "");
  Folder.add("p.bin", "");
  EXPECT_THAT(text(contents((*Params)[0])), HasSubstr("was changed"));
}

TEST_F(NumpyArchive, OddMembersCanBeSkipped) {
  ZipFields Encrypted;
  Encrypted.Flags = 1;
  ZipFields Foreign;
  Foreign.Method = 12;
  std::string Bytes = ZipBytes()
                          .stored("a.npy", smallArray())
                          .stored("objects.npy", numpyArray("|O", "(1,)", "x"))
                          .stored("notes.txt", "hello\n")
                          .add("secret.npy", "x", 0, 1, Encrypted)
                          .add("bzip2.npy", "x", 0, 1, Foreign)
                          .compressed("b.npy", smallArray())
                          .end();
  InputConfig Config;
  Config.SkipParams = {"objects", "notes.txt", "secret", "bzip2"};
  auto Params = readFile(Folder.add("p.bin", Bytes), Config);
  ASSERT_EQ(text(Params.takeError()), "");
  ASSERT_EQ(Params->size(), 2u);
  EXPECT_EQ((*Params)[0].Name, "a");
  EXPECT_EQ((*Params)[1].Name, "b");
  Config.SkipParams.pop_back();
  EXPECT_THAT(
      Folder.strip(text(readFile(Folder.path("p.bin"), Config).takeError())),
      HasSubstr("p.bin(bzip2.npy): is compressed by bzip2"));
}

TEST_F(NumpyArchive, ChecksumsOfStoredMembers) {
  std::string Array = smallArray();
  std::string Bytes =
      ZipBytes().stored("a.npy", Array).compressed("b.npy", Array).end();
  std::string Damaged = Bytes;
  Damaged[Damaged.find("abcd")] = 'x';
  std::string Path = Folder.add("p.bin", Damaged);
  InputConfig Config;
  // The bytes are only copied, and so nobody sees it.
  EXPECT_EQ(text(readFile(Path, Config).takeError()), "");
  Config.VerifyInputs = true;
  EXPECT_THAT(Folder.strip(text(readFile(Path, Config).takeError())),
              testing::ContainsRegex(
                  "^p.bin\\(a.npy\\): has checksum 0x[0-9A-F]+, but the "
                  "archive says 0x[0-9A-F]+\nhint: the file is damaged: make "
                  "or fetch it again$"));
  // What is not wanted is not read.
  Config.SkipParams = {"a"};
  EXPECT_EQ(text(readFile(Path, Config).takeError()), "");
  Config.SkipParams.clear();
  EXPECT_EQ(text(readFile(Folder.add("p.bin", Bytes), Config).takeError()), "");
}

TEST_F(NumpyArchive, ChecksumsOfDeflatedMembers) {
  ZipFields Deflated;
  Deflated.Method = 8;
  // Longer than what the reader looks at.
  std::string Array = numpyArray("|u1", "(100000,)", std::string(100000, 'x'));
  std::string Path = Folder.add(
      "p.bin", ZipBytes()
                   .add("a.npy", deflated(Array), 1, Array.size(), Deflated)
                   .end());
  InputConfig Config;
  EXPECT_EQ(text(readFile(Path, Config).takeError()), "");
  Config.VerifyInputs = true;
  EXPECT_THAT(Folder.strip(text(readFile(Path, Config).takeError())),
              HasSubstr("but the archive says 0x1"));
}

TEST_F(NumpyArchive, ArchivesOfOtherFrameworks) {
  EXPECT_THAT(refusal(ZipBytes()
                          .stored("archive/data.pkl", "\x80\x02}q")
                          .stored("archive/data/0", "0123")
                          .end()),
              testing::StartsWith(
                  "p.bin: is a PyTorch file; expected an archive of NumPy "
                  "arrays\nhint: convert it: python3 -c \"import torch, "));
  EXPECT_THAT(refusal(ZipBytes()
                          .stored("metadata.json", "{}")
                          .stored("config.json", "{}")
                          .stored("model.weights.h5", "\x89HDF\r\n\x1A\n")
                          .end()),
              testing::StartsWith(
                  "p.bin: is a Keras model; expected an archive of NumPy "
                  "arrays\nhint: convert it: python3 -c \"import keras, "));
}

TEST_F(NumpyArchive, AnyOrderOfReads) {
  std::string Data;
  for (unsigned I = 0; I != 200000; ++I)
    Data.push_back(char(I * 7 + (I >> 8)));
  auto Params =
      readBytes(ZipBytes()
                    .compressed("w.npy", numpyArray("|u1", "(200000,)", Data))
                    .end());
  ASSERT_EQ(text(Params.takeError()), "");
  for (uint64_t Offset : {150000u, 10u, 199990u, 0u, 100000u}) {
    std::string Piece(10, '\0');
    ASSERT_EQ(text((*Params)[0].Data.read(
                  Offset, MutableArrayRef<uint8_t>(
                              reinterpret_cast<uint8_t *>(Piece.data()), 10))),
              "");
    EXPECT_EQ(Piece, Data.substr(Offset, 10)) << Offset;
  }
}

TEST_F(NumpyArchive, LargeNumbersAndComments) {
  ZipFields Large;
  Large.IsLarge = true;
  std::string Data = smallArray();
  auto Zip = ZipBytes().add("w.npy", Data, checksum(Data), Data.size(), Large);
  for (bool IsLarge : {false, true})
    for (const char *Comment : {"", "a comment PK\x05\x06"})
      EXPECT_THAT(describe(Zip.end(Comment, IsLarge)),
                  ElementsAre("w: int16 [2] 61626364 little 2"));
}

TEST_F(NumpyArchive, NoMembers) {
  EXPECT_THAT(describe(ZipBytes().end()), ElementsAre());
}

TEST_F(NumpyArchive, EveryTruncationIsAnError) {
  refusesEveryPrefix(ZipBytes()
                         .stored("a.npy", smallArray())
                         .compressed("b.npy", smallArray())
                         .end());
}

TEST_F(NumpyArchive, EveryFlippedByteIsReadOrRefused) {
  ZipFields Large;
  Large.IsLarge = true;
  survivesEveryFlip(ZipBytes()
                        .stored("a.npy", smallArray())
                        .compressed("b.npy", smallArray(), Large)
                        .end("", true),
                    400);
}

TEST_F(NumpyArchive, MembersThatAreNotRead) {
  ZipFields F;
  F.Flags = 1;
  EXPECT_EQ(refusal(ZipBytes().add("w.npy", "x", 0, 1, F).end()),
            "p.bin(w.npy): is encrypted");
  F.Flags = 0;
  F.Method = 12;
  EXPECT_EQ(
      refusal(ZipBytes().add("w.npy", "x", 0, 1, F).end()),
      "p.bin(w.npy): is compressed by bzip2 (method 12); stored and "
      "deflated members are read\nhint: numpy.savez writes such archives");
  EXPECT_EQ(refusal(ZipBytes().stored("notes\n.txt", "hello\n").end()),
            "p.bin(notes\\0A.txt): is a text file; expected a NumPy array");
  EXPECT_EQ(refusal(ZipBytes().stored("a.npy", "").end()),
            "p.bin(a.npy): is an empty file; expected a NumPy array");
  EXPECT_EQ(refusal(ZipBytes().stored("w.npy", smallArray("abc")).end()),
            "p.bin(w.npy): ends at byte 131 inside the data, which has 4 bytes "
            "from byte 128");
}

TEST_F(NumpyArchive, SizesOfMembers) {
  std::string Data = smallArray();
  ZipFields F;
  F.Size = 200;
  EXPECT_EQ(refusal(ZipBytes().add("w.npy", Data, 0, 0, F).end()),
            "p.bin(w.npy): is stored in 132 bytes, but has 200");
  F.Size = F.StoredSize = 1000;
  EXPECT_EQ(refusal(ZipBytes().add("w.npy", Data, 0, 0, F).end()),
            "p.bin: member 'w.npy' has 1000 bytes, which reach into what "
            "follows at byte 187");
  F.StoredSize = 0;
  F.Size = uint64_t(1) << 62;
  F.IsLarge = true;
  EXPECT_EQ(refusal(ZipBytes().compressed("w.npy", Data, F).end()),
            "p.bin(w.npy): claims 4611686018427387904 bytes, which " +
                std::to_string(deflated(Data).size()) +
                " deflated bytes cannot have");
  F.Size = 1000;
  EXPECT_EQ(
      refusal(ZipBytes()
                  .compressed("w.npy", numpyArray("|u1", "(872,)", "abcd"), F)
                  .end()),
      "p.bin(w.npy): ends after 132 decompressed bytes, but has to have "
      "1000");
  F.Size = 132;
  EXPECT_EQ(
      refusal(ZipBytes().compressed("w.npy", smallArray("abcdefgh"), F).end()),
      "p.bin(w.npy): has more than the 132 decompressed bytes that it "
      "has to have");
}

TEST_F(NumpyArchive, DeflatedDataIsChecked) {
  std::string Data = smallArray();
  std::string Stored = deflated(Data);
  ZipFields F;
  F.Method = 8;
  EXPECT_EQ(refusal(ZipBytes().add("w.npy", Stored, 1, Data.size(), F).end()),
            "p.bin(w.npy): has checksum 0x" + utohexstr(checksum(Data)) +
                ", but the archive says 0x1");
  EXPECT_EQ(refusal(ZipBytes()
                        .add("w.npy", StringRef(Stored).drop_back(), 0,
                             Data.size(), F)
                        .end()),
            "p.bin(w.npy): ends inside its deflated data");
  EXPECT_EQ(refusal(ZipBytes().add("w.npy", "\x07rest", 0, 132, F).end()),
            "p.bin(w.npy): is not deflated data: invalid block type");
}

TEST_F(NumpyArchive, DirectoryIsChecked) {
  std::string Data = smallArray();
  EXPECT_EQ(refusal(ZipBytes().stored("w.npy", Data).Bytes),
            "p.bin: is a zip archive without its end\nhint: it is cut short, "
            "or still being written");
  auto Zip = ZipBytes().stored("w.npy", Data);
  Zip.Entries = 2;
  EXPECT_EQ(refusal(Zip.end()),
            "p.bin: the zip directory has 2 entries, but room for 1");
  Zip.Entries = 0;
  EXPECT_EQ(refusal(Zip.end()), "p.bin: at byte 187: 51 bytes after the last "
                                "entry of the zip directory");
  Zip.Entries = 1;
  Zip.Directory[0] = 'x';
  EXPECT_EQ(refusal(Zip.end()),
            "p.bin: at byte 187: is not an entry of a zip directory");
  // Two entries for one member.
  auto Twice = ZipBytes().stored("w.npy", Data);
  Twice.Directory += Twice.Directory;
  Twice.Entries = 2;
  EXPECT_EQ(refusal(Twice.end()), "p.bin: member 'w.npy' has 132 bytes, which "
                                  "reach into what follows at byte 0");
  auto Far = ZipBytes().stored("w.npy", Data);
  Far.Directory[42] = char(200);
  EXPECT_EQ(refusal(Far.end()), "p.bin: member 'w.npy' starts at byte 200, but "
                                "the directory at byte 187");
  auto Wrong = ZipBytes().stored("w.npy", Data);
  Wrong.Directory[42] = 1;
  EXPECT_EQ(refusal(Wrong.end()),
            "p.bin: at byte 1: member 'w.npy' does not start there");
  auto Lacking = ZipBytes().stored("w.npy", Data);
  Lacking.Directory.replace(24, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(refusal(Lacking.end()), "p.bin: at byte 187: member 'w.npy' lacks "
                                    "a 64-bit size or offset");
  std::string LongName(5000, 'n');
  EXPECT_EQ(
      refusal(ZipBytes().stored(LongName, Data).end()),
      "p.bin: at byte 5182: a name has 5000 bytes; at most 4096 are read");
}

TEST_F(NumpyArchive, LargeEndIsChecked) {
  std::string Bytes = ZipBytes().stored("w.npy", smallArray()).end("", true);
  // The end has 22 bytes, the locator 20 before it, the large end 56.
  std::string Changed = Bytes;
  Changed[Bytes.size() - 22 - 20 + 8] = 1;
  EXPECT_EQ(refusal(Changed), "p.bin: the zip64 locator points to byte 1, "
                              "where the end of no directory is");
  Changed = Bytes;
  Changed[Bytes.size() - 22 - 20 + 15] = char(0x80);
  EXPECT_THAT(refusal(Changed), HasSubstr("where the end of no directory is"));
  Changed = Bytes;
  Changed[Bytes.size() - 22 - 20 - 56 + 47] = char(0x80);
  EXPECT_EQ(refusal(Changed),
            "p.bin: the zip directory has 9223372036854775859 bytes from byte "
            "187, but its end is at byte 314");
}

} // namespace

//===- TarArchiveTest.cpp - Models in tar archives ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/NumpyFiles.h"

#include <zstd.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

std::string zeros(size_t Count) { return std::string(Count, '\0'); }

std::string octal(uint64_t Value, unsigned Digits) {
  std::string Text(Digits, '0');
  for (unsigned I = Digits; I-- != 0; Value /= 8)
    Text[I] = char('0' + Value % 8);
  return Text;
}

/// A header whose checksum is right.
std::string header(StringRef Name, char Type, StringRef SizeField,
                   StringRef Prefix = "") {
  std::string Bytes = zeros(512);
  Bytes.replace(0, Name.size(), Name);
  Bytes.replace(124, SizeField.size(), SizeField);
  Bytes.replace(148, 8, 8, ' ');
  Bytes[156] = Type;
  Bytes.replace(257, 8, StringRef("ustar\00000", 8));
  Bytes.replace(345, Prefix.size(), Prefix);
  unsigned Sum = 0;
  for (char Byte : Bytes)
    Sum += uint8_t(Byte);
  Bytes.replace(148, 7, octal(Sum, 6) + zeros(1));
  return Bytes;
}

std::string padded(StringRef Data) {
  return Data.str() + zeros((512 - Data.size() % 512) % 512);
}

std::string member(StringRef Name, StringRef Data, char Type = '0',
                   StringRef Prefix = "") {
  return header(Name, Type, octal(Data.size(), 11), Prefix) + padded(Data);
}

std::string tar(StringRef Members) { return Members.str() + zeros(1024); }

std::string oneTensor() {
  return ParamsBytes().header({"w"}).tensor({kDLInt, 16, 1}, {2}, "abcd").Bytes;
}

std::string paxLine(StringRef KeyAndValue) {
  size_t Size = KeyAndValue.size() + 4;
  Size += Size > 99;
  return std::to_string(Size) + " " + KeyAndValue.str() + "\n";
}

std::string zstdOf(StringRef Data) {
  std::string Out(ZSTD_compressBound(Data.size()), '\0');
  Out.resize(
      ZSTD_compress(Out.data(), Out.size(), Data.data(), Data.size(), 1));
  return Out;
}

struct TarArchive : ParamsFileTest {};

TEST_F(TarArchive, ParamsAreRangesOfTheFile) {
  std::string Bytes = tar(member("./about.json", "{\"version\": 5}") +
                          member("./parameters/", "", '5') +
                          member("./parameters/p.params", oneTensor()) +
                          member("link", "", '2') +
                          member("a/v.npy", numpyArray("|u1", "(1,)", "x")));
  auto Params = readBytes(Bytes);
  ASSERT_EQ(text(Params.takeError()), "");
  EXPECT_THAT(describe(Bytes), ElementsAre("w: int16 [2] 61626364 little 2",
                                           "v: uint8 [1] 78 little 1"));
  for (const Param &P : *Params) {
    auto Place = P.Data.filePlace();
    ASSERT_TRUE(Place);
    EXPECT_EQ(StringRef(Bytes).substr(Place->Offset, P.Data.size()),
              P.Name == "w" ? "abcd" : "x");
  }
  EXPECT_TRUE(Notes.Lines.empty());
  EXPECT_THAT(describe(zstdOf(Bytes)),
              ElementsAre("w: int16 [2] 61626364 little 2",
                          "v: uint8 [1] 78 little 1"));
}

// Programs unpack Model Library Format, and links could lead them anywhere.
TEST_F(TarArchive, LinksAreNotInModelLibraryFormat) {
  std::string Rest = member("./metadata.json", "{\"version\": 5}") +
                     member("./parameters/p.params", oneTensor());
  EXPECT_THAT(describe(tar(Rest)),
              ElementsAre("w: int16 [2] 61626364 little 2"));
  EXPECT_THAT(refusal(tar(member("link", "", '2') + Rest)),
              testing::StartsWith("p.bin: has a symbolic link, 'link'; files "
                                  "and folders are read"));
}

TEST_F(TarArchive, ObjectsArchivesAndGraphNames) {
  std::string Object = Folder.add("f.o", elfObject({{"tvmgen_f"}}));
  std::string Second = elfObject({{"tvmgen_g"}});
  writeArchive(Folder.path("lib.a"), {Object});
  auto Library = MemoryBuffer::getFile(Folder.path("lib.a"));
  ASSERT_TRUE(Library);
  std::string Bytes =
      tar(member("lib.a", (*Library)->getBuffer()) + member("lib/g.o", Second));
  for (const std::string &Name : {Bytes, zstdOf(Bytes)}) {
    ReadResult Result = readFiles(Folder, {Folder.add("m.tar", Name)});
    EXPECT_EQ(Result.Refusal, "");
    EXPECT_THAT(Result.functions(), ElementsAre("tvmgen_f", "tvmgen_g"));
  }
  // JSON is a graph only by its name.
  EXPECT_EQ(
      refusal(tar(member("metadata.json", "{}"))),
      "p.bin: is a tar archive with neither objects, parameters nor a "
      "graph, but 'metadata.json'\nhint: give an archive that holds what "
      "is to be linked, such as TVM's export_library('model.tar') writes");
  EXPECT_EQ(refusal(tar(member("x/graph.json", "{}"))),
            "p.bin(x/graph.json): has no 'nodes': not graph executor JSON");
  EXPECT_EQ(refusal(tar(member("x/m.graph", "{}"))),
            "p.bin(x/m.graph): has no 'nodes': not graph executor JSON");
}

TEST_F(TarArchive, NamesOfAllKinds) {
  std::string Bad = "\x93NUMPY";
  auto NameIn = [&](StringRef Members) {
    std::string Text = refusal(tar(Members));
    return Text.substr(0, Text.find("): ") + 1);
  };
  EXPECT_EQ(NameIn(member("n.npy", Bad)), "p.bin(n.npy)");
  EXPECT_EQ(NameIn(member("n.npy", Bad, '0', "a/b")), "p.bin(a/b/n.npy)");
  std::string Long = std::string(150, 'l') + "/n.npy";
  EXPECT_EQ(NameIn(member("", Long + zeros(1), 'L') + member("n", Bad)),
            "p.bin(" + Long + ")");
  EXPECT_EQ(NameIn(member("", paxLine("path=" + Long), 'x') + member("n", Bad)),
            "p.bin(" + Long + ")");
  EXPECT_EQ(NameIn(member("", paxLine(StringRef("path=nu\0l", 9)), 'x') +
                   member("n", Bad)),
            "p.bin(nu)");
  EXPECT_EQ(NameIn(member("a\nb", Bad)), "p.bin(a\\0Ab)");
  // A name that is another format's magic.
  EXPECT_EQ(NameIn(member("GGUF", Bad)), "p.bin(GGUF)");
}

TEST_F(TarArchive, Sizes) {
  std::string Data = oneTensor();
  std::string Base256 = "\x80" + zeros(10) + char(Data.size());
  EXPECT_THAT(describe(tar(header("p", '0', Base256) + padded(Data))),
              ElementsAre("w: int16 [2] 61626364 little 2"));
  EXPECT_THAT(
      describe(
          tar(member("", paxLine("size=" + std::to_string(Data.size())), 'x') +
              header("p", '0', octal(0, 11)) + padded(Data))),
      ElementsAre("w: int16 [2] 61626364 little 2"));
  EXPECT_EQ(refusal(tar(header("p", '0', octal(99999, 11)))),
            "p.bin: at byte 0: a tar member claims 99999 bytes, but 1024 are "
            "left");
  EXPECT_EQ(refusal(tar(header("p", '0', "\x80" + std::string(11, '\xFF')))),
            "p.bin: at byte 0: the size of a tar member is not a number");
  EXPECT_EQ(refusal(tar(header("p", '0', std::string(12, '\xFF')))),
            "p.bin: at byte 0: the size of a tar member is not a number");
  EXPECT_EQ(refusal(tar(header("p", '0', "12x"))),
            "p.bin: at byte 0: the size of a tar member is not a number");
  // What a folder's size means is not data.
  EXPECT_THAT(
      describe(tar(header("d", '5', octal(99999, 11)) + member("p", Data))),
      ElementsAre("w: int16 [2] 61626364 little 2"));
}

TEST_F(TarArchive, Refusals) {
  std::string Good = member("p", oneTensor());
  EXPECT_EQ(refusal(Good), "p.bin: ends at byte 1024 inside the header of a "
                           "tar member (bytes 1024 to 1536)");
  EXPECT_EQ(refusal(Good + zeros(512)),
            "p.bin: ends at byte 1536 inside the header of a tar member (bytes "
            "1536 to 2048)");
  EXPECT_EQ(refusal(Good + zeros(512) + Good),
            "p.bin: at byte 1536: a block follows the end of a tar archive, "
            "which is two blocks of zeros");
  std::string Damaged = tar(Good);
  Damaged[5] = 'x';
  EXPECT_EQ(refusal(Damaged), "p.bin: at byte 0: the header of a tar member is "
                              "damaged: its checksum is wrong");
  const char *Sparse = "p.bin: at byte 0: has a member with holes, which are "
                       "not read";
  EXPECT_EQ(refusal(tar(member("p", oneTensor(), 'S'))), Sparse);
  EXPECT_EQ(refusal(tar(member("", paxLine("GNU.sparse.major=1"), 'x') + Good)),
            Sparse);
  EXPECT_EQ(refusal(tar(member("", "99 path=x\n", 'x') + Good)),
            "p.bin: at byte 0: an extended header has a line that is none");
  EXPECT_EQ(refusal(tar(member("", paxLine("size=123x"), 'x') + Good)),
            "p.bin: at byte 0: an extended header has the size '123x'");
  EXPECT_EQ(refusal(tar(member("", std::string(70000, 'x'), 'L') + Good)),
            "p.bin: at byte 0: a member's name and size take 70000 bytes; up "
            "to 65536 are read");
  EXPECT_EQ(refusal(tar(member("m.yaml", "metaobj-params: 1\nparams: []\n"))),
            "p.bin(m.yaml): is a manifest inside a tar archive, where it has "
            "no files\nhint: unpack the archive");
}

TEST_F(TarArchive, HeadersAreCounted) {
  // 512 MiB of headers in a few kilobytes.
  std::string One = header("d", '5', octal(0, 11)), Piece, Stream;
  for (unsigned I = 0; I != 4096; ++I)
    Piece += One;
  Piece = zstdOf(Piece);
  for (unsigned I = 0; I != 257; ++I)
    Stream += Piece;
  EXPECT_EQ(refusal(Stream), "p.bin: at byte 536870912: has more than 1048576 "
                             "headers of tar members");
}

TEST_F(TarArchive, EveryTruncationIsAnError) {
  refusesEveryPrefix(tar(member("p", oneTensor())));
}

TEST_F(TarArchive, EveryFlippedByteIsReadOrRefused) {
  std::string Bytes =
      tar(member("", paxLine("path=w.params"), 'x') + member("p", oneTensor()));
  survivesEveryFlip(Bytes, 4);
  // Flips of one byte change the sum, wherever they are in a header.
  for (size_t I = 0; I != 512; ++I) {
    // Behind the digits of the sum and their NUL.
    if (I == 155)
      continue;
    std::string Damaged = Bytes;
    Damaged[I] = char(Damaged[I] ^ 0x40);
    EXPECT_NE(refusal(Damaged), "") << I;
  }
}

} // namespace

//===- IrpaTest.cpp - Reader of IREE's parameter archives -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/ParamsFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

/// Entries and their names, one after the other.
class IrpaBytes {
public:
  IrpaBytes &entry(unsigned Type, StringRef Name, StringRef Fields,
                   uint64_t Alignment = 0, StringRef Notes = "") {
    Entries += number(60 + Fields.size(), 8) + number(Type, 4) + number(0, 8) +
               number(Metadata.size(), 8) + number(Name.size(), 8) +
               number(Metadata.size() + Name.size(), 8) +
               number(Notes.size(), 8) + number(Alignment, 8) + Fields.str();
    Entries.resize((Entries.size() + 15) / 16 * 16, '\0');
    Metadata += (Name + Notes).str();
    ++Count;
    return *this;
  }
  IrpaBytes &data(StringRef Name, uint64_t Offset, uint64_t Size,
                  uint64_t Alignment = 0) {
    return entry(2, Name, number(Offset, 8) + number(Size, 8), Alignment);
  }
  IrpaBytes &splat(StringRef Name, uint64_t Size, StringRef Pattern) {
    std::string Padded = Pattern.str();
    Padded.resize(16, '\0');
    return entry(1, Name, number(Size, 8) + Padded + number(Pattern.size(), 1));
  }
  IrpaBytes &external(StringRef Name, StringRef Path, uint64_t Offset,
                      uint64_t Size) {
    std::string Fields = number(Metadata.size(), 8) + number(Path.size(), 8) +
                         number(Offset, 8) + number(Size, 8);
    Metadata += Path;
    return entry(3, Name, Fields);
  }

  /// With \p Storage at the end, and \p Next bytes to the next header.
  std::string file(StringRef Storage, uint64_t Next = 0) const {
    uint64_t Begin = 96 + Entries.size() + Metadata.size();
    return "IRPA" + number(0, 4) + number(88, 8) + number(Next, 8) +
           number(0, 8) + number(Count, 8) + number(96, 8) +
           number(Entries.size(), 8) + number(96 + Entries.size(), 8) +
           number(Metadata.size(), 8) + number(Begin, 8) +
           number(Storage.size(), 8) + number(0, 8) + Entries + Metadata +
           Storage.str();
  }

private:
  std::string Entries, Metadata;
  uint64_t Count = 0;
};

std::string sampleArchive() {
  return IrpaBytes()
      .data("w", 0, 4, 64)
      .entry(0, "erased", "")
      .splat("zeros", 3, std::string("\0", 1))
      .splat("ones", 8, "abcd")
      .data("tail", 4, 2)
      .file("wwwwtt");
}

struct Irpa : ParamsFileTest {};

TEST_F(Irpa, Entries) {
  EXPECT_THAT(describe(sampleArchive()),
              ElementsAre("w: uint8 [4] 77777777 little 1",
                          "zeros: uint8 [3] 000000 little 1",
                          "ones: uint8 [8] 6162636461626364 little 1",
                          "tail: uint8 [2] 7474 little 1"));
  auto Params = readBytes(sampleArchive());
  ASSERT_EQ(metaobj::text(Params.takeError()), "");
  EXPECT_EQ((*Params)[0].LeastAlignment, 64u);
  EXPECT_EQ((*Params)[1].LeastAlignment, 1u);
}

TEST_F(Irpa, TypesInMetadata) {
  auto With = [&](StringRef Notes) {
    std::vector<std::string> Lines =
        describe(IrpaBytes()
                     .entry(2, "w", number(0, 8) + number(4, 8), 0, Notes)
                     .file("abcd"));
    return Lines.size() == 1 ? Lines[0] : "";
  };
  std::string Bytes = "w: uint8 [4] 61626364 little 1";
  EXPECT_EQ(With(R"(TENSORv0:{"type": "Tensor", "dtype": "int16",)"
                 R"( "shape": [2, 1]})"),
            "w: int16 [2, 1] 61626364 little 2");
  EXPECT_EQ(With(R"(PYTORCH:{"dtype": "float32", "shape": []})"),
            "w: float32 [] 61626364 little 4");
  EXPECT_EQ(With("anything else"), Bytes);
  EXPECT_EQ(With(R"(PYTORCH:{"dtype": "torch.odd", "shape": []})"), Bytes);
  EXPECT_EQ(With(R"(PYTORCH:{"dtype": "float32", "shape": [2]})"),
            "p.bin: parameter 'w' has 4 bytes, but float32 [2] takes 8");
  EXPECT_EQ(With(R"(PYTORCH:{"dtype": "float32", "shape": [-1]})"),
            "p.bin: parameter 'w': float32 [-1]: extent 0 is negative");
  std::string Start = "p.bin: the metadata of parameter 'w' ";
  EXPECT_EQ(With(R"(PYTORCH:{"dtype": "float32"})"),
            Start + "has no 'dtype' that is a text, or no 'shape' of up to 64 "
                    "extents");
  EXPECT_THAT(With("PYTORCH:{"),
              testing::StartsWith(Start + "is not valid JSON"));
  EXPECT_EQ(With("PYTORCH:" + std::string(70, '[')),
            Start + "is more than 4096 bytes, or nests brackets more than 64 "
                    "deep");
}

TEST_F(Irpa, SeveralArchives) {
  std::string First = IrpaBytes().data("a", 0, 1).file("a");
  First.resize((First.size() + 15) / 16 * 16, '.');
  std::string Linked = First;
  Linked.replace(16, 8, number(First.size(), 8));
  EXPECT_THAT(
      describe(Linked + IrpaBytes().data("b", 0, 1).file("b")),
      ElementsAre("a: uint8 [1] 61 little 1", "b: uint8 [1] 62 little 1"));
  std::string Twice = refusal(Linked + IrpaBytes().data("a", 0, 1).file("b"));
  EXPECT_EQ(Twice, "p.bin: at byte " + std::to_string(First.size() + 96) +
                       ": parameter 'a' is named a second time; the first is "
                       "at byte 96");
  EXPECT_EQ(refusal(Linked + "IRPB" + std::string(84, '\0')),
            "p.bin: at byte " + std::to_string(First.size()) +
                ": is not the header of a parameter archive");
  // Archives only follow each other.
  Linked.replace(16, 8, number(8, 8));
  EXPECT_EQ(refusal(Linked), "p.bin: at byte 16: the next header is at byte 8 "
                             "of " +
                                 std::to_string(First.size()) + " from here");
}

TEST_F(Irpa, OtherFiles) {
  Folder.add("data.bin", "0123456789");
  auto With = [&](StringRef Path, uint64_t Offset, uint64_t Size) {
    std::string File = IrpaBytes().external("e", Path, Offset, Size).file("");
    InputConfig Config;
    auto Params = readFile(Folder.add("p.bin", File));
    if (!Params)
      return Folder.strip(metaobj::text(Params.takeError()));
    return describeParam((*Params)[0]);
  };
  EXPECT_EQ(With("data.bin", 2, 3), "e: uint8 [3] 323334 little 1");
  EXPECT_EQ(With("../data.bin", 2, 3),
            "p.bin: at byte 96: file '../data.bin' leads out of the "
            "folder\nhint: name files beside the archive, or in folders there");
  EXPECT_EQ(With("none.bin", 2, 3), "none.bin: no such file or directory");
  EXPECT_EQ(With("data.bin", 8, 3),
            "p.bin: at byte 96: parameter 'e' has 3 bytes from byte 8 of file "
            "'data.bin', which has 10");
}

TEST_F(Irpa, Damage) {
  auto With = [&](size_t Position, uint64_t Number, unsigned Size) {
    std::string Damaged = sampleArchive();
    Damaged.replace(Position, Size, number(Number, Size));
    return refusal(Damaged);
  };
  EXPECT_EQ(With(4, 1, 2),
            "p.bin: at byte 4: has version 1 of the format; 0 is read");
  EXPECT_EQ(With(8, 87, 8),
            "p.bin: at byte 8: the header has 87 bytes, not 88");
  std::string Size = std::to_string(sampleArchive().size());
  EXPECT_EQ(With(40, 10000, 8), "p.bin: the table of entries has 416 bytes "
                                "from byte 10000 of " +
                                    Size);
  EXPECT_EQ(With(56, 10000, 8),
            "p.bin: the metadata has 20 bytes from byte 10000 of " + Size);
  EXPECT_EQ(With(72, 10000, 8),
            "p.bin: the storage has 6 bytes from byte 10000 of " + Size);
  EXPECT_EQ(With(32, 6, 8),
            "p.bin: at byte 512: an entry has 0 bytes of the table's last 0");
  EXPECT_EQ(With(96, 59, 8),
            "p.bin: at byte 96: an entry has 59 bytes of the table's last 416");
  EXPECT_EQ(With(104, 4, 4),
            "p.bin: at byte 96: an entry has type 4, which is not known");
  EXPECT_EQ(With(104, 3, 4),
            "p.bin: at byte 96: an entry of type 3 has 76 bytes, not 92");
  EXPECT_EQ(With(116, 1000, 8), "p.bin: the name of the entry at byte 96 has 1 "
                                "byte from byte 1000 of 20");
  EXPECT_EQ(With(148, 3, 8),
            "p.bin: at byte 96: parameter 'w' has alignment 3, no power of "
            "two");
  EXPECT_EQ(With(156, 3, 8),
            "p.bin: parameter 'w' has 4 bytes from byte 3 of 6");
}

TEST_F(Irpa, Patterns) {
  auto With = [&](uint64_t Size, StringRef Pattern) {
    return refusal(IrpaBytes().splat("s", Size, Pattern).file(""));
  };
  EXPECT_EQ(With(0, "ab"), "");
  std::string End = "; 1, 2, 4, 8 or 16 in up to 4294967296 are read";
  EXPECT_EQ(With(3, "ab"),
            "p.bin: at byte 96: parameter 's' repeats 2 bytes in 3" + End);
  EXPECT_EQ(With(3, "abc"),
            "p.bin: at byte 96: parameter 's' repeats 3 bytes in 3" + End);
  EXPECT_EQ(With(3, ""),
            "p.bin: at byte 96: parameter 's' repeats 0 bytes in 3" + End);
  EXPECT_EQ(With(uint64_t(1) << 33, "a"),
            "p.bin: at byte 96: parameter 's' repeats 1 byte in 8589934592" +
                End);
}

/// A table of one entry that says how many it has, again and again.
TEST_F(Irpa, SharedTablesAreNotVisitedForEver) {
  std::string Tables = IrpaBytes().data("w", 0, 1).file("w");
  std::string Large;
  // Each header has all that follows as its metadata.
  for (unsigned I = 0; I != 400; ++I) {
    std::string Header(96, '\0');
    Header.replace(0, 4, "IRPA");
    Header.replace(8, 8, number(88, 8));
    Header.replace(16, 8, number(96, 8));
    Header.replace(64, 8, number(96 * (400 - I), 8));
    Large += Header;
  }
  std::string File = Large + Tables;
  EXPECT_EQ(refusal(File), "p.bin: lists more entries than its " +
                               std::to_string(File.size()) +
                               " bytes can describe");
}

TEST_F(Irpa, EveryTruncationIsAnError) { refusesEveryPrefix(sampleArchive()); }

/// Without patterns, which a changed size makes gigabytes.
TEST_F(Irpa, EveryFlippedByteIsReadOrRefused) {
  survivesEveryFlip(
      IrpaBytes().data("w", 0, 4, 64).entry(0, "", "").file("wwww"), 64);
}

} // namespace

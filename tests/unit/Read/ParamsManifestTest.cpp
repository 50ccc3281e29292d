//===- ParamsManifestTest.cpp - Raw files of parameters, described --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/ParamsFiles.h"

using namespace llvm;
using namespace metaobj;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

struct ParamsManifest : ParamsFileTest {
  ParamsManifest() { Folder.add("raw.bin", "0123456789abcdef"); }

  /// One entry with these fields besides name and file.
  std::string refuseEntry(StringRef Text) {
    return refusal("metaobj-params: 1\nparams:\n  - name: w\n    file: "
                   "raw.bin\n" +
                   Text.str());
  }
};

const char Sample[] = R"(# weights of the first layer
---
metaobj-params: 1
params:
  - name: weight
    file: raw.bin
    offset: 0x4
    size: 8
    dtype: float32
    shape: [2, 1]
    byte-order: big
    align: 128
    section: .rodata.weights
  - {name: "b", file: 'raw.bin', dtype: int8, shape: [16]}
  - name: s
    file: raw.bin
    offset: 15
    dtype: bool
    shape: []
)";

TEST_F(ParamsManifest, Fields) {
  EXPECT_THAT(describe(Sample),
              ElementsAre("weight: float32 [2, 1] 3435363738396162 big 4",
                          "b: int8 [16] 30313233343536373839616263646566 "
                          "little 1",
                          "s: bool [] 66 little 1"));
  auto Params = readBytes(Sample);
  ASSERT_EQ(text(Params.takeError()), "");
  EXPECT_EQ((*Params)[0].Alignment, 128u);
  EXPECT_EQ((*Params)[0].Section, ".rodata.weights");
  EXPECT_EQ((*Params)[1].Alignment, 0u);
  EXPECT_EQ((*Params)[1].Section, "");
}

TEST_F(ParamsManifest, FilesAreReadOnceAndTold) {
  InputConfig Config;
  Config.Files = {Folder.add("p.bin", Sample)};
  ReadResult Result = read(Folder, Config);
  ASSERT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.TheModel.FilesRead,
              ElementsAre(Folder.path("p.bin"), Folder.path("raw.bin")));
}

TEST_F(ParamsManifest, NoParameters) {
  EXPECT_THAT(describe("metaobj-params: 1\nparams: []\n"), ElementsAre());
}

TEST_F(ParamsManifest, EveryTruncationIsReadOrRefused) {
  // A cut between two entries leaves a manifest; all else names the file.
  StringRef Bytes = Sample;
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    ASSERT_THAT(refusal(Bytes.take_front(Size)),
                AnyOf("", StartsWith("p.bin: ")))
        << Size;
}

TEST_F(ParamsManifest, EveryFlippedByteIsReadOrRefused) {
  StringRef Bytes = Sample;
  for (size_t I = 0; I != Bytes.size(); ++I)
    for (unsigned Flip : {0x01u, 0x10u, 0x80u, 0xFFu}) {
      std::string Damaged = Bytes.str();
      Damaged[I] = char(uint8_t(Damaged[I]) ^ Flip);
      ASSERT_THAT(refusal(Damaged),
                  AnyOf("", StartsWith("p.bin: "),
                        HasSubstr("no such file or directory")))
          << I;
    }
}

TEST_F(ParamsManifest, DeepNestingIsRefused) {
  std::string Start = "metaobj-params: 1\nparams: ";
  EXPECT_EQ(refusal(Start + std::string(1000000, '[')),
            "p.bin: line 2: a parameter is not a mapping");
  EXPECT_THAT(refusal(Start + "[" + std::string(1000000, '{')),
              StartsWith("p.bin: line 2: "));
  std::string Dashes;
  for (unsigned I = 0; I != 500000; ++I)
    Dashes += "- ";
  EXPECT_EQ(refusal("metaobj-params: 1\nparams:\n" + Dashes + "x\n"),
            "p.bin: line 3: a parameter is not a mapping");
  std::string Questions;
  for (unsigned I = 0; I != 500000; ++I)
    Questions += "? ";
  EXPECT_EQ(refusal("metaobj-params: 1\n" + Questions + "x\n"),
            "p.bin: line 2: a key is not a single value");
}

TEST_F(ParamsManifest, Structure) {
  EXPECT_EQ(refusal("metaobj-params: 2\nparams: []\n"),
            "p.bin: line 1: has version '2' of the format; 1 is read");
  EXPECT_EQ(refusal("metaobj-params: 1\n"),
            "p.bin: line 1: the manifest has no 'params'\nhint: [] is an empty "
            "list");
  EXPECT_EQ(refusal("metaobj-params: 1\nparams: x\n"),
            "p.bin: line 2: 'params' is not a list");
  EXPECT_EQ(refusal("metaobj-params: 1\nparams: []\nmore: 1\n"),
            "p.bin: line 3: a manifest has no key 'more'");
  EXPECT_EQ(refusal("metaobj-params: 1\nparams: []\nparams: []\n"),
            "p.bin: line 3: 'params' is given twice");
  EXPECT_EQ(refusal("metaobj-params: 1\nparams: []\n---\nmore: 1\n"),
            "p.bin: holds more than one YAML document");
  EXPECT_THAT(refusal("metaobj-params: 1\nparams: ["),
              StartsWith("p.bin: line "));
  EXPECT_EQ(refusal("metaobj-params: 1\nparams: [x]\n"),
            "p.bin: line 2: a parameter is not a mapping");
}

TEST_F(ParamsManifest, FieldsThatAreWrong) {
  std::string Type = "    dtype: int8\n";
  std::string Shape = "    shape: [16]\n";
  EXPECT_EQ(refuseEntry(Type + Shape), "");
  EXPECT_EQ(refuseEntry(Type + Shape + "    colour: red\n"),
            "p.bin: line 7: a parameter has no field 'colour'");
  EXPECT_EQ(refuseEntry(Type + Type + Shape),
            "p.bin: line 6: 'dtype' is given twice");
  EXPECT_EQ(refuseEntry(Type + Shape + Shape),
            "p.bin: line 7: 'shape' is given twice");
  EXPECT_EQ(refuseEntry(Shape), "p.bin: line 3: the parameter has no 'dtype'");
  EXPECT_EQ(refuseEntry(Type), "p.bin: line 3: the parameter has no "
                               "'shape'\nhint: [] is a scalar");
  EXPECT_EQ(refuseEntry("    dtype: float31\n" + Shape),
            "p.bin: line 3: parameter 'w': type 'float31': float can have 16, "
            "32, 64 bits");
  EXPECT_EQ(
      refuseEntry("    dtype: real\n" + Shape),
      "p.bin: line 3: 'dtype' is 'real', which is not a type\nhint: types "
      "are written as float32, int8, bool, bfloat16");
  EXPECT_EQ(refuseEntry("    dtype: [int8]\n" + Shape),
            "p.bin: line 5: 'dtype' is not a single value");
  EXPECT_EQ(refuseEntry(Type + "    shape: 16\n"),
            "p.bin: line 6: 'shape' is not a list");
  EXPECT_EQ(
      refuseEntry(Type + "    shape: [4, -4]\n"),
      "p.bin: line 6: extent '-4' is not a whole number from 0 to 2^63 - 1");
  EXPECT_EQ(
      refuseEntry(Type + "    shape: [010]\n"),
      "p.bin: line 6: extent '010' is not a whole number from 0 to 2^63 - "
      "1");
  EXPECT_EQ(refuseEntry(Type + "    shape: [[16]]\n"),
            "p.bin: line 6: an extent of 'shape' is not a single value");
  std::string Many = "1";
  for (unsigned I = 0; I != 64; ++I)
    Many += ",1";
  EXPECT_EQ(refuseEntry(Type + "    shape: [" + Many + "]\n"),
            "p.bin: line 6: 'shape' has more than 64 dimensions");
  EXPECT_EQ(refuseEntry(Type + Shape + "    align: 24\n"),
            "p.bin: line 3: 'align' is 24, no power of two");
  EXPECT_EQ(refuseEntry(Type + Shape + "    align: large\n"),
            "p.bin: line 3: 'align' is 'large', no whole number");
  EXPECT_EQ(refuseEntry(Type + Shape + "    byte-order: middle\n"),
            "p.bin: line 3: 'byte-order' is 'middle', neither little nor big");
  EXPECT_EQ(
      refusal("metaobj-params: 1\nparams:\n  - file: raw.bin\n" + Type + Shape),
      "p.bin: line 3: the parameter has no 'name'");
  EXPECT_EQ(refusal("metaobj-params: 1\nparams:\n  - name: w\n" + Type + Shape),
            "p.bin: line 3: the parameter has no 'file'");
  EXPECT_EQ(refusal("metaobj-params: 1\nparams:\n  - name: " +
                    std::string(5000, 'n') + "\n    file: raw.bin\n" + Type +
                    Shape),
            "p.bin: line 3: the name has 5000 bytes; at most 4096 are read");
}

TEST_F(ParamsManifest, RangesOfFiles) {
  std::string Type = "    dtype: int8\n";
  EXPECT_EQ(refuseEntry(Type + "    shape: [15]\n"),
            "p.bin: line 3: parameter 'w': file 'raw.bin' has 16 bytes, but "
            "int8 [15] takes 15\nhint: 'offset' or 'size' take a part of a "
            "file");
  EXPECT_EQ(refuseEntry(Type + "    shape: [15]\n    size: 15\n"), "");
  EXPECT_EQ(refuseEntry(Type + "    shape: [15]\n    offset: 1\n"), "");
  EXPECT_EQ(refuseEntry(Type + "    shape: [15]\n    offset: 2\n"),
            "p.bin: line 3: parameter 'w': file 'raw.bin' has 16 bytes, but 15 "
            "from byte 2 are wanted");
  EXPECT_EQ(
      refuseEntry(Type + "    shape: [15]\n    offset: 18446744073709551615\n"),
      "p.bin: line 3: parameter 'w': file 'raw.bin' has 16 bytes, but 15 from "
      "byte 18446744073709551615 are wanted");
  EXPECT_EQ(
      refuseEntry(Type + "    shape: [15]\n    offset: 18446744073709551616\n"),
      "p.bin: line 3: 'offset' is '18446744073709551616', no whole number");
  EXPECT_EQ(refuseEntry(Type + "    shape: [15]\n    size: 16\n"),
            "p.bin: line 3: parameter 'w' has size 16, but int8 [15] takes 15 "
            "bytes");
  EXPECT_EQ(
      refuseEntry(Type + "    shape: [9223372036854775807, 9]\n"),
      "p.bin: line 3: parameter 'w': int8 [9223372036854775807, 9]: has more "
      "bytes than 64 bits can count");
}

TEST_F(ParamsManifest, FilesStayInTheFolder) {
  auto With = [&](StringRef File) {
    return refusal("metaobj-params: 1\nparams:\n  - name: w\n    file: " +
                   File.str() + "\n    dtype: int8\n    shape: [16]\n");
  };
  EXPECT_EQ(With("./raw.bin"), "");
  for (const char *File : {"/etc/passwd", "../raw.bin", "a/../../raw.bin"})
    EXPECT_EQ(With(File), std::string("p.bin: line 3: file '") + File +
                              "' leads out of the folder\nhint: name files "
                              "beside the manifest, or in folders there");
  EXPECT_EQ(With("none.bin"), "none.bin: no such file or directory");
  EXPECT_EQ(With("."), ".: is a directory");
}

} // namespace

//===- TvmParamsTest.cpp - Reader of TVM's params files -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Files.h"

#include <gmock/gmock.h>

#include <unistd.h>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

struct TvmParams : testing::Test {
  TemporaryFolder Folder;

  Expected<std::vector<Param>> readBytes(StringRef Bytes) {
    return readTvmParams(InputFile::ofMemory(Bytes.str(), "p.bin"));
  }

  std::string refusal(StringRef Bytes) { return text(readBytes(Bytes)); }
};

std::string bytesOf(const Param &P) {
  std::string Bytes(P.Data.size(), '\0');
  cantFail(P.Data.read(
      0, MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(Bytes.data()),
                                  Bytes.size())));
  return Bytes;
}

std::string twoParams() {
  return ParamsBytes()
      .header({"weight", "b"})
      .tensor({kDLFloat, 32, 1}, {2, 1}, "01234567")
      .tensor({kDLInt, 8, 1}, {}, "x")
      .Bytes;
}

TEST_F(TvmParams, NamesShapesAndRanges) {
  auto Params = readBytes(twoParams());
  ASSERT_EQ(text(Params.takeError()), "");
  ASSERT_EQ(Params->size(), 2u);
  const Param &First = (*Params)[0];
  EXPECT_EQ(First.Name, "weight");
  EXPECT_EQ(dtypeName(First.DType), "float32");
  EXPECT_THAT(First.Shape, testing::ElementsAre(2, 1));
  EXPECT_EQ(bytesOf(First), "01234567");
  EXPECT_EQ(First.Data.elementSize(), 4u);
  EXPECT_EQ(First.Data.byteOrder(), Endianness::little);
  EXPECT_EQ(First.Owner, "p.bin");
  EXPECT_FALSE(First.StorageId);
  const Param &Second = (*Params)[1];
  EXPECT_EQ(Second.Name, "b");
  EXPECT_TRUE(Second.Shape.empty());
  EXPECT_EQ(bytesOf(Second), "x");
}

/// A stream that cannot go back, and counts how often it is read.
class ForwardStream final : public ByteSource {
public:
  explicit ForwardStream(std::string Bytes)
      : ByteSource(Stream, "stream", Bytes.size()), Bytes(std::move(Bytes)) {}

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    EXPECT_GE(Offset, End);
    End = Offset + Out.size();
    ++Reads;
    std::copy_n(Bytes.begin() + ptrdiff_t(Offset), Out.size(), Out.begin());
    return Error::success();
  }

  std::string Bytes;
  mutable uint64_t End = 0;
  mutable unsigned Reads = 0;
};

TEST_F(TvmParams, ReadsNothingTwiceAndHeadersAtOnce) {
  for (size_t Size : {0, 3, 31, 40, 500}) {
    std::vector<std::string> Names;
    for (unsigned I = 0; I != 40; ++I)
      Names.push_back("name" + std::to_string(I));
    ParamsBytes Builder;
    Builder.header(Names);
    for (size_t I = 0; I != Names.size(); ++I)
      Builder.tensor({kDLInt, 8, 1}, {1, 1, int64_t(Size)},
                     std::string(Size, 'x'));
    auto Source = std::make_shared<ForwardStream>(Builder.Bytes);
    auto Params = readTvmParams(Source);
    ASSERT_EQ(text(Params.takeError()), "");
    EXPECT_EQ(Params->size(), Names.size());
    EXPECT_LE(Source->Reads, Names.size() + 5) << Size << " bytes each";
  }
}

TEST_F(TvmParams, EveryTypeThatFilesCanHold) {
  struct {
    DLDataType DType;
    unsigned Bytes;
    unsigned Unit;
  } Cases[] = {
      {{kDLInt, 8, 1}, 1, 1},      {{kDLInt, 64, 1}, 8, 8},
      {{kDLUInt, 1, 1}, 1, 1},     {{6, 8, 1}, 1, 1},
      {{kDLUInt, 16, 1}, 2, 2},    {{kDLFloat, 16, 1}, 2, 2},
      {{kDLFloat, 64, 1}, 8, 8},   {{kDLBfloat, 16, 1}, 2, 2},
      {{kDLComplex, 64, 1}, 8, 4}, {{10, 8, 1}, 1, 1},
  };
  for (const auto &Case : Cases) {
    auto Params =
        readBytes(ParamsBytes()
                      .header({"w"})
                      .tensor(Case.DType, {3}, std::string(3 * Case.Bytes, 'a'))
                      .Bytes);
    ASSERT_EQ(text(Params.takeError()), "") << dtypeName(Case.DType);
    EXPECT_EQ((*Params)[0].Data.size(), 3u * Case.Bytes);
    EXPECT_EQ((*Params)[0].Data.elementSize(), Case.Unit);
  }
}

TEST_F(TvmParams, NoParameters) {
  auto Params = readBytes(ParamsBytes().header({}).Bytes);
  ASSERT_EQ(text(Params.takeError()), "");
  EXPECT_TRUE(Params->empty());
}

TEST_F(TvmParams, ReservedWordsAreIgnoredAsInTvm) {
  std::string Bytes = twoParams();
  Bytes[8] = 1;
  EXPECT_EQ(refusal(Bytes), "");
}

TEST_F(TvmParams, EveryTruncationIsAnError) {
  std::string Bytes = twoParams();
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    std::string Text = refusal(StringRef(Bytes).take_front(Size));
    ASSERT_THAT(Text, StartsWith("p.bin: ")) << Size;
    // Says where, except where a count tells earlier that bytes are missing.
    ASSERT_TRUE(
        StringRef(Text).contains("ends at byte " + std::to_string(Size)) ||
        StringRef(Text).contains("has room for"))
        << Text;
  }
}

TEST_F(TvmParams, EveryFlippedByteIsReadOrRefused) {
  std::string Bytes = twoParams();
  for (size_t I = 0; I != Bytes.size(); ++I)
    for (unsigned Flip : {0x01u, 0x80u, 0xFFu}) {
      std::string Damaged = Bytes;
      Damaged[I] = char(Damaged[I] ^ Flip);
      auto Params = readBytes(Damaged);
      if (!Params) {
        EXPECT_THAT(text(Params.takeError()), StartsWith("p.bin: "));
        continue;
      }
      for (const Param &P : *Params)
        EXPECT_LE(bytesOf(P).size(), Bytes.size());
    }
}

TEST_F(TvmParams, TruncationSaysWhat) {
  std::string Bytes = twoParams();
  EXPECT_EQ(refusal(StringRef(Bytes).take_front(10)),
            "p.bin: ends at byte 10 inside the header of a TVM params file "
            "(bytes 0 to 16)");
  EXPECT_EQ(refusal(StringRef(Bytes).take_front(Bytes.size() - 3)),
            "p.bin: ends at byte 157 inside the shape of parameter 'b' (bytes "
            "151 to 159)");
  Bytes = ParamsBytes().header({"w"}).tensor({kDLInt, 8, 1}, {4}, "1234").Bytes;
  EXPECT_EQ(refusal(StringRef(Bytes).drop_back()),
            "p.bin: ends at byte 92 inside the data of parameter 'w', which "
            "has 4 bytes from byte 89");
}

TEST_F(TvmParams, MagicOfTheFile) {
  EXPECT_EQ(refusal(std::string(16, 'x')),
            "p.bin: at byte 0: is not a TVM params file: starts with "
            "0x7878787878787878, not with 0xF7E58D4F05049CB7");
}

TEST_F(TvmParams, CountsAreComparedWithTheFile) {
  ParamsBytes Bytes;
  Bytes.number(0xF7E58D4F05049CB7, 8).number(0, 8);
  std::string Start = Bytes.Bytes;
  EXPECT_EQ(refusal(ParamsBytes(Bytes).number(UINT64_MAX, 8).Bytes +
                    std::string(100, '\0')),
            "p.bin: at byte 16: the number of names is 18446744073709551615, "
            "but the file has room for 2");
  EXPECT_EQ(
      refusal(ParamsBytes(Bytes)
                  .number(1, 8)
                  .number(1, 8)
                  .raw("w")
                  .number(0, 8)
                  .Bytes +
              std::string(60, '\0')),
      "p.bin: at byte 33: the number of tensors is 0, but the number of names "
      "1");
  EXPECT_EQ(refusal(ParamsBytes(Bytes)
                        .number(1, 8)
                        .number(1, 8)
                        .raw("w")
                        .number(uint64_t(1) << 60, 8)
                        .Bytes +
                    std::string(60, '\0')),
            "p.bin: at byte 33: the number of tensors is 1152921504606846976, "
            "but the file has room for 1");
}

TEST_F(TvmParams, NamesHaveALimit) {
  ParamsBytes Bytes;
  Bytes.number(0xF7E58D4F05049CB7, 8).number(0, 8).number(1, 8);
  EXPECT_EQ(refusal(ParamsBytes(Bytes).number(1 << 20, 8).Bytes +
                    std::string(100, '\0')),
            "p.bin: at byte 24: name 0 has 1048576 bytes; at most 4096 are "
            "read");
  EXPECT_EQ(
      refusal(ParamsBytes(Bytes).number(200, 8).Bytes + std::string(100, '\0')),
      "p.bin: ends at byte 132 inside name 0 (bytes 32 to 232)");
  std::string Longest(4096, 'n');
  auto Params = readBytes(
      ParamsBytes().header({Longest}).tensor({kDLInt, 8, 1}, {}, "x").Bytes);
  ASSERT_EQ(text(Params.takeError()), "");
  EXPECT_EQ((*Params)[0].Name, Longest);
}

TEST_F(TvmParams, ManyNamesCrossTheReadersWindow) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I != 3000; ++I)
    Names.push_back(("layer" + Twine(I)).str());
  ParamsBytes Bytes;
  Bytes.header(Names);
  for (unsigned I = 0; I != 3000; ++I)
    Bytes.tensor({kDLInt, 8, 1}, {1}, std::string(1, char(I)));
  auto Params = readBytes(Bytes.Bytes);
  ASSERT_EQ(text(Params.takeError()), "");
  for (unsigned I = 0; I != 3000; ++I) {
    ASSERT_EQ((*Params)[I].Name, Names[I]);
    ASSERT_EQ(bytesOf((*Params)[I]), std::string(1, char(I)));
  }
}

TEST_F(TvmParams, NameGivenTwice) {
  EXPECT_EQ(refusal(ParamsBytes()
                        .header({"w", "w"})
                        .tensor({kDLInt, 8, 1}, {}, "x")
                        .tensor({kDLInt, 8, 1}, {}, "y")
                        .Bytes),
            "p.bin: at byte 33: parameter 'w' is named a second time; the "
            "first is at byte 24");
}

TEST_F(TvmParams, FieldsOfATensor) {
  std::string Bytes =
      ParamsBytes().header({"w"}).tensor({kDLInt, 16, 1}, {2}, "1234").Bytes;
  // The tensor starts at byte 41.
  auto With = [&](size_t Offset, uint64_t Value, unsigned Size) {
    std::string Changed = Bytes;
    for (unsigned I = 0; I != Size; ++I)
      Changed[41 + Offset + I] = char(Value >> (8 * I));
    return refusal(Changed);
  };
  EXPECT_EQ(With(0, 0, 0), "");
  EXPECT_EQ(With(0, 7, 8), "p.bin: at byte 41: parameter 'w' starts with 0x7, "
                           "not with a tensor's magic 0xDD5E40F096B4A13F");
  EXPECT_EQ(With(16, 2, 4), "p.bin: at byte 57: parameter 'w' has device type "
                            "2; files hold tensors of the CPU, type 1");
  EXPECT_EQ(With(24, uint32_t(-1), 4),
            "p.bin: at byte 65: parameter 'w' has -1 dimensions; 0 to 64 are "
            "read");
  EXPECT_EQ(With(24, 65, 4), "p.bin: at byte 65: parameter 'w' has 65 "
                             "dimensions; 0 to 64 are read");
  EXPECT_EQ(With(24, 64, 4), "p.bin: ends at byte 93 inside the shape of "
                             "parameter 'w' (bytes 73 to 593)");
  EXPECT_EQ(With(29, 4, 1),
            "p.bin: at byte 69: parameter 'w': type 'int4': elements smaller "
            "than one byte cannot be linked\nhint: widen them to int8 or "
            "uint8, or hand the packed bytes over as uint8");
  EXPECT_EQ(With(30, 2, 2),
            "p.bin: at byte 69: parameter 'w' has vectors for elements "
            "(int16x2), which files of TVM do not hold whole");
  EXPECT_EQ(With(32, uint64_t(-2), 8),
            "p.bin: at byte 73: parameter 'w': int16 "
            "[-2]: extent 0 is negative");
  EXPECT_EQ(With(32, INT64_MAX, 8),
            "p.bin: at byte 81: parameter 'w' has 4 bytes of data, but int16 "
            "[9223372036854775807] takes 18446744073709551614");
  EXPECT_EQ(With(40, uint64_t(-4), 8),
            "p.bin: at byte 81: parameter 'w' has -4 bytes of data, but int16 "
            "[2] takes 4");
}

TEST_F(TvmParams, BytesAfterTheEnd) {
  EXPECT_EQ(refusal(twoParams() + "ab"),
            "p.bin: at byte 160: 2 bytes after the last parameter");
}

TEST_F(TvmParams, DataIsNotRead) {
  // Far more than memory holds: a file of which only the start exists.
  ParamsBytes Bytes;
  Bytes.header({"w"}).number(0xDD5E40F096B4A13F, 8).number(0, 8);
  Bytes.number(1, 4).number(0, 4).number(1, 4).number(0x0800, 4);
  Bytes.Bytes[Bytes.Bytes.size() - 2] = 1; // lanes
  uint64_t Size = uint64_t(1) << 42;
  Bytes.number(Size, 8).number(Size, 8);
  std::string Path = Folder.add("big.bin", Bytes.Bytes);
  if (truncate(Path.c_str(), off_t(Bytes.Bytes.size() + Size)) != 0)
    GTEST_SKIP() << "SKIPPED LOUDLY: no files of 4 TiB on this file system";
  auto Params = readTvmParams(cantFail(InputFile::open(Path)));
  ASSERT_EQ(text(Params.takeError()), "");
  EXPECT_EQ((*Params)[0].Data.size(), Size);
}

} // namespace

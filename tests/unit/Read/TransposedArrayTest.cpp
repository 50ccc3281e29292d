//===- TransposedArrayTest.cpp - Fortran order becomes C order ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/TransposedArray.h"

#include "Read/NumpyFiles.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// The places in Fortran order of all elements, in C order: index by index, as
/// the definitions of the two orders say.
std::vector<uint64_t> placesInCOrder(ArrayRef<int64_t> Shape) {
  std::vector<uint64_t> Places;
  uint64_t Count = 1;
  for (int64_t Extent : Shape)
    Count *= uint64_t(Extent);
  for (uint64_t I = 0; I != Count; ++I) {
    std::vector<uint64_t> Index(Shape.size());
    uint64_t Rest = I;
    for (size_t D = Shape.size(); D-- != 0; Rest /= uint64_t(Shape[D]))
      Index[D] = Rest % uint64_t(Shape[D]);
    uint64_t Place = 0, Stride = 1;
    for (size_t D = 0; D != Shape.size(); Stride *= uint64_t(Shape[D]), ++D)
      Place += Index[D] * Stride;
    Places.push_back(Place);
  }
  return Places;
}

std::string bytesOf(uint64_t Count) {
  std::string Bytes;
  for (uint64_t I = 0; I != Count; ++I)
    Bytes.push_back(char(I * 11 + (I >> 8) * 3 + (I >> 16)));
  return Bytes;
}

std::string expected(StringRef Fortran, ArrayRef<int64_t> Shape,
                     uint64_t Element) {
  std::string Result;
  for (uint64_t Place : placesInCOrder(Shape))
    Result += Fortran.substr(Place * Element, Element);
  return Result;
}

Payload memory(StringRef Bytes) {
  return Payload::memory(arrayRefFromStringRef(Bytes));
}

std::string readPiece(const Payload &Data, uint64_t Offset, uint64_t Size) {
  std::string Bytes(Size, '\0');
  cantFail(
      Data.read(Offset, MutableArrayRef<uint8_t>(
                            reinterpret_cast<uint8_t *>(Bytes.data()), Size)));
  return Bytes;
}

const std::vector<std::vector<int64_t>> Shapes = {
    {},        {7},          {2, 3},          {3, 2},       {1, 5},
    {5, 1},    {2, 3, 4},    {4, 1, 3},       {1, 2, 3, 4}, {5, 4, 3, 2},
    {2, 2, 9}, {300, 7, 40}, {3, 100, 2, 50}, {2, 20000},   {20000, 3}};

TEST(TransposedArray, EveryRankAndElement) {
  for (const std::vector<int64_t> &Shape : Shapes)
    for (uint64_t Element : {1, 2, 4, 8, 16}) {
      std::string Fortran = bytesOf(placesInCOrder(Shape).size() * Element);
      auto Data = inCOrder(memory(Fortran), Shape, "w");
      ASSERT_EQ(text(Data.takeError()), "");
      ASSERT_EQ(Data->size(), Fortran.size());
      std::string Wanted = expected(Fortran, Shape, Element);
      ASSERT_TRUE(readPiece(*Data, 0, Data->size()) == Wanted)
          << Shape.size() << " " << Element;
      // In pieces, which need not be whole elements.
      for (uint64_t Piece : {uint64_t(1), uint64_t(13), uint64_t(40000)}) {
        uint64_t Step = Piece == 1 ? 997 : Piece;
        for (uint64_t Offset = 0; Offset < Wanted.size(); Offset += Step) {
          uint64_t Size = std::min(Piece, Wanted.size() - Offset);
          ASSERT_TRUE(readPiece(*Data, Offset, Size) ==
                      Wanted.substr(Offset, Size))
              << Shape.size() << " " << Element << " " << Offset;
          if (Wanted.size() / Step > 200)
            Offset += Wanted.size() / 50;
        }
      }
    }
}

/// A source of any size, the bytes of which repeat after a prime number.
struct CountingSource final : ByteSource {
  explicit CountingSource(uint64_t Size) : ByteSource(Stream, "w", Size) {}
  static const std::string &pattern() {
    static const std::string Pattern = bytesOf(65521);
    return Pattern;
  }
  static uint8_t byteAt(uint64_t Offset) {
    return uint8_t(pattern()[Offset % pattern().size()]);
  }
  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    EXPECT_LE(Offset + Out.size(), size());
    Largest = std::max<uint64_t>(Largest, Out.size());
    while (!Out.empty()) {
      StringRef Part = StringRef(pattern()).substr(Offset % pattern().size());
      Part = Part.take_front(Out.size());
      std::memcpy(Out.data(), Part.data(), Part.size());
      Out = Out.drop_front(Part.size());
      Offset += Part.size();
    }
    return Error::success();
  }
  mutable uint64_t Largest = 0;
};

TEST(TransposedArray, LargeOnesInSeveralBands) {
  // 160 MiB: three bands. Columns of all lengths.
  for (std::vector<int64_t> Shape : std::vector<std::vector<int64_t>>{
           {10 << 20, 4}, {4, 10 << 20}, {1 << 10, 40 << 10}}) {
    uint64_t Element = 4;
    uint64_t Rows = uint64_t(Shape[0]), Columns = uint64_t(Shape[1]);
    auto Source =
        std::make_shared<const CountingSource>(Rows * Columns * Element);
    auto Data = inCOrder(Payload::range(Source, 0, Source->size()), Shape, "w");
    ASSERT_EQ(text(Data.takeError()), "");
    for (uint64_t Offset : {uint64_t(0), uint64_t(64) << 20,
                            uint64_t(150) << 20, Source->size() - 32768}) {
      std::string Piece = readPiece(*Data, Offset, 32768);
      for (uint64_t I = 0; I != Piece.size(); ++I) {
        uint64_t Number = (Offset + I) / Element;
        uint64_t Place = Number / Columns + Number % Columns * Rows;
        ASSERT_EQ(
            uint8_t(Piece[I]),
            CountingSource::byteAt(Place * Element + (Offset + I) % Element))
            << Rows << " " << Offset + I;
      }
    }
    EXPECT_LE(Source->Largest, uint64_t(256) << 10);
  }
}

TEST(TransposedArray, MoreThanPassesArePatientFor) {
  uint64_t Size = (uint64_t(4) << 30) + 2;
  auto Source = std::make_shared<const CountingSource>(Size);
  EXPECT_EQ(text(inCOrder(Payload::range(Source, 0, Size),
                          {2, int64_t(Size / 2)}, "w.npy")),
            "w.npy: is in Fortran order and has 4294967298 bytes; up to "
            "4294967296 are transposed\nhint: save "
            "numpy.ascontiguousarray(array) instead");
}

struct FortranFile : ParamsFileTest {
  static std::string file(StringRef Type, StringRef Shape, StringRef Data) {
    return numpyFile(("{'descr': '" + Type +
                      "', 'fortran_order': True, 'shape': " + Shape + "}")
                         .str(),
                     Data);
  }
};

TEST_F(FortranFile, NumbersStayWholeAndKeepTheirOrder) {
  EXPECT_THAT(describe(file(">i2", "(2, 3)", "AaDdBbEeCcFf")),
              testing::ElementsAre(
                  "p.bin: int16 [2, 3] 416142624363446445654666 big 2"));
  // The two numbers of a complex one stay together.
  EXPECT_THAT(
      describe(file("<c8", "(2, 2)", "aaaaAAAAccccCCCCbbbbBBBBddddDDDD")),
      testing::ElementsAre("p.bin: complex64 [2, 2] "
                           "616161614141414162626262424242426363636343434343"
                           "6464646444444444 little 4"));
}

TEST_F(FortranFile, AFileThatChangesBetweenPasses) {
  std::string Path = Folder.add("w.npy", file("|u1", "(2, 3)", "adbecf"));
  auto Params = readFile(Path);
  ASSERT_EQ(text(Params.takeError()), "");
  Folder.add("w.npy", file("|u1", "(2, 3)", "xxxxxx") + "longer");
  EXPECT_THAT(Folder.strip(text(contents((*Params)[0]))),
              testing::StartsWith("w.npy: was changed while it was read"));
}

} // namespace

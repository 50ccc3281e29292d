//===- ParamsImageTest.cpp - Params images, whole and damaged -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj-c/metaobj_params_image.h"
#include "metaobj/Emit.h"
#include "metaobj/Inspect.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <array>

using namespace llvm;
using namespace metaobj;

namespace {

struct Place {
  const char *Triple;
  std::optional<uint64_t> Base;
};

/// Three parameters, two with storage ids.
std::string imageOf(const Place &Where) {
  static const std::array<uint8_t, 12> Bytes = {1, 2, 3, 4,  5,  6,
                                                7, 8, 9, 10, 11, 12};
  Model M;
  for (const char *Name : {"w", "b", "s"}) {
    Param &P = M.Params.emplace_back();
    P.Name = Name;
    P.DType = {kDLInt, 32, 1};
    P.Shape = {3};
    P.Data = Payload::memory(Bytes);
    P.Data.setElement(4, Endianness::little);
  }
  M.Params[0].StorageId = 3;
  M.Params[1].StorageId = 1;
  EmitConfig Config;
  Config.Params.Dedup = ParamDedup::Off;
  Config.ParamsImage = {Where.Base, 9};
  TargetSpec Target;
  Target.Triple = Triple(Where.Triple);
  Expected<Emission> Made = emit(M, Target, Config, OutputKind::ParamsImage);
  if (!Made) {
    ADD_FAILURE() << toString(Made.takeError());
    return {};
  }
  std::string Image;
  raw_string_ostream OS(Image);
  EXPECT_FALSE(errorToBool(Made->writeTo(OS)));
  EXPECT_EQ(Made->size(), OS.str().size());
  return Image;
}

/// What is wrong with \p Image; empty: nothing.
std::string faultOf(StringRef Image) {
  // A copy, so that sanitizers see reads behind its end.
  std::unique_ptr<MemoryBuffer> Copy =
      MemoryBuffer::getMemBufferCopy(Image, "image.bin");
  Expected<std::vector<Inspection>> Found = inspect(Copy->getMemBufferRef());
  if (!Found)
    return toString(Found.takeError());
  if (Found->size() != 1 || !Found->front().ParamsImage)
    return "is not a params image";
  return toString(verify(Found->front()));
}

class ParamsImageTest : public testing::TestWithParam<Place> {};

TEST_P(ParamsImageTest, IsWhole) {
  std::string Image = imageOf(GetParam());
  EXPECT_EQ(faultOf(Image), "");
  Expected<std::vector<Inspection>> Found =
      inspect(MemoryBufferRef(Image, "image.bin"));
  ASSERT_TRUE(bool(Found)) << toString(Found.takeError());
  const Inspection &Inspected = Found->front();
  ASSERT_TRUE(Inspected.ParamsImage);
  EXPECT_EQ(Inspected.ParamsImage->Generation, 9u);
  EXPECT_EQ(Inspected.ParamsImage->Base, GetParam().Base);
  EXPECT_EQ(Inspected.ParamsImage->Bytes, Image.size());
  EXPECT_EQ(Inspected.ParamsImage->Alignment, 64u);
  EXPECT_EQ(Inspected.ParamsImage->NumLinked, 4u);
  EXPECT_TRUE(Inspected.Registries.empty());
  ASSERT_EQ(Inspected.Params.size(), 3u);
  for (const InspectedParam &Param : Inspected.Params) {
    ASSERT_TRUE(Param.Address);
    EXPECT_EQ(*Param.Address % 64, 0u);
    EXPECT_EQ(*Param.FileOffset + GetParam().Base.value_or(0), *Param.Address);
  }
}

TEST_P(ParamsImageTest, EachFlippedBitShows) {
  std::string Image = imageOf(GetParam());
  for (size_t Offset = 0; Offset != Image.size(); ++Offset) {
    Image[Offset] ^= static_cast<char>(1 << Offset % 8);
    EXPECT_NE(faultOf(Image), "") << "byte " << Offset;
    Image[Offset] ^= static_cast<char>(1 << Offset % 8);
  }
}

/// As after a loss of power: the rest is erased flash.
TEST_P(ParamsImageTest, EachHalfWrittenImageShows) {
  std::string Image = imageOf(GetParam());
  for (size_t Size = 0; Size < Image.size(); ++Size) {
    std::string Torn = Image;
    std::fill(Torn.begin() + static_cast<ptrdiff_t>(Size), Torn.end(), '\xff');
    if (Torn == Image)
      continue;
    EXPECT_NE(faultOf(Torn), "") << Size << " bytes";
    EXPECT_NE(faultOf(StringRef(Image).take_front(Size)), "")
        << Size << " bytes";
  }
}

/// Numbers of the header that lead anywhere must not lead out of the file.
TEST_P(ParamsImageTest, HostileHeaders) {
  std::string Image = imageOf(GetParam());
  for (size_t Offset = 8; Offset != sizeof(metaobj_params_image_t); Offset += 2)
    for (uint16_t Value : {0x0000, 0xffff, 0x8000, 0x0080, 0x7fff, 0xff7f}) {
      std::string Hostile = Image;
      Hostile[Offset] = static_cast<char>(Value);
      Hostile[Offset + 1] = static_cast<char>(Value >> 8);
      if (Hostile != Image) {
        EXPECT_NE(faultOf(Hostile), "") << "byte " << Offset << ": " << Value;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, ParamsImageTest,
    testing::Values(Place{"thumbv7m-none-eabi", std::nullopt},
                    Place{"thumbv7m-none-eabi", 0x10100000},
                    Place{"x86_64-linux-gnu", std::nullopt},
                    Place{"mips-linux-gnu", 0x80000000},
                    Place{"s390x-linux-gnu", std::nullopt}));

} // namespace

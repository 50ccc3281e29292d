// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays: their memory, views without a copy, and their form in params files.

#include <gtest/gtest.h>

#include "damage.h"
#include "dlpack_values.h"
#include "fake_platform.h"
#include "params_file.h"
#include "registry_blob.h"

namespace {

constexpr DLDataType Float32 = {kDLFloat, 32, 1};
constexpr DLDataType Bool = {kDLUInt, 1, 1};
constexpr DLDataType Int4 = {kDLInt, 4, 1};

class NDArray : public testing::Test {
protected:
  void SetUp() override { Platform = FakePlatform(); }
  void TearDown() override { EXPECT_EQ(Platform.LiveAllocations, 0); }

  TVMNDArray empty(const std::vector<int64_t> &Shape, DLDataType Type) {
    TVMNDArray Array;
    EXPECT_EQ(TVMNDArray_Empty(static_cast<int32_t>(Shape.size()), Shape.data(),
                               Type, Cpu, &Array),
              0);
    return Array;
  }
};

TEST_F(NDArray, EmptyHasShapeAndAlignedMemory) {
  TVMNDArray Array = empty({2, 3}, Float32);
  EXPECT_EQ(Array.dl_tensor.ndim, 2);
  EXPECT_EQ(Array.dl_tensor.shape[0], 2);
  EXPECT_EQ(Array.dl_tensor.shape[1], 3);
  EXPECT_EQ(Array.dl_tensor.strides, nullptr);
  EXPECT_EQ(Array.dl_tensor.byte_offset, 0u);
  EXPECT_EQ(Array.dl_tensor.dtype.bits, 32);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Array.dl_tensor.data) % 16, 0u);
  EXPECT_EQ(Array.reference_count, 0u);
  EXPECT_EQ(TVMNDArray_DataSizeBytes(&Array), 24);
  EXPECT_GE(Platform.LastSize, 24 + 2 * sizeof(int64_t));
  memset(Array.dl_tensor.data, 1, 24);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  EXPECT_EQ(Array.dl_tensor.data, nullptr);
  EXPECT_EQ(TVMNDArray_Release(&Array), kTvmErrorFunctionCallInvalidArg);
}

TEST_F(NDArray, ScalarHasNoExtents) {
  TVMNDArray Array;
  ASSERT_EQ(TVMNDArray_Empty(0, nullptr, Float32, Cpu, &Array), 0);
  EXPECT_EQ(TVMNDArray_DataSizeBytes(&Array), 4);
  memset(Array.dl_tensor.data, 1, 4);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  ASSERT_EQ(TVMNDArray_Create(0, nullptr, Float32, Cpu, &Array), 0);
  EXPECT_EQ(Array.dl_tensor.data, nullptr);
  EXPECT_GT(Platform.LastSize, 0u);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

TEST_F(NDArray, ElementsTakeWholeBytes) {
  const std::pair<DLDataType, int64_t> Sizes[] = {
      {Bool, 1},    {Int4, 1},           {Int16, 2},
      {Float32, 4}, {{kDLInt, 4, 2}, 1}, {{kDLFloat, 16, 3}, 6}};
  for (const auto &Each : Sizes) {
    TVMNDArray Array = empty({1000}, Each.first);
    EXPECT_EQ(TVMNDArray_DataSizeBytes(&Array), 1000 * Each.second);
    EXPECT_GE(Platform.LastSize, 1000u * static_cast<size_t>(Each.second));
    EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  }
}

TEST_F(NDArray, SizesThatAreNoneAreRefused) {
  const int64_t Huge = INT64_MAX;
  const std::vector<std::vector<int64_t>> Shapes = {
      {-1},
      {1, -1, 1},
      {Huge, Huge},
      {Huge, 2},
      {Huge / 2},
      {int64_t(1) << 32, int64_t(1) << 32},
      {0, -1},
      {1LL << 31, 1LL << 31, 4},
      {1, 1, 1, 1, 1, 1, 1}};
  for (const auto &Shape : Shapes) {
    TVMNDArray Array = {};
    EXPECT_EQ(TVMNDArray_Empty(static_cast<int32_t>(Shape.size()), Shape.data(),
                               Float32, Cpu, &Array),
              kTvmErrorFunctionCallInvalidArg);
    EXPECT_EQ(Array.dl_tensor.shape, nullptr);
  }
  TVMNDArray Array = {};
  const int64_t One = 1;
  for (DLDataType Type : {DLDataType{kDLInt, 0, 1}, DLDataType{kDLInt, 8, 0}})
    EXPECT_NE(TVMNDArray_Empty(1, &One, Type, Cpu, &Array), 0);
  EXPECT_NE(TVMNDArray_Empty(-1, &One, Float32, Cpu, &Array), 0);
  EXPECT_NE(TVMNDArray_Empty(1, nullptr, Float32, Cpu, &Array), 0);
  EXPECT_NE(TVMNDArray_Empty(1, &One, Float32, Cpu, nullptr), 0);
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

TEST_F(NDArray, AnExtentOfZeroMakesTheOthersHarmless) {
  TVMNDArray Array = empty({2, 0, INT64_MAX}, Float32);
  EXPECT_EQ(TVMNDArray_DataSizeBytes(&Array), 0);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

TEST_F(NDArray, NoMemoryIsAnErrorAndLeavesTheArray) {
  TVMNDArray Array = {};
  Array.reference_count = 7;
  const int64_t One = 1;
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(TVMNDArray_Empty(1, &One, Float32, Cpu, &Array),
            kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "TVMNDArray: no memory");
  EXPECT_EQ(Array.reference_count, 7u);
  EXPECT_EQ(Array.dl_tensor.shape, nullptr);
}

TEST_F(NDArray, ReleaseThatThePlatformRefusesCanBeRepeated) {
  TVMNDArray Array = empty({1}, Float32);
  Platform.FreeError = kTvmErrorPlatformStackAllocBadFree;
  EXPECT_EQ(TVMNDArray_Release(&Array), kTvmErrorPlatformStackAllocBadFree);
  Platform.FreeError = kTvmErrorNoError;
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  EXPECT_NE(TVMNDArray_Release(nullptr), 0);
}

// A program may let an array use a buffer of its own.
TEST_F(NDArray, ReleaseFreesItsOwnMemoryWhateverDataIs) {
  TVMNDArray Array = empty({4}, Float32);
  float Own[4] = {};
  Array.dl_tensor.data = Own;
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

TEST_F(NDArray, OverMemoryInFlashCopiesNothing) {
  static const int16_t Flash[6] = {1, 2, 3, 4, 5, 6};
  void *Data = const_cast<int16_t *>(Flash);
  const int64_t Shape[] = {2, 3};
  TVMNDArray Array;
  ASSERT_EQ(
      TVMNDArray_CreateOver(Data, sizeof(Flash), 2, Shape, Int16, Cpu, &Array),
      0);
  EXPECT_EQ(Array.dl_tensor.data, Data);
  EXPECT_EQ(Platform.LastSize, sizeof(Shape) + 1);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  EXPECT_EQ(TVMNDArray_CreateOver(Data, sizeof(Flash) - 1, 2, Shape, Int16, Cpu,
                                  &Array),
            kTvmErrorBufferTooSmall);
  EXPECT_NE(TVMNDArray_CreateOver(nullptr, 12, 2, Shape, Int16, Cpu, &Array),
            0);
}

TEST_F(NDArray, ViewSharesTheElements) {
  TVMNDArray Array = empty({2, 6}, Int16);
  const int64_t Shape[] = {3, 4};
  const int64_t Bigger[] = {5, 5};
  TVMNDArray View;
  ASSERT_EQ(TVMNDArray_CreateView(&Array, Shape, 2, Int16, &View), 0);
  EXPECT_EQ(View.dl_tensor.data, Array.dl_tensor.data);
  EXPECT_EQ(View.dl_tensor.shape[1], 4);
  EXPECT_EQ(TVMNDArray_Release(&View), 0);
  ASSERT_EQ(TVMNDArray_CreateView(&Array, Shape, 1, Float32, &View), 0);
  EXPECT_EQ(TVMNDArray_Release(&View), 0);
  EXPECT_EQ(TVMNDArray_CreateView(&Array, Shape, 2, Float32, &View),
            kTvmErrorBufferTooSmall);
  EXPECT_EQ(TVMNDArray_CreateView(&Array, Bigger, 2, Int16, &View),
            kTvmErrorBufferTooSmall);
  EXPECT_NE(TVMNDArray_CreateView(nullptr, Shape, 2, Int16, &View), 0);
  EXPECT_NE(TVMNDArray_CreateView(&Array, nullptr, 2, Int16, &View), 0);
  int64_t Strides[] = {12, 2};
  Array.dl_tensor.strides = Strides;
  EXPECT_NE(TVMNDArray_CreateView(&Array, Shape, 2, Int16, &View), 0);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

TEST_F(NDArray, ReferencesAreCounted) {
  TVMNDArray Array = empty({1}, Int16);
  TVMNDArray_IncrementReference(&Array);
  TVMNDArray_IncrementReference(&Array);
  EXPECT_EQ(TVMNDArray_DecrementReference(&Array), 1u);
  EXPECT_EQ(TVMNDArray_DecrementReference(&Array), 0u);
  EXPECT_EQ(TVMNDArray_DecrementReference(&Array), 0u);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

int load(const std::string &Bytes, TVMNDArray *Array, size_t *Used = nullptr) {
  const HeapBytes Copy(Bytes);
  const char *At = Copy.data();
  const int Error = TVMNDArray_LoadBounded(Array, &At, Bytes.size());
  if (Used != nullptr)
    *Used = static_cast<size_t>(At - Copy.data());
  return Error;
}

template <typename T> std::vector<T> elements(const TVMNDArray &Array) {
  const size_t Bytes = static_cast<size_t>(TVMNDArray_DataSizeBytes(&Array));
  std::vector<T> Values(Bytes / sizeof(T));
  memcpy(Values.data(), Array.dl_tensor.data, Bytes);
  return Values;
}

template <typename T> void loadAndCompare(DLDataType Type) {
  const std::vector<uint64_t> Numbers = {0x0102030405060708, 2, 3};
  std::vector<T> Wanted;
  for (uint64_t Number : Numbers)
    Wanted.push_back(static_cast<T>(Number));
  const std::string Bytes = arrayBytes(fileArray(Type, {3, 1}, Numbers));
  TVMNDArray Array;
  size_t Used = 0;
  ASSERT_EQ(load(Bytes + "more", &Array, &Used), 0);
  EXPECT_EQ(Used, Bytes.size());
  EXPECT_EQ(elements<T>(Array), Wanted);
  EXPECT_EQ(Array.dl_tensor.shape[0], 3);
  EXPECT_EQ(Array.dl_tensor.dtype.bits, Type.bits);
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

// The same numbers on machines of either byte order.
TEST_F(NDArray, LoadGivesNumbersOfTheMachine) {
  loadAndCompare<uint8_t>({kDLUInt, 8, 1});
  loadAndCompare<uint16_t>({kDLFloat, 16, 1});
  loadAndCompare<uint16_t>({kDLBfloat, 16, 1});
  loadAndCompare<uint32_t>({kDLUInt, 32, 1});
  loadAndCompare<uint64_t>({kDLUInt, 64, 1});
}

TEST_F(NDArray, LoadOfComplexNumbersSwapsTheirHalves) {
  const FileArray File = {{kDLComplex, 64, 1},
                          {1},
                          littleEndian(0x01020304, 4) +
                              littleEndian(0x05060708, 4)};
  TVMNDArray Array;
  ASSERT_EQ(load(arrayBytes(File), &Array), 0);
  EXPECT_EQ(elements<uint32_t>(Array),
            (std::vector<uint32_t>{0x01020304, 0x05060708}));
  EXPECT_EQ(TVMNDArray_Release(&Array), 0);
}

TEST_F(NDArray, LoadReadsAtAnyAlignment) {
  const std::string Bytes =
      arrayBytes(fileArray({kDLUInt, 32, 1}, {1}, {0x01020304}));
  for (size_t Shift = 0; Shift < 8; Shift++) {
    const std::string Shifted = std::string(Shift, 'x') + Bytes;
    const HeapBytes Copy(Shifted);
    const char *At = Copy.data() + Shift;
    TVMNDArray Array;
    ASSERT_EQ(TVMNDArray_Load(&Array, &At), 0);
    EXPECT_EQ(At, Copy.data() + Shifted.size());
    EXPECT_EQ(elements<uint32_t>(Array)[0], 0x01020304u);
    EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  }
}

// TVM allocates a bit for each boolean and copies a byte for each.
TEST_F(NDArray, LoadOfBooleansAllocatesWhatItCopies) {
  for (DLDataType Type : {Bool, Int4}) {
    const std::string Data(1000, '\1');
    const std::string Bytes = arrayBytes({Type, {1000}, Data});
    TVMNDArray Array;
    ASSERT_EQ(load(Bytes, &Array), 0);
    EXPECT_GE(Platform.LastSize, 1000u);
    EXPECT_EQ(TVMNDArray_DataSizeBytes(&Array), 1000);
    EXPECT_EQ(elements<char>(Array), std::vector<char>(1000, '\1'));
    EXPECT_EQ(TVMNDArray_Release(&Array), 0);
  }
}

TEST_F(NDArray, LoadRefusesWhatIsNoArray) {
  const FileArray Good = fileArray(Int16, {2}, {1, 2});
  std::string Seven = arrayBytes({Int16, {1, 1, 1, 1, 1, 1, 1}, "ab"});
  std::string Negative = arrayBytes({Int16, {-2}, "abcd"});
  std::string Lanes = arrayBytes({{kDLInt, 16, 2}, {1}, "abcd"});
  std::string Device = arrayBytes(Good);
  Device[16] = 2;
  std::string Size = arrayBytes(Good) + "more";
  Size[40]++;
  const std::string Magic = "x" + arrayBytes(Good).substr(1);
  for (const std::string &Bytes :
       {Seven, Negative, Lanes, Device, Size, Magic}) {
    TVMNDArray Array;
    EXPECT_EQ(load(Bytes, &Array), kTvmErrorParamCorrupt);
    EXPECT_STREQ(TVMGetLastError(), "TVMNDArray: params");
  }
  TVMNDArray Array;
  const char *Null = nullptr;
  EXPECT_EQ(TVMNDArray_Load(&Array, nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMNDArray_Load(&Array, &Null), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(load(arrayBytes(Good), nullptr), kTvmErrorFunctionCallInvalidArg);
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(load(arrayBytes(Good), &Array), kTvmErrorPlatformNoMemory);
}

TEST_F(NDArray, LoadOfEveryPrefixFails) {
  const std::string Bytes = arrayBytes(fileArray(Int16, {2, 1}, {1, 2}));
  for (size_t Length = 0; Length < Bytes.size(); Length++) {
    TVMNDArray Array;
    EXPECT_EQ(load(Bytes.substr(0, Length), &Array), kTvmErrorParamCorrupt);
  }
}

TEST_F(NDArray, LoadOfEveryFlippedByteEnds) {
  const std::string Bytes = arrayBytes(fileArray(Int16, {2, 1}, {1, 2}));
  Platform.AllocationsLeft = 1000000;
  for (size_t At = 0; At < Bytes.size(); At++)
    for (int Flip : flips()) {
      std::string Changed = Bytes;
      Changed[At] = static_cast<char>(Changed[At] ^ Flip);
      TVMNDArray Array;
      if (load(Changed, &Array) == 0) {
        EXPECT_LE(TVMNDArray_DataSizeBytes(&Array), 4);
        EXPECT_EQ(TVMNDArray_Release(&Array), 0);
      }
    }
}

} // namespace

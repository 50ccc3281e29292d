// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors and memory through the C interface.

#include <gtest/gtest.h>

#include <cstring>
#include <tvm/runtime/crt/platform.h>

#include "dlpack_values.h"
#include "fake_platform.h"

namespace {

class DeviceMemory : public testing::Test {
protected:
  void SetUp() override { Platform = FakePlatform(); }
  void TearDown() override { EXPECT_EQ(Platform.LiveAllocations, 0); }
};

TEST_F(DeviceMemory, ArrayHasShapeAndMemory) {
  const int64_t Shape[] = {2, 3};
  TVMArrayHandle Array = nullptr;
  ASSERT_EQ(TVMArrayAlloc(Shape, 2, kDLInt, 16, 1, kDLCPU, 0, &Array), 0);
  EXPECT_EQ(Array->ndim, 2);
  EXPECT_EQ(Array->shape[1], 3);
  EXPECT_EQ(Array->dtype.bits, 16);
  EXPECT_EQ(Array->strides, nullptr);
  EXPECT_EQ(Array->byte_offset, 0u);
  memset(Array->data, 1, 12);
  EXPECT_EQ(TVMArrayFree(Array), 0);
  ASSERT_EQ(TVMArrayAlloc(nullptr, 0, kDLInt, 16, 1, kDLCPU, 0, &Array), 0);
  memset(Array->data, 1, 2);
  EXPECT_EQ(TVMArrayFree(Array), 0);
}

TEST_F(DeviceMemory, ArrayWithBadArgumentsIsRefused) {
  const int64_t Shape[] = {2, 3};
  TVMArrayHandle Array = nullptr;
  const auto Allocate = [&](int Ndim, int Code, int Bits, int Lanes) {
    return TVMArrayAlloc(Shape, Ndim, Code, Bits, Lanes, kDLCPU, 0, &Array);
  };
  EXPECT_NE(Allocate(-1, kDLInt, 16, 1), 0);
  EXPECT_NE(Allocate(7, kDLInt, 16, 1), 0);
  EXPECT_NE(Allocate(2, -1, 16, 1), 0);
  EXPECT_NE(Allocate(2, 256, 16, 1), 0);
  EXPECT_NE(Allocate(2, kDLInt, 0, 1), 0);
  EXPECT_NE(Allocate(2, kDLInt, -16, 1), 0);
  EXPECT_NE(Allocate(2, kDLInt, 256, 1), 0);
  EXPECT_NE(Allocate(2, kDLInt, 16, -1), 0);
  EXPECT_NE(Allocate(2, kDLInt, 16, 65536), 0);
  EXPECT_NE(TVMArrayAlloc(Shape, 2, kDLInt, 16, 1, kDLCPU, 0, nullptr), 0);
  EXPECT_EQ(Array, nullptr);
  EXPECT_NE(TVMArrayFree(nullptr), 0);
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(Allocate(2, kDLInt, 16, 1), kTvmErrorPlatformNoMemory);
}

TEST_F(DeviceMemory, SpaceIsThePlatforms) {
  void *Space = nullptr;
  ASSERT_EQ(TVMDeviceAllocDataSpace(Cpu, 100, 8, Int16, &Space), 0);
  EXPECT_EQ(Platform.LastSize, 100u);
  Platform.FreeError = kTvmErrorPlatformStackAllocBadFree;
  EXPECT_EQ(TVMDeviceFreeDataSpace(Cpu, Space),
            kTvmErrorPlatformStackAllocBadFree);
  Platform.FreeError = kTvmErrorNoError;
  EXPECT_EQ(TVMDeviceFreeDataSpace(Cpu, Space), 0);
  // No memory is as aligned as that.
  const size_t Alignment = SIZE_MAX / 2 + 1;
  EXPECT_EQ(TVMDeviceAllocDataSpace(Cpu, 100, Alignment, Int16, &Space),
            kTvmErrorPlatformNoMemory);
  EXPECT_NE(TVMDeviceAllocDataSpace(Cpu, 100, 8, Int16, nullptr), 0);
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(TVMDeviceAllocDataSpace(Cpu, 100, 8, Int16, &Space),
            kTvmErrorPlatformNoMemory);
}

TEST_F(DeviceMemory, ThereIsOneScope) {
  const int64_t Shape[] = {2, 3};
  for (const char *Scope : {(const char *)nullptr, "", "global"}) {
    void *Space = nullptr;
    ASSERT_EQ(
        TVMDeviceAllocDataSpaceWithScope(Cpu, 2, Shape, Int16, Scope, &Space),
        0);
    EXPECT_EQ(Platform.LastSize, 12u);
    EXPECT_EQ(TVMDeviceFreeDataSpace(Cpu, Space), 0);
  }
  for (const char *Scope : {"globa", "global.vtcm", "local"}) {
    void *Space = nullptr;
    EXPECT_EQ(
        TVMDeviceAllocDataSpaceWithScope(Cpu, 2, Shape, Int16, Scope, &Space),
        kTvmErrorFunctionCallNotImplemented);
  }
  const int64_t Bad[] = {2, -3};
  void *Space = nullptr;
  EXPECT_NE(TVMDeviceAllocDataSpaceWithScope(Cpu, 2, Bad, Int16, "", &Space),
            0);
  EXPECT_NE(TVMDeviceAllocDataSpaceWithScope(Cpu, 2, Shape, {kDLInt, 0, 1}, "",
                                             &Space),
            0);
}

DLTensor tensorOver(void *Data, int64_t *Shape, int Ndim) {
  return {Data, Cpu, Ndim, Int16, Shape, nullptr, 0};
}

TEST_F(DeviceMemory, CopyWantsTheSameSizeOnBothSides) {
  int16_t Source[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int16_t Target[8] = {};
  int64_t Six[] = {2, 3};
  int64_t SixInARow[] = {6};
  int64_t Five[] = {5};
  DLTensor From = tensorOver(Source, Six, 2);
  DLTensor To = tensorOver(Target, SixInARow, 1);
  From.byte_offset = 2;
  To.byte_offset = 4;
  EXPECT_EQ(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
  const int16_t Wanted[8] = {0, 0, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(memcmp(Target, Wanted, sizeof(Wanted)), 0);

  To.shape = Five;
  EXPECT_NE(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
  To.shape = SixInARow;
  int64_t Strides[] = {2};
  To.strides = Strides;
  EXPECT_NE(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
  Strides[0] = 1;
  EXPECT_EQ(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
  To.data = nullptr;
  EXPECT_NE(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
  To.data = Target;
  To.device.device_type = kDLCUDA;
  EXPECT_NE(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
  EXPECT_NE(TVMDeviceCopyDataFromTo(nullptr, &From, nullptr), 0);
  EXPECT_NE(TVMDeviceCopyDataFromTo(&From, nullptr, nullptr), 0);
}

TEST_F(DeviceMemory, CopyOfNothingNeedsNoMemory) {
  int64_t None[] = {0};
  DLTensor From = tensorOver(nullptr, None, 1);
  DLTensor To = tensorOver(nullptr, None, 1);
  EXPECT_EQ(TVMDeviceCopyDataFromTo(&From, &To, nullptr), 0);
}

} // namespace

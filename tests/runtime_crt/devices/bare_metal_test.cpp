// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices without an operating system.

#include <gtest/gtest.h>

#include <tvm/platform/bare_metal.h>

namespace {

TEST(BareMetalDevice, HasItsHandleWhileItIsBound) {
  int Registers = 0;
  tvm_device_t Device = {};
  EXPECT_EQ(TVMDevicePlatformHandle(nullptr), nullptr);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, &Registers, nullptr),
            kTvmErrorDeviceNotInitialized);
  ASSERT_EQ(TVMDeviceInit(&Device), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), nullptr);
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Registers, nullptr), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Registers);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, nullptr, nullptr),
            kTvmErrorDeviceAlreadyBound);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Registers);
  EXPECT_EQ(TVMDeviceDestroy(&Device), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), nullptr);
}

TEST(BareMetalDevice, FunctionsFindTheHandle) {
  static const tvm_device_ops_t Ops = {nullptr,
                                       [](tvm_device_t *D) {
                                         ++*static_cast<int *>(
                                             TVMDevicePlatformHandle(D));
                                         return int32_t(0);
                                       },
                                       nullptr,
                                       nullptr,
                                       nullptr,
                                       nullptr};
  int Opened = 0;
  tvm_device_t Device = {};
  ASSERT_EQ(TVMDeviceInit(&Device), 0);
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Opened, &Ops), 0);
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  EXPECT_EQ(TVMDeviceOpen(&Device), 0);
  EXPECT_EQ(Opened, 1);
  EXPECT_EQ(TVMDeviceOpen(&Device), kTvmErrorDeviceOpen);
  EXPECT_EQ(Opened, 1);
  EXPECT_EQ(TVMDeviceClose(&Device), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
  EXPECT_EQ(TVMDeviceDestroy(&Device), 0);
}

} // namespace

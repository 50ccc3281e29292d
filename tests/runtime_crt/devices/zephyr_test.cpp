// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices on Zephyr, with stand-ins for Zephyr's functions.

#include <gtest/gtest.h>

#include <tvm/platform/zephyr.h>
#include <zephyr/pm/device_runtime.h>

namespace {

const struct device Npu = {"npu"}, Dsp = {"dsp"};
const void *Thread;
int Usage;
bool IsReady, IsInInterrupt;
int MutexError, GetError, PutError;

class ZephyrDevice : public testing::Test {
protected:
  void SetUp() override {
    Thread = "main";
    Usage = MutexError = GetError = PutError = 0;
    IsReady = true;
    IsInInterrupt = false;
    ASSERT_EQ(TVMDeviceInit(&Device), 0);
  }

  tvm_device_t Device = {};
};

} // namespace

int k_mutex_init(struct k_mutex *Mutex) {
  *Mutex = {};
  return MutexError;
}
// Of the timeouts, only "do not wait" returns while another thread is the
// owner.
int k_mutex_lock(struct k_mutex *Mutex, k_timeout_t Timeout) {
  EXPECT_FALSE(IsInInterrupt);
  if (Mutex->lock_count > 0 && Mutex->owner != Thread) {
    EXPECT_EQ(Timeout.ticks, 0) << "would wait for ever";
    return -EBUSY;
  }
  Mutex->owner = Thread;
  ++Mutex->lock_count;
  return 0;
}
int k_mutex_unlock(struct k_mutex *Mutex) {
  EXPECT_GT(Mutex->lock_count, 0u);
  EXPECT_EQ(Mutex->owner, Thread);
  --Mutex->lock_count;
  return 0;
}
bool k_is_in_isr(void) { return IsInInterrupt; }
bool device_is_ready(const struct device *) { return IsReady; }
int pm_device_runtime_get(const struct device *Device) {
  EXPECT_EQ(Device, &Npu);
  if (GetError == 0)
    ++Usage;
  return GetError;
}
int pm_device_runtime_put(const struct device *Device) {
  EXPECT_EQ(Device, &Npu);
  if (PutError == 0)
    --Usage;
  return PutError;
}

namespace {

TEST_F(ZephyrDevice, CountsAsUsedWhileItIsActive) {
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Npu);
  EXPECT_EQ(Usage, 0);
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  EXPECT_EQ(Usage, 1);
  EXPECT_EQ(TVMDeviceOpen(&Device), 0);
  EXPECT_EQ(TVMDeviceOpen(&Device), kTvmErrorDeviceOpen);
  EXPECT_EQ(TVMDeviceClose(&Device), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
  EXPECT_EQ(Usage, 1);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
  EXPECT_EQ(Usage, 0);
  EXPECT_EQ(TVMDeviceDestroy(&Device), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), nullptr);
}

TEST_F(ZephyrDevice, OnlyAReadyDeviceIsBound) {
  tvm_device_t Nothing = {};
  EXPECT_EQ(TVMDevicePlatformBind(&Nothing, nullptr, nullptr),
            kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, nullptr, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  IsReady = false;
  EXPECT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr),
            kTvmErrorDeviceNotReady);
  IsReady = true;
  MutexError = -EINVAL;
  EXPECT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr), -EINVAL);
  EXPECT_FALSE(TVMDeviceIsBound(&Device));
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), nullptr);
  MutexError = 0;
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr), 0);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, &Dsp, nullptr),
            kTvmErrorDeviceAlreadyBound);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Npu);
}

TEST_F(ZephyrDevice, PowerManagementMayFail) {
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr), 0);
  GetError = -EIO;
  EXPECT_EQ(TVMDeviceActivate(&Device), -EIO);
  EXPECT_EQ(TVMDeviceOpen(&Device), kTvmErrorDeviceNotActive);
  GetError = 0;
  PutError = -EALREADY;
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), -EALREADY);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), kTvmErrorDeviceNotActive);
}

TEST_F(ZephyrDevice, AnotherThreadCannotCloseIt) {
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr), 0);
  ASSERT_EQ(TVMDeviceActivate(&Device), 0);
  ASSERT_EQ(TVMDeviceOpen(&Device), 0);
  Thread = "other";
  EXPECT_EQ(TVMDeviceClose(&Device), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), kTvmErrorDeviceOpen);
  Thread = "main";
  EXPECT_EQ(TVMDeviceClose(&Device), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
}

TEST_F(ZephyrDevice, InterruptsAreRefused) {
  ASSERT_EQ(TVMDevicePlatformBind(&Device, &Npu, nullptr), 0);
  IsInInterrupt = true;
  EXPECT_EQ(TVMDeviceActivate(&Device), -EWOULDBLOCK);
  EXPECT_EQ(TVMDeviceOpen(&Device), -EWOULDBLOCK);
  EXPECT_EQ(TVMDeviceClose(&Device), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), -EWOULDBLOCK);
  EXPECT_EQ(Usage, 0);
}

} // namespace

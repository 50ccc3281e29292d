// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices on a POSIX system, used by several threads.

#include <gtest/gtest.h>

#include <tvm/platform/posix.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>
#include <vector>

namespace {

std::atomic<int> Activations, Deactivations;
// Not atomic: the device's lock keeps threads apart.
int Inside, MostInside, Opened;

const tvm_device_ops_t Ops = {[](tvm_device_t *) {
                                ++Activations;
                                return int32_t(0);
                              },
                              [](tvm_device_t *) {
                                ++Opened;
                                MostInside = std::max(MostInside, ++Inside);
                                return int32_t(0);
                              },
                              [](tvm_device_t *) {
                                --Inside;
                                return int32_t(0);
                              },
                              [](tvm_device_t *) {
                                ++Deactivations;
                                return int32_t(0);
                              },
                              nullptr,
                              nullptr};

// Mutexes and attributes that there are, and calls until one fails.
int Mutexes, Attributes, CallsUntilFailure;
int nextCall() { return CallsUntilFailure > 0 && --CallsUntilFailure == 0; }

class PosixDevice : public testing::Test {
protected:
  void SetUp() override {
    Activations = Deactivations = 0;
    Inside = MostInside = Opened = 0;
    Mutexes = Attributes = CallsUntilFailure = 0;
    ASSERT_EQ(TVMDeviceInit(&Device), 0);
    ASSERT_EQ(TVMDevicePlatformBind(&Device, &Inside, &Ops), 0);
  }
  void TearDown() override {
    EXPECT_EQ(TVMDeviceDestroy(&Device), 0);
    EXPECT_EQ(Mutexes, 0);
    EXPECT_EQ(Attributes, 0);
  }

  tvm_device_t Device = {};
};

} // namespace

// What the port calls, by the linker's --wrap.
extern "C" {
int __real_pthread_mutexattr_init(pthread_mutexattr_t *);
int __real_pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int __real_pthread_mutexattr_destroy(pthread_mutexattr_t *);
int __real_pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int __real_pthread_mutex_destroy(pthread_mutex_t *);

int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *Attribute) {
  if (nextCall())
    return ENOMEM;
  ++Attributes;
  return __real_pthread_mutexattr_init(Attribute);
}
int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *Attribute, int Type) {
  return nextCall() ? EINVAL
                    : __real_pthread_mutexattr_settype(Attribute, Type);
}
int __wrap_pthread_mutexattr_destroy(pthread_mutexattr_t *Attribute) {
  --Attributes;
  return __real_pthread_mutexattr_destroy(Attribute);
}
int __wrap_pthread_mutex_init(pthread_mutex_t *Mutex,
                              const pthread_mutexattr_t *Attribute) {
  if (nextCall())
    return EAGAIN;
  ++Mutexes;
  return __real_pthread_mutex_init(Mutex, Attribute);
}
int __wrap_pthread_mutex_destroy(pthread_mutex_t *Mutex) {
  --Mutexes;
  const int Error = __real_pthread_mutex_destroy(Mutex);
  return nextCall() ? EBUSY : Error;
}
}

namespace {

TEST_F(PosixDevice, WithoutMutexesItIsNotBound) {
  const int Errors[] = {ENOMEM, EINVAL, EAGAIN, EAGAIN};
  for (int I = 0; I < 4; ++I) {
    tvm_device_t Other = {};
    ASSERT_EQ(TVMDeviceInit(&Other), 0);
    CallsUntilFailure = I + 1;
    EXPECT_EQ(TVMDevicePlatformBind(&Other, nullptr, nullptr), -Errors[I]);
    EXPECT_FALSE(TVMDeviceIsBound(&Other));
    EXPECT_EQ(Mutexes, TVM_DEVICE_NUM_LOCKS) << "those of the other device";
    EXPECT_EQ(Attributes, 0);
    EXPECT_EQ(TVMDevicePlatformBind(&Other, nullptr, nullptr), 0);
    EXPECT_EQ(TVMDeviceDestroy(&Other), 0);
  }
}

TEST_F(PosixDevice, TheFirstErrorOfTheEndIsReturned) {
  for (int I = 0; I < TVM_DEVICE_NUM_LOCKS; ++I) {
    tvm_device_t Other = {};
    ASSERT_EQ(TVMDeviceInit(&Other), 0);
    ASSERT_EQ(TVMDevicePlatformBind(&Other, nullptr, nullptr), 0);
    CallsUntilFailure = I + 1;
    EXPECT_EQ(TVMDeviceDestroy(&Other), -EBUSY);
    EXPECT_EQ(Mutexes, TVM_DEVICE_NUM_LOCKS) << "those of the other device";
    EXPECT_EQ(TVMDeviceDestroy(&Other), kTvmErrorDeviceNotInitialized);
  }
}

TEST_F(PosixDevice, HasItsHandleWhileItIsBound) {
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Inside);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, nullptr, nullptr),
            kTvmErrorDeviceAlreadyBound);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Inside);
  tvm_device_t Other = {};
  EXPECT_EQ(TVMDevicePlatformHandle(&Other), nullptr);
  EXPECT_EQ(TVMDevicePlatformHandle(nullptr), nullptr);
  EXPECT_EQ(TVMDevicePlatformBind(&Other, nullptr, nullptr),
            kTvmErrorDeviceNotInitialized);
}

TEST_F(PosixDevice, OneThreadHasItOpen) {
  constexpr int Runs = 2000;
  std::atomic<int> Errors = 0;
  auto Run = [&] {
    for (int I = 0; I < Runs; ++I) {
      char From = 1, To = 0;
      const tvm_device_source_t Source = {nullptr, &From, 1};
      const tvm_device_target_t Target = {&Device, &To, 1};
      Errors += TVMDeviceActivate(&Device) != 0;
      Errors += TVMDeviceOpen(&Device) != 0;
      Errors += TVMDeviceCopyBytes(&Source, &Target) != 0 || To != 1;
      Errors += TVMDeviceClose(&Device) != 0;
      Errors += TVMDeviceDeactivate(&Device) != 0;
    }
  };
  std::vector<std::thread> Threads;
  for (int I = 0; I < 4; ++I)
    Threads.emplace_back(Run);
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_EQ(Errors, 0);
  EXPECT_EQ(Opened, 4 * Runs);
  EXPECT_EQ(MostInside, 1);
  EXPECT_EQ(Activations, Deactivations);
  EXPECT_GE(Activations, 1);
}

TEST_F(PosixDevice, AnotherThreadWaitsUntilItIsClosed) {
  ASSERT_EQ(TVMDeviceActivate(&Device), 0);
  ASSERT_EQ(TVMDeviceOpen(&Device), 0);
  std::atomic<bool> Started = false, IsOpen = false;
  std::thread Other([&] {
    EXPECT_EQ(TVMDeviceActivate(&Device), 0);
    Started = true;
    EXPECT_EQ(TVMDeviceOpen(&Device), 0);
    IsOpen = true;
    EXPECT_EQ(TVMDeviceClose(&Device), 0);
    EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
  });
  while (!Started)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(IsOpen);
  EXPECT_EQ(TVMDeviceClose(&Device), 0);
  Other.join();
  EXPECT_TRUE(IsOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
}

TEST_F(PosixDevice, AnotherThreadCannotCloseIt) {
  ASSERT_EQ(TVMDeviceActivate(&Device), 0);
  ASSERT_EQ(TVMDeviceOpen(&Device), 0);
  std::thread([&] {
    char From = 1, To = 0;
    const tvm_device_source_t Source = {&Device, &From, 1};
    const tvm_device_target_t Target = {nullptr, &To, 1};
    EXPECT_EQ(TVMDeviceCopyBytes(&Source, &Target), kTvmErrorDeviceNotOpen);
    EXPECT_EQ(To, 0);
    EXPECT_EQ(TVMDeviceClose(&Device), kTvmErrorDeviceNotOpen);
    EXPECT_EQ(TVMDeviceDeactivate(&Device), kTvmErrorDeviceOpen);
  }).join();
  EXPECT_EQ(TVMDeviceOpen(&Device), kTvmErrorDeviceOpen);
  EXPECT_EQ(TVMDeviceClose(&Device), 0);
  EXPECT_EQ(TVMDeviceClose(&Device), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A platform for tests of devices that records every call.

#ifndef TESTS_RUNTIME_CRT_RECORDING_DEVICE_H
#define TESTS_RUNTIME_CRT_RECORDING_DEVICE_H

#include <gtest/gtest.h>

#include <tvm/runtime/device.h>

#include <climits>
#include <cstring>
#include <string>
#include <vector>

// The platform of these tests.
struct tvm_device {
  tvm_device_base_t base;
  std::string Name;
  // Locks of the device that are held, by a thread that the test plays.
  int Held[TVM_DEVICE_NUM_LOCKS] = {};
  bool IsAnothers[TVM_DEVICE_NUM_LOCKS] = {};
};

// What was called, in order, such as "power on npu".
inline std::vector<std::string> DeviceCalls;
// Call that fails, and what with.
inline std::string Failing;
inline constexpr int32_t OwnError = 77;
inline constexpr int32_t PlatformError = INT32_MIN + 5;
// Memory of devices that only their functions reach.
inline constexpr uintptr_t DeviceBase = 0x100;
inline char DeviceMemory[2][256];

inline int32_t record(const char *What, const tvm_device_t *Device,
                      int32_t Error = OwnError) {
  DeviceCalls.push_back(std::string(What) + " " + Device->Name);
  return DeviceCalls.back() == Failing ? Error : 0;
}

inline int32_t takeLock(tvm_device_t *Device, tvm_device_lock_t Lock,
                        bool Wait) {
  std::string What = Lock == kTvmDeviceLockUse ? "use" : "state";
  if (What + " lock of " + Device->Name == Failing)
    return PlatformError;
  if (Device->IsAnothers[Lock]) {
    EXPECT_FALSE(Wait) << "would wait for ever";
    return PlatformError;
  }
  ++Device->Held[Lock];
  return 0;
}
inline void giveLock(tvm_device_t *Device, tvm_device_lock_t Lock) {
  EXPECT_GT(Device->Held[Lock], 0);
  --Device->Held[Lock];
}

inline const tvm_device_port_t Port = {
    takeLock, giveLock,
    [](tvm_device_t *D) { return record("power on", D, PlatformError); },
    [](tvm_device_t *D) { return record("power off", D, PlatformError); },
    [](tvm_device_t *D) { return record("release", D, PlatformError); }};

#define OWN(name) [](tvm_device_t *D) { return record(name, D); }
inline const tvm_device_ops_t Ops = {OWN("activate"), OWN("open"),
                                     OWN("close"),    OWN("deactivate"),
                                     nullptr,         nullptr};

inline char *memoryOf(const tvm_device_t *Device, const void *Address) {
  return DeviceMemory[Device->Name == "dsp"] +
         (reinterpret_cast<uintptr_t>(Address) - DeviceBase);
}
inline const tvm_device_ops_t CopyingOps = {
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    [](tvm_device_t *D, void *To, const void *From, size_t Bytes) {
      memcpy(memoryOf(D, To), From, Bytes);
      return record(("copy " + std::to_string(Bytes) + " to").c_str(), D);
    },
    [](tvm_device_t *D, void *To, const void *From, size_t Bytes) {
      memcpy(To, memoryOf(D, From), Bytes);
      return record(("copy " + std::to_string(Bytes) + " from").c_str(), D);
    }};

using Strings = std::vector<std::string>;

class RecordingDevice : public testing::Test {
protected:
  void SetUp() override {
    DeviceCalls.clear();
    Failing.clear();
    Npu.Name = "npu";
    Dsp.Name = "dsp";
  }
  void TearDown() override {
    for (tvm_device_t *Each : {&Npu, &Dsp})
      for (int Held : Each->Held)
        EXPECT_EQ(Held, 0) << Each->Name;
  }
  void bind(tvm_device_t *Device, const tvm_device_ops_t *Own = &Ops) {
    ASSERT_EQ(TVMDeviceInit(Device), 0);
    ASSERT_EQ(TVMDeviceBindPort(Device, &Port, Own), 0);
  }
  void open(tvm_device_t *Device, const tvm_device_ops_t *Own = &Ops) {
    bind(Device, Own);
    ASSERT_EQ(TVMDeviceActivate(Device), 0);
    ASSERT_EQ(TVMDeviceOpen(Device), 0);
    DeviceCalls.clear();
  }
  void closeAndDestroy(tvm_device_t *Device) {
    EXPECT_EQ(TVMDeviceClose(Device), 0);
    EXPECT_EQ(TVMDeviceDeactivate(Device), 0);
    EXPECT_EQ(TVMDeviceDestroy(Device), 0);
  }

  tvm_device_t Npu = {};
  tvm_device_t Dsp = {};
};

#endif

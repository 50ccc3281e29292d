// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States of devices.

#include "recording_device.h"

namespace {

using Device = RecordingDevice;

TEST_F(Device, CallsTheDevicesFunctionsInOrder) {
  bind(&Npu);
  EXPECT_EQ(DeviceCalls, Strings());
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
  EXPECT_EQ(DeviceCalls, (Strings{"power on npu", "activate npu"}));
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  EXPECT_EQ(TVMDeviceClose(&Npu), 0);
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  EXPECT_EQ(TVMDeviceClose(&Npu), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), 0);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), 0);
  EXPECT_EQ(DeviceCalls,
            (Strings{"power on npu", "activate npu", "open npu", "close npu",
                     "open npu", "close npu", "deactivate npu", "power off npu",
                     "release npu"}));
}

TEST_F(Device, FunctionsMayBeMissing) {
  static const tvm_device_ops_t None = {};
  static const tvm_device_port_t NoPort = {};
  for (const tvm_device_ops_t *Own : {&None, (const tvm_device_ops_t *)nullptr})
    for (const tvm_device_port_t *Platform : {&NoPort, &Port}) {
      ASSERT_EQ(TVMDeviceInit(&Npu), 0);
      ASSERT_EQ(TVMDeviceBindPort(&Npu, Platform, Own), 0);
      EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
      EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
      EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceOpen);
      EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceOpen);
      closeAndDestroy(&Npu);
    }
}

TEST_F(Device, OnlyTheFirstActivationWakesAndTheLastSleeps) {
  bind(&Npu);
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  DeviceCalls.clear();
  // Another model's run ends while this one has the device open.
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), 0);
  EXPECT_EQ(DeviceCalls, Strings());
  EXPECT_EQ(TVMDeviceClose(&Npu), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), 0);
  EXPECT_EQ(DeviceCalls,
            (Strings{"close npu", "deactivate npu", "power off npu"}));
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceNotActive);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), 0);
}

TEST_F(Device, ActivationsDoNotWrap) {
  bind(&Npu);
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
  Npu.base.activations = UINT32_MAX;
  EXPECT_EQ(TVMDeviceActivate(&Npu), kTvmErrorDeviceActive);
  EXPECT_EQ(Npu.base.activations, UINT32_MAX);
}

TEST_F(Device, NullIsRefused) {
  EXPECT_EQ(TVMDeviceInit(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceActivate(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceOpen(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceClose(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceDeactivate(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceDestroy(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceCheckBind(nullptr, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceBindPort(nullptr, &Port, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_FALSE(TVMDeviceIsBound(nullptr));
}

// Each call but those that fit the state is refused, and changes nothing.
TEST_F(Device, ZeroMemoryIsNoDevice) {
  EXPECT_EQ(TVMDeviceActivate(&Npu), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDeviceBindPort(&Npu, &Port, &Ops),
            kTvmErrorDeviceNotInitialized);
  EXPECT_FALSE(TVMDeviceIsBound(&Npu));
}

TEST_F(Device, AnInitializedDeviceMustBeBound) {
  ASSERT_EQ(TVMDeviceInit(&Npu), 0);
  EXPECT_EQ(TVMDeviceInit(&Npu), kTvmErrorDeviceAlreadyInitialized);
  EXPECT_EQ(TVMDeviceActivate(&Npu), kTvmErrorDeviceNotBound);
  EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceNotBound);
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotBound);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceNotBound);
  EXPECT_FALSE(TVMDeviceIsBound(&Npu));
  EXPECT_EQ(TVMDeviceCheckBind(&Npu, &Ops), 0);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), 0);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(DeviceCalls, Strings());
}

// Memory ought to be zero, but nothing is made of what it holds.
TEST_F(Device, InitOverwritesTheMemory) {
  memset(static_cast<void *>(&Npu.base), 0xff, sizeof(Npu.base));
  EXPECT_EQ(TVMDeviceActivate(&Npu), kTvmErrorDeviceNotInitialized);
  bind(&Npu);
  EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceNotActive);
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  closeAndDestroy(&Npu);
}

TEST_F(Device, ABoundDeviceMustBeActive) {
  bind(&Npu);
  EXPECT_TRUE(TVMDeviceIsBound(&Npu));
  EXPECT_EQ(TVMDeviceInit(&Npu), kTvmErrorDeviceAlreadyInitialized);
  EXPECT_EQ(TVMDeviceBindPort(&Npu, &Port, &Ops), kTvmErrorDeviceAlreadyBound);
  EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceNotActive);
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceNotActive);
  EXPECT_EQ(DeviceCalls, Strings());
  EXPECT_EQ(TVMDeviceDestroy(&Npu), 0);
  EXPECT_FALSE(TVMDeviceIsBound(&Npu));
  // And from the beginning.
  bind(&Npu);
}

TEST_F(Device, AnActiveDeviceMustBeOpenToBeClosed) {
  bind(&Npu);
  ASSERT_EQ(TVMDeviceActivate(&Npu), 0);
  DeviceCalls.clear();
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), kTvmErrorDeviceActive);
  EXPECT_TRUE(TVMDeviceIsBound(&Npu));
  EXPECT_EQ(DeviceCalls, Strings());
}

TEST_F(Device, AnOpenDeviceMustBeClosedFirst) {
  open(&Npu);
  EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceOpen);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), kTvmErrorDeviceActive);
  EXPECT_EQ(DeviceCalls, Strings());
  closeAndDestroy(&Npu);
}

TEST_F(Device, ACopyOfADeviceIsNone) {
  bind(&Npu);
  ASSERT_EQ(TVMDeviceActivate(&Npu), 0);
  tvm_device_t Copy = Npu;
  EXPECT_EQ(TVMDeviceOpen(&Copy), kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDeviceDeactivate(&Copy), kTvmErrorDeviceNotInitialized);
}

TEST_F(Device, FunctionsComeInPairs) {
  ASSERT_EQ(TVMDeviceInit(&Npu), 0);
  tvm_device_ops_t OneWay = {};
  OneWay.copy_to = CopyingOps.copy_to;
  EXPECT_EQ(TVMDeviceBindPort(&Npu, &Port, &OneWay),
            kTvmErrorFunctionCallInvalidArg);
  OneWay = {};
  OneWay.copy_from = CopyingOps.copy_from;
  EXPECT_EQ(TVMDeviceCheckBind(&Npu, &OneWay), kTvmErrorFunctionCallInvalidArg);
  tvm_device_port_t Half = {};
  Half.lock = takeLock;
  EXPECT_EQ(TVMDeviceBindPort(&Npu, &Half, &Ops),
            kTvmErrorFunctionCallInvalidArg);
  Half = {};
  Half.unlock = giveLock;
  EXPECT_EQ(TVMDeviceBindPort(&Npu, &Half, &Ops),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceBindPort(&Npu, nullptr, &Ops),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_FALSE(TVMDeviceIsBound(&Npu));
}

TEST_F(Device, WithoutPowerItDoesNotWake) {
  bind(&Npu);
  Failing = "power on npu";
  EXPECT_EQ(TVMDeviceActivate(&Npu), PlatformError);
  EXPECT_EQ(DeviceCalls, Strings{"power on npu"});
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceNotActive);
  Failing.clear();
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
}

TEST_F(Device, PowerGoesOffAgainWhenItDoesNotWake) {
  bind(&Npu);
  Failing = "activate npu";
  EXPECT_EQ(TVMDeviceActivate(&Npu), OwnError);
  EXPECT_EQ(DeviceCalls,
            (Strings{"power on npu", "activate npu", "power off npu"}));
  EXPECT_EQ(TVMDeviceOpen(&Npu), kTvmErrorDeviceNotActive);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), 0);
}

TEST_F(Device, AFailedOpenLeavesItActive) {
  bind(&Npu);
  ASSERT_EQ(TVMDeviceActivate(&Npu), 0);
  Failing = "open npu";
  EXPECT_EQ(TVMDeviceOpen(&Npu), OwnError);
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotOpen);
  Failing.clear();
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  closeAndDestroy(&Npu);
}

TEST_F(Device, AFailedCloseClosesAllTheSame) {
  open(&Npu);
  Failing = "close npu";
  EXPECT_EQ(TVMDeviceClose(&Npu), OwnError);
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  Failing.clear();
  closeAndDestroy(&Npu);
}

TEST_F(Device, AFailedDeactivationSleepsAllTheSame) {
  for (const char *Call : {"deactivate npu", "power off npu"}) {
    bind(&Npu);
    ASSERT_EQ(TVMDeviceActivate(&Npu), 0);
    DeviceCalls.clear();
    Failing = Call;
    EXPECT_EQ(TVMDeviceDeactivate(&Npu),
              Failing == "power off npu" ? PlatformError : OwnError);
    EXPECT_EQ(DeviceCalls, (Strings{"deactivate npu", "power off npu"}));
    EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceNotActive);
    EXPECT_EQ(TVMDeviceDestroy(&Npu), 0);
  }
}

TEST_F(Device, AFailedReleaseDestroysAllTheSame) {
  bind(&Npu);
  Failing = "release npu";
  EXPECT_EQ(TVMDeviceDestroy(&Npu), PlatformError);
  EXPECT_EQ(TVMDeviceDestroy(&Npu), kTvmErrorDeviceNotInitialized);
  bind(&Npu);
}

TEST_F(Device, WithoutALockNothingHappens) {
  bind(&Npu);
  Failing = "state lock of npu";
  EXPECT_EQ(TVMDeviceActivate(&Npu), PlatformError);
  Failing.clear();
  ASSERT_EQ(TVMDeviceActivate(&Npu), 0);
  DeviceCalls.clear();
  Failing = "state lock of npu";
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), PlatformError);
  EXPECT_EQ(TVMDeviceOpen(&Npu), PlatformError);
  Failing = "use lock of npu";
  EXPECT_EQ(TVMDeviceOpen(&Npu), PlatformError);
  EXPECT_EQ(DeviceCalls, Strings());
}

TEST_F(Device, OfAnotherThreadItIsNotClosed) {
  open(&Npu);
  // From now on this is a thread that did not open it.
  Npu.IsAnothers[kTvmDeviceLockUse] = true;
  EXPECT_EQ(TVMDeviceClose(&Npu), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), kTvmErrorDeviceOpen);
  char From = 1, To = 0;
  const tvm_device_source_t Source = {&Npu, &From, 1};
  const tvm_device_target_t Target = {nullptr, &To, 1};
  EXPECT_EQ(TVMDeviceCopyBytes(&Source, &Target), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(To, 0);
  EXPECT_EQ(DeviceCalls, Strings());
  Npu.IsAnothers[kTvmDeviceLockUse] = false;
  closeAndDestroy(&Npu);
}

// A device's function sees the new state, and does not run again.
TEST_F(Device, FunctionsThatCallBackDoNotRunAgain) {
  static const tvm_device_ops_t CallBack = {
      [](tvm_device_t *D) {
        record("activate", D);
        EXPECT_EQ(TVMDeviceActivate(D), 0);
        return TVMDeviceDeactivate(D);
      },
      [](tvm_device_t *D) {
        record("open", D);
        EXPECT_EQ(TVMDeviceOpen(D), kTvmErrorDeviceOpen);
        return int32_t(0);
      },
      [](tvm_device_t *D) {
        record("close", D);
        EXPECT_EQ(TVMDeviceClose(D), kTvmErrorDeviceNotOpen);
        return int32_t(0);
      },
      [](tvm_device_t *D) {
        record("deactivate", D);
        EXPECT_EQ(TVMDeviceDeactivate(D), kTvmErrorDeviceNotActive);
        return int32_t(0);
      },
      nullptr,
      nullptr};
  bind(&Npu, &CallBack);
  EXPECT_EQ(TVMDeviceActivate(&Npu), 0);
  EXPECT_EQ(TVMDeviceOpen(&Npu), 0);
  EXPECT_EQ(TVMDeviceClose(&Npu), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Npu), 0);
  EXPECT_EQ(DeviceCalls,
            (Strings{"power on npu", "activate npu", "open npu", "close npu",
                     "deactivate npu", "power off npu"}));
}

// Two kinds, as generated code calls them.
TVM_DEVICE_DEFINE_HOOKS(EthosU);
TVM_DEVICE_DEFINE_HOOKS(MyDsp);

TEST_F(Device, HooksCallTheDeviceOfTheirContext) {
  bind(&Npu);
  bind(&Dsp);
  EXPECT_EQ(TVMDeviceEthosUActivate(&Npu), 0);
  EXPECT_EQ(TVMDeviceMyDspActivate(&Dsp), 0);
  EXPECT_EQ(TVMDeviceEthosUOpen(&Npu), 0);
  // Each device has locks of its own.
  EXPECT_EQ(TVMDeviceMyDspOpen(&Dsp), 0);
  EXPECT_EQ(TVMDeviceMyDspClose(&Dsp), 0);
  EXPECT_EQ(TVMDeviceEthosUClose(&Npu), 0);
  EXPECT_EQ(TVMDeviceMyDspDeactivate(&Dsp), 0);
  EXPECT_EQ(TVMDeviceEthosUDeactivate(&Npu), 0);
  EXPECT_EQ(DeviceCalls,
            (Strings{"power on npu", "activate npu", "power on dsp",
                     "activate dsp", "open npu", "open dsp", "close dsp",
                     "close npu", "deactivate dsp", "power off dsp",
                     "deactivate npu", "power off npu"}));
}

TEST_F(Device, HooksReturnErrors) {
  EXPECT_EQ(TVMDeviceEthosUActivate(nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceEthosUActivate(&Npu), kTvmErrorDeviceNotInitialized);
  bind(&Npu);
  EXPECT_EQ(TVMDeviceEthosUOpen(&Npu), kTvmErrorDeviceNotActive);
  EXPECT_EQ(TVMDeviceEthosUClose(&Npu), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(TVMDeviceEthosUDeactivate(&Npu), kTvmErrorDeviceNotActive);
  Failing = "activate npu";
  EXPECT_EQ(TVMDeviceEthosUActivate(&Npu), OwnError);
}

} // namespace

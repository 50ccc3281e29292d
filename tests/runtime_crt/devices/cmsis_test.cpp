// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices behind drivers of CMSIS-Driver, with stand-ins for drivers.

#include <gtest/gtest.h>

#include <tvm/platform/cmsis_spi.h>
#include <tvm/platform/cmsis_usart.h>

#include <string>
#include <vector>

namespace {

using Strings = std::vector<std::string>;
Strings Calls;
std::string Failing;
int32_t Error;

int32_t record(const std::string &Call) {
  Calls.push_back(Call);
  return Call == Failing ? Error : ARM_DRIVER_OK;
}
int32_t power(ARM_POWER_STATE State) {
  return record(State == ARM_POWER_FULL  ? "full"
                : State == ARM_POWER_LOW ? "low"
                                         : "off");
}
int32_t uninitialize() { return record("uninitialize"); }
int32_t send(const void *, uint32_t Number) {
  return record("send " + std::to_string(Number));
}
int32_t receive(void *, uint32_t Number) {
  return record("receive " + std::to_string(Number));
}
int32_t control(uint32_t, uint32_t) { return record("control"); }
void onEvent(uint32_t) {}

ARM_DRIVER_USART Usart = {[](ARM_USART_SignalEvent_t Callback) {
                            return record(Callback == onEvent ? "initialize"
                                                              : "no callback");
                          },
                          uninitialize,
                          power,
                          send,
                          receive,
                          control};
ARM_DRIVER_SPI Spi = {[](ARM_SPI_SignalEvent_t Callback) {
                        return record(Callback ? "callback" : "initialize spi");
                      },
                      uninitialize,
                      power,
                      send,
                      receive,
                      control};

// An accelerator at the other end of the wire.
ARM_DRIVER_USART *driverOf(const tvm_device_t *Device) {
  return static_cast<ARM_DRIVER_USART *>(TVMDevicePlatformHandle(Device));
}
const tvm_device_ops_t Ops = {
    [](tvm_device_t *D) { return driverOf(D)->Control(0, 115200); },
    nullptr,
    nullptr,
    nullptr,
    [](tvm_device_t *D, void *, const void *From, size_t Bytes) {
      return driverOf(D)->Send(From, static_cast<uint32_t>(Bytes));
    },
    [](tvm_device_t *D, void *To, const void *, size_t Bytes) {
      return driverOf(D)->Receive(To, static_cast<uint32_t>(Bytes));
    }};

class CmsisDevice : public testing::Test {
protected:
  void SetUp() override {
    Calls.clear();
    Failing.clear();
    Error = ARM_DRIVER_ERROR_BUSY;
    ASSERT_EQ(TVMDeviceInit(&Device), 0);
  }

  tvm_device_t Device = {};
};

TEST_F(CmsisDevice, PowerFollowsTheStates) {
  ASSERT_EQ(TVMDevicePlatformBindUsart(&Device, &Usart, onEvent, &Ops), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Usart);
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  EXPECT_EQ(TVMDeviceOpen(&Device), 0);
  char Byte = 0;
  const tvm_device_source_t Source = {nullptr, &Byte, 1};
  const tvm_device_target_t Target = {&Device, nullptr, 8};
  EXPECT_EQ(TVMDeviceCopyBytes(&Source, &Target), 0);
  EXPECT_EQ(TVMDeviceClose(&Device), 0);
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
  EXPECT_EQ(TVMDeviceDestroy(&Device), 0);
  EXPECT_EQ(Calls, (Strings{"initialize", "full", "control", "send 1", "low",
                            "off", "uninitialize"}));
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), nullptr);
}

TEST_F(CmsisDevice, AnyTypeOfDriver) {
  ASSERT_EQ(TVMDevicePlatformBindSpi(&Device, &Spi, nullptr, nullptr), 0);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Spi);
  EXPECT_EQ(Calls, Strings{"initialize spi"});
  EXPECT_EQ(TVMDeviceDestroy(&Device), 0);
}

TEST_F(CmsisDevice, ADriverWithoutLowPowerKeepsFullPower) {
  ASSERT_EQ(TVMDevicePlatformBindUsart(&Device, &Usart, onEvent, nullptr), 0);
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  Failing = "low";
  Error = ARM_DRIVER_ERROR_UNSUPPORTED;
  EXPECT_EQ(TVMDeviceDeactivate(&Device), 0);
  EXPECT_EQ(TVMDeviceActivate(&Device), 0);
  Error = ARM_DRIVER_ERROR;
  EXPECT_EQ(TVMDeviceDeactivate(&Device), ARM_DRIVER_ERROR);
}

TEST_F(CmsisDevice, PowerGoesDownAgainWhenTheModeIsRefused) {
  ASSERT_EQ(TVMDevicePlatformBindUsart(&Device, &Usart, onEvent, &Ops), 0);
  Calls.clear();
  Failing = "control";
  EXPECT_EQ(TVMDeviceActivate(&Device), ARM_DRIVER_ERROR_BUSY);
  EXPECT_EQ(Calls, (Strings{"full", "control", "low"}));
  Failing = "full";
  EXPECT_EQ(TVMDeviceActivate(&Device), ARM_DRIVER_ERROR_BUSY);
  EXPECT_EQ(TVMDeviceOpen(&Device), kTvmErrorDeviceNotActive);
}

TEST_F(CmsisDevice, AWrongDeviceDoesNotTouchTheDriver) {
  tvm_device_t Nothing = {};
  EXPECT_EQ(TVMDevicePlatformBindUsart(&Nothing, &Usart, onEvent, &Ops),
            kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(TVMDevicePlatformBindUsart(&Device, nullptr, onEvent, &Ops),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Calls, Strings());
  ASSERT_EQ(TVMDevicePlatformBindUsart(&Device, &Usart, onEvent, &Ops), 0);
  Calls.clear();
  EXPECT_EQ(TVMDevicePlatformBindSpi(&Device, &Spi, nullptr, nullptr),
            kTvmErrorDeviceAlreadyBound);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, &Spi, power, uninitialize, nullptr),
            kTvmErrorDeviceAlreadyBound);
  EXPECT_EQ(TVMDevicePlatformHandle(&Device), &Usart);
  EXPECT_EQ(Calls, Strings());
}

TEST_F(CmsisDevice, ADriverNeedsItsFunctions) {
  ARM_DRIVER_USART Bad[] = {
      {nullptr, uninitialize, power, send, receive, control},
      {Usart.Initialize, nullptr, power, send, receive, control},
      {Usart.Initialize, uninitialize, nullptr, send, receive, control}};
  for (ARM_DRIVER_USART &Each : Bad)
    EXPECT_EQ(TVMDevicePlatformBindUsart(&Device, &Each, onEvent, nullptr),
              kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Calls, Strings());
  EXPECT_EQ(TVMDevicePlatformBind(&Device, nullptr, power, uninitialize, &Ops),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(
      TVMDevicePlatformBind(&Device, &Usart, nullptr, uninitialize, nullptr),
      kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDevicePlatformBind(&Device, &Usart, power, nullptr, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_FALSE(TVMDeviceIsBound(&Device));
}

TEST_F(CmsisDevice, ADriverThatDoesNotInitializeIsNotBound) {
  Failing = "initialize";
  EXPECT_EQ(TVMDevicePlatformBindUsart(&Device, &Usart, onEvent, nullptr),
            ARM_DRIVER_ERROR_BUSY);
  EXPECT_FALSE(TVMDeviceIsBound(&Device));
}

TEST_F(CmsisDevice, TheFirstErrorOfTheEndIsReturned) {
  for (const char *Call : {"off", "uninitialize"}) {
    ASSERT_EQ(TVMDevicePlatformBindUsart(&Device, &Usart, onEvent, nullptr), 0);
    Calls.clear();
    Failing = Call;
    EXPECT_EQ(TVMDeviceDestroy(&Device), ARM_DRIVER_ERROR_BUSY);
    EXPECT_EQ(Calls, (Strings{"off", "uninitialize"}));
    ASSERT_EQ(TVMDeviceInit(&Device), 0);
  }
}

} // namespace

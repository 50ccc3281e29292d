// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between devices, and between devices and the CPU.
//
// Tries to break (SECURITY.md): runtime_crt 11.

#include "recording_device.h"

namespace {

const void *at(uintptr_t Offset) {
  return reinterpret_cast<const void *>(DeviceBase + Offset);
}

class DeviceCopy : public RecordingDevice {
protected:
  void SetUp() override {
    RecordingDevice::SetUp();
    memset(DeviceMemory, 0, sizeof(DeviceMemory));
    for (int I = 0; I < 256; ++I)
      Bytes[I] = static_cast<char>(I);
  }
  static int32_t copy(tvm_device_t *FromDevice, const void *From, size_t Size,
                      tvm_device_t *ToDevice, const void *To, size_t Room) {
    const tvm_device_source_t Source = {FromDevice, From, Size};
    const tvm_device_target_t Target = {ToDevice, const_cast<void *>(To), Room};
    return TVMDeviceCopyBytes(&Source, &Target);
  }

  char Bytes[256];
  char Out[256] = {};
};

TEST_F(DeviceCopy, MemoryOfTheCpuNeedsNoFunctions) {
  EXPECT_EQ(copy(nullptr, Bytes, 256, nullptr, Out, 256), 0);
  EXPECT_EQ(memcmp(Out, Bytes, 256), 0);
  // A device with visible memory, to the CPU and back.
  open(&Npu);
  EXPECT_EQ(copy(nullptr, Bytes + 100, 8, &Npu, Out, 256), 0);
  EXPECT_EQ(memcmp(Out, Bytes + 100, 8), 0);
  EXPECT_EQ(Out[8], 8);
  EXPECT_EQ(copy(&Npu, Bytes + 50, 9, nullptr, Out, 9), 0);
  EXPECT_EQ(memcmp(Out, Bytes + 50, 9), 0);
  EXPECT_EQ(DeviceCalls, Strings());
  closeAndDestroy(&Npu);
}

TEST_F(DeviceCopy, OtherMemoryGoesThroughTheDevicesFunctions) {
  open(&Npu, &CopyingOps);
  EXPECT_EQ(copy(nullptr, Bytes, 200, &Npu, at(0), 256), 0);
  EXPECT_EQ(memcmp(DeviceMemory[0], Bytes, 200), 0);
  EXPECT_EQ(copy(&Npu, at(3), 100, nullptr, Out, 100), 0);
  EXPECT_EQ(memcmp(Out, Bytes + 3, 100), 0);
  EXPECT_EQ(DeviceCalls, (Strings{"copy 200 to npu", "copy 100 from npu"}));
  // Between it and a device with visible memory.
  open(&Dsp);
  EXPECT_EQ(copy(&Npu, at(0), 16, &Dsp, Out, 16), 0);
  EXPECT_EQ(copy(&Dsp, Bytes, 17, &Npu, at(0), 17), 0);
  EXPECT_EQ(DeviceCalls, (Strings{"copy 16 from npu", "copy 17 to npu"}));
  EXPECT_EQ(memcmp(Out, Bytes, 16), 0);
  closeAndDestroy(&Npu);
  closeAndDestroy(&Dsp);
}

TEST_F(DeviceCopy, BetweenTwoDevicesInPieces) {
  open(&Npu, &CopyingOps);
  open(&Dsp, &CopyingOps);
  memcpy(DeviceMemory[0], Bytes, 256);
  EXPECT_EQ(copy(&Npu, at(1), 130, &Dsp, at(2), 130), 0);
  EXPECT_EQ(DeviceCalls,
            (Strings{"copy 64 from npu", "copy 64 to dsp", "copy 64 from npu",
                     "copy 64 to dsp", "copy 2 from npu", "copy 2 to dsp"}));
  EXPECT_EQ(memcmp(DeviceMemory[1] + 2, Bytes + 1, 130), 0);
  EXPECT_EQ(DeviceMemory[1][132], 0);
  // The first failure ends it.
  for (const char *Call : {"copy 64 from npu", "copy 64 to dsp"}) {
    DeviceCalls.clear();
    Failing = Call;
    EXPECT_EQ(copy(&Npu, at(0), 130, &Dsp, at(0), 130), OwnError);
    EXPECT_EQ(DeviceCalls.back(), Failing);
    EXPECT_EQ(DeviceCalls.size(), Failing == "copy 64 to dsp" ? 2u : 1u);
  }
  closeAndDestroy(&Npu);
  closeAndDestroy(&Dsp);
}

TEST_F(DeviceCopy, WithinADevice) {
  open(&Npu, &CopyingOps);
  memcpy(DeviceMemory[0], Bytes, 100);
  EXPECT_EQ(copy(&Npu, at(0), 100, &Npu, at(100), 100), 0);
  EXPECT_EQ(memcmp(DeviceMemory[0] + 100, Bytes, 100), 0);
  DeviceCalls.clear();
  EXPECT_EQ(copy(&Npu, at(0), 100, &Npu, at(99), 100),
            kTvmErrorDeviceCopyOverlap);
  EXPECT_EQ(DeviceCalls, Strings());
  closeAndDestroy(&Npu);
}

TEST_F(DeviceCopy, ADevicesErrorIsReturned) {
  open(&Npu, &CopyingOps);
  Failing = "copy 5 to npu";
  EXPECT_EQ(copy(nullptr, Bytes, 5, &Npu, at(0), 5), OwnError);
  Failing = "copy 5 from npu";
  EXPECT_EQ(copy(&Npu, at(0), 5, nullptr, Out, 5), OwnError);
  closeAndDestroy(&Npu);
}

TEST_F(DeviceCopy, BothDevicesMustBeOpen) {
  bind(&Npu, &CopyingOps);
  ASSERT_EQ(TVMDeviceActivate(&Npu), 0);
  open(&Dsp, &CopyingOps);
  EXPECT_EQ(copy(nullptr, Bytes, 5, &Npu, at(0), 5), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(copy(&Npu, at(0), 5, nullptr, Out, 5), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(copy(&Npu, at(0), 5, &Dsp, at(0), 5), kTvmErrorDeviceNotOpen);
  EXPECT_EQ(copy(&Dsp, at(0), 5, &Npu, at(0), 5), kTvmErrorDeviceNotOpen);
  tvm_device_t Nothing = {};
  EXPECT_EQ(copy(&Nothing, Bytes, 5, nullptr, Out, 5),
            kTvmErrorDeviceNotInitialized);
  EXPECT_EQ(DeviceCalls, Strings());
  closeAndDestroy(&Dsp);
}

TEST_F(DeviceCopy, MoreThanTheRoomIsRefused) {
  open(&Npu, &CopyingOps);
  EXPECT_EQ(copy(nullptr, Bytes, 6, &Npu, at(0), 5), kTvmErrorDeviceCopySize);
  EXPECT_EQ(copy(&Npu, at(0), 6, nullptr, Out, 5), kTvmErrorDeviceCopySize);
  EXPECT_EQ(copy(nullptr, Bytes, 1, nullptr, Out, 0), kTvmErrorDeviceCopySize);
  EXPECT_EQ(copy(nullptr, Bytes, SIZE_MAX, nullptr, Out, SIZE_MAX),
            kTvmErrorDeviceCopySize);
  // Past the last address of source, then of target.
  const void *End = reinterpret_cast<const void *>(UINTPTR_MAX - 4);
  EXPECT_EQ(copy(nullptr, End, 5, &Npu, at(0), 5), kTvmErrorDeviceCopySize);
  EXPECT_EQ(copy(nullptr, Bytes, 5, &Npu, End, 5), kTvmErrorDeviceCopySize);
  EXPECT_EQ(DeviceCalls, Strings());
  EXPECT_EQ(Out[0], 0);
  closeAndDestroy(&Npu);
}

TEST_F(DeviceCopy, SharedBytesAreRefused) {
  EXPECT_EQ(copy(nullptr, Bytes, 10, nullptr, Bytes, 10),
            kTvmErrorDeviceCopyOverlap);
  EXPECT_EQ(copy(nullptr, Bytes, 10, nullptr, Bytes + 9, 10),
            kTvmErrorDeviceCopyOverlap);
  EXPECT_EQ(copy(nullptr, Bytes + 9, 10, nullptr, Bytes, 10),
            kTvmErrorDeviceCopyOverlap);
  EXPECT_EQ(copy(nullptr, Bytes + 10, 10, nullptr, Bytes, 10), 0);
  EXPECT_EQ(Bytes[0], 10);
  // The room may reach into the source; what is written does not.
  EXPECT_EQ(copy(nullptr, Bytes + 40, 10, nullptr, Bytes + 30, 200), 0);
  // Visible memory of a device is the CPU's.
  open(&Npu);
  open(&Dsp);
  EXPECT_EQ(copy(&Npu, Bytes, 10, nullptr, Bytes + 5, 10),
            kTvmErrorDeviceCopyOverlap);
  EXPECT_EQ(copy(&Npu, Bytes, 10, &Dsp, Bytes + 5, 10),
            kTvmErrorDeviceCopyOverlap);
  closeAndDestroy(&Npu);
  closeAndDestroy(&Dsp);
  // Other memory has addresses of its own.
  open(&Npu, &CopyingOps);
  open(&Dsp, &CopyingOps);
  EXPECT_EQ(copy(&Npu, at(0), 10, &Dsp, at(5), 10), 0);
  closeAndDestroy(&Npu);
  closeAndDestroy(&Dsp);
}

TEST_F(DeviceCopy, NullIsNoMemory) {
  const tvm_device_source_t Source = {nullptr, Bytes, 1};
  const tvm_device_target_t Target = {nullptr, Out, 1};
  EXPECT_EQ(TVMDeviceCopyBytes(nullptr, &Target),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceCopyBytes(&Source, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(copy(nullptr, nullptr, 1, nullptr, Out, 1),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(copy(nullptr, Bytes, 1, nullptr, nullptr, 1),
            kTvmErrorFunctionCallInvalidArg);
  // No bytes need no memory and no call.
  EXPECT_EQ(copy(nullptr, nullptr, 0, nullptr, nullptr, 0), 0);
  open(&Npu, &CopyingOps);
  EXPECT_EQ(copy(nullptr, Bytes, 0, &Npu, at(0), 1), 0);
  EXPECT_EQ(copy(&Npu, at(0), 0, &Npu, at(0), 1), 0);
  EXPECT_EQ(DeviceCalls, Strings());
  EXPECT_EQ(copy(&Npu, at(0), 1, nullptr, nullptr, 1),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(DeviceCalls, Strings());
  closeAndDestroy(&Npu);
}

// Address 0 of a device with functions of its own is an address.
TEST_F(DeviceCopy, AddressZeroOfADevice) {
  static std::vector<uintptr_t> Addresses;
  static const tvm_device_ops_t AtZero = {
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      [](tvm_device_t *, void *To, const void *, size_t) {
        Addresses.push_back(reinterpret_cast<uintptr_t>(To));
        return int32_t(0);
      },
      [](tvm_device_t *, void *, const void *From, size_t) {
        Addresses.push_back(reinterpret_cast<uintptr_t>(From));
        return int32_t(0);
      }};
  Addresses.clear();
  open(&Npu, &AtZero);
  EXPECT_EQ(copy(nullptr, Bytes, 4, &Npu, nullptr, 4), 0);
  EXPECT_EQ(copy(&Npu, nullptr, 4, nullptr, Out, 4), 0);
  EXPECT_EQ(Addresses, (std::vector<uintptr_t>{0, 0}));
  closeAndDestroy(&Npu);
}

// A function of a device may copy, such as weights when it opens.
TEST_F(DeviceCopy, WhileADeviceOpens) {
  static char Weights[4];
  static const tvm_device_ops_t Preloading = {
      nullptr,
      [](tvm_device_t *D) {
        return copy(nullptr, "abc", 4, D, Weights, sizeof(Weights));
      },
      nullptr,
      nullptr,
      nullptr,
      nullptr};
  open(&Npu, &Preloading);
  EXPECT_STREQ(Weights, "abc");
  closeAndDestroy(&Npu);
}

class DeviceTensor : public DeviceCopy {
protected:
  DLTensor tensor(void *Data, std::vector<int64_t> *Shape, uint8_t Bits = 8) {
    DLTensor Tensor = {};
    Tensor.data = Data;
    Tensor.device = {kDLCPU, 0};
    Tensor.ndim = static_cast<int32_t>(Shape->size());
    Tensor.dtype = {kDLInt, Bits, 1};
    Tensor.shape = Shape->data();
    return Tensor;
  }
  std::vector<int64_t> Shape = {2, 3, 4};
};

TEST_F(DeviceTensor, AllElementsAreCopied) {
  DLTensor From = tensor(Bytes, &Shape), To = tensor(Out, &Shape);
  From.byte_offset = 7;
  To.byte_offset = 2;
  To.dtype.lanes = 0; // as programs written for TVM leave it
  EXPECT_EQ(TVMDeviceCopyTensor(&From, nullptr, &To, nullptr), 0);
  EXPECT_EQ(memcmp(Out + 2, Bytes + 7, 24), 0);
  EXPECT_EQ(Out[1], 0);
  EXPECT_EQ(Out[26], 0);
  // Another form of as many bytes; row-major strides.
  std::vector<int64_t> Flat = {6}, Strides = {12, 4, 1};
  DLTensor Words = tensor(Out, &Flat, 32);
  From.byte_offset = 0;
  From.strides = Strides.data();
  EXPECT_EQ(TVMDeviceCopyTensor(&From, nullptr, &Words, nullptr), 0);
  EXPECT_EQ(memcmp(Out, Bytes, 24), 0);
}

TEST_F(DeviceTensor, ToADeviceAndBack) {
  open(&Npu, &CopyingOps);
  DLTensor From = tensor(Bytes, &Shape), To = tensor(Out, &Shape);
  DLTensor There = tensor(const_cast<void *>(at(10)), &Shape);
  There.device = {kDLExtDev, 3};
  There.byte_offset = 5;
  EXPECT_EQ(TVMDeviceCopyTensor(&From, nullptr, &There, &Npu), 0);
  EXPECT_EQ(memcmp(DeviceMemory[0] + 15, Bytes, 24), 0);
  EXPECT_EQ(TVMDeviceCopyTensor(&There, &Npu, &To, nullptr), 0);
  EXPECT_EQ(memcmp(Out, Bytes, 24), 0);
  EXPECT_EQ(DeviceCalls, (Strings{"copy 24 to npu", "copy 24 from npu"}));
  // Not without its device.
  EXPECT_EQ(TVMDeviceCopyTensor(&There, nullptr, &To, nullptr),
            kTvmErrorDeviceCopyLayout);
  EXPECT_EQ(TVMDeviceCopyTensor(&From, nullptr, &There, nullptr),
            kTvmErrorDeviceCopyLayout);
  closeAndDestroy(&Npu);
  EXPECT_EQ(TVMDeviceCopyTensor(&There, &Npu, &To, nullptr),
            kTvmErrorDeviceNotInitialized);
}

TEST_F(DeviceTensor, SizesMustBeEqual) {
  std::vector<int64_t> Other = {25}, Less = {23};
  DLTensor From = tensor(Bytes, &Shape);
  for (auto *Wrong : {&Other, &Less}) {
    DLTensor To = tensor(Out, Wrong);
    EXPECT_EQ(TVMDeviceCopyTensor(&From, nullptr, &To, nullptr),
              kTvmErrorDeviceCopySize);
  }
  DLTensor Behind = tensor(Out, &Shape);
  Behind.byte_offset = UINT64_MAX - 3;
  EXPECT_EQ(TVMDeviceCopyTensor(&From, nullptr, &Behind, nullptr),
            kTvmErrorDeviceCopySize);
  EXPECT_EQ(TVMDeviceCopyTensor(&Behind, nullptr, &From, nullptr),
            kTvmErrorDeviceCopySize);
  EXPECT_EQ(Out[0], 0);
  EXPECT_EQ(Out[1], 0);
}

TEST_F(DeviceTensor, GapsAndWrongFormsAreRefused) {
  DLTensor Good = tensor(Bytes, &Shape);
  auto refused = [&](DLTensor Bad) {
    EXPECT_EQ(TVMDeviceCopyTensor(&Good, nullptr, &Bad, nullptr),
              kTvmErrorDeviceCopyLayout);
    EXPECT_EQ(TVMDeviceCopyTensor(&Bad, nullptr, &Good, nullptr),
              kTvmErrorDeviceCopyLayout);
  };
  for (std::vector<int64_t> Strides : {std::vector<int64_t>{12, 4, -1},
                                       {-12, 4, 1},
                                       {24, 8, 2},
                                       {12, 4, 0},
                                       {1, 2, 6},
                                       {INT64_MIN, 4, 1}}) {
    DLTensor Bad = tensor(Out, &Shape);
    Bad.strides = Strides.data();
    refused(Bad);
  }
  for (std::vector<int64_t> Wrong :
       {std::vector<int64_t>{-24}, {-2, -12}, {INT64_MAX, INT64_MAX}}) {
    refused(tensor(Out, &Wrong));
  }
  refused(tensor(Out, &Shape, 0));
  DLTensor Bad = tensor(Out, &Shape);
  Bad.ndim = -1;
  refused(Bad);
  Bad.ndim = INT32_MAX;
  refused(Bad);
  Bad = tensor(Out, &Shape);
  Bad.shape = nullptr;
  refused(Bad);
  EXPECT_EQ(Out[0], 0);
  EXPECT_EQ(Out[1], 0);
}

TEST_F(DeviceTensor, NullIsNoTensor) {
  DLTensor Good = tensor(Bytes, &Shape), Empty = tensor(nullptr, &Shape);
  EXPECT_EQ(TVMDeviceCopyTensor(nullptr, nullptr, &Good, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceCopyTensor(&Good, nullptr, nullptr, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  // An offset does not make an address of NULL.
  Empty.byte_offset = 64;
  EXPECT_EQ(TVMDeviceCopyTensor(&Empty, nullptr, &Good, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMDeviceCopyTensor(&Good, nullptr, &Empty, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  // With functions of its own, a device has an address 64.
  open(&Npu, &CopyingOps);
  Empty.byte_offset = DeviceBase;
  EXPECT_EQ(TVMDeviceCopyTensor(&Good, nullptr, &Empty, &Npu), 0);
  EXPECT_EQ(memcmp(DeviceMemory[0], Bytes, 24), 0);
  closeAndDestroy(&Npu);
  std::vector<int64_t> None = {0};
  DLTensor Nothing = tensor(nullptr, &None);
  EXPECT_EQ(TVMDeviceCopyTensor(&Nothing, nullptr, &Nothing, nullptr), 0);
}

} // namespace

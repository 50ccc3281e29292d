//===- ParamTest.cpp - Parameters from DLPack tensors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Base/Messages.h"
#include "metaobj/Model.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace llvm;
using namespace metaobj;

namespace {

/// A float32 tensor of shape [2, 3] in memory of its own, to be spoilt.
struct TensorFixture : testing::Test {
  float Numbers[6] = {0, 1, 2, 3, 4, 5};
  int64_t Shape[2] = {2, 3};
  int64_t Strides[2] = {3, 1};
  DLTensor Tensor = {};

  TensorFixture() {
    Tensor.data = Numbers;
    Tensor.device.device_type = kDLCPU;
    Tensor.ndim = 2;
    Tensor.dtype = {kDLFloat, 32, 1};
    Tensor.shape = Shape;
  }

  /// Also a number that the enumeration does not have.
  void setDevice(int32_t Type) {
    std::memcpy(&Tensor.device.device_type, &Type, sizeof(Type));
  }

  std::string refusal() { return text(Param::fromDLTensor("w", Tensor)); }
};

TEST_F(TensorFixture, BytesStayInTheTensorsMemory) {
  Param Result = cantFail(Param::fromDLTensor("w", Tensor));
  EXPECT_EQ(Result.Name, "w");
  EXPECT_EQ(llvm::ArrayRef(Result.Shape), llvm::ArrayRef<int64_t>({2, 3}));
  EXPECT_EQ(dtypeName(Result.DType), "float32");
  EXPECT_EQ(Result.Data.size(), 24u);
  EXPECT_EQ(Result.Data.elementSize(), 4u);
  EXPECT_EQ(Result.Data.byteOrder(), NativeEndianness);
  Numbers[5] = 42;
  float Read[6];
  cantFail(Result.Data.read(
      0, MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(Read), 24)));
  EXPECT_EQ(Read[5], 42);
  EXPECT_EQ(Read[1], 1);
}

TEST_F(TensorFixture, ByteOffsetIsAdded) {
  Tensor.byte_offset = 4;
  Shape[0] = 1;
  Param Result = cantFail(Param::fromDLTensor("w", Tensor));
  float First;
  cantFail(Result.Data.read(
      0, MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(&First), 4)));
  EXPECT_EQ(First, 1);
}

TEST_F(TensorFixture, CompactStridesAreTaken) {
  Tensor.strides = Strides;
  EXPECT_EQ(refusal(), "");
  // The stride of an extent of 1 is never used.
  Shape[0] = 1;
  Strides[0] = 999;
  EXPECT_EQ(refusal(), "");
  // Nor is any without elements.
  Shape[0] = 0;
  Strides[1] = -7;
  EXPECT_EQ(refusal(), "");
}

TEST_F(TensorFixture, OtherStridesAreRefused) {
  Tensor.strides = Strides;
  Strides[0] = 4;
  EXPECT_EQ(refusal(),
            "parameter 'w': float32 [2, 3]: stride 0 is 4, a compact "
            "tensor has 3\nhint: copy it into a compact tensor "
            "first");
  Strides[0] = 1;
  Strides[1] = 2;
  EXPECT_EQ(refusal(),
            "parameter 'w': float32 [2, 3]: stride 1 is 2, a compact "
            "tensor has 1\nhint: copy it into a compact tensor "
            "first");
}

TEST_F(TensorFixture, ScalarsAndEmptyTensors) {
  Tensor.ndim = 0;
  Tensor.shape = nullptr;
  EXPECT_EQ(cantFail(Param::fromDLTensor("w", Tensor)).Data.size(), 4u);
  Tensor.ndim = 2;
  Tensor.shape = Shape;
  Shape[1] = 0;
  Tensor.data = nullptr;
  EXPECT_EQ(cantFail(Param::fromDLTensor("w", Tensor)).Data.size(), 0u);
}

TEST_F(TensorFixture, VectorsCountAllLanes) {
  Tensor.dtype = {kDLFloat, 32, 3};
  Tensor.ndim = 1;
  EXPECT_EQ(cantFail(Param::fromDLTensor("w", Tensor)).Data.size(), 24u);
}

TEST_F(TensorFixture, DevicesAreRefusedByName) {
  const char *Hint = "), not the CPU's\nhint: copy it to the CPU first";
  std::pair<int32_t, const char *> Devices[] = {
      {2, "CUDA"},     {4, "OpenCL"},   {7, "Vulkan"},
      {8, "Metal"},    {10, "ROCm"},    {16, "Hexagon"},
      {35, "type 35"}, {-1, "type -1"}, {0, "type 0"},
  };
  for (auto [Type, Name] : Devices) {
    setDevice(Type);
    EXPECT_EQ(refusal(), std::string("parameter 'w': its memory is on a "
                                     "device (") +
                             Name + Hint);
  }
}

TEST_F(TensorFixture, DamagedTensorsAreRefused) {
  Tensor.data = nullptr;
  EXPECT_EQ(refusal(),
            "parameter 'w': float32 [2, 3]: the data pointer is null");
  Tensor.data = Numbers;
  Tensor.byte_offset = UINT64_MAX;
  EXPECT_EQ(refusal(), "parameter 'w': float32 [2, 3]: byte_offset "
                       "18446744073709551615 leaves the address space");
  Tensor.byte_offset = 0;
  Shape[1] = -3;
  EXPECT_EQ(refusal(), "parameter 'w': float32 [2, -3]: extent 1 is negative");
  Shape[1] = INT64_MAX;
  EXPECT_EQ(refusal(), "parameter 'w': float32 [2, 9223372036854775807]: has "
                       "more bytes than 64 bits can count");
  Tensor.shape = nullptr;
  EXPECT_EQ(refusal(), "parameter 'w': ndim is 2, but shape is a null pointer");
  Tensor.ndim = -1;
  EXPECT_EQ(refusal(), "parameter 'w': ndim is negative: -1");
}

TEST_F(TensorFixture, SmallTypesAreRefusedByName) {
  Tensor.dtype = {kDLInt, 4, 1};
  EXPECT_EQ(refusal(),
            "parameter 'w': type 'int4': elements smaller than one byte cannot "
            "be linked\nhint: widen them to int8 or uint8, or hand the packed "
            "bytes over as uint8");
  Tensor.dtype = {kDLOpaqueHandle, 64, 1};
  EXPECT_EQ(refusal(), "parameter 'w': type 'handle': opaque handles mean "
                       "nothing outside their process");
}

/// A managed tensor that counts the calls of its deleter.
struct ManagedFixture : TensorFixture {
  int Deleted = 0;
  DLManagedTensor Managed = {};

  ManagedFixture() {
    Managed.dl_tensor = Tensor;
    Managed.manager_ctx = &Deleted;
    Managed.deleter = [](DLManagedTensor *Self) {
      ++*static_cast<int *>(Self->manager_ctx);
    };
  }
};

TEST_F(ManagedFixture, DeletedOnceAfterTheLastCopy) {
  {
    Model Holder;
    {
      Param Result = cantFail(Param::fromManaged("w", &Managed));
      Holder.Params.push_back(Result);
      Holder.Params.push_back(std::move(Result));
    }
    EXPECT_EQ(Deleted, 0);
    Holder.Params.pop_back();
    EXPECT_EQ(Deleted, 0);
  }
  EXPECT_EQ(Deleted, 1);
}

TEST_F(ManagedFixture, RefusedTensorIsDeletedAtOnce) {
  Managed.dl_tensor.ndim = -1;
  EXPECT_EQ(text(Param::fromManaged("w", &Managed)),
            "parameter 'w': ndim is negative: -1");
  EXPECT_EQ(Deleted, 1);
}

TEST_F(ManagedFixture, EmptyTensorIsDeletedToo) {
  Shape[0] = 0;
  {
    Param Result = cantFail(Param::fromManaged("w", &Managed));
  }
  EXPECT_EQ(Deleted, 1);
}

TEST_F(ManagedFixture, DeleterMayBeNull) {
  Managed.deleter = nullptr;
  {
    Param Result = cantFail(Param::fromManaged("w", &Managed));
  }
  EXPECT_EQ(text(Param::fromManaged("w", nullptr)),
            "parameter 'w': the tensor is null");
}

} // namespace

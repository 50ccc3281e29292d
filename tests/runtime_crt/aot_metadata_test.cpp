// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ahead-of-time executor makes of metadata that cannot be.

#include "aot_model.h"

using namespace aot_test;

namespace {

TEST_F(AotExecutor, MetadataThatIsNoneIsAnError) {
  const TVMModuleHandle Handle = oldModule();
  MetadataResult = -7;
  EXPECT_EQ(create(Handle), -7);
  MetadataResult = 0;
  MetadataCode = kTVMNullptr;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  MetadataCode = kTVMOpaqueHandle;
  TheModel = nullptr;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  TheModel = &Test;
  Test.Metadata.version = 2;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  Test.Metadata.version = 1;
  Test.Metadata.mod_name = nullptr;
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, NumbersAndPointersOfMetadataAreChecked) {
  const TVMModuleHandle Handle = oldModule();
  const auto Refuses = [&](auto &&Change) {
    const TVMMetadata Before = Test.Metadata;
    Change(Test.Metadata);
    EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
    EXPECT_EQ(Executor, nullptr);
    Test.Metadata = Before;
  };
  for (int64_t Bad : {INT64_MIN, int64_t(-1), int64_t(0x8000), INT64_MAX}) {
    Refuses([&](TVMMetadata &M) { M.num_inputs = Bad; });
    Refuses([&](TVMMetadata &M) { M.num_outputs = Bad; });
    Refuses([&](TVMMetadata &M) { M.num_workspace_pools = Bad; });
    Refuses([&](TVMMetadata &M) { M.num_constant_pools = Bad; });
  }
  Refuses([](TVMMetadata &M) { M.inputs = nullptr; });
  Refuses([](TVMMetadata &M) { M.outputs = nullptr; });
  Refuses([](TVMMetadata &M) { M.workspace_pools = nullptr; });
  Refuses([](TVMMetadata &M) { M.constant_pools = nullptr; });
  ASSERT_EQ(create(Handle), 0);
}

TEST_F(AotExecutor, ShapesOfMetadataAreChecked) {
  const TVMModuleHandle Handle = oldModule();
  const int64_t Negative[2] = {2, -1};
  const int64_t Huge[2] = {INT64_MAX, INT64_MAX};
  const int64_t Large[1] = {INT64_MAX / 4};
  const int64_t Half[1] = {INT64_MAX / 2};
  for (TVMTensorInfo *Info :
       {&Test.Inputs[1], &Test.Outputs[0], &Test.Pools[1]}) {
    const TVMTensorInfo Before = *Info;
    const auto Refuses = [&] {
      EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
      EXPECT_EQ(Executor, nullptr);
      *Info = Before;
    };
    Info->num_shape = -1;
    Refuses();
    Info->num_shape = TVM_CRT_MAX_NDIM + 1;
    Refuses();
    Info->num_shape = INT64_MAX;
    Refuses();
    Info->shape = nullptr;
    Refuses();
    *Info = {"n", Negative, 2, Float};
    Refuses();
    *Info = {"h", Huge, 2, Float};
    Refuses();
    *Info = {"l", Large, 1, {kDLFloat, 64, 8}};
    Refuses();
    Info->dtype.bits = 0;
    Refuses();
  }
  // Sizes that only together are too large.
  for (TVMTensorInfo &Info : Test.Inputs)
    Info = {"p", Half, 1, Byte};
  Test.Outputs[0] = Test.Inputs[0];
  Test.Pools[0] = Test.Inputs[0];
  Test.Pools[1] = Test.Inputs[0];
  EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, ConstantsOfMetadataAreChecked) {
  const TVMModuleHandle Handle = oldModule();
  TVMConstantInfo &Constant = Test.Constants[1];
  const TVMConstantInfo Before = Constant;
  const auto Refuses = [&] {
    EXPECT_EQ(create(Handle), kTvmErrorExecutorModuleBadContext);
    EXPECT_EQ(Executor, nullptr);
    Constant = Before;
  };
  Constant.byte_offset = -1;
  Refuses();
  Constant.byte_offset = INT64_MAX;
  Refuses();
  Constant.data_len = -1;
  Refuses();
  Constant.data_bytes = nullptr;
  Refuses();
  // Every prefix, in memory that ends where it does.
  for (size_t Length = 0; Length < Test.Second.size(); Length++) {
    const HeapBytes Bytes(Test.Second.substr(0, Length));
    Constant.data_len = static_cast<int64_t>(Length);
    Constant.data_bytes = Bytes.data();
    Refuses();
  }
  // Every flipped byte is refused or does no harm.
  for (size_t At = 0; At < Test.Second.size(); At++) {
    std::string Changed = Test.Second;
    Changed[At] = static_cast<char>(~Changed[At]);
    const HeapBytes Bytes(Changed);
    Constant.data_bytes = Bytes.data();
    if (create(Handle) == 0) {
      EXPECT_EQ(TVMAotExecutor_Run(Executor), 0);
      EXPECT_EQ(TVMAotExecutor_Release(Executor, Cpu), 0);
      Executor = nullptr;
    }
    Constant = Before;
  }
}

TEST(AotMetadata, Layouts) {
  constexpr size_t P = sizeof(void *);
  struct Probe {
    char First;
    int64_t Second;
  };
  if (offsetof(Probe, Second) != 8)
    GTEST_SKIP() << "64-bit integers are aligned to less than 8 bytes";
  EXPECT_EQ(sizeof(TVMMetadata), 80u);
  EXPECT_EQ(offsetof(TVMMetadata, mod_name), 72u);
  EXPECT_EQ(sizeof(TVMTensorInfo), P == 8 ? 32u : 24u);
  EXPECT_EQ(sizeof(TVMConstantInfo), 32u);
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Params files for inputs of the ahead-of-time executor, sound and damaged.

#include "aot_model.h"
#include "damage.h"

#include <tvm_crt/aot_executor.h>

using namespace aot_test;

namespace {

class AotParams : public AotExecutor {
protected:
  void SetUp() override {
    AotExecutor::SetUp();
    ASSERT_EQ(create(newModule()), 0);
  }
  template <typename Memory> int load(const std::string &Bytes) {
    const Memory Copy(Bytes);
    return TVMAotExecutor_LoadParams(Executor, Copy.data(),
                                     static_cast<uint32_t>(Bytes.size()));
  }
  template <typename T> const T *input(int Index) {
    return static_cast<const T *>(Executor->args[Index].dl_tensor.data);
  }

  const FileArray Floats = fileArray(Float, {4}, {1, 2, 3, 0x3f800000});
  const FileArray Bytes = fileArray(Byte, {2, 3}, {4, 5, 6, 7, 8, 9});
  const std::string File = paramsFile({{"y", Bytes}, {"x", Floats}});
};

TEST_F(AotParams, AreCopiedIntoInputs) {
  ASSERT_EQ(load<GuardedBytes>(File), 0);
  EXPECT_EQ(input<float>(0)[3], 1.0f);
  EXPECT_EQ(memcmp(input<char>(1), "\4\5\6\7\10\11", 6), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Bytes[1], "\4\5\6\7\10\11");
  EXPECT_EQ(load<HeapBytes>(paramsFile({})), 0);
  EXPECT_EQ(load<HeapBytes>(File + "behind the end"), 0);
}

TEST_F(AotParams, GoWhereTheProgramLetsTheInputPoint) {
  uint8_t Mine[6] = {};
  Executor->args[1].dl_tensor.data = Mine;
  ASSERT_EQ(load<HeapBytes>(File), 0);
  EXPECT_EQ(Mine[5], 9);
}

TEST_F(AotParams, MustFitTheInputs) {
  for (const char *Name : {"z", "", "xx", "output0"}) {
    EXPECT_EQ(load<HeapBytes>(paramsFile({{Name, Floats}})),
              kTvmErrorExecutorModuleNoSuchInput)
        << Name;
    EXPECT_STREQ(TVMGetLastError(), "TVMAotExecutor_LoadParams: no such input");
  }
  // NUL and all: not the input x.
  EXPECT_EQ(load<HeapBytes>(paramsFile({{std::string("x\0", 2), Floats}})),
            kTvmErrorExecutorModuleNoSuchInput);
  for (const FileArray &Array :
       {fileArray(Float, {3}, {1, 2, 3}), fileArray(Byte, {4}, {1, 2, 3, 4}),
        fileArray({kDLInt, 32, 1}, {4}, {1, 2, 3, 4})}) {
    EXPECT_EQ(load<HeapBytes>(paramsFile({{"x", Array}})),
              kTvmErrorFunctionCallInvalidArg);
    EXPECT_STREQ(TVMGetLastError(), "TVMAotExecutor_LoadParams: type or size");
  }
  EXPECT_EQ(input<float>(0)[0], 0);
  EXPECT_EQ(TVMAotExecutor_LoadParams(nullptr, File.data(), 0),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_LoadParams(Executor, nullptr, 0),
            kTvmErrorFunctionCallInvalidArg);
}

// Some of the old parameters, some of the new ones: no run before a whole file.
TEST_F(AotParams, RefusedOnesStopEveryRun) {
  ASSERT_EQ(load<HeapBytes>(File), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_NE(load<HeapBytes>(File.substr(0, File.size() - 1)), 0);
  EXPECT_EQ(Platform.Log, "TVMAotExecutor_LoadParams: params\n");
  for (int I = 0; I < 2; I++) {
    EXPECT_EQ(TVMAotExecutor_Run(Executor), kTvmErrorExecutorNotReady);
    EXPECT_STREQ(TVMGetLastError(),
                 "TVMAotExecutor_Run: parameters were refused");
  }
  ASSERT_EQ(load<HeapBytes>(File), 0);
  EXPECT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_NE(TVMAotExecutor_LoadParams(Executor, nullptr, 0), 0);
  EXPECT_EQ(TVMAotExecutor_Run(Executor), kTvmErrorExecutorNotReady);
}

TEST_F(AotParams, EveryPrefixIsRefused) {
  for (size_t Length = 0; Length < File.size(); Length++) {
    EXPECT_EQ(load<HeapBytes>(File.substr(0, Length)), kTvmErrorParamCorrupt);
    EXPECT_EQ(load<GuardedBytes>(File.substr(0, Length)),
              kTvmErrorParamCorrupt);
    EXPECT_STREQ(TVMGetLastError(), "TVMAotExecutor_LoadParams: params");
  }
}

TEST_F(AotParams, EveryFlippedByteEnds) {
  for (size_t At = 0; At < File.size(); At++)
    for (int Flip : flips()) {
      std::string Changed = File;
      Changed[At] = static_cast<char>(Changed[At] ^ Flip);
      const int Error = load<HeapBytes>(Changed);
      EXPECT_TRUE(Error == 0 || Error == kTvmErrorParamCorrupt ||
                  Error == kTvmErrorExecutorModuleNoSuchInput ||
                  Error == kTvmErrorFunctionCallInvalidArg)
          << Error;
    }
}

} // namespace

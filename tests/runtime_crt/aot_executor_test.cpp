// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ahead-of-time executor: what it gives to the model's function.

#include "aot_model.h"

using namespace aot_test;

namespace {

TEST_F(AotExecutor, TheMainFunctionOfV0_9GetsAllPools) {
  ASSERT_EQ(create(oldModule()), 0);
  EXPECT_EQ(Executor->num_args, 6);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Function, "main");
  ASSERT_EQ(LastCall.Tensors.size(), 6u);
  EXPECT_EQ(LastCall.Codes, std::vector<int>(6, kTVMDLTensorHandle));
  // x, y, output0.
  EXPECT_EQ(LastCall.Bytes[0], std::string(16, '\0'));
  EXPECT_EQ(LastCall.Tensors[0].dtype.code, kDLFloat);
  EXPECT_EQ(LastCall.Bytes[1], std::string(6, '\0'));
  EXPECT_EQ(LastCall.Tensors[1].ndim, 2);
  EXPECT_EQ(LastCall.Tensors[1].shape[1], 3);
  EXPECT_EQ(LastCall.Bytes[2], std::string(16, '\0'));
  // The constants at their offsets, in one pool.
  EXPECT_EQ(LastCall.Bytes[3], std::string("\1\2\3\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                           "\7\10",
                                           18));
  EXPECT_EQ(LastCall.Tensors[3].ndim, 1);
  EXPECT_EQ(LastCall.Tensors[3].shape[0], 18);
  // The workspace pools.
  EXPECT_EQ(LastCall.Bytes[4], std::string(10, '\0'));
  EXPECT_EQ(LastCall.Bytes[5], std::string(4, '\0'));
  for (const DLTensor &Tensor : LastCall.Tensors) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Tensor.data) % 16, 0u);
    EXPECT_EQ(Tensor.device.device_type, kDLCPU);
    EXPECT_EQ(Tensor.strides, nullptr);
    EXPECT_EQ(Tensor.byte_offset, 0u);
  }
}

// TVM counts pools that it never made: the function sees arrays of what was in
// the memory before.
TEST_F(AotExecutor, TheEntryOfV0_12BringsItsPools) {
  ASSERT_EQ(create(newModule()), 0);
  EXPECT_EQ(Executor->num_args, 3);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Function, "run");
  EXPECT_EQ(LastCall.Tensors.size(), 3u);
}

TEST_F(AotExecutor, MemoryIsZeroWhateverThePlatformGives) {
  Platform.Fill = 0xa5;
  ASSERT_EQ(create(oldModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  for (size_t Index : {0, 1, 2, 4, 5})
    EXPECT_EQ(LastCall.Bytes[Index].find_first_not_of('\0'), std::string::npos);
}

TEST_F(AotExecutor, OneAllocationHoldsEverything) {
  ASSERT_EQ(create(oldModule()), 0);
  EXPECT_EQ(Platform.LiveAllocations, 1);
}

TEST_F(AotExecutor, WithoutConstantsThereIsNoConstantPool) {
  Test.Metadata.num_constant_pools = 0;
  Test.Metadata.constant_pools = nullptr;
  ASSERT_EQ(create(oldModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  ASSERT_EQ(LastCall.Tensors.size(), 5u);
  EXPECT_EQ(LastCall.Tensors[3].shape[0], 10);
  EXPECT_EQ(LastCall.Tensors[4].shape[0], 4);
}

TEST_F(AotExecutor, ItNeedsNoRoomInTvmArgs) {
  const int64_t One[1] = {1};
  std::vector<TVMTensorInfo> Inputs(300, TVMTensorInfo{"i", One, 1, Byte});
  Test.Metadata.inputs = Inputs.data();
  Test.Metadata.num_inputs = 300;
  ASSERT_EQ(create(newModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Tensors.size(), 301u);
}

TEST_F(AotExecutor, NumbersAndNames) {
  ASSERT_EQ(create(newModule()), 0);
  EXPECT_EQ(TVMAotExecutor_GetNumInputs(Executor), 2);
  EXPECT_EQ(TVMAotExecutor_GetNumOutputs(Executor), 1);
  EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, "x"), 0);
  EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, "y"), 1);
  const char *Name = nullptr;
  ASSERT_EQ(TVMAotExecutor_GetInputName(Executor, 1, &Name), 0);
  EXPECT_STREQ(Name, "y");
}

// TVM aborts.
TEST_F(AotExecutor, AMissingInputIsAnError) {
  ASSERT_EQ(create(newModule()), 0);
  for (const char *Name : {"z", "", "xx", "output0"}) {
    EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, Name), -1);
    EXPECT_EQ(TVMGetLastError(),
              std::string("TVMAotExecutor_GetInputIndex: no such input: ") +
                  Name);
  }
  EXPECT_EQ(TVMAotExecutor_GetInputIndex(Executor, nullptr), -1);
  const char *Name = "unchanged";
  for (int Index : {-1, 2, INT32_MAX})
    EXPECT_EQ(TVMAotExecutor_GetInputName(Executor, Index, &Name),
              kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(TVMAotExecutor_GetInputName(Executor, 0, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(Name, "unchanged");
}

TEST_F(AotExecutor, AnErrorOfTheModelIsReported) {
  ASSERT_EQ(create(newModule()), 0);
  RunResult = -1;
  EXPECT_EQ(TVMAotExecutor_Run(Executor), -1);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMAotExecutor_Run: the model failed: tvmgen_test");
  RunText = "x.shape[0] is 5, expected 4";
  EXPECT_EQ(TVMAotExecutor_Run(Executor), -1);
  EXPECT_STREQ(TVMGetLastError(), RunText);
}

// The program looks at no result.
TEST_F(AotExecutor, AFailedRunLeavesNoOutputAndIsLogged) {
  ASSERT_EQ(create(newModule()), 0);
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  const auto *Output =
      static_cast<const char *>(Executor->args[2].dl_tensor.data);
  EXPECT_EQ(std::string(Output, 16), std::string(16, 0x42));
  EXPECT_EQ(Platform.Log, "");
  RunResult = 5;
  EXPECT_EQ(TVMAotExecutor_Run(Executor), 5);
  EXPECT_EQ(std::string(Output, 16), std::string(16, '\xff'));
  EXPECT_EQ(Platform.Log,
            "TVMAotExecutor_Run: the model failed: tvmgen_test\n");
}

TEST_F(AotExecutor, OfAFreedModuleDoesNotRun) {
  const TVMModuleHandle Handle = newModule();
  ASSERT_EQ(create(Handle), 0);
  ASSERT_EQ(TVMModFree(Handle), 0);
  EXPECT_NE(TVMAotExecutor_Run(Executor), 0);
  TVMModuleHandle Other = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&Module, &Other), 0);
  EXPECT_NE(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Function, "");
}

TEST_F(AotExecutor, FailuresAreLogged) {
  EXPECT_NE(TVMAotExecutor_Create(newModule(), Cpu, &Executor, "none"), 0);
  EXPECT_EQ(Platform.Log, std::string(TVMGetLastError()) + "\n");
  Platform.Log.clear();
  EXPECT_NE(TVMAotExecutor_Run(nullptr), 0);
  EXPECT_EQ(Platform.Log, "TVMAotExecutor_Run: invalid argument\n");
  Platform.Log.clear();
  EXPECT_NE(TVMAotExecutor_Release(nullptr, Cpu), 0);
  EXPECT_EQ(Platform.Log, "TVMAotExecutor_Release: invalid argument\n");
}

TEST_F(AotExecutor, TheProgramMayPointAnInputElsewhere) {
  ASSERT_EQ(create(newModule()), 0);
  float Mine[4] = {1, 2, 3, 4};
  Executor->args[0].dl_tensor.data = Mine;
  ASSERT_EQ(TVMAotExecutor_Run(Executor), 0);
  EXPECT_EQ(LastCall.Tensors[0].data, Mine);
}

TEST_F(AotExecutor, MissingFunctionsAreErrors) {
  EXPECT_EQ(create(moduleOf({{"tvmgen_test_run", runEntry}})),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(create(moduleOf({{"tvmgen_test_get_c_metadata", getMetadata}})),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, BadArgumentsAreErrors) {
  const TVMModuleHandle Handle = newModule();
  EXPECT_EQ(TVMAotExecutor_Create(Handle, Cpu, nullptr, "test"),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Create(Handle, Cpu, &Executor, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Create(nullptr, Cpu, &Executor, "test"),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Release(nullptr, Cpu),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMAotExecutor_Run(nullptr), kTvmErrorFunctionCallInvalidArg);
  // A name of any length fits in no buffer too small for it.
  for (size_t Length = 0; Length < 200; Length++)
    EXPECT_EQ(TVMAotExecutor_Create(Handle, Cpu, &Executor,
                                    std::string(Length, 'n').c_str()),
              Length + strlen("tvmgen__get_c_metadata") < MaxNameBytes
                  ? kTvmErrorFunctionNameNotFound
                  : kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(AotExecutor, NoMemoryIsAnError) {
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(create(newModule()), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Executor, nullptr);
}

} // namespace

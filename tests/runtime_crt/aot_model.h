// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of both generations for tests of the ahead-of-time executor, made
// here, which remember what they were called with.

#ifndef TESTS_RUNTIME_CRT_AOT_MODEL_H
#define TESTS_RUNTIME_CRT_AOT_MODEL_H

#include <gtest/gtest.h>

#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/aot_executor_module.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include <cstring>
#include <string>
#include <vector>

#include "dlpack_values.h"
#include "fake_platform.h"
#include "params_file.h"
#include "registry_blob.h"

namespace aot_test {

constexpr DLDataType Float = {kDLFloat, 32, 1};
constexpr DLDataType Byte = {kDLUInt, 8, 1};

// The bytes of an array in a params file.
inline std::string arrayOf(const std::vector<uint64_t> &Elements) {
  return arrayBytes(
      fileArray(Byte, {static_cast<int64_t>(Elements.size())}, Elements));
}

// The model under test: two inputs, one output, a constant pool of two
// constants, two workspace pools.
struct Model {
  const int64_t Four[1] = {4};
  const int64_t TwoByThree[2] = {2, 3};
  const int64_t Ten[1] = {10};
  TVMTensorInfo Inputs[2] = {{"x", Four, 1, Float}, {"y", TwoByThree, 2, Byte}};
  TVMTensorInfo Outputs[1] = {{"output0", Four, 1, Float}};
  TVMTensorInfo Pools[2] = {{"fast", Ten, 1, Byte}, {"slow", Four, 1, Byte}};
  const std::string First = arrayOf({1, 2, 3});
  const std::string Second = arrayOf({7, 8});
  TVMConstantInfo Constants[2] = {
      {"c0", 0, static_cast<int64_t>(First.size()), First.data()},
      {"c1", 16, static_cast<int64_t>(Second.size()), Second.data()}};
  TVMMetadata Metadata = {1,     Inputs, 2,         Outputs, 1,
                          Pools, 2,      Constants, 2,       "tvmgen_test"};
};

inline Model *TheModel;

// What the model's function was called with.
struct Call {
  std::string Function;
  std::vector<DLTensor> Tensors;
  std::vector<int> Codes;
  std::vector<std::string> Bytes;
};
inline Call LastCall;
inline int RunResult;
inline const char *RunText;

inline size_t bytesOf(const DLTensor &Tensor) {
  size_t Bytes = Tensor.dtype.bits / 8;
  for (int32_t I = 0; I < Tensor.ndim; I++)
    Bytes *= static_cast<size_t>(Tensor.shape[I]);
  return Bytes;
}

inline int record(const char *Name, TVMValue *Args, int *Codes, int NumArgs) {
  LastCall = {Name, {}, {Codes, Codes + NumArgs}, {}};
  for (int I = 0; I < NumArgs; I++) {
    const auto &Tensor = *static_cast<const DLTensor *>(Args[I].v_handle);
    LastCall.Tensors.push_back(Tensor);
    LastCall.Bytes.emplace_back(static_cast<const char *>(Tensor.data),
                                bytesOf(Tensor));
    // Every byte that was promised can be written.
    if (I != 3)
      memset(Tensor.data, 0x40 + I, bytesOf(Tensor));
  }
  if (RunText)
    TVMAPISetLastError(RunText);
  return RunResult;
}

inline int runMain(TVMValue *Args, int *Codes, int NumArgs, TVMValue *, int *,
                   void *) {
  return record("main", Args, Codes, NumArgs);
}

inline int runEntry(TVMValue *Args, int *Codes, int NumArgs, TVMValue *, int *,
                    void *) {
  return record("run", Args, Codes, NumArgs);
}

inline int MetadataResult;
inline int MetadataCode;

inline int getMetadata(TVMValue *, int *, int, TVMValue *Ret, int *RetCode,
                       void *) {
  Ret->v_handle = TheModel ? &TheModel->Metadata : nullptr;
  *RetCode = MetadataCode;
  return MetadataResult;
}

class AotExecutor : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    TheModel = &Test;
    LastCall = {};
    RunResult = 0;
    RunText = nullptr;
    MetadataResult = 0;
    MetadataCode = kTVMOpaqueHandle;
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMAotExecutorModule_Register(), 0);
  }

  void TearDown() override {
    if (Executor)
      EXPECT_EQ(TVMAotExecutor_Release(Executor, Cpu), 0);
    EXPECT_EQ(TVMAotExecutorModule_Release(), 0);
    EXPECT_EQ(Platform.LiveAllocations, 0);
  }

  // A module with these functions.
  TVMModuleHandle
  moduleOf(const std::vector<std::pair<const char *, TVMBackendPackedCFunc>>
               &Entries) {
    std::vector<std::string> Names;
    Functions.clear();
    for (const auto &[Name, Function] : Entries) {
      Names.push_back(Name);
      Functions.push_back(Function);
    }
    Blob = namesBlob(Names);
    Registry = {Blob.data(), Functions.data()};
    TVMModuleHandle Handle = nullptr;
    EXPECT_EQ(TVMModCreateFromCModule(&Module, &Handle), 0);
    return Handle;
  }

  // v0.9 to v0.11.
  TVMModuleHandle oldModule() {
    return moduleOf({{"tvmgen_test___tvm_main__", runMain},
                     {"tvmgen_test_get_c_metadata", getMetadata}});
  }
  // v0.12 and later.
  TVMModuleHandle newModule() {
    return moduleOf({{"tvmgen_test_run", runEntry},
                     {"tvmgen_test___tvm_main__", runMain},
                     {"tvmgen_test_get_c_metadata", getMetadata}});
  }

  int create(TVMModuleHandle Handle) {
    return TVMAotExecutor_Create(Handle, Cpu, &Executor, "test");
  }

  Model Test;
  TVMAotExecutor *Executor = nullptr;
  std::string Blob;
  std::vector<TVMBackendPackedCFunc> Functions;
  TVMFuncRegistry Registry;
  TVMModule Module = {&Registry};
};

} // namespace aot_test

#endif

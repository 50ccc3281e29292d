// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with their arguments in a structure.

#include <gtest/gtest.h>

#include <string>

#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/packed_func.h>

namespace {

int sum(TVMValue *Args, int *Codes, int NumArgs, TVMValue *Result, int *Code,
        void *) {
  Result->v_int64 = 0;
  for (int I = 0; I < NumArgs; I++) {
    if (Codes[I] != kTVMArgInt)
      return kTvmErrorFunctionCallWrongArgType;
    Result->v_int64 += Args[I].v_int64;
  }
  *Code = kTVMArgInt;
  return 0;
}

class PackedFunc : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMModCreateFromCModule(&Module, &Handle), 0);
    for (size_t I = 0; I < Values.size(); I++)
      Values[I].v_int64 = static_cast<int64_t>(I + 1);
  }
  TVMArgs arguments(uint32_t Count) {
    return TVMArgs_Create(Values.data(), Codes.data(), Count);
  }

  const std::string Names = namesBlob({"sum"});
  const TVMBackendPackedCFunc Funcs[1] = {sum};
  const TVMFuncRegistry Registry = {Names.data(), Funcs};
  const TVMModule Module = {&Registry};
  TVMModuleHandle Handle = nullptr;
  std::vector<TVMValue> Values = std::vector<TVMValue>(TVM_CRT_MAX_ARGS + 1);
  std::vector<uint32_t> Codes =
      std::vector<uint32_t>(TVM_CRT_MAX_ARGS + 1, kTVMArgInt);
  TVMPackedFunc Func;
};

TEST_F(PackedFunc, CallsAFunctionOfAModule) {
  const TVMArgs Two = arguments(2);
  ASSERT_EQ(TVMPackedFunc_InitModuleFunc(&Func, Handle, "sum", &Two), 0);
  EXPECT_STREQ(Func.name, "sum");
  EXPECT_EQ(Func.Call(&Func), 0);
  EXPECT_EQ(Func.ret_value.values_count, 1u);
  EXPECT_EQ(Func.ret_value.values[0].v_int64, 3);
  EXPECT_EQ(Func.ret_value.tcodes[0], kTVMArgInt);
  const TVMArgs None = arguments(0);
  EXPECT_EQ(Func.SetArgs(&Func, &None), 0);
  EXPECT_EQ(TVMPackedFunc_Call(&Func), 0);
  EXPECT_EQ(Func.ret_value.values[0].v_int64, 0);
}

TEST_F(PackedFunc, CallsAGlobalFunction) {
  ASSERT_EQ(
      TVMFuncRegisterGlobal("global_sum", reinterpret_cast<void *>(sum), 0), 0);
  const TVMArgs All = arguments(TVM_CRT_MAX_ARGS);
  ASSERT_EQ(TVMPackedFunc_InitGlobalFunc(&Func, "global_sum", &All), 0);
  EXPECT_EQ(TVMPackedFunc_Call(&Func), 0);
  EXPECT_EQ(Func.ret_value.values[0].v_int64,
            TVM_CRT_MAX_ARGS * (TVM_CRT_MAX_ARGS + 1) / 2);
}

// TVM's call drops what the function returned.
TEST_F(PackedFunc, ErrorOfTheFunctionIsReturned) {
  Codes[1] = kTVMArgFloat;
  const TVMArgs Two = arguments(2);
  ASSERT_EQ(TVMPackedFunc_InitModuleFunc(&Func, Handle, "sum", &Two), 0);
  EXPECT_EQ(TVMPackedFunc_Call(&Func), kTvmErrorFunctionCallWrongArgType);
}

// TVM copies them over what follows the array.
TEST_F(PackedFunc, MoreArgumentsThanFitAreRefusedEverywhere) {
  const TVMArgs TooMany = arguments(TVM_CRT_MAX_ARGS + 1);
  EXPECT_EQ(TVMPackedFunc_InitModuleFunc(&Func, Handle, "sum", &TooMany),
            kTvmErrorFunctionCallNumArguments);
  const TVMArgs Two = arguments(2);
  ASSERT_EQ(TVMPackedFunc_InitModuleFunc(&Func, Handle, "sum", &Two), 0);
  EXPECT_EQ(TVMPackedFunc_SetArgs(&Func, &TooMany),
            kTvmErrorFunctionCallNumArguments);
  EXPECT_EQ(TVMPackedFunc_Call(&Func), kTvmErrorFunctionCallNumArguments);
  TVMArgs Wild = arguments(1);
  Wild.values_count = UINT32_MAX;
  EXPECT_EQ(TVMPackedFunc_SetArgs(&Func, &Wild),
            kTvmErrorFunctionCallNumArguments);
  const TVMArgs Null = TVMArgs_Create(nullptr, nullptr, 1);
  EXPECT_EQ(TVMPackedFunc_SetArgs(&Func, &Null),
            kTvmErrorFunctionCallNumArguments);
}

TEST_F(PackedFunc, NameThatDoesNotFitIsRefused) {
  const TVMArgs None = arguments(0);
  const std::string Long(TVM_CRT_PACKED_FUNC_NAME_BYTES - 1, 'n');
  EXPECT_EQ(TVMPackedFunc_InitModuleFunc(&Func, Handle, Long.c_str(), &None),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(
      TVMPackedFunc_InitModuleFunc(&Func, Handle, (Long + "n").c_str(), &None),
      kTvmErrorFunctionCallInvalidArg);
}

TEST_F(PackedFunc, MissingFunctionIsAnError) {
  const TVMArgs None = arguments(0);
  EXPECT_EQ(TVMPackedFunc_InitModuleFunc(&Func, Handle, "nothing", &None),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(TVMPackedFunc_InitGlobalFunc(&Func, "nothing", &None),
            kTvmErrorFunctionNameNotFound);
  EXPECT_NE(TVMPackedFunc_Call(&Func), 0);
}

TEST_F(PackedFunc, NullIsAnError) {
  const TVMArgs None = arguments(0);
  const int Wanted = kTvmErrorFunctionCallInvalidArg;
  EXPECT_EQ(TVMPackedFunc_InitGlobalFunc(nullptr, "sum", &None), Wanted);
  EXPECT_EQ(TVMPackedFunc_InitGlobalFunc(&Func, nullptr, &None), Wanted);
  EXPECT_EQ(TVMPackedFunc_InitGlobalFunc(&Func, "sum", nullptr), Wanted);
  EXPECT_EQ(TVMPackedFunc_Call(nullptr), Wanted);
  EXPECT_EQ(TVMPackedFunc_SetArgs(nullptr, &None), Wanted);
}

TEST_F(PackedFunc, ModuleOfAResult) {
  TVMValue Values[2] = {};
  uint32_t Codes[2] = {kTVMArgInt, kTVMModuleHandle};
  Values[1].v_handle = Handle;
  const TVMArgs Result = TVMArgs_Create(Values, Codes, 2);
  EXPECT_EQ(TVMArgs_AsModuleHandle(&Result, 1), Handle);
}

bool isType(const char *Text, int Code, int Bits, int Lanes) {
  const DLDataType Type = String2DLDataType(Text);
  return Type.code == Code && Type.bits == Bits && Type.lanes == Lanes;
}

TEST(ElementType, TextsOfGraphs) {
  EXPECT_TRUE(isType("float32", kDLFloat, 32, 1));
  EXPECT_TRUE(isType("int", kDLInt, 32, 1));
  EXPECT_TRUE(isType("uint8x4", kDLUInt, 8, 4));
  EXPECT_TRUE(isType("bfloat16", kDLBfloat, 16, 1));
  EXPECT_TRUE(isType("bool", kDLUInt, 1, 1));
  EXPECT_TRUE(isType("handle", kTVMOpaqueHandle, 64, 1));
  EXPECT_TRUE(isType("", kTVMOpaqueHandle, 0, 0));
}

// TVM returns what it has read up to the fault: 32 bits for int256.
TEST(ElementType, OtherTextsAreNoType) {
  for (const char *Text : {"int256", "int0", "float32x", "int8x65536", "boolx2",
                           "complex64", "x", "int8 "}) {
    TVMAPISetLastError("");
    EXPECT_TRUE(isType(Text, 255, 0, 0)) << Text;
    EXPECT_EQ(std::string(TVMGetLastError()),
              std::string("String2DLDataType: not a type: ") + Text);
  }
  EXPECT_TRUE(isType(nullptr, 255, 0, 0));
}

} // namespace

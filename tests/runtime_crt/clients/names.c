/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Names and numbers that programs take from the headers: of the release that
 * has them last, v0.18 for most. */

#include <tvm/runtime/crt/packed_func.h>

#include <string.h>

/* packed_func.h alone has brought crt_config.h and platform.h. */
static const int max_args = TVM_CRT_MAX_ARGS;
static void (*const end)(tvm_crt_error_t) = TVMPlatformAbort;

#include <tvm/runtime/crt/func_registry.h>

/* Sizes of arrays, as in TVM's own tests of the registry; with room to align.
 */
static uint8_t
    entries[3 * (TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES + 1 + sizeof(void *)) +
            sizeof(void *)];

/* A function that another file may define better. */
#ifdef __cplusplus
extern "C"
#endif
    TVM_WEAK int
    replaceable(void);
int replaceable(void) { return 7; }

static int failures;

static void expect(int condition, const char *what) {
  if (!condition) {
    printf("not so: %s\n", what);
    failures++;
  }
}
#define EXPECT(condition) expect((condition) ? 1 : 0, #condition)

static void registry(void) {
  TVMMutableFuncRegistry reg;
  uint8_t *buffer = entries;
  tvm_function_index_t index = 9;
  TVMBackendPackedCFunc func = NULL;
  EXPECT(kTvmAverageFunctionNameStrlenBytes == 10);
  EXPECT(kTvmAverageFuncEntrySizeBytes == 11 + sizeof(void *));
  EXPECT(TVMMutableFuncRegistry_Create(&reg, buffer,
                                       kTvmAverageFuncEntrySizeBytes - 1) ==
         kTvmErrorBufferTooSmall);
  EXPECT(TVMMutableFuncRegistry_Create(&reg, buffer, sizeof(entries)) ==
         kTvmErrorNoError);
  EXPECT(reg.max_functions == 3);
  EXPECT(TVMFuncRegistry_Lookup(&reg.registry, "foo", &index) ==
         kTvmErrorFunctionNameNotFound);
  EXPECT(index == 9);
  EXPECT(TVMFuncRegistry_GetByIndex(&reg.registry, 0, &func) ==
         kTvmErrorFunctionIndexInvalid);
  /* Without a place for a result that there is not. */
  EXPECT(TVMFuncRegistry_Lookup(&reg.registry, "foo", NULL) == 0x100);
  EXPECT(TVMFuncRegistry_GetByIndex(&reg.registry, 0, NULL) == 0x101);
  EXPECT(TVMMutableFuncRegistry_Create(NULL, buffer,
                                       kTvmAverageFuncEntrySizeBytes - 1) ==
         kTvmErrorBufferTooSmall);
  EXPECT(TVMMutableFuncRegistry_Create(NULL, buffer, sizeof(entries)) ==
         kTvmErrorFunctionCallInvalidArg);
}

static void categories(void) {
  EXPECT(kTvmErrorCategoryFunctionRegistry == 1);
  EXPECT(kTvmErrorCategoryFraming == 2);
  EXPECT(kTvmErrorCategoryWriteStream == 3);
  EXPECT(kTvmErrorCategorySession == 4);
  EXPECT(kTvmErrorCategoryPlatform == 5);
  EXPECT(kTvmErrorCategoryGenerated == 6);
  EXPECT(kTvmErrorCategoryExecutor == 7);
  EXPECT(kTvmErrorCategoryGraphExecutor == 7);
  EXPECT(kTvmErrorCategoryFunctionCall == 8);
  EXPECT(kTvmErrorCategoryTimeEvaluator == 9);
  EXPECT(DEFINE_TVM_CRT_ERROR(kTvmErrorCategoryFunctionCall, 1) ==
         kTvmErrorFunctionCallWrongArgType);
  EXPECT((kTvmErrorPlatformNoMemory & TVM_CRT_ERROR_CATEGORY_Msk) >>
             TVM_CRT_ERROR_CATEGORY_Pos ==
         kTvmErrorCategoryPlatform);
}

static void devices(void) {
  EXPECT(kDLAOCL == 32);
  EXPECT(kDLSDAccel == 33);
  EXPECT(kOpenGL == 34);
  EXPECT(kDLMicroDev == 35);
  EXPECT(TVMDeviceExtType_End == 36);
}

static void expect_type(const char *text, int code, int bits, int lanes) {
  const DLDataType type = String2DLDataType(text);
  expect(type.code == code && type.bits == bits && type.lanes == lanes, text);
}

static void types(void) {
  static const char *const wrong[] = {
      "intx",  "floats",      "int32x",    "int32x0",       "int0",  "int256",
      "x4",    "32",          "bool8",     "uint8x65536",   "int-8", " int8",
      "int8 ", "float32x4x2", "complex64", "int4294967304", "boo",   "i"};
  expect_type("int8", kDLInt, 8, 1);
  expect_type("uint8x4", kDLUInt, 8, 4);
  expect_type("float32", kDLFloat, 32, 1);
  expect_type("float", kDLFloat, 32, 1);
  expect_type("floatx2", kDLFloat, 32, 2);
  expect_type("bfloat16", kDLBfloat, 16, 1);
  expect_type("bool", kDLUInt, 1, 1);
  expect_type("handle", kTVMOpaqueHandle, 64, 1);
  expect_type("handle32", kTVMOpaqueHandle, 32, 1);
  expect_type("int255x65535", kDLInt, 255, 65535);
  expect_type("", kTVMOpaqueHandle, 0, 0);
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    TVMAPISetLastError("");
    expect_type(wrong[i], 255, 0, 0);
    expect(strstr(TVMGetLastError(), "String2DLDataType: not a type: ") != NULL,
           TVMGetLastError());
  }
  expect_type(NULL, 255, 0, 0);
}

int main(void) {
  bool is_there = replaceable() == 7;
  TVMPackedFunc list[2];
  g_fexecs = list;
  g_fexecs_count = 2;
  EXPECT(is_there && max_args == 10 && end != NULL);
  EXPECT(g_fexecs == list && g_fexecs_count == 2);
  registry();
  categories();
  devices();
  types();
  return failures != 0;
}

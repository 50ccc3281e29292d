// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules, handles and calls through them.

#include <gtest/gtest.h>

#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

#include <set>

extern "C" {
#include "runtime/handles.h"
}

namespace {

void *SeenResource;
int SeenNumArgs;

int remember(TVMValue *, int *, int NumArgs, TVMValue *, int *,
             void *Resource) {
  SeenResource = Resource;
  SeenNumArgs = NumArgs;
  return 0;
}
int fail(TVMValue *, int *, int, TVMValue *, int *, void *) { return 42; }
int addOne(TVMValue *Args, int *, int, TVMValue *Result, int *Code, void *) {
  Result->v_int64 = Args[0].v_int64 + 1;
  *Code = kTVMArgInt;
  return 0;
}

void *handle(uintptr_t Bits) { return reinterpret_cast<void *>(Bits); }
uintptr_t bits(void *Handle) { return reinterpret_cast<uintptr_t>(Handle); }

template <typename Function> void *asPointer(Function *F) {
  return reinterpret_cast<void *>(F);
}

class Modules : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(TVMInitializeRuntime(), 0); }

  TVMModuleHandle create() {
    TVMModuleHandle Handle = nullptr;
    EXPECT_EQ(TVMModCreateFromCModule(&Module, &Handle), 0);
    return Handle;
  }
  TVMFunctionHandle find(TVMModuleHandle Mod, const char *Name) {
    TVMFunctionHandle Func = nullptr;
    EXPECT_EQ(TVMModGetFunction(Mod, Name, 0, &Func), 0);
    return Func;
  }
  int call(TVMFunctionHandle Func) {
    return TVMFuncCall(Func, &Value, &Code, 1, &Result, &ResultCode);
  }

  const std::string Names = namesBlob({"remember", "fail", "add_one", "null"});
  const TVMBackendPackedCFunc Funcs[4] = {remember, fail, addOne, nullptr};
  const TVMFuncRegistry Registry = {Names.data(), Funcs};
  const TVMModule Module = {&Registry};
  TVMValue Value = {.v_int64 = 41};
  int Code = kTVMArgInt;
  TVMValue Result = {.v_int64 = -1};
  int ResultCode = -1;
};

TEST_F(Modules, HandlesHaveTheDocumentedBits) {
  const TVMModuleHandle Zero = create();
  const TVMModuleHandle One = create();
  EXPECT_EQ(bits(Zero) & ~(uintptr_t)0x7fff, 0x8000u);
  EXPECT_EQ(bits(Zero) % HANDLE_SLOTS, 0u);
  EXPECT_EQ(bits(One) % HANDLE_SLOTS, 1u);
  EXPECT_EQ(bits(find(Zero, "fail")), bits(Zero) << 16 | 0x8001u);
  EXPECT_EQ(bits(find(One, "add_one")), bits(One) << 16 | 0x8002u);
  TVMFunctionHandle Global = nullptr;
  EXPECT_EQ(TVMFuncGetGlobal("runtime.SystemLib", &Global), 0);
  EXPECT_EQ(bits(Global) & ~(uintptr_t)0x7fff0000, 0x80008000u);
  EXPECT_EQ((bits(Global) >> 16) % HANDLE_SLOTS,
            (uintptr_t)TVM_CRT_MAX_REGISTERED_MODULES);
}

TEST_F(Modules, CallsReachTheFunction) {
  const TVMModuleHandle Mod = create();
  EXPECT_EQ(call(find(Mod, "add_one")), 0);
  EXPECT_EQ(Result.v_int64, 42);
  EXPECT_EQ(ResultCode, kTVMArgInt);
  EXPECT_EQ(call(find(Mod, "fail")), 42);
}

TEST_F(Modules, FunctionWithoutResultReturnsNull) {
  EXPECT_EQ(call(find(create(), "remember")), 0);
  EXPECT_EQ(SeenNumArgs, 1);
  EXPECT_EQ(Result.v_handle, nullptr);
  EXPECT_EQ(ResultCode, kTVMNullptr);
}

TEST_F(Modules, ResourceHandleIsTheRegistryOrNull) {
  EXPECT_EQ(call(find(create(), "remember")), 0);
  EXPECT_EQ(SeenResource, &Registry);
  ASSERT_EQ(TVMFuncRegisterGlobal("remember", asPointer(remember), 0), 0);
  TVMFunctionHandle Global = nullptr;
  ASSERT_EQ(TVMFuncGetGlobal("remember", &Global), 0);
  EXPECT_EQ(call(Global), 0);
  EXPECT_EQ(SeenResource, nullptr);
}

TEST_F(Modules, MissingFunctionLeavesTheResultAlone) {
  TVMFunctionHandle Func = handle(7);
  TVMAPISetLastError("");
  EXPECT_EQ(TVMModGetFunction(create(), "nothing", 1, &Func),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(bits(Func), 7u);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMModGetFunction: no such function: nothing");
}

// The number of modules is itself no module.
TEST_F(Modules, IndexBehindTheLastModuleIsRefused) {
  std::set<uintptr_t> Live;
  while (true) {
    TVMModuleHandle Handle = nullptr;
    if (TVMModCreateFromCModule(&Module, &Handle) != 0)
      break;
    Live.insert(bits(Handle));
  }
  EXPECT_EQ(Live.size(), size_t(TVM_CRT_MAX_REGISTERED_MODULES));
  for (uintptr_t Number = 0; Number < 0x8000; Number++) {
    TVMFunctionHandle Func;
    if (Live.count(0x8000 | Number))
      continue;
    ASSERT_EQ(TVMModGetFunction(handle(0x8000 | Number), "fail", 0, &Func),
              kTvmErrorFunctionCallInvalidArg)
        << Number;
    ASSERT_EQ(TVMModFree(handle(0x8000 | Number)),
              kTvmErrorFunctionCallInvalidArg);
  }
}

TEST_F(Modules, HandleWithoutItsValidBitsIsRefused) {
  const uintptr_t Mod = bits(create());
  const uintptr_t AddOne = Mod << 16 | 0x8002u;
  TVMFunctionHandle Func;
  EXPECT_NE(TVMModGetFunction(nullptr, "fail", 0, &Func), 0);
  EXPECT_NE(TVMModGetFunction(handle(Mod & 0x7fff), "fail", 0, &Func), 0);
  EXPECT_NE(TVMModGetFunction(handle(0x10000 | Mod), "fail", 0, &Func), 0);
  for (uintptr_t Bits :
       {(uintptr_t)0, (uintptr_t)1, (uintptr_t)0x8000, Mod << 16, Mod << 16 | 1,
        AddOne & 0x7fffffff, Mod << 16 | 0x7fff}) {
    EXPECT_EQ(call(handle(Bits)), -1) << Bits;
    EXPECT_NE(std::string(TVMGetLastError()).find("invalid function index"),
              std::string::npos);
  }
  if (sizeof(void *) > 4) {
    // What a runtime that extends the sign would have made.
    EXPECT_EQ(call(handle((uintptr_t)-1 << 31 | AddOne)), -1);
    const uintptr_t High = (uintptr_t)1 << (5 * sizeof(void *)); // Bit 40.
    EXPECT_EQ(call(handle(High | AddOne)), -1);
  }
  EXPECT_EQ(call(handle(AddOne)), 0);
}

TEST_F(Modules, EveryHandleOfSixteenBitFunctionIndexesComesBack) {
  const uintptr_t Mod = bits(create()) << 16;
  for (uint32_t Index = 0; Index < 0x8000; Index++) {
    const int Expected = Index == 1 ? 42 : Index < 3 ? 0 : -1;
    ASSERT_EQ(call(handle(Mod | 0x8000u | Index)), Expected) << Index;
  }
}

TEST_F(Modules, NullEntryIsAnErrorAndNoCall) {
  EXPECT_EQ(call(find(create(), "null")), -1);
}

TEST_F(Modules, BadArgumentsOfACallAreErrors) {
  const TVMFunctionHandle Func = find(create(), "remember");
  EXPECT_NE(TVMFuncCall(Func, nullptr, &Code, 1, &Result, &ResultCode), 0);
  EXPECT_NE(TVMFuncCall(Func, &Value, nullptr, 1, &Result, &ResultCode), 0);
  EXPECT_NE(TVMFuncCall(Func, &Value, &Code, 1, nullptr, &ResultCode), 0);
  EXPECT_NE(TVMFuncCall(Func, &Value, &Code, 1, &Result, nullptr), 0);
  EXPECT_EQ(TVMFuncCall(Func, &Value, &Code, -1, &Result, &ResultCode),
            kTvmErrorFunctionCallNumArguments);
  EXPECT_EQ(TVMFuncCall(Func, nullptr, nullptr, 0, &Result, &ResultCode), 0);
}

TEST_F(Modules, SlotsRunOutAndComeBack) {
  std::vector<TVMModuleHandle> Handles;
  for (int I = 0; I < TVM_CRT_MAX_REGISTERED_MODULES; I++)
    Handles.push_back(create());
  TVMModuleHandle More = handle(7);
  EXPECT_EQ(TVMModCreateFromCModule(&Module, &More), -1);
  EXPECT_EQ(bits(More), 7u);
  EXPECT_EQ(TVMModFree(Handles[0]), 0);
  EXPECT_EQ(TVMModCreateFromCModule(&Module, &More), 0);
  EXPECT_EQ(bits(More) % HANDLE_SLOTS, bits(Handles[0]) % HANDLE_SLOTS);
  EXPECT_NE(More, Handles[0]);
}

TEST_F(Modules, FreedModuleIsNoLongerCalled) {
  const TVMModuleHandle Mod = create();
  const TVMFunctionHandle Func = find(Mod, "remember");
  EXPECT_EQ(TVMModFree(Mod), 0);
  EXPECT_EQ(call(Func), -1);
  EXPECT_EQ(TVMModFree(Mod), kTvmErrorFunctionCallInvalidArg);
}

// The handle of a module that was freed, and of its function, is that of no
// other one that gets its slot, as often as crt_config.h promises.
TEST_F(Modules, HandlesOfAFreedModuleFitNoOther) {
  const TVMModuleHandle Old = create();
  const TVMFunctionHandle OldFunc = find(Old, "remember");
  ASSERT_EQ(TVMModFree(Old), 0);
  for (uintptr_t Reuse = 1; Reuse < HANDLE_GENERATIONS; Reuse++) {
    const TVMModuleHandle Mod = create();
    TVMFunctionHandle Func = nullptr;
    ASSERT_NE(Mod, Old) << Reuse;
    ASSERT_EQ(call(OldFunc), -1) << Reuse;
    ASSERT_NE(TVMModGetFunction(Old, "remember", 0, &Func), 0) << Reuse;
    ASSERT_NE(TVMModFree(Old), 0) << Reuse;
    ASSERT_EQ(call(find(Mod, "remember")), 0);
    ASSERT_EQ(TVMModFree(Mod), 0);
  }
#ifndef TVM_CRT_MAX_REGISTERED_MODULES
#error "the configuration tells how many"
#elif TVM_CRT_MAX_REGISTERED_MODULES == 2
  EXPECT_EQ(HANDLE_GENERATIONS - 1, 8191u);
#endif
}

// Nor does a handle outlive the runtime that gave it.
TEST_F(Modules, HandlesOfBeforeAreInvalidAfterAnotherStart) {
  const TVMModuleHandle Mod = create();
  const TVMFunctionHandle Func = find(Mod, "remember");
  TVMFunctionHandle Global = nullptr;
  ASSERT_EQ(TVMFuncRegisterGlobal("g", asPointer(remember), 0), 0);
  ASSERT_EQ(TVMFuncGetGlobal("g", &Global), 0);
  EXPECT_EQ(call(Global), 0);
  ASSERT_EQ(TVMInitializeRuntime(), 0);
  create();
  ASSERT_EQ(TVMFuncRegisterGlobal("g", asPointer(remember), 0), 0);
  EXPECT_EQ(call(Func), -1);
  EXPECT_EQ(call(Global), -1);
  EXPECT_EQ(TVMModFree(Mod), kTvmErrorFunctionCallInvalidArg);
}

TEST_F(Modules, ModuleWithoutRegistryIsRefused) {
  const TVMModule NoRegistry = {nullptr};
  TVMModuleHandle Handle;
  EXPECT_NE(TVMModCreateFromCModule(&NoRegistry, &Handle), 0);
  EXPECT_NE(TVMModCreateFromCModule(nullptr, &Handle), 0);
  EXPECT_NE(TVMModCreateFromCModule(&Module, nullptr), 0);
}

TEST_F(Modules, ModuleWithoutTablesHasNoFunctions) {
  const TVMFuncRegistry Incomplete[] = {
      {nullptr, nullptr}, {nullptr, Funcs}, {Names.data(), nullptr}};
  for (const TVMFuncRegistry &NoTables : Incomplete) {
    const TVMModule Empty = {&NoTables};
    TVMModuleHandle Handle = nullptr;
    ASSERT_EQ(TVMModCreateFromCModule(&Empty, &Handle), 0);
    TVMFunctionHandle Func;
    EXPECT_EQ(TVMModGetFunction(Handle, "add_one", 0, &Func),
              kTvmErrorFunctionNameNotFound);
    EXPECT_EQ(call(handle(bits(Handle) << 16 | 0x8000u)), -1);
    EXPECT_EQ(TVMModFree(Handle), 0);
    EXPECT_EQ(TVMModFree(Handle), kTvmErrorFunctionCallInvalidArg);
  }
}

// A module in RAM may get functions, or lose them, while handles are out.
TEST_F(Modules, CountIsThatAtTheTimeOfTheCall) {
  alignas(void *) uint8_t Memory[200];
  TVMMutableFuncRegistry Mutable;
  ASSERT_EQ(TVMMutableFuncRegistry_Create(&Mutable, Memory, sizeof(Memory)), 0);
  const TVMModule InRam = {&Mutable.registry};
  TVMModuleHandle Mod = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&InRam, &Mod), 0);
  EXPECT_EQ(call(handle(0x80008000u)), -1);
  ASSERT_EQ(TVMMutableFuncRegistry_Set(&Mutable, "add_one", addOne, 0), 0);
  const TVMFunctionHandle Func = find(Mod, "add_one");
  EXPECT_EQ(call(Func), 0);
  EXPECT_EQ(Result.v_int64, 42);
  ASSERT_EQ(TVMMutableFuncRegistry_Set(&Mutable, "add_one", fail, 1), 0);
  EXPECT_EQ(call(Func), 42);
  ASSERT_EQ(TVMFuncRegistry_SetNumFuncs(&Mutable.registry, 0), 0);
  EXPECT_EQ(call(Func), -1);
}

TEST_F(Modules, NullArgumentsOfALookUpAreErrors) {
  TVMFunctionHandle Func;
  const TVMModuleHandle Mod = create();
  EXPECT_NE(TVMModGetFunction(Mod, nullptr, 0, &Func), 0);
  EXPECT_NE(TVMModGetFunction(Mod, "fail", 0, nullptr), 0);
}

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 2
TEST_F(Modules, NamesSurviveInHandlesOnlyUpToFifteenBits) {
  std::vector<std::string> Many;
  for (int I = 0; I <= 0x8000; I++)
    Many.push_back(std::to_string(I));
  const std::string Blob = namesBlob(Many);
  const std::vector<TVMBackendPackedCFunc> Same(Many.size(), remember);
  const TVMFuncRegistry Big = {Blob.data(), Same.data()};
  const TVMModule BigModule = {&Big};
  TVMModuleHandle Handle = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&BigModule, &Handle), 0);
  TVMFunctionHandle Func = nullptr;
  EXPECT_EQ(TVMModGetFunction(Handle, "32767", 0, &Func), 0);
  EXPECT_EQ(call(Func), 0);
  EXPECT_EQ(TVMModGetFunction(Handle, "32768", 0, &Func),
            kTvmErrorFunctionIndexInvalid);
}

// Half of such a registry is behind what a handle can number, and must not be
// reached by handles that lack the function's valid bit.
TEST_F(Modules, FullCountIsReachedByValidHandlesOnly) {
  const std::string Blob = countField(0xffff) + std::string(1, '\0');
  const std::vector<TVMBackendPackedCFunc> Same(0xffff, remember);
  const TVMFuncRegistry Full = {Blob.data(), Same.data()};
  const TVMModule FullModule = {&Full};
  TVMModuleHandle Handle = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&FullModule, &Handle), 0);
  for (uintptr_t Index : {0x0000, 0x0001, 0x7ffe, 0x7fff}) {
    const uintptr_t Valid = bits(Handle) << 16 | 0x8000u | Index;
    EXPECT_EQ(call(handle(Valid)), 0) << Index;
    EXPECT_EQ(call(handle(Valid & 0xffff7fff)), -1) << Index;
    EXPECT_EQ(call(handle(Valid & 0x7fffffff)), -1) << Index;
  }
}
#endif

TEST_F(Modules, EnvironmentSearchesModulesThenGlobals) {
  const TVMModuleHandle Mod = create();
  ASSERT_EQ(TVMFuncRegisterGlobal("fail", asPointer(remember), 0), 0);
  ASSERT_EQ(TVMFuncRegisterGlobal("global_only", asPointer(fail), 0), 0);
  TVMFunctionHandle Func = nullptr;
  EXPECT_EQ(TVMBackendGetFuncFromEnv(nullptr, "fail", &Func), 0);
  EXPECT_EQ(bits(Func), bits(Mod) << 16 | 0x8001u);
  EXPECT_EQ(TVMBackendGetFuncFromEnv(nullptr, "global_only", &Func), 0);
  EXPECT_EQ(call(Func), 42);
  EXPECT_EQ(TVMBackendGetFuncFromEnv(Mod, "add_one", &Func), 0);
  EXPECT_EQ(bits(Func), bits(Mod) << 16 | 0x8002u);
  EXPECT_EQ(TVMBackendGetFuncFromEnv(nullptr, "nothing", &Func),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(bits(Func), bits(Mod) << 16 | 0x8002u);
  EXPECT_NE(TVMBackendGetFuncFromEnv(nullptr, nullptr, &Func), 0);
  EXPECT_NE(TVMBackendGetFuncFromEnv(nullptr, "fail", nullptr), 0);
  EXPECT_NE(TVMBackendGetFuncFromEnv(handle(bits(Mod) + 1), "fail", &Func), 0);
}

TEST_F(Modules, SetReturnCopiesOneValue) {
  TVMCReturnValue Target = {&Result, &ResultCode};
  EXPECT_EQ(TVMCFuncSetReturn(&Target, &Value, &Code, 1), 0);
  EXPECT_EQ(Result.v_int64, 41);
  EXPECT_EQ(ResultCode, kTVMArgInt);
  EXPECT_NE(TVMCFuncSetReturn(&Target, &Value, &Code, 2), 0);
  EXPECT_NE(TVMCFuncSetReturn(&Target, &Value, &Code, 0), 0);
  EXPECT_NE(TVMCFuncSetReturn(nullptr, &Value, &Code, 1), 0);
  EXPECT_NE(TVMCFuncSetReturn(&Target, nullptr, &Code, 1), 0);
  EXPECT_NE(TVMCFuncSetReturn(&Target, &Value, nullptr, 1), 0);
}

} // namespace

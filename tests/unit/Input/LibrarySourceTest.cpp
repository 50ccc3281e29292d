//===- LibrarySourceTest.cpp - What a generated C source holds ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/LibrarySource.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace llvm;
using namespace metaobj;

namespace {

class TextSource final : public ByteSource {
public:
  explicit TextSource(std::string Text)
      : ByteSource(Stream, "lib0.c", Text.size()), Text(std::move(Text)) {}

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    std::memcpy(Out.data(), Text.data() + Offset, Out.size());
    return Error::success();
  }

private:
  std::string Text;
};

LibrarySource readSource(std::string Text) {
  return cantFail(readLibrarySource("lib0.c", TextSource(std::move(Text))));
}

LibrarySource::ContentType contentOf(std::string Text) {
  return readSource(std::move(Text)).Content;
}

/// As TVM v0.8 to v0.18 write it.
constexpr StringLiteral RegistryText = R"(// tvm target: c -keys=cpu 
#define TVM_EXPORTS
#include <tvm/runtime/crt/module.h>
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_add(TVMValue* args, int* type_code, int num_args, TVMValue* out_value, int* out_type_code, void* resource_handle);
static TVMBackendPackedCFunc _tvm_func_array[] = {
    (TVMBackendPackedCFunc)tvmgen_default_fused_add,
};
static const TVMFuncRegistry _tvm_func_registry = {
    "\001\000tvmgen_default_fused_add\000",    _tvm_func_array,
};
static const TVMModule _tvm_system_lib = {
    &_tvm_func_registry,
};
const TVMModule* TVMSystemLibEntryPoint(void) {
    return &_tvm_system_lib;
}
;)";

constexpr StringLiteral ExecutorText = R"(#include "tvm/runtime/c_runtime_api.h"
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((section(".rodata.tvm"), ))
static struct global_const_workspace {
  int8_t fused_constant_let[4] __attribute__((packed, aligned(16)));
} global_const_workspace = {
  .fused_constant_let = {
    +0x01, -0x02, +0x03, +0x04
  },
};// of total size 4 bytes
__attribute__((section(".bss.noinit.tvm"), aligned(16)))
static uint8_t global_workspace[64];
#include <tvmgen_default.h>
TVM_DLL int32_t tvmgen_default___tvm_main__(void* x,void* y,uint8_t* a,uint8_t* b);
int32_t tvmgen_default_run(struct tvmgen_default_inputs* inputs,struct tvmgen_default_outputs* outputs) {return tvmgen_default___tvm_main__(inputs->x,outputs->y,((uint8_t*)&global_const_workspace),((uint8_t*)&global_workspace));
}
#ifdef __cplusplus
}
#endif
;)";

constexpr StringLiteral OperatorText = R"(
static const float constants[2] = {1.0f, 2.0f};
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_cmsis_nn_main_0(int8_t* input, int8_t* output)
    __attribute__((noinline)) {
  return 0;
}
)";

TEST(LibrarySource, KnowsTheRegistry) {
  EXPECT_EQ(contentOf(RegistryText.str()), LibrarySource::Registry);
}

TEST(LibrarySource, KnowsTheExecutor) {
  EXPECT_EQ(contentOf(ExecutorText.str()), LibrarySource::Executor);
  EXPECT_EQ(contentOf((RegistryText + ExecutorText).str()),
            LibrarySource::Executor);
}

TEST(LibrarySource, NamesItsFunctions) {
  LibrarySource Both = readSource((RegistryText + ExecutorText).str());
  EXPECT_EQ(Both.Name, "lib0.c");
  EXPECT_EQ(Both.Functions, (std::vector<std::string>{"TVMSystemLibEntryPoint",
                                                      "tvmgen_default_run"}));
  EXPECT_TRUE(
      readSource((RegistryText + OperatorText).str()).Functions.empty());
}

TEST(LibrarySource, KnowsOperators) {
  EXPECT_EQ(contentOf(OperatorText.str()), LibrarySource::Operators);
  EXPECT_EQ(contentOf((RegistryText + OperatorText).str()),
            LibrarySource::Operators);
  EXPECT_EQ(contentOf((ExecutorText + OperatorText).str()),
            LibrarySource::Operators);
}

// TVM without a system library, and without an executor.
TEST(LibrarySource, NothingIsNothingToCompile) {
  EXPECT_EQ(contentOf(""), LibrarySource::Registry);
  EXPECT_EQ(contentOf("// tvm target: c\n#include <stdint.h>\n;"),
            LibrarySource::Registry);
}

TEST(LibrarySource, DoubtNeedsACompiler) {
  EXPECT_EQ(contentOf("int x;"), LibrarySource::Operators);
  EXPECT_EQ(contentOf("const TVMModule* TVMSystemLibEntryPoint(void);"),
            LibrarySource::Operators);
}

TEST(LibrarySource, IsNotLedByText) {
  // Names in comments, strings and macros are no functions.
  EXPECT_EQ(contentOf((RegistryText + R"(
/* int f(void) { } ** / " */
// int g(void) { }
#define H int h(void) { \
  }
static const char s[] = "int i(void) { \" }";
static const char q = '"';
)")
                          .str()),
            LibrarySource::Registry);
  // And do not hide any.
  EXPECT_EQ(contentOf((RegistryText + R"(
/* ** */ static const char q = '"'; // "
int f(void) { return '\''; }
)")
                          .str()),
            LibrarySource::Operators);
  EXPECT_EQ(contentOf((RegistryText + "int f(void)\n#if 1\n{ }\n#endif").str()),
            LibrarySource::Operators);
}

TEST(LibrarySource, ReadsInPieces) {
  std::string Comment = "/*" + std::string(300000, 'x') + "*/";
  EXPECT_EQ(contentOf(Comment + RegistryText.str()), LibrarySource::Registry);
  EXPECT_EQ(
      contentOf(Comment + RegistryText.str() + Comment + OperatorText.str()),
      LibrarySource::Operators);
  std::string Brackets(1000000, '(');
  EXPECT_EQ(contentOf(Brackets), LibrarySource::Operators);
}

} // namespace

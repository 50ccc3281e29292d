//===- LibrarySourceTest.cpp - What a generated C source holds ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/LibrarySource.h"

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
  // As v0.17 and v0.18 write it.
  std::string Text = ExecutorText.str();
  const StringLiteral Old = "static struct";
  Text.replace(Text.find(Old), Old.size(), "static const struct");
  EXPECT_EQ(contentOf(Text), LibrarySource::Executor);
}

// Sources in the shape that releases of TVM print.
TEST(LibrarySource, KnowsThoseOfAllReleases) {
  for (StringRef File :
       {"aot_c_interface/lib0.c", "aot_v0_12/lib0.c", "aot_v0_8/lib0.c",
        "aot_v0_9/lib0.c", "linked_params_v0_8/lib0.c"}) {
    SCOPED_TRACE(File.str());
    auto Buffer = MemoryBuffer::getFile(
        METAOBJ_SOURCE_FOLDER "/tests/runtime_crt/generated/" + File.str());
    ASSERT_TRUE(bool(Buffer));
    EXPECT_NE(contentOf((*Buffer)->getBuffer().str()),
              LibrarySource::Operators);
  }
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
  EXPECT_EQ(contentOf("int x[] = {1};"), LibrarySource::Operators);
  EXPECT_EQ(contentOf("const TVMModule* TVMSystemLibEntryPoint(void);"),
            LibrarySource::Operators);
}

// What TVM does not write may be, or hide, a function of any style.
TEST(LibrarySource, OtherBracesNeedACompiler) {
  for (StringRef Other : {
           "int f(void) { return 0; }",
           "int f(void)\n{\n}",
           "int\nf(void) {\n}",
           "int f\n(void) {\n}",
           "int f(a) int a; {\n}",
           "int f(void)\n#if 1\n{ }\n#endif",
           "int f(void) __attribute__((noinline)) {\n}",
           "int f(void (*g)(void)) {\n}",
           "int f(void) /* = */ {\n}",
           "int f(void) // =\n{\n}",
           "int f(void) <%\n%>",
           "int f(void) ?\?<\n?\?>",
           "#define BEGIN {\nint f(void) BEGIN }",
           "struct s f(void) {\n}",
           "int x = ({ 0; });",
           "auto f = [] { return 0; };",
           "namespace n {\nint f();\n}",
           "struct s { int f() { return 0; } };",
           "int32_t tvmgen_default_run(void) { return 0; } int f(void) { }",
           "int tvmgen_default_run(void) __attribute__((noinline)) {\n}",
       })
    for (StringRef Own : {RegistryText, ExecutorText}) {
      EXPECT_EQ(contentOf((Own + "\n" + Other).str()), LibrarySource::Operators)
          << Other.str();
      EXPECT_EQ(contentOf((Other + "\n" + Own).str()), LibrarySource::Operators)
          << Other.str();
    }
}

// With pools for inputs and outputs, arguments are in lines of their own.
TEST(LibrarySource, KnowsTheMapsOfInputsAndOutputs) {
  std::string Maps;
  for (StringRef Name : {"inputs", "outputs"})
    Maps += ("struct tvmgen_default_" + Name + " tvmgen_default_map_" + Name +
             "(\n"
             "  struct tvmgen_default_workspace_pools* workspace_pools\n"
             "\n"
             "){\n"
             "struct tvmgen_default_" +
             Name +
             " ret = {\n"
             "\t.x = &((uint8_t*)workspace_pools->sram)[0],\n"
             "};\n"
             "return ret;\n"
             "}\n\n")
                .str();
  LibrarySource Source = readSource(Maps + ExecutorText.str());
  EXPECT_EQ(Source.Content, LibrarySource::Executor);
  EXPECT_EQ(Source.Functions,
            (std::vector<std::string>{"tvmgen_default_map_inputs",
                                      "tvmgen_default_map_outputs",
                                      "tvmgen_default_run"}));
  EXPECT_EQ(Source.RunArgument, "struct");
}

TEST(LibrarySource, KnowsThePackedExecutor) {
  LibrarySource Source = readSource(R"(
int32_t tvmgen_default_run(TVMValue* args, int* type_code, int num_args, TVMValue* out_value, int* out_type_code, void* resource_handle) {
TVMValue tensors[2];
DLTensor workspace_dltensor = {
.data = &workspace
};
TVMValue workspace_tvm_value = {
.v_handle = &workspace_dltensor
};
tensors[0] = ((TVMValue*)args)[0];
tensors[1] = workspace_tvm_value;
return tvmgen_default___tvm_main__((void*)tensors, type_code, num_args, out_value, out_type_code, resource_handle);
}
)");
  EXPECT_EQ(Source.Content, LibrarySource::Executor);
  EXPECT_EQ(Source.RunArgument, "TVMValue");
}

} // namespace

//===- CompilerTest.cpp - Objects that C compilers made -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tables from C source, laid out as TVM's C generator lays them out,
// by the compilers that are installed. They prove that nothing is read that
// only one code generator does.
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::ElementsAre;

namespace {

/// The function table is not constant: TVM's C generator forgets to say so.
constexpr StringLiteral Source = R"(
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT8_TYPE__ uint8_t;

typedef int32_t (*TVMBackendPackedCFunc)(void *, int32_t *, int32_t, void *,
                                         int32_t *, void *);
typedef struct {
  const char *names;
  const TVMBackendPackedCFunc *funcs;
} TVMFuncRegistry;
typedef struct {
  const TVMFuncRegistry *registry;
} TVMModule;

int32_t tvmgen_default_fused_add(void *args, int32_t *type_code, int32_t num_args,
                                 void *out, int32_t *out_type, void *handle) {
  return 0;
}
int32_t tvmgen_default_fused_mul(void *args, int32_t *type_code, int32_t num_args,
                                 void *out, int32_t *out_type, void *handle) {
  return 1;
}

#define PARAM __attribute__((section(".rodata.tvm"), aligned(16)))
static const uint8_t __tvm_param__p0[8] PARAM = {1, 2, 3, 4, 5, 6, 7, 8};
static const uint8_t __tvm_param__p1[4] PARAM = {9, 9, 9, 9};

static const void *const linked[] = {__tvm_param__p0, 0, __tvm_param__p1};
int32_t _lookup_linked_param(void *args, int32_t *type_code, int32_t num_args,
                             void *out, int32_t *out_type, void *handle) {
  int64_t id = *(int64_t *)args;
  if (id < 0 || id > 2 || !linked[id]) {
    *out_type = 4;
    return 0;
  }
  *(const void **)out = linked[id];
  *out_type = 3;
  return 0;
}

static TVMBackendPackedCFunc _tvm_func_array[] = {
  (TVMBackendPackedCFunc)tvmgen_default_fused_add,
  (TVMBackendPackedCFunc)tvmgen_default_fused_mul,
  (TVMBackendPackedCFunc)_lookup_linked_param,
};
static const TVMFuncRegistry _tvm_func_registry = {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  "\000\003"
#else
  "\003\000"
#endif
  "tvmgen_default_fused_add\000tvmgen_default_fused_mul\000"
  "_lookup_linked_param\000",
  _tvm_func_array,
};
static const TVMModule _tvm_system_lib = {&_tvm_func_registry};
const TVMModule *TVMSystemLibEntryPoint(void) { return &_tvm_system_lib; }

struct device { int32_t type, id; };
struct dtype { uint8_t code, bits; uint16_t lanes; };
struct tensor {
  const void *data;
  struct device device;
  int32_t ndim;
  struct dtype dtype;
  const int64_t *shape, *strides;
  uint64_t byte_offset;
};
struct param {
  const char *name;
  struct tensor tensor;
  uint64_t size;
  int32_t storage_id;
  uint32_t reserved;
};
struct table {
  uint16_t version, entry_size;
  uint32_t num_params;
  const struct param *params;
};
static const int64_t shape[] = {2};
static const struct param params[] = {
  {"p1", {__tvm_param__p1, {1, 0}, 0, {0, 32, 1}, 0, 0, 0}, 4, 2, 0},
  {"p0", {__tvm_param__p0, {1, 0}, 1, {2, 32, 1}, shape, 0, 0}, 8, 0, 0},
};
static const struct table params_table = {1, sizeof(struct param), 2, params};
const struct table *tvmgen_default_params(void) { return &params_table; }
)";

struct Compiler {
  const char *Name; ///< For the test's name.
  const char *Program;
  std::vector<StringRef> Arguments;
  /// Makes an executable or a shared object, not an object file.
  bool Links = false;
};

std::ostream &operator<<(std::ostream &OS, const Compiler &Tool) {
  return OS << Tool.Name;
}

class CompiledC : public testing::TestWithParam<Compiler> {
protected:
  void SetUp() override {
    const Compiler &Tool = GetParam();
    ErrorOr<std::string> Program = sys::findProgramByName(Tool.Program);
    if (!Program)
      GTEST_SKIP() << Tool.Program << " is not installed";
    ASSERT_FALSE(sys::fs::createUniqueDirectory("metaobj-inspect", Folder));
    std::string Input = path("tables.c"), Output = path("tables.o"),
                Log = path("log");
    std::error_code Failure;
    raw_fd_ostream(Input, Failure) << Source;
    ASSERT_FALSE(Failure) << Failure.message();

    std::vector<StringRef> Arguments = {*Program, "-ffreestanding", Input, "-o",
                                        Output};
    if (!Tool.Links)
      Arguments.push_back("-c");
    append_range(Arguments, Tool.Arguments);
    int Status = sys::ExecuteAndWait(*Program, Arguments, std::nullopt,
                                     {std::nullopt, Log, Log});
    ErrorOr<std::unique_ptr<MemoryBuffer>> Messages =
        MemoryBuffer::getFile(Log);
    ASSERT_EQ(Status, 0) << (Messages ? (*Messages)->getBuffer().str() : "");
    ErrorOr<std::unique_ptr<MemoryBuffer>> Read = MemoryBuffer::getFile(
        Output, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    ASSERT_TRUE(bool(Read)) << Read.getError().message();
    Object = std::move(*Read);
  }

  void TearDown() override {
    if (!Folder.empty()) {
      EXPECT_FALSE(sys::fs::remove_directories(Folder));
    }
  }

  std::string path(StringRef Name) const {
    SmallString<128> Path = Folder;
    sys::path::append(Path, Name);
    return Path.str().str();
  }

  SmallString<128> Folder;
  std::unique_ptr<MemoryBuffer> Object;
};

TEST_P(CompiledC, HoldsWhatTheSourceSays) {
  Inspection Found = inspectOne(*Object);
  ASSERT_EQ(Found.Registries.size(), 1u);
  const InspectedRegistry &Registry = Found.Registries.front();
  EXPECT_EQ(Registry.Entry, GetParam().Links ? "" : "TVMSystemLibEntryPoint");
  EXPECT_EQ(Registry.Abi, "tvm-crt-u16");
  EXPECT_EQ(Registry.Count, 3u);
  std::vector<std::string> Names, Symbols;
  for (const InspectedFunction &Function : Registry.Functions) {
    Names.push_back(Function.Name);
    Symbols.push_back(Function.Symbol);
  }
  EXPECT_THAT(Names,
              ElementsAre("tvmgen_default_fused_add",
                          "tvmgen_default_fused_mul", "_lookup_linked_param"));
  EXPECT_EQ(Symbols, Names);

  ASSERT_EQ(Found.Params.size(), 2u);
  EXPECT_EQ(Found.Params[0].Name, "p1");
  EXPECT_EQ(Found.Params[0].Symbol, "__tvm_param__p1");
  EXPECT_EQ(Found.Params[0].StorageId, 2u);
  EXPECT_EQ(Found.Params[0].DType, "int32");
  EXPECT_EQ(Found.Params[0].Bytes, 4u);
  EXPECT_EQ(Found.Params[1].Name, "p0");
  EXPECT_EQ(Found.Params[1].StorageId, 0u);
  EXPECT_EQ(Found.Params[1].DType, "float32");
  EXPECT_THAT(Found.Params[1].Shape.value(), ElementsAre(2));
  // Linked files tell the address only.
  uint64_t Place = Found.IsLinked ? *Found.Params[1].Address
                                  : Found.Params[1].Align.value_or(1);
  EXPECT_EQ(Place % 16, 0u);
  EXPECT_EQ(Found.Params[1].Hash.substr(0, 7), "blake3:");
}

std::vector<Compiler> compilers() {
  std::vector<Compiler> All = {
      {"ClangX86Debug", "clang-19", {"--target=x86_64-none-elf", "-O0"}},
      {"ClangX86", "clang-19", {"--target=x86_64-none-elf", "-O2"}},
      {"ClangX86Large",
       "clang-19",
       {"--target=x86_64-linux-gnu", "-O2", "-fPIC", "-mcmodel=large"}},
      {"ClangAArch64Tiny",
       "clang-19",
       {"--target=aarch64-none-elf", "-O2", "-mcmodel=tiny"}},
      {"ClangThumbExecuteOnly",
       "clang-19",
       {"--target=thumbv6m-none-eabi", "-O2", "-mexecute-only"}},
      {"ClangThumbRopi",
       "clang-19",
       {"--target=thumbv7em-none-eabi", "-O2", "-fropi"}},
      {"ClangMicroMips",
       "clang-19",
       {"--target=mips-linux-gnu", "-O2", "-mmicromips"}},
      {"ClangMipsN32",
       "clang-19",
       {"--target=mips64-linux-gnu", "-O2", "-mabi=n32", "-fPIC"}},
      {"ClangPowerPCDebug",
       "clang-19",
       {"--target=powerpc-linux-gnu", "-O0", "-fPIC"}},
      {"ClangPower10",
       "clang-19",
       {"--target=powerpc64le-linux-gnu", "-O2", "-mcpu=pwr10"}},
      {"ClangM68k", "clang-19", {"--target=m68k-linux-gnu", "-O2", "-fPIC"}},
      {"Gcc", "gcc", {"-O2", "-fno-pic"}},
      {"GccPic", "gcc", {"-O2", "-fPIC"}},
      {"GccI386Pic", "gcc", {"-O1", "-m32", "-fPIC"}},
      {"GccShared", "gcc", {"-O2", "-fPIC", "-shared", "-nostdlib"}, true},
      {"GccExecutable",
       "gcc",
       {"-O2", "-no-pie", "-nostdlib", "-Wl,-e,TVMSystemLibEntryPoint"},
       true},
      {"GccPie",
       "gcc",
       {"-O2", "-fPIE", "-pie", "-nostdlib", "-Wl,-e,TVMSystemLibEntryPoint"},
       true},
      {"ArmGccExecutable",
       "arm-none-eabi-gcc",
       {"-O2", "-mcpu=cortex-m3", "-mthumb", "-nostdlib",
        "-Wl,-e,TVMSystemLibEntryPoint"},
       true},
      {"RiscVGccExecutable",
       "riscv64-unknown-elf-gcc",
       {"-O2", "-nostdlib", "-Wl,-e,TVMSystemLibEntryPoint"},
       true},
      {"RiscVGcc32",
       "riscv64-unknown-elf-gcc",
       {"-Os", "-march=rv32imac", "-mabi=ilp32"}},
      {"RiscVGccMedany", "riscv64-unknown-elf-gcc", {"-O2", "-mcmodel=medany"}},
  };
  const struct {
    const char *Name;
    std::vector<StringRef> Arguments;
  } ArmModes[] = {
      {"Thumb", {"-mcpu=cortex-m4", "-mthumb"}},
      {"ThumbBaseline", {"-mcpu=cortex-m0", "-mthumb"}},
      {"ThumbMovw", {"-mcpu=cortex-m3", "-mthumb", "-mslow-flash-data"}},
      {"ThumbPic", {"-mcpu=cortex-m4", "-mthumb", "-fPIC"}},
      {"ArmPic", {"-march=armv7-a", "-marm", "-fPIC"}},
      {"ThumbGot",
       {"-mcpu=cortex-m4", "-mthumb", "-fPIC",
        "-mno-pic-data-is-text-relative"}},
      {"ArmBigEndianPic",
       {"-mcpu=cortex-r4", "-marm", "-mbig-endian", "-fPIC"}},
  };
  // Kept for the whole run: the tests hold pointers to them.
  static std::vector<std::string> Names;
  Names.reserve(2 * std::size(ArmModes));
  for (const auto &Mode : ArmModes)
    for (StringRef Level : {"-O0", "-O2"}) {
      Names.push_back(std::string("ArmGcc") + Mode.Name +
                      (Level == "-O0" ? "Debug" : ""));
      Compiler Tool = {Names.back().c_str(), "arm-none-eabi-gcc",
                       Mode.Arguments, false};
      Tool.Arguments.push_back(Level);
      All.push_back(std::move(Tool));
    }
  return All;
}

INSTANTIATE_TEST_SUITE_P(Inspect, CompiledC, testing::ValuesIn(compilers()),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace

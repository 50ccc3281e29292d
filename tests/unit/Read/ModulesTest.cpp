//===- ModulesTest.cpp - Modules of a compiler beside files ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Messages.h"
#include "Read/Files.h"
#include "metaobj/RuntimeModule.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr StringLiteral TwoOperators = R"(
define i32 @tvmgen_a(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
define i32 @tvmgen_b(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
@tvmgen_data = global i32 1
)";

struct ListedModule final : RuntimeModule {
  std::optional<std::vector<metaobj::Function>> Functions;
  std::vector<Param> Params;
  std::vector<OperatorObject> Objects;

  StringRef name() const override { return "compiler"; }
  std::optional<std::vector<metaobj::Function>> functionNames() const override {
    return Functions;
  }
  Expected<std::vector<Param>> linkedParams() const override { return Params; }
  Expected<std::vector<OperatorObject>> operatorObjects() const override {
    return Objects;
  }
};

Param oneByte(std::string Name) {
  static const int8_t Element[] = {1};
  Param Result;
  Result.Name = std::move(Name);
  Result.DType = {kDLInt, 8, 1};
  Result.Data =
      Payload::memory({reinterpret_cast<const uint8_t *>(Element), 1});
  return Result;
}

metaobj::Function listed(std::string Name, std::string Symbol = "") {
  metaobj::Function Result;
  Result.Name = std::move(Name);
  Result.Symbol = std::move(Symbol);
  return Result;
}

class ModulesOfCompilers : public testing::Test {
public:
  ModulesOfCompilers() {
    // Without a NUL behind it, as compilers have it.
    Module.Objects = {
        {"", MemoryBuffer::getMemBuffer(TwoOperators, "",
                                        /*RequiresNullTerminator=*/false)}};
    Config.Modules = {&Module};
    // Without a note of the conclusion.
    Config.Abi = RuntimeAbi::TvmCrtUniversal;
    Config.Diagnostics = [this](const Diagnostic &TheDiagnostic) {
      Told.push_back(
          (TheDiagnostic.Input + ": " + TheDiagnostic.Reason).text());
    };
  }

  std::string refusal() {
    Expected<FileModel> Read = readModel(Config);
    return Read ? "" : text(Read.takeError());
  }

  FileModel read() {
    Expected<FileModel> Read = readModel(Config);
    if (Read)
      return std::move(*Read);
    ADD_FAILURE() << text(Read.takeError());
    return {};
  }

  static std::vector<std::string> names(const FileModel &Model) {
    std::vector<std::string> Result;
    for (const metaobj::Function &Function : Model.Functions)
      Result.push_back(Function.Name + "=" + Function.symbol().str());
    return Result;
  }

  TemporaryFolder Folder;
  ListedModule Module;
  InputConfig Config;
  std::vector<std::string> Told;
};

TEST_F(ModulesOfCompilers, ListTheirFunctions) {
  Module.Functions = {listed("b", "tvmgen_b"), listed("tvmgen_a")};
  FileModel Read = read();
  EXPECT_THAT(names(Read), ElementsAre("b=tvmgen_b", "tvmgen_a=tvmgen_a"));
  ASSERT_EQ(Read.Objects.size(), 1u);
  EXPECT_EQ(Read.Objects[0].Name, "compiler");
  EXPECT_THAT(Read.FilesRead, IsEmpty());
  EXPECT_THAT(Told, IsEmpty());

  Module.Functions = {listed("b", "tvmgen_b")};
  EXPECT_THAT(names(read()), ElementsAre("b=tvmgen_b"));
  EXPECT_THAT(Told, ElementsAre("compiler: left out 1 function of the operator "
                                "objects that it does not name: 'tvmgen_a'"));
}

TEST_F(ModulesOfCompilers, LeaveFunctionsToTheirObjects) {
  EXPECT_THAT(names(read()),
              ElementsAre("tvmgen_a=tvmgen_a", "tvmgen_b=tvmgen_b"));
}

TEST_F(ModulesOfCompilers, WithoutObjectsSymbolsAreTaken) {
  Module.Objects.clear();
  Module.Functions = {listed("f", "g")};
  EXPECT_THAT(names(read()), ElementsAre("f=g"));
}

TEST_F(ModulesOfCompilers, ComeBeforeFilesAndNames) {
  Module.Functions = {listed("tvmgen_b")};
  Module.Params = {oneByte("w")};
  Config.Functions = {"tvmgen_a"};
  Config.Files = {Folder.add(
      "p.bin",
      ParamsBytes().header({"v"}).tensor({kDLInt, 8, 1}, {2}, "ab").Bytes)};
  FileModel Read = read();
  EXPECT_THAT(names(Read),
              ElementsAre("tvmgen_b=tvmgen_b", "tvmgen_a=tvmgen_a"));
  ASSERT_EQ(Read.Params.size(), 2u);
  EXPECT_EQ(Read.Params[0].Name, "w");
  EXPECT_EQ(StringRef(Read.Params[0].Owner), "compiler");
  EXPECT_EQ(Read.Params[1].Name, "v");
}

TEST_F(ModulesOfCompilers, WrongOnes) {
  Module.Functions = {listed("f", "tvmgen_c")};
  EXPECT_EQ(refusal(), "compiler: function 'tvmgen_c' is not defined in the "
                       "operator object 'compiler'\nhint: did you mean "
                       "'tvmgen_a' or 'tvmgen_b'");
  Module.Functions = {listed("f", "tvmgen_data")};
  EXPECT_EQ(refusal(),
            "compiler: 'tvmgen_data' is not a function in 'compiler'");
  Module.Functions = {listed("f", "tvmgen_a"), listed("f", "tvmgen_b")};
  EXPECT_EQ(refusal(), "compiler: function 'f' is given twice");
  Module.Functions.reset();
  Module.Objects.push_back({"empty", nullptr});
  EXPECT_EQ(refusal(), "empty: has no bytes\nhint: give it those of an "
                       "object, bitcode or IR");
  Module.Objects.back() = {"text", MemoryBuffer::getMemBuffer("hello")};
  EXPECT_EQ(refusal(), "text: is a text file; expected an object file, "
                       "an archive, LLVM bitcode or IR");
  Config.Modules = {nullptr};
  EXPECT_EQ(refusal(), "module: is a null pointer");
}

} // namespace

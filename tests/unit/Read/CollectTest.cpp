//===- CollectTest.cpp - Collecting and checking a model ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Messages.h"
#include "metaobj/Operators.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

using Function = metaobj::Function;

struct FakeModule : RuntimeModule {
  std::string Name;
  std::optional<std::vector<Function>> Functions = std::vector<Function>();
  std::vector<Param> Params;
  std::vector<OperatorObject> Objects;
  bool Fails = false;

  FakeModule(std::string Name, std::vector<Function> Functions = {})
      : Name(std::move(Name)), Functions(std::move(Functions)) {}

  StringRef name() const override { return Name; }
  std::optional<std::vector<Function>> functionNames() const override {
    return Functions;
  }
  Expected<std::vector<Param>> linkedParams() const override {
    if (Fails)
      return createStringError(inconvertibleErrorCode(), "disk on fire.");
    return Params;
  }
  Expected<std::vector<OperatorObject>> operatorObjects() const override {
    return Objects;
  }
};

/// What RuntimeModule has by itself.
struct BareModule : RuntimeModule {
  StringRef name() const override { return "bare"; }
  std::optional<std::vector<Function>> functionNames() const override {
    return std::vector<Function>{Function{"f", "", {}, ""}};
  }
};

Function function(std::string Name, std::string Owner = "") {
  Function Result;
  Result.Name = std::move(Name);
  Result.Owner = std::move(Owner);
  return Result;
}

/// One int8 of 0.
Param param(std::string Name, std::string Owner = "") {
  Param Result;
  Result.Name = std::move(Name);
  Result.DType = {kDLInt, 8, 1};
  Result.Data = Payload::fill(0, 1);
  Result.Owner = std::move(Owner);
  return Result;
}

/// Textual IR that defines these as packed functions.
OperatorObject irObject(StringRef Name, std::vector<StringRef> Functions) {
  std::string Text = "@table = global i32 0\n"
                     "define void @other(i32 %a) {\n  ret void\n}\n";
  for (StringRef Function : Functions)
    Text += ("define i32 @" + Function +
             "(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {\n"
             "  ret i32 0\n}\n")
                .str();
  return {Name.str(), MemoryBuffer::getMemBufferCopy(Text, Name)};
}

std::vector<std::string> namesOf(ArrayRef<Function> Functions) {
  std::vector<std::string> Names;
  for (const Function &F : Functions)
    Names.push_back(F.Name);
  return Names;
}

std::string check(const Model &TheModel, const RegistryLimits &Limits = {}) {
  return text(checkModel(TheModel, Limits, nullptr));
}

TEST(Collect, KeepsTheOrderOfModulesAndTheirParts) {
  FakeModule First("first", {function("b"), function("a", "own")});
  First.Params = {param("p")};
  First.Objects = {irObject("", {"b"}), irObject("named.o", {"a"})};
  FakeModule Second("second", {function("c")});
  Second.Params = {param("q", "file")};
  BareModule Third;
  CollectOptions Options;
  Options.ModelName = "net";
  Model Result = cantFail(collect({&First, &Second, &Third}, Options));
  EXPECT_EQ(Result.Name, "net");
  std::vector<std::string> Functions;
  for (const Function &F : Result.Functions)
    Functions.push_back(F.Name + " of " + F.Owner.text());
  EXPECT_THAT(Functions, ElementsAre("b of first", "a of own", "c of second",
                                     "f of bare"));
  std::vector<std::string> Params;
  for (const Param &P : Result.Params)
    Params.push_back(P.Name + " of " + P.Owner.str());
  EXPECT_THAT(Params, ElementsAre("p of first", "q of file"));
  ASSERT_EQ(Result.Objects.size(), 2u);
  EXPECT_EQ(Result.Objects[0].Name, "first");
  EXPECT_EQ(Result.Objects[1].Name, "named.o");
}

TEST(Collect, NoModulesAreAnEmptyModel) {
  Model Result = cantFail(collect({}));
  EXPECT_EQ(Result.Name, "default");
  EXPECT_TRUE(Result.Functions.empty());
}

TEST(Collect, ModuleThatCannotListIsRefusedUnlessAllowed) {
  FakeModule Dark("dark");
  Dark.Functions = std::nullopt;
  Dark.Params = {param("p")};
  EXPECT_EQ(text(collect({&Dark})),
            "dark: the module cannot list its functions\nhint: implement "
            "functionNames(), or set AllowUnlistedModules to go on without "
            "them");
  Messages Received;
  CollectOptions Options;
  Options.AllowUnlistedModules = true;
  Options.Diagnostics = Received.handler();
  Model Result = cantFail(collect({&Dark}, Options));
  EXPECT_TRUE(Result.Functions.empty());
  EXPECT_EQ(Result.Params.size(), 1u);
  EXPECT_THAT(Received.Lines,
              ElementsAre("warning: dark: the module cannot list its "
                          "functions: none of them is in the registry"));
}

TEST(Collect, ErrorsOfModulesNameThem) {
  FakeModule Failing("failing");
  Failing.Fails = true;
  EXPECT_EQ(text(collect({&Failing})), "failing: disk on fire");
  EXPECT_EQ(text(collect({nullptr})),
            "model 'default': module 0 is a null pointer");
}

TEST(Collect, ListedFunctionsAreDefinedByTheModulesObjects) {
  FakeModule First("first", {function("tvmgen_ad")});
  First.Objects = {irObject("a.o", {"tvmgen_add"})};
  // Another module's object is of no help.
  FakeModule Second("second", {function("tvmgen_mul")});
  Second.Objects = {irObject("b.o", {"tvmgen_ad", "tvmgen_mul"})};
  EXPECT_EQ(text(collect({&First, &Second})),
            "first: lists function 'tvmgen_ad', but none of its objects "
            "defines 'tvmgen_ad'\nhint: did you mean 'tvmgen_add'");
  First.Functions->front().Symbol = "tvmgen_add";
  EXPECT_EQ(text(collect({&First, &Second})), "");
  First.Objects.clear();
  First.Functions->front().Symbol = "made_later";
  EXPECT_EQ(text(collect({&First, &Second})), "");
  First.Objects = {{"x.o", MemoryBuffer::getMemBuffer("text")}};
  EXPECT_THAT(text(collect({&First})),
              testing::MatchesRegex("x.o: is .*, wanted an object, bitcode or "
                                    "IR"));
}

TEST(Collect, FunctionsOfAnObjectAndOfIr) {
  OperatorObject Object = irObject("a.ll", {"tvmgen_b", "tvmgen_a", "c"});
  EXPECT_THAT(namesOf(cantFail(listFunctions(Object))),
              ElementsAre("tvmgen_b", "tvmgen_a", "c"));
  auto IsOperator = [](StringRef Name) { return Name.starts_with("tvmgen_"); };
  EXPECT_THAT(namesOf(cantFail(listFunctions(Object, IsOperator))),
              ElementsAre("tvmgen_b", "tvmgen_a"));
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M =
      parseAssemblyString(Object.Bytes->getBuffer(), Problem, Context);
  ASSERT_TRUE(M);
  EXPECT_THAT(namesOf(cantFail(listFunctions(*M, IsOperator))),
              ElementsAre("tvmgen_b", "tvmgen_a"));
  EXPECT_EQ(text(listFunctions({"e.o", nullptr}).takeError()),
            "e.o: has no bytes\nhint: give it those of an object, bitcode or "
            "IR");
}

TEST(Collect, DescriptionsDecide) {
  OperatorObject Plain = irObject("a.ll", {"tvmgen_a", "second", "first"});
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M =
      parseAssemblyString(Plain.Bytes->getBuffer(), Problem, Context);
  ASSERT_TRUE(M);
  OperatorDescription First, Second, Unpacked;
  First.Symbol = "first";
  Second.Symbol = "second";
  Second.Name = "other";
  Unpacked.Symbol = "tvmgen_a";
  Unpacked.Convention = CallingConvention::Unpacked;
  cantFail(describeOperators(*M, {First, Unpacked, Second}));
  EXPECT_THAT(namesOf(cantFail(listFunctions(*M))),
              ElementsAre("first", "other"));
  std::string Text;
  raw_string_ostream OS(Text);
  M->print(OS, nullptr);
  OperatorObject Object = {"a.ll", MemoryBuffer::getMemBufferCopy(OS.str())};
  std::vector<Function> Listed = cantFail(listFunctions(Object));
  EXPECT_THAT(namesOf(Listed), ElementsAre("first", "other"));
  EXPECT_EQ(Listed[1].symbol(), "second");

  FakeModule Module("module", Listed);
  Module.Objects = {Object};
  EXPECT_EQ(text(collect({&Module})), "");
  Module.Functions = {function("tvmgen_a")};
  EXPECT_EQ(text(collect({&Module})),
            "module: lists function 'tvmgen_a' as packed, but its object "
            "describes it as unpacked\nhint: set Function::Convention as the "
            "object says");

  // A guess in place of a damaged description would be silent.
  M->appendModuleInlineAsm(".section .metaobj.ops\n.asciz \"metaobj-operator "
                           "1\\nsymbol=first\\ncall=pecked\\n\"\n");
  EXPECT_THAT(text(listFunctions(*M).takeError()),
              testing::HasSubstr("has calling convention 'pecked'"));
}

TEST(Collect, ChecksTheResult) {
  FakeModule First("a.o", {function("f")});
  FakeModule Second("b.o", {function("f")});
  EXPECT_EQ(text(collect({&First, &Second})),
            "b.o: function 'f' is given twice: by 'a.o' and by 'b.o'");
}

TEST(CheckModel, FunctionGivenTwice) {
  Model Net;
  Net.Functions = {function("f", "a.o"), function("g", "a.o"),
                   function("f", "a.o")};
  EXPECT_EQ(check(Net), "a.o: function 'f' is given twice by 'a.o'");
  Net.Functions = {function("f"), function("f", "b.o")};
  EXPECT_EQ(check(Net), "b.o: function 'f' is given twice: by an unnamed "
                        "source and by 'b.o'");
  Net.Functions = {function("f"), function("f")};
  EXPECT_EQ(check(Net), "model 'default': function 'f' is given twice");
}

TEST(CheckModel, NamesThatCannotBeFound) {
  Model Net;
  Net.Functions = {function("f"), function("", "a.o")};
  EXPECT_EQ(check(Net), "a.o: function 1 has an empty name");
  Net.Functions = {function(std::string("f\0g", 3), "a.o")};
  EXPECT_EQ(check(Net), "a.o: the name of function 'f\\00g' holds a NUL: "
                        "clients would read it short");
  Net.Functions = {function("f", "a.o")};
  Net.Functions[0].Symbol = std::string("f\0", 2);
  EXPECT_EQ(check(Net), "a.o: the symbol 'f\\00' of function 'f' holds a NUL");
  Net.Functions.clear();
  Net.Params = {param("", "p.bin")};
  EXPECT_EQ(check(Net), "p.bin: parameter 0 has an empty name");
  Net.Params = {param(std::string("\0", 1), "p.bin")};
  EXPECT_EQ(check(Net), "p.bin: the name of parameter '\\00' holds a NUL: "
                        "clients would read it short");
}

TEST(CheckModel, ConventionsOfOtherClients) {
  Model Net;
  Net.Functions = {function("f", "a.o")};
  Net.Functions[0].Convention = CallingConvention::Unpacked;
  EXPECT_EQ(check(Net), "a.o: function 'f' has the calling convention "
                        "'unpacked'; clients of a registry can call 'packed' "
                        "only\nhint: leave it out, or compile it with TVM's "
                        "packed API");
  Net.Functions[0].Convention = CallingConvention::Ffi;
  EXPECT_THAT(check(Net), testing::HasSubstr("convention 'ffi'"));
}

TEST(CheckModel, MoreFunctionsThanClientsCount) {
  Model Net;
  for (unsigned I = 0; I != 300; ++I)
    Net.Functions.push_back(function(("f" + Twine(I)).str()));
  RegistryLimits Limits;
  Limits.Abi = "tvm-crt-u8";
  Limits.MaxFunctions = 300;
  EXPECT_EQ(check(Net, Limits), "");
  Limits.MaxFunctions = 255;
  EXPECT_EQ(
      check(Net, Limits),
      "model 'default': 300 functions, but clients of tvm-crt-u8 count up to "
      "255\nhint: use tvm-crt-u16, which counts up to 32768, with a "
      "client of TVM v0.9 or later");
  for (unsigned I = 300; I != 32769; ++I)
    Net.Functions.push_back(function(("f" + Twine(I)).str()));
  EXPECT_EQ(check(Net), "model 'default': 32769 functions, but clients of "
                        "tvm-crt-u16 count up to "
                        "32768\nhint: split the model");
}

TEST(CheckModel, ParametersGivenTwice) {
  Model Net;
  Net.Params = {param("p", "a.bin"), param("p", "b.bin")};
  EXPECT_EQ(check(Net), "b.bin: parameter 'p' is given twice: by 'a.bin' and "
                        "by 'b.bin'");
  Net.Params[1].Name = "q";
  Net.Params[0].StorageId = Net.Params[1].StorageId = UINT64_MAX;
  EXPECT_EQ(check(Net),
            "b.bin: storage id 18446744073709551615 is given twice: to "
            "parameter 'p' of 'a.bin' and to parameter 'q' of 'b.bin'");
  Net.Params[1].StorageId = UINT64_MAX - 1;
  EXPECT_EQ(check(Net), "");
}

TEST(CheckModel, PayloadMustFitTheTensor) {
  Model Net;
  Net.Params = {param("p", "a.bin")};
  Net.Params[0].Shape = {2, 3};
  EXPECT_EQ(check(Net),
            "a.bin: parameter 'p' has 1 byte of data, but int8 [2, 3] takes 6");
  Net.Params[0].Shape = {-1};
  EXPECT_EQ(check(Net),
            "a.bin: parameter 'p': int8 [-1]: extent 0 is negative");
  Net.Params[0] = param("p", "a.bin");
  Net.Params[0].DType.bits = 4;
  EXPECT_EQ(check(Net),
            "a.bin: parameter 'p': type 'int4': elements smaller than one byte "
            "cannot be linked\nhint: widen them to int8 or uint8, or hand the "
            "packed bytes over as uint8");
}

TEST(CheckModel, AlignmentMustBeAPowerOfTwo) {
  Model Net;
  Net.Params = {param("p", "a.bin")};
  Net.Params[0].Alignment = 24;
  EXPECT_EQ(check(Net),
            "a.bin: parameter 'p': the alignment 24 is not a power of two");
  for (uint64_t Alignment : {uint64_t(0), uint64_t(1), uint64_t(1) << 40}) {
    Net.Params[0].Alignment = Alignment;
    EXPECT_EQ(check(Net), "");
  }
}

TEST(CheckModel, AllFaultsInOneError) {
  Model Net;
  Net.Functions = {function("f", "a.o"), function("", "a.o"),
                   function("f", "b.o")};
  Net.Params = {param("p", "a.bin"), param("p", "b.bin")};
  Net.Params[1].Alignment = 24;
  Messages Received;
  RegistryLimits Limits;
  Limits.MaxFunctions = 2;
  Limits.ParamNameBuffer = 1;
  EXPECT_EQ(text(checkModel(Net, Limits, Received.handler())),
            "a.o: function 1 has an empty name\n"
            "b.o: function 'f' is given twice: by 'a.o' and by 'b.o'\n"
            "b.bin: parameter 'p' is given twice: by 'a.bin' and by 'b.bin'\n"
            "b.bin: parameter 'p': the alignment 24 is not a power of two\n"
            "model 'default': 3 functions, but clients of tvm-crt-u16 count up "
            "to 2\nhint: use tvm-crt-u16, which counts up to 32768, with a "
            "client of TVM v0.9 or later");
  EXPECT_THAT(Received.Lines, ElementsAre());
}

TEST(CheckModel, LookupIsListedByItself) {
  Model Net;
  Net.Functions = {function("_lookup_linked_param", "names.txt")};
  Net.Params = {param("p", "a.bin")};
  EXPECT_EQ(check(Net), "");
  Net.Params[0].StorageId = 0;
  EXPECT_EQ(check(Net),
            "names.txt: function '_lookup_linked_param' is listed by itself "
            "when parameters have storage ids\nhint: take it out of the names");
}

TEST(CheckModel, WarnsOfNamesBeyondTheBuffer) {
  Model Net;
  // With its NUL, the first fills the buffer exactly.
  Net.Functions = {function(std::string(119, 'a')),
                   function(std::string(120, 'b')),
                   function(std::string(200, 'c'))};
  Net.Params = {param(std::string(79, 'd')), param(std::string(80, 'e'))};
  Messages Received;
  EXPECT_EQ(text(checkModel(Net, {}, Received.handler())), "");
  EXPECT_THAT(
      Received.Lines,
      ElementsAre(
          "warning: model 'default': 2 function names do not fit the client's "
          "buffer of 120 bytes; the longest is '" +
              std::string(200, 'c') +
              "', which needs 201\nhint: set "
              "TVM_CRT_MAX_STRLEN_FUNCTION_NAME to 201 or more in the "
              "client's crt_config.h",
          "warning: model 'default': 1 parameter name does not fit the "
          "client's buffer of 80 bytes; the longest is '" +
              std::string(80, 'e') +
              "', which needs 81\nhint: set "
              "TVM_CRT_MAX_STRLEN_PARAM_NAME to 81 or more in the "
              "client's crt_config.h"));
}

TEST(CheckModel, GrowsLinearly) {
  // Seconds with a search for each name, milliseconds with a table.
  Model Net;
  for (unsigned I = 0; I != 32000; ++I) {
    Net.Functions.push_back(
        function(std::string(100, 'x') + std::to_string(I), "a.o"));
    Net.Params.push_back(param(("p" + Twine(I)).str(), "a.bin"));
    Net.Params.back().StorageId = I;
  }
  EXPECT_EQ(check(Net), "");
}

} // namespace

//===- RegistryTest.cpp - Reading function registries back ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::ElementsAre;

namespace {

std::vector<std::string> names(const InspectedRegistry &Registry) {
  std::vector<std::string> Names;
  for (const InspectedFunction &Function : Registry.Functions)
    Names.push_back(Function.Name);
  return Names;
}

std::vector<std::string> symbols(const InspectedRegistry &Registry) {
  std::vector<std::string> Symbols;
  for (const InspectedFunction &Function : Registry.Functions)
    Symbols.push_back(Function.Symbol);
  return Symbols;
}

InspectedRegistry inspectRegistry(const TestTarget &Target,
                                  const std::string &Ir) {
  Inspection Found = inspectOne(*compile(Target, Ir));
  EXPECT_EQ(Found.Registries.size(), 1u);
  return Found.Registries.empty() ? InspectedRegistry()
                                  : Found.Registries.front();
}

class RegistryOnTarget : public testing::TestWithParam<TestTarget> {
protected:
  void SetUp() override {
    if (!isAvailable(GetParam()))
      GTEST_SKIP() << "this LLVM has no target for " << GetParam().Triple;
  }
};

TEST_P(RegistryOnTarget, ReadsEveryAbi) {
  const struct {
    const char *Abi;
    unsigned CountBytes;
    std::vector<StringRef> Names;
  } Cases[] = {
      {"tvm-crt-u16", 2, {"alpha", "b", "gamma"}},
      {"tvm-crt-u8", 1, {"alpha", "b", "gamma"}},
      {"tvm-crt-universal", 1, {"_metaobj_universal", "b", "gamma"}},
  };
  for (const auto &Case : Cases) {
    SCOPED_TRACE(Case.Abi);
    auto Object =
        compile(GetParam(),
                registryIr(namesBlob(GetParam(), Case.CountBytes, Case.Names),
                           {"@f0", "@f1", "@f2"}));
    Inspection Found = inspectOne(*Object);
    EXPECT_EQ(Found.File, "test.o");
    EXPECT_EQ(Found.Format, GetParam().Format);
    EXPECT_TRUE(Found.Params.empty());
    ASSERT_EQ(Found.Registries.size(), 1u);
    const InspectedRegistry &Registry = Found.Registries.front();
    EXPECT_EQ(Registry.Entry, "TVMSystemLibEntryPoint");
    EXPECT_EQ(Registry.Abi, Case.Abi);
    EXPECT_EQ(Registry.Count, 3u);
    StringRef First = Case.Names.front();
    First.consume_front("_");
    EXPECT_THAT(names(Registry), ElementsAre(First.str(), "b", "gamma"));
    EXPECT_THAT(symbols(Registry), ElementsAre("f0", "f1", "f2"));
    EXPECT_EQ(Registry.Functions[2].Index, 2u);
  }
}

TEST_P(RegistryOnTarget, NamesLocalFunctions) {
  // Some targets refer to a local function by its section and an offset.
  InspectedRegistry Registry = inspectRegistry(
      GetParam(),
      "define internal i32 @first(ptr %a) { ret i32 1 }\n"
      "define internal i32 @second(ptr %a) { ret i32 2 }\n" +
          registryIr(namesBlob(GetParam(), 2, {"one", "two"}),
                     {"@first", "@second"}, "TVMSystemLibEntryPoint",
                     /*Declare=*/false));
  EXPECT_THAT(symbols(Registry), ElementsAre("first", "second"));
}

INSTANTIATE_TEST_SUITE_P(Inspect, RegistryOnTarget,
                         testing::ValuesIn(testTargets().begin(),
                                           testTargets().end()),
                         [](const auto &Info) { return Info.param.Name; });

TEST(InspectRegistry, EmptyRegistriesDifferInSize) {
  EXPECT_EQ(inspectRegistry(X86_64, registryIr(StringRef("\0\0", 2), {})).Abi,
            "tvm-crt-u8");
  InspectedRegistry Wide =
      inspectRegistry(X86_64, registryIr(StringRef("\0\0\0", 3), {}));
  EXPECT_EQ(Wide.Abi, "tvm-crt-u16");
  EXPECT_EQ(Wide.Count, 0u);
  EXPECT_TRUE(Wide.Functions.empty());
}

TEST(InspectRegistry, EmptyBlobWithoutSymbolIsTakenForTwoByteCount) {
  // TVM's LLVM emitter makes the blob private: no symbol says its size.
  std::string Ir = registryIr(StringRef("\0\0\0", 3), {});
  StringRef Internal = "names = internal";
  Ir.replace(Ir.find(Internal), Internal.size(), "names = private");
  EXPECT_EQ(inspectRegistry(X86_64, Ir).Abi, "tvm-crt-u16");
}

TEST(InspectRegistry, CountsThatLookLikeLetters) {
  // 0x4141 functions cannot be told from a one-byte count by their count alone.
  std::vector<std::string> Names;
  std::vector<StringRef> Views, Symbols;
  for (unsigned Index = 0; Index < 0x4141; ++Index)
    Names.push_back("f" + utostr(Index));
  for (const std::string &Name : Names) {
    Views.push_back(Name);
    Symbols.push_back("@f");
  }
  std::string Ir = "declare i32 @f()\n" +
                   registryIr(namesBlob(Mips, 2, Views), Symbols,
                              "TVMSystemLibEntryPoint", /*Declare=*/false);
  InspectedRegistry Registry = inspectRegistry(Mips, Ir);
  EXPECT_EQ(Registry.Abi, "tvm-crt-u16");
  EXPECT_EQ(Registry.Count, 0x4141u);
  EXPECT_EQ(Registry.Functions.back().Name, "f16704");
}

TEST(InspectRegistry, RenamedEntryAndSeveralModules) {
  Inspection Found = inspectOne(*compile(
      Thumb,
      registryIr(namesBlob(Thumb, 2, {"a"}), {"@fa"}, "first_entry") +
          registryIr(namesBlob(Thumb, 1, {"b"}), {"@fb"}, "second_entry")));
  ASSERT_EQ(Found.Registries.size(), 2u);
  EXPECT_EQ(Found.Registries[0].Entry, "first_entry");
  EXPECT_THAT(names(Found.Registries[0]), ElementsAre("a"));
  EXPECT_EQ(Found.Registries[1].Entry, "second_entry");
  EXPECT_EQ(Found.Registries[1].Abi, "tvm-crt-u8");
}

TEST(InspectRegistry, EntryIsTheFunctionThatOnlyReturnsTheModule) {
  // A caller that the compiler inlined the entry into refers to the module too.
  Inspection Found = inspectOne(*compile(
      X86_64, "declare void @use(ptr)\n"
              "define void @caller() nounwind {\n"
              "  call void @use(ptr @entry.module)\n"
              "  call void @use(ptr @entry.module)\n"
              "  ret void\n"
              "}\n" +
                  registryIr(namesBlob(X86_64, 2, {"a"}), {"@fa"}, "entry")));
  ASSERT_EQ(Found.Registries.size(), 1u);
  EXPECT_EQ(Found.Registries[0].Entry, "entry");
}

TEST(InspectRegistry, MissingFunctionHasNoSymbol) {
  InspectedRegistry Registry = inspectRegistry(
      X86_64, registryIr(namesBlob(X86_64, 2, {"a", "b"}), {"@fa", "null"}));
  EXPECT_THAT(symbols(Registry), ElementsAre("fa", ""));
}

TEST(InspectRegistry, OrdinaryObjectHasNone) {
  Inspection Found = inspectOne(*compile(
      X86_64, "@text = internal constant [4 x i8] c\"abc\\00\"\n"
              "@pointer = internal constant ptr @text\n"
              "define ptr @f() { ret ptr @pointer }\n"
              "define ptr @TVMSystemLibEntryPoint() { ret ptr null }\n"));
  EXPECT_TRUE(Found.Registries.empty());
}

std::string failureOf(const TestTarget &Target, StringRef Blob,
                      ArrayRef<StringRef> Symbols) {
  return inspectFailure(*compile(Target, registryIr(Blob, Symbols)));
}

TEST(InspectRegistry, RefusesCountThatDiffersFromTheNames) {
  std::string Failure =
      failureOf(X86_64, StringRef("\5\0f0\0f1\0", 9), {"@f0", "@f1"});
  EXPECT_THAT(
      Failure,
      testing::HasSubstr("'TVMSystemLibEntryPoint': the names at .rodata+0x"));
  EXPECT_THAT(Failure, testing::EndsWith(
                           "fit no runtime ABI: a two-byte count would be 5 "
                           "before 2 names, a one-byte count would be 5 before "
                           "0"));
}

TEST(InspectRegistry, ReadsTvmsCountOfBigEndianTargets) {
  // TVM writes the count in the order of the machine that it runs on.
  InspectedRegistry Registry = inspectRegistry(
      Mips, registryIr(StringRef("\2\0f0\0f1\0\0", 9), {"@f0", "@f1"}));
  EXPECT_TRUE(Registry.IsCountSwapped);
  EXPECT_EQ(Registry.Abi, "tvm-crt-u16");
  EXPECT_EQ(Registry.Count, 2u);
  EXPECT_THAT(names(Registry), ElementsAre("f0", "f1"));
  EXPECT_FALSE(inspectRegistry(Mips, registryIr(StringRef("\0\2f0\0f1\0\0", 9),
                                                {"@f0", "@f1"}))
                   .IsCountSwapped);
}

TEST(InspectRegistry, RefusesCountInTheOtherByteOrder) {
  EXPECT_THAT(
      failureOf(X86_64, StringRef("\0\2f0\0f1\0\0", 9), {"@f0", "@f1"}),
      testing::EndsWith("count 512 functions in the target's byte order but "
                        "list 2: the count is in the other byte order"));
  // The target takes 256 for 1, and finds the first function only.
  std::string Blob("\0\1", 2);
  std::vector<StringRef> Symbols(256, "@f0");
  for (unsigned Index = 0; Index != Symbols.size(); ++Index)
    Blob += "f" + utostr(Index) + '\0';
  Blob += '\0';
  std::string Ir = "declare i32 @f0()\n" + registryIr(Blob, Symbols,
                                                      "TVMSystemLibEntryPoint",
                                                      /*Declare=*/false);
  EXPECT_THAT(inspectFailure(*compile(Mips, Ir)),
              testing::EndsWith("count 1 functions in the target's byte order "
                                "but list 256: the count is in the other byte "
                                "order"));
}

TEST(InspectRegistry, RefusesNamesWithoutAnEnd) {
  EXPECT_THAT(failureOf(X86_64, StringRef("\2\0f0\0f1\0", 8), {"@f0", "@f1"}),
              testing::EndsWith("do not end with an empty name"));
  EXPECT_THAT(failureOf(X86_64, StringRef("\1", 1), {"@f0"}),
              testing::EndsWith("have no room for a count and an end"));
}

TEST(InspectRegistry, RefusesShortFunctionTable) {
  EXPECT_THAT(failureOf(X86_64, StringRef("\2\0f0\0f1\0\0", 9), {"@f0"}),
              testing::EndsWith("has 1 pointers, the names count 2"));
}

TEST(InspectRegistry, RefusesWrongFunctionPointers) {
  auto FailureWith = [](StringRef Expression) {
    return inspectFailure(*compile(
        X86_64, "@data = internal constant i32 1\ndeclare void @f0()\n" +
                    registryIr(StringRef("\2\0f0\0f1\0\0", 9),
                               {"@f0", Expression}, "TVMSystemLibEntryPoint",
                               /*Declare=*/false)));
  };
  EXPECT_THAT(
      FailureWith("@data"),
      testing::ContainsRegex("function pointer 1 at .rodata\\+0x[0-9A-F]"
                             "+ leads to data at .rodata"));
  EXPECT_THAT(FailureWith("inttoptr (i64 4 to ptr)"),
              testing::EndsWith("is not a pointer"));
}

TEST(InspectRegistry, RefusesBrokenPointersOnTheWay) {
  EXPECT_THAT(
      inspectFailure(*compile(
          X86_64, "@module = internal constant ptr null\n"
                  "define ptr @TVMSystemLibEntryPoint() { ret ptr @module }")),
      testing::EndsWith("does not lead to a registry"));
  EXPECT_THAT(
      inspectFailure(*compile(
          X86_64, "@registry = internal constant {ptr, ptr} zeroinitializer\n"
                  "@_tvm_crt_module = internal constant ptr @registry\n"
                  "define ptr @renamed() { ret ptr @_tvm_crt_module }")),
      testing::EndsWith("is not a pair of pointers to names and functions"));
}

} // namespace

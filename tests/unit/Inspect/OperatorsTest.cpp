//===- OperatorsTest.cpp - Operators that describe themselves -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What describeOperators() puts into a module is read back from the objects
// that LLVM makes of it, in every object format and byte order.
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "Base/LlvmVersion.h"
#include "metaobj/Operators.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;

namespace {

std::vector<OperatorDescription> sampleOperators() {
  constexpr DLDataType Float32 = {kDLFloat, 32, 1};
  OperatorDescription Add, Mul;
  Add.Symbol = "add";
  Add.Arguments = {{ArgumentUse::Input, Float32, 2},
                   {ArgumentUse::Output, Float32, 2}};
  Add.Workspace = 1024;
  Add.Constants = ConstantStorage::Object;
  Mul.Symbol = "mul";
  Mul.Name = "multiply";
  Mul.Convention = CallingConvention::Unpacked;
  Mul.Device = "npu";
  return {Add, Mul};
}

/// IR for \p Target that describes these.
std::string describedIr(const TestTarget &Target) {
  LLVMContext Context;
  SMDiagnostic Message;
  std::unique_ptr<Module> M =
      parseAssemblyString("define i32 @add() {\n  ret i32 0\n}\n"
                          "define i32 @mul() {\n  ret i32 0\n}\n",
                          Message, Context);
  M->setTargetTriple(llvm_version::argument(Triple(Target.Triple)));
  cantFail(describeOperators(*M, sampleOperators()));
  std::string Text;
  raw_string_ostream OS(Text);
  M->print(OS, nullptr);
  return OS.str();
}

struct OperatorsOf : testing::TestWithParam<TestTarget> {
  void SetUp() override {
    if (!isAvailable(GetParam()))
      GTEST_SKIP() << "this LLVM has no " << GetParam().Triple;
  }
};

TEST_P(OperatorsOf, AreReadBack) {
  auto Object = compile(GetParam(), describedIr(GetParam()));
  EXPECT_EQ(inspectOne(*Object).Operators, sampleOperators());
}

/// Errors and other names, but neither a crash nor the same as before.
TEST_P(OperatorsOf, MayBeDamaged) {
  auto Object = compile(GetParam(), describedIr(GetParam()));
  StringRef Bytes = Object->getBuffer();
  size_t Start = Bytes.find("metaobj-operator");
  ASSERT_NE(Start, StringRef::npos);
  size_t End = Bytes.find("device=npu") + StringRef("device=npu\n").size();
  for (size_t I = Start; I != End; ++I) {
    std::string Damaged = Bytes.str();
    Damaged[I] = static_cast<char>(~Damaged[I]);
    auto Read = readOperators({Damaged, "test.o"});
    if (Read) {
      EXPECT_NE(*Read, sampleOperators()) << I;
    } else {
      consumeError(Read.takeError());
    }
  }
  for (size_t Size = 0; Size < Bytes.size(); Size += 7) {
    auto Cut = MemoryBuffer::getMemBufferCopy(Bytes.take_front(Size), "test.o");
    consumeError(readOperators(*Cut).takeError());
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, OperatorsOf, testing::ValuesIn(testTargets()),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace

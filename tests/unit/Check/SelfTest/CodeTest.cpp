//===- CodeTest.cpp - Instructions, flags and the whole self-test ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/EmittedSample.h"
#include "Check/SelfTest/Steps.h"
#include "Target/Families.h"
#include "metaobj/SelfTest.h"

#include "llvm/BinaryFormat/ELF.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;

static std::string codeFailure(const EmittedSample &Sample,
                               StringRef Symbol = "TVMSystemLibEntryPoint") {
  Checks Result;
  checkCode(Result, Sample.view(), *Sample.Machine, Symbol);
  return Result.failure().text();
}

/// The bytes of a function in the object's file.
static MutableArrayRef<char> codeOf(EmittedSample &Sample, StringRef Symbol) {
  EmittedObject Object = Sample.view();
  const ViewedSymbol *Found = Object.find(Symbol);
  size_t Position = Object.Sections[Found->Section].Bytes.data() -
                    Sample.Bytes.data() + Found->Offset;
  return {Sample.Bytes.data() + Position, Found->Size};
}

TEST(Code, EveryInstructionIsKnown) {
  for (StringRef Triple :
       {"x86_64-linux-gnu", "thumbv6m-none-eabi", "armebv7r-none-eabi",
        "mips-linux-gnu", "powerpc64-linux-gnu", "hexagon-unknown-elf",
        "avr-unknown-unknown", "wasm32-unknown-unknown"}) {
    EmittedSample Sample(specOf(Triple));
    EXPECT_TRUE(hasDisassembler(*Sample.Machine));
    EXPECT_EQ(codeFailure(Sample), "") << Triple.str();
    EXPECT_EQ(codeFailure(Sample, "_lookup_linked_param"), "") << Triple.str();
  }
}

TEST(Code, UnknownInstruction) {
  EmittedSample Sample(specOf("x86_64-linux-gnu"));
  codeOf(Sample, "TVMSystemLibEntryPoint")[0] = 0x06; // push es, of 32 bits
  EXPECT_TRUE(StringRef(codeFailure(Sample))
                  .starts_with("no instruction at 'TVMSystemLibEntryPoint' + "
                               "0: 06"));
}

TEST(Code, NoReturn) {
  EmittedSample Sample(specOf("x86_64-linux-gnu"));
  codeOf(Sample, "TVMSystemLibEntryPoint").back() = char(0x90); // nop
  EXPECT_EQ(codeFailure(Sample),
            "'TVMSystemLibEntryPoint' does not end in a return or branch");
}

TEST(Code, NoFunction) {
  EmittedSample Sample(specOf("x86_64-linux-gnu"));
  EXPECT_EQ(codeFailure(Sample, "nothing"), "there is no symbol 'nothing'");
  EXPECT_EQ(codeFailure(Sample, "_tvm_crt_module"),
            "'_tvm_crt_module' is not a function with code");
}

static std::string factsFailure(const EmittedSample &Sample,
                                const TargetSpec &OperatorSpec,
                                std::string *Remark = nullptr) {
  auto Machine = cantFail(createTargetMachine(OperatorSpec));
  OperatorObject Operator = cantFail(operatorObject(Sample.TheModel, *Machine));
  Checks Result;
  checkLinkerFacts(Result, Sample.buffer(), Operator, Sample.TheModel,
                   Sample.Config, Sample.Machine->getTargetTriple());
  if (Remark)
    *Remark = Result.reason().text();
  return Result.failure().text();
}

TEST(LinkerFacts, Agree) {
  TargetSpec Spec = specOf("riscv32-unknown-elf", "+m,+a,+c", "ilp32");
  EXPECT_EQ(factsFailure(EmittedSample(Spec), Spec), "");
}

TEST(LinkerFacts, OtherFloatAbi) {
  EXPECT_EQ(
      factsFailure(EmittedSample(specOf("riscv32-unknown-elf", "+f", "ilp32")),
                   specOf("riscv32-unknown-elf", "+f", "ilp32f")),
      "ELF flags is '0x0', wanted '0x2'");
}

TEST(LinkerFacts, OtherAttributes) {
  EXPECT_TRUE(
      StringRef(factsFailure(EmittedSample(specOf("riscv32-unknown-elf", "+m")),
                             specOf("riscv32-unknown-elf", "+a")))
          .starts_with("section '.riscv.attributes' is "));
}

TEST(LinkerFacts, MachineWithoutFamily) {
  TargetSpec Spec = specOf("lanai-unknown-unknown");
  std::string Remark;
  std::string Failure = factsFailure(EmittedSample(Spec), Spec, &Remark);
  EXPECT_EQ(Failure, "");
  EXPECT_EQ(Remark, familyOf(Triple::lanai)
                        ? ""
                        : "the target of objects of this machine is not "
                          "inferred");
}

TEST(SelfTest, Report) {
  unsigned NumBegun = 0, NumEnded = 0;
  SelfTestConfig Config;
  Config.Begin = [&](const SelfTestReport &SoFar, StringRef, SelfTestStep) {
    EXPECT_EQ(SoFar.Results.size(), NumBegun++);
  };
  Config.End = [&](const SelfTestReport &SoFar) {
    EXPECT_EQ(SoFar.Results.size(), ++NumEnded);
  };
  SelfTestReport Report = selfTest(specOf("sparcv9-unknown-elf"), Config);
  EXPECT_EQ(Report.failure(), nullptr);
  EXPECT_EQ(Report.Triple, "sparcv9-unknown-elf");
  EXPECT_EQ(Report.Target, "sparcv9");
  EXPECT_EQ(Report.ObjectFormat, "ELF");
  EXPECT_EQ(Report.PointerBits, 64u);
  EXPECT_TRUE(Report.BigEndian);
  EXPECT_EQ(Report.Results.size(), NumEnded);
  EXPECT_EQ(Report.passed(SelfTestStep::Layout), true);
  EXPECT_EQ(Report.passed(SelfTestStep::Link), std::nullopt);
  EXPECT_EQ(Report.reason(SelfTestStep::Link), "ld.lld was not found");
  EXPECT_GT(Report.checks(), 1000u);
}

TEST(SelfTest, UnknownTriple) {
  SelfTestReport Report = selfTest(specOf("nosuch-elf"), SelfTestConfig());
  ASSERT_NE(Report.failure(), nullptr);
  EXPECT_EQ(Report.failure()->Subject, "operator object, static");
  EXPECT_EQ(Report.passed(SelfTestStep::Emit), false);
  EXPECT_EQ(Report.passed(SelfTestStep::Layout), std::nullopt);
}

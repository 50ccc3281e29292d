//===- OperatorTextTest.cpp - Descriptions as text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/OperatorText.h"

#include "Base/LlvmVersion.h"
#include "metaobj-c/metaobj_operator.h"

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

constexpr DLDataType Float32 = {kDLFloat, 32, 1};
constexpr DLDataType Int8x4 = {kDLInt, 8, 4};

OperatorDescription fullDescription() {
  OperatorDescription Result;
  Result.Symbol = "tvmgen_net_fused_add";
  Result.Name = "add, with = and \xC3\xA9";
  Result.Convention = CallingConvention::Unpacked;
  Result.Arguments = {{ArgumentUse::Input, Float32, 4},
                      {ArgumentUse::InputAndOutput, Int8x4, 0},
                      {ArgumentUse::Output, Float32, 2147483647}};
  Result.Workspace = UINT64_MAX;
  Result.Device = "ethos-u";
  Result.Constants = ConstantStorage::Pool;
  return Result;
}

/// The descriptions in \p Section, or the text of the error.
struct Parsed {
  std::vector<OperatorDescription> Operators;
  std::string Refusal;
};

Parsed parse(StringRef Section) {
  Parsed Result;
  if (Error E = parseOperators(Section, "a.o", Result.Operators))
    Result.Refusal = toString(std::move(E));
  return Result;
}

std::string withNul(StringRef Text) { return Text.str() + '\0'; }

/// The refusal of one description with the lines \p Fields.
std::string refusalOf(StringRef Fields) {
  return parse(withNul(("metaobj-operator 1\nsymbol=f\ncall=packed\n" + Fields)
                           .str()))
      .Refusal;
}

TEST(OperatorText, IsReadAsItWasWritten) {
  std::string Text = cantFail(printOperator(fullDescription()));
  EXPECT_EQ(Text, "metaobj-operator 1\n"
                  "symbol=tvmgen_net_fused_add\n"
                  "name=add, with = and \xC3\xA9\n"
                  "call=unpacked\n"
                  "in=float32:4\n"
                  "inout=int8x4:0\n"
                  "out=float32:2147483647\n"
                  "workspace=18446744073709551615\n"
                  "device=ethos-u\n"
                  "constants=pool\n");
  Parsed Result = parse(withNul(Text));
  EXPECT_EQ(Result.Refusal, "");
  ASSERT_EQ(Result.Operators.size(), 1u);
  EXPECT_EQ(Result.Operators[0], fullDescription());
}

TEST(OperatorText, OfNothingButASymbol) {
  OperatorDescription Plain;
  Plain.Symbol = Plain.Name = "f";
  Plain.Device = "cpu";
  std::string Text = cantFail(printOperator(Plain));
  EXPECT_EQ(Text, "metaobj-operator 1\nsymbol=f\ncall=packed\n");
  Parsed Result = parse(withNul(Text));
  ASSERT_EQ(Result.Operators.size(), 1u);
  EXPECT_EQ(Result.Operators[0].name(), "f");
  EXPECT_EQ(Result.Operators[0].Workspace, std::nullopt);
  EXPECT_EQ(Result.Operators[0].Constants, std::nullopt);
  EXPECT_TRUE(Result.Operators[0].Arguments.empty());
}

TEST(OperatorText, LinkersPutZerosBetween) {
  std::string One = "metaobj-operator 1\nsymbol=f\ncall=packed\n";
  std::string Other = "metaobj-operator 1\nsymbol=g\ncall=ffi\ndevice=cpu\n";
  Parsed Result = parse(std::string(3, '\0') + withNul(One) +
                        std::string(9, '\0') + withNul(Other) +
                        // Once more, as of another copy of the function.
                        withNul(One) + std::string(4, '\0'));
  EXPECT_EQ(Result.Refusal, "");
  ASSERT_EQ(Result.Operators.size(), 2u);
  EXPECT_EQ(Result.Operators[0].Symbol, "f");
  EXPECT_EQ(Result.Operators[1].Symbol, "g");
  EXPECT_EQ(Result.Operators[1].Convention, CallingConvention::Ffi);
  EXPECT_EQ(Result.Operators[1].Device, "");
  EXPECT_EQ(parse("").Refusal, "");
  EXPECT_EQ(parse(StringRef("\0\0", 2)).Refusal, "");
}

TEST(OperatorText, FaultsAreNamed) {
  std::string Start = "a.o: the description of an operator at byte 0 of "
                      ".metaobj.ops: ";
  EXPECT_EQ(parse("metaobj-operator 1\nsymbol=f\ncall=packed\n").Refusal,
            Start + "has no end");
  EXPECT_EQ(parse(withNul("metaobj-operator 1\nsymbol=f\ncall=pac")).Refusal,
            Start + "ends within a line");
  EXPECT_EQ(parse(withNul("symbol=f\n")).Refusal,
            Start + "does not start with 'metaobj-operator 1'");
  EXPECT_EQ(parse(withNul("metaobj-operator 2\n")).Refusal,
            Start + "has version 2; version 1 is known");
  EXPECT_EQ(parse(withNul("metaobj-operator 1\ncall=packed\n")).Refusal,
            Start + "has no 'symbol'");
  EXPECT_EQ(parse(withNul("metaobj-operator 1\nsymbol=f\n")).Refusal,
            Start + "has no 'call'");
  EXPECT_EQ(refusalOf("symbol=g\n"), Start + "has 'symbol' twice");
  EXPECT_EQ(refusalOf("name=\n"), Start + "has name ''; expected a name of up "
                                          "to 8192 bytes");
  EXPECT_EQ(refusalOf("in=float32\n"),
            Start + "has argument 'float32'; expected a type and a rank, such "
                    "as 'float32:2'");
  for (StringRef Argument : {"float:2", "float32:", "float32:-1", ":2",
                             "float32:2147483648", "float32:2 "})
    EXPECT_THAT(refusalOf(("out=" + Argument + "\n").str()),
                HasSubstr("expected a type and a rank"));
  EXPECT_EQ(refusalOf("workspace=4K\n"),
            Start + "has workspace '4K'; expected a number of bytes");
  EXPECT_THAT(refusalOf("workspace=18446744073709551616\n"),
              HasSubstr("expected a number of bytes"));
  EXPECT_EQ(refusalOf("device=ethos - u\n"),
            Start + "has device 'ethos - u'; expected letters, digits, '-' and "
                    "'_'");
  EXPECT_EQ(refusalOf("constants=flash\n"),
            Start + "has constants in 'flash'; known are none, object, "
                    "arguments and pool");
  EXPECT_EQ(refusalOf("stack=12\n"),
            Start + "has the field 'stack', which this version does not have");
  EXPECT_EQ(parse(withNul("metaobj-operator 1\nsymbol=f\ncall=fast\n")).Refusal,
            Start + "has calling convention 'fast'; known are packed, unpacked "
                    "and ffi");
  EXPECT_EQ(parse(withNul("metaobj-operator 1\nsymbol=f\ncall=packed\n") +
                  withNul("metaobj-operator 1\nsymbol=f\ncall=unpacked\n"))
                .Refusal,
            "a.o: the description of an operator at byte 41 of .metaobj.ops: "
            "contradicts an earlier one of 'f'");
}

/// What is read of damaged bytes is an error or a description, and never runs
/// out of the section, which a sanitizer would see.
TEST(OperatorText, EveryByteMayBeDamaged) {
  std::string Text = withNul(cantFail(printOperator(fullDescription())));
  size_t Refused = 0;
  for (size_t I = 0; I != Text.size(); ++I)
    for (unsigned Bit = 0; Bit != 8; ++Bit) {
      std::string Damaged = Text;
      Damaged[I] = static_cast<char>(Damaged[I] ^ (1u << Bit));
      auto Exact = std::make_unique<char[]>(Damaged.size());
      copy(Damaged, Exact.get());
      Parsed Result = parse(StringRef(Exact.get(), Damaged.size()));
      Refused += !Result.Refusal.empty();
      if (Result.Refusal.empty()) {
        EXPECT_TRUE(Result.Operators.size() == 1 &&
                    !(Result.Operators[0] == fullDescription()))
            << I << " " << Bit;
      }
    }
  // Names and numbers may become others, nothing else.
  EXPECT_GT(Refused, Text.size() * 8 / 2);
  for (size_t Size = 1; Size != Text.size(); ++Size) {
    auto Exact = std::make_unique<char[]>(Size);
    copy(StringRef(Text).take_front(Size), Exact.get());
    EXPECT_NE(parse(StringRef(Exact.get(), Size)).Refusal, "") << Size;
    // A linker's zeros behind it end it, but not where a line ends.
    Parsed Ended = parse(withNul(StringRef(Text).take_front(Size)));
    EXPECT_TRUE(!Ended.Refusal.empty() || Text[Size - 1] == '\n') << Size;
  }
}

TEST(OperatorText, RefusesWhatItCannotWrite) {
  auto RefusalOf = [](OperatorDescription Which) {
    return toString(printOperator(Which).takeError());
  };
  OperatorDescription Which;
  EXPECT_EQ(RefusalOf(Which), "description of '': the symbol is empty, has a "
                              "control character, or more than 8192 bytes");
  Which.Symbol = "a\nb";
  EXPECT_THAT(RefusalOf(Which), HasSubstr("has a control character"));
  Which.Symbol = std::string(8193, 'a');
  EXPECT_THAT(RefusalOf(Which), HasSubstr("more than 8192 bytes"));
  Which.Symbol = "f";
  Which.Name = std::string("a\0b", 3);
  EXPECT_THAT(RefusalOf(Which), HasSubstr("the name 'a\\00b' has a control "
                                          "character"));
  Which.Name = "";
  Which.Device = "two words";
  EXPECT_EQ(RefusalOf(Which),
            "description of 'f': the device 'two words' has other characters "
            "than letters, digits, '-' and '_'");
  Which.Device = "";
  // No lanes, and a handle of another size than handles.
  for (DLDataType Odd : {DLDataType{kDLFloat, 32, 0}, DLDataType{3, 32, 1}}) {
    Which.Arguments = {{ArgumentUse::Input, Odd, 1}};
    EXPECT_THAT(RefusalOf(Which), HasSubstr(", which TVM does not have"));
  }
}

/// The macros of C write what the compiler's helper writes.
TEST(OperatorText, MacrosWriteTheSame) {
  std::string Text = METAOBJ_OPERATOR_RECORD(
      tvmgen_net_fused_add,
      METAOBJ_UNPACKED METAOBJ_IN(float32, 4) METAOBJ_INOUT(int8x4, 0)
          METAOBJ_OUT(float32, 2147483647)
              METAOBJ_WORKSPACE(18446744073709551615) METAOBJ_CONSTANTS(pool));
  // An assembler makes newlines of it.
  for (size_t Offset; (Offset = Text.find("\\n")) != std::string::npos;)
    Text.replace(Offset, 2, "\n");
  OperatorDescription Wanted = fullDescription();
  Wanted.Name = Wanted.Device = "";
  EXPECT_EQ(Text, cantFail(printOperator(Wanted)));
}

struct DescribedModule : testing::Test {
  DescribedModule() : M("m.ll", Context) {
    auto *Type = FunctionType::get(Type::getInt32Ty(Context), false);
    for (StringRef Name : {"f", "\1g"}) {
      auto *F = llvm::Function::Create(Type, llvm::Function::ExternalLinkage,
                                       Name, M);
      ReturnInst::Create(Context, ConstantInt::get(Type->getReturnType(), 0),
                         BasicBlock::Create(Context, "", F));
    }
    llvm::Function::Create(Type, llvm::Function::ExternalLinkage, "declared",
                           M);
    auto *Local = llvm::Function::Create(Type, llvm::Function::InternalLinkage,
                                         "local", M);
    ReturnInst::Create(Context, ConstantInt::get(Type->getReturnType(), 0),
                       BasicBlock::Create(Context, "", Local));
  }

  /// The refusal to describe a function \p Symbol.
  std::string refusalOf(StringRef Symbol) {
    OperatorDescription Which;
    Which.Symbol = Symbol.str();
    return toString(describeOperators(M, Which));
  }

  LLVMContext Context;
  Module M;
};

TEST_F(DescribedModule, MustDefineTheFunction) {
  StringRef Hint = "; describe it in the module that defines it";
  EXPECT_EQ(refusalOf("nowhere"), ("description of 'nowhere': the module has "
                                   "no function of this name" +
                                   Hint)
                                      .str());
  EXPECT_EQ(refusalOf("declared"), ("description of 'declared': the module "
                                    "only declares this function" +
                                    Hint)
                                       .str());
  EXPECT_EQ(refusalOf("local"), ("description of 'local': the function is "
                                 "local, so nothing can refer to it" +
                                 Hint)
                                    .str());
  EXPECT_TRUE(M.global_empty()) << "no variable is left of a refusal";
}

TEST_F(DescribedModule, AddsUp) {
  OperatorDescription First, Second;
  First.Symbol = "f";
  Second.Symbol = "g";
  cantFail(describeOperators(M, First));
  cantFail(describeOperators(M, Second));
  cantFail(describeOperators(M, {}));
  auto Read = cantFail(readOperators(M));
  ASSERT_EQ(Read.size(), 2u);
  EXPECT_EQ(Read[0], First);
  EXPECT_EQ(Read[1], Second);
}

TEST_F(DescribedModule, AssemblyOfTheMacroIsRead) {
  M.setModuleInlineAsm(".text\nnop\n"
                       ".pushsection .metaobj.ops,\"e\"\n"
                       "\t.asciz \"metaobj-operator 1\\nsymbol=f\\ncall="
                       "packed\\n\"\n\t.popsection\n"
                       ".section .other\n.asciz \"metaobj-operator 7\"\n");
  auto Read = cantFail(readOperators(M));
  ASSERT_EQ(Read.size(), 1u);
  EXPECT_EQ(Read[0].Symbol, "f");
  for (StringRef Text : {".byte 1", ".asciz \"a\\t\"", ".asciz \"a\\\"",
                         ".ascii \"a\"", ".asciz a"}) {
    M.setModuleInlineAsm((".section .metaobj.ops,\"e\"\n" + Text + "\n").str());
    EXPECT_EQ(toString(readOperators(M).takeError()),
              "m.ll: assembly describes operators in another form than that of "
              "metaobj_operator.h");
  }
}

TEST_F(DescribedModule, VariablesMustBeBytes) {
  auto *Number = ConstantInt::get(Type::getInt32Ty(Context), 1);
  auto *Variable = new GlobalVariable(
      M, Number->getType(), true, GlobalValue::InternalLinkage, Number, "odd");
  Variable->setSection(METAOBJ_OPERATORS_SECTION);
  EXPECT_EQ(toString(readOperators(M).takeError()),
            "m.ll: the variable 'odd' in .metaobj.ops has no bytes");
}

TEST_F(DescribedModule, OfOtherFormatsIsRefused) {
  M.setTargetTriple(llvm_version::argument(Triple("powerpc64-ibm-aix")));
  EXPECT_THAT(refusalOf("f"),
              HasSubstr("objects of 'powerpc64-ibm-aix' have no section for "
                        "descriptions of operators"));
}

} // namespace

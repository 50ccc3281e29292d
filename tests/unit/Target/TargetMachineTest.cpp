//===- TargetMachineTest.cpp - TargetSpec to and from LLVM's machine ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Target.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string refusal(TargetSpec Spec) {
  auto Machine = createTargetMachine(Spec);
  if (Machine)
    return "<accepted>";
  std::string Message;
  handleAllErrors(Machine.takeError(), [&](const InputError &E) {
    Message = (E.input() + ": " + E.reason() + "; " + E.hint()).text();
  });
  return Message;
}

TargetSpec spec(StringRef TripleName) {
  TargetSpec Spec;
  Spec.Triple = Triple(TripleName);
  return Spec;
}

TEST(TargetMachineTest, UnknownTripleNamesTheTargets) {
  EXPECT_THAT(
      refusal(spec("pdp11-unknown-elf")),
      testing::AllOf(StartsWith("TargetSpec::Triple=pdp11-unknown-elf: no "
                                "target of the linked LLVM"),
                     HasSubstr("riscv32"), HasSubstr("x86-64")));
}

TEST(TargetMachineTest, UnknownCpuNamesNearOnes) {
  TargetSpec Spec = spec("thumbv7m-none-eabi");
  Spec.CPU = "cortex-m33x";
  EXPECT_THAT(
      refusal(Spec),
      testing::AllOf(StartsWith("TargetSpec::CPU=cortex-m33x: unknown CPU"),
                     HasSubstr("cortex-m33")));
}

TEST(TargetMachineTest, UnknownFeatureNamesNearOnes) {
  TargetSpec Spec = spec("riscv32-unknown-elf");
  Spec.Features = "+m,+zfoo";
  EXPECT_THAT(refusal(Spec), HasSubstr("unknown feature 'zfoo'"));
  Spec.Features = "m";
  EXPECT_THAT(refusal(Spec), HasSubstr("'m' starts with neither + nor -"));
}

TEST(TargetMachineTest, UnknownAbiNameNamesTheKnownOnes) {
  TargetSpec Spec = spec("riscv32-unknown-elf");
  Spec.AbiName = "ilp32q";
  EXPECT_THAT(
      refusal(Spec),
      testing::AllOf(StartsWith("TargetSpec::AbiName=ilp32q: unknown ABI"),
                     HasSubstr("ilp32, ilp32f, ilp32d, ilp32e")));
  Spec = spec("x86_64-unknown-linux-gnu");
  Spec.AbiName = "sysv";
  EXPECT_THAT(refusal(Spec), HasSubstr("x86-64 has no ABI names"));
}

TEST(TargetMachineTest, RiscvAbiMustFitTripleAndFeatures) {
  TargetSpec Spec = spec("riscv32-unknown-elf");
  Spec.AbiName = "lp64";
  EXPECT_THAT(refusal(Spec), HasSubstr("needs riscv64"));
  Spec.AbiName = "ilp32d";
  EXPECT_THAT(refusal(Spec), HasSubstr("needs the feature '+d'"));
  Spec.Features = "+d";
  EXPECT_EQ(refusal(Spec), "<accepted>");
}

TEST(TargetMachineTest, RelocationModelFollowsTheSystem) {
  EXPECT_EQ(spec("thumbv7m-none-eabi").effectiveRelocationModel(),
            Reloc::Static);
  EXPECT_EQ(spec("riscv64-unknown-elf").effectiveRelocationModel(),
            Reloc::Static);
  EXPECT_EQ(spec("aarch64-unknown-linux-gnu").effectiveRelocationModel(),
            Reloc::PIC_);
}

TEST(TargetMachineTest, SpecSurvivesTheMachine) {
  TargetSpec Spec = spec("riscv32-unknown-elf");
  Spec.AbiName = "ilp32f";
  Spec.Features = "+f";
  Spec.RelocationModel = Reloc::PIC_;
  auto Machine = cantFail(createTargetMachine(Spec));
  TargetSpec Back = targetOf(*Machine);
  EXPECT_EQ(Back.Triple.str(), Spec.Triple.str());
  EXPECT_EQ(Back.AbiName, "ilp32f");
  EXPECT_EQ(Back.Features, "+f");
  EXPECT_EQ(Back.effectiveRelocationModel(), Reloc::PIC_);
}

TEST(TargetMachineTest, ListsTargets) {
  std::vector<TargetDescription> List = listTargets();
  auto Find = [&](StringRef Name) {
    auto It = llvm::find_if(
        List, [&](const TargetDescription &T) { return T.Name == Name; });
    return It == List.end() ? nullptr : &*It;
  };
  ASSERT_TRUE(Find("thumbeb"));
  EXPECT_TRUE(Find("thumbeb")->BigEndian);
  EXPECT_EQ(Find("thumbeb")->PointerBits, 32u);
  EXPECT_TRUE(Find("thumbeb")->Inferred);
  ASSERT_TRUE(Find("avr"));
  EXPECT_EQ(Find("avr")->PointerBits, 16u);
  EXPECT_TRUE(Find("avr")->Inferred);
  ASSERT_TRUE(Find("nvptx64"));
  EXPECT_EQ(Find("nvptx64")->ObjectFormat, "none");
  EXPECT_FALSE(Find("nvptx64")->Inferred);
}

} // namespace

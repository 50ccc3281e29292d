//===- RefusedTargetsTest.cpp - What LLVM would end the process for -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR names any triple, CPU, features, ABI and code model. LLVM's code
// generators end the process for many combinations, crash, or print what they
// ignore: each of those here is an error.
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Base/Messages.h"
#include "Base/Wording.h"
#include "metaobj/Emit.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// Emits a registry of one function; "" or the error.
std::string emitFor(const TargetSpec &Spec) {
  Model TheModel;
  TheModel.Functions.push_back({});
  TheModel.Functions.back().Name = "tvmgen_f";
  return withoutHints(emit(TheModel, Spec, EmitConfig()).takeError()).text();
}

/// As IR in x.ll would say it.
TargetSpec irSpec(StringRef TripleName) {
  TargetSpec Spec;
  Spec.Triple = Triple(TripleName);
  Spec.Source = "x.ll";
  return Spec;
}

bool isAvailable(StringRef TripleName) {
  TargetSpec Spec = irSpec(TripleName);
  Expected<std::unique_ptr<TargetMachine>> Machine = createTargetMachine(Spec);
  if (Machine)
    return true;
  return !StringRef(toString(Machine.takeError()))
              .contains("no target of the linked LLVM has this triple");
}

TEST(RefusedTargetsTest, FormatsOfOtherMachinesAndSystems) {
  EXPECT_EQ(emitFor(irSpec("riscv32-unknown-linux-macho")),
            "x.ll: there are no Mach-O objects for riscv32 on 'linux'");
  for (StringRef Name :
       {"riscv64-unknown-linux-coff", "riscv32-unknown-unknown-wasm",
        "thumbv7m-none-unknown-xcoff", "mips-unknown-linux-goff",
        "thumbv7m-pc-windows-elf", "thumbv7m-apple-ios-coff",
        "x86_64-unknown-linux-spirv", "s390x-ibm-zos-elf",
        "arm64ec-pc-windows-macho", "wasm32-unknown-unknown-elf"}) {
    if (!isAvailable(Name))
      continue;
    EXPECT_THAT(emitFor(irSpec(Name)), StartsWith("x.ll: there are no "))
        << Name.str();
  }
  // Bare machines of Apple's, and Linux with ELF where a Mac has Mach-O.
  for (StringRef Name : {"thumbv7m-none-unknown-macho", "x86_64-apple-macosx",
                         "x86_64-apple-macosx-elf", "x86_64-pc-windows-msvc"})
    EXPECT_THAT(emitFor(irSpec(Name)),
                testing::AnyOf("", HasSubstr("no target of the linked LLVM")))
        << Name.str();
}

TEST(RefusedTargetsTest, MachinesOfOtherSystems) {
  for (StringRef Name :
       {"powerpc-apple-macosx", "powerpc64-unknown-lv2", "powerpc64le-ibm-aix",
        "armebv7-pc-windows", "armv7-unknown-uefi", "i386-unknown-uefi",
        "x86_64-pc-windows-gnuabin32", "riscv32-unknown-fuchsia",
        "mips-unknown-linux-gnuabin32"}) {
    // Older versions generate code for old Macs.
    bool IsGenerated =
        llvm_version::MajorVersion < 19 && Name == "powerpc-apple-macosx";
    if (IsGenerated || !isAvailable(Name))
      continue;
    EXPECT_THAT(emitFor(irSpec(Name)),
                testing::AnyOf(StartsWith("x.ll: the linked LLVM generates "
                                          "no code for the triple '"),
                               StartsWith("x.ll: there are no ")))
        << Name.str();
  }
}

/// Every triple leads to an object or an error.
TEST(RefusedTargetsTest, NoTripleEndsTheProcess) {
  if (llvm_version::MajorVersion != 19)
    GTEST_SKIP() << "SECURITY.md says it of LLVM 19";
  for (StringRef Arch :
       {"riscv32", "riscv64",     "thumbv7m",    "armv4t",  "armebv7",
        "aarch64", "arm64ec",     "arm64_32",    "x86_64",  "i386",
        "mips",    "mips64el",    "powerpc",     "sparcv9", "powerpc64le",
        "s390x",   "avr",         "msp430",      "hexagon", "lanai",
        "m68k",    "loongarch64", "loongarch32", "wasm32",  "bpf"})
    for (StringRef System : {"unknown-unknown", "apple-macosx", "pc-windows",
                             "unknown-uefi", "ibm-aix", "unknown-fuchsia"})
      for (StringRef Format : {"", "-elf", "-coff", "-macho", "-wasm", "-xcoff",
                               "-goff", "-spirv", "-gnuabin32"})
        emitFor(irSpec((Arch + "-" + System + Format).str()));
}

TEST(RefusedTargetsTest, CodeModels) {
  struct Row {
    StringRef Triple;
    std::vector<CodeModel::Model> Known;
  };
  using enum CodeModel::Model;
  const Row Rows[] = {
      {"riscv32", {Small, Medium}},
      {"thumbv7m-none-eabi", {Small, Medium, Large}},
      {"aarch64-linux-gnu", {Tiny, Small, Large}},
      {"arm64-apple-macosx", {Small, Large}},
      {"x86_64-linux-gnu", {Small, Kernel, Medium, Large}},
      {"powerpc-linux-gnu", {Small}},
      {"powerpc64-linux-gnu", {Small, Medium, Large}},
      {"loongarch32", {Small}},
      {"loongarch64", {Small, Medium, Large}},
      {"mips-linux-gnu", {Small, Medium, Large}},
      {"xcore", {Small, Large}},
      {"nvptx64", {Small, Medium, Large}},
  };
  for (const Row &TheRow : Rows) {
    // Older ones are not tried with more than the small model.
    bool IsTried =
        llvm_version::MajorVersion >= 19 || TheRow.Triple != "loongarch64";
    if (!IsTried || !isAvailable(TheRow.Triple))
      continue;
    for (CodeModel::Model Model : {Tiny, Small, Kernel, Medium, Large}) {
      TargetSpec Spec = irSpec(TheRow.Triple);
      Spec.CodeModel = Model;
      std::string Error = emitFor(Spec);
      EXPECT_EQ(StringRef(Error).contains("there is no such code model"),
                !is_contained(TheRow.Known, Model))
          << TheRow.Triple.str() << ' ' << int(Model) << ": " << Error;
    }
  }
  TargetSpec Spec = irSpec("riscv32");
  Spec.CodeModel = Kernel;
  if (!isAvailable("riscv32"))
    return;
  EXPECT_EQ(emitFor(Spec), "x.ll: Code Model=kernel: there is no such code "
                           "model for riscv32; known are: small, medium");
}

TEST(RefusedTargetsTest, ProcessorsAndFeatures) {
  struct Row {
    StringRef Triple, Cpu, Features, Abi, Reason;
  };
  const Row Rows[] = {
      {"x86_64-linux-gnu", "i386", "", "", "a CPU and features for 64 bits"},
      {"x86_64-linux-gnu", "", "-64bit-mode", "", "features for 64 bits"},
      {"i386-linux-gnu", "", "+64bit-mode", "", "features for 32 bits"},
      {"i386-linux-gnu", "", "+tagged-globals", "", "for x86-64 only"},
      {"x86_64-apple-macosx", "", "+retpoline", "", "not exist for Mach-O"},
      {"x86_64-apple-macosx", "", "+lvi-cfi", "", "not exist for Mach-O"},
      {"armv4t-none-eabi", "", "+execute-only", "", "needs Armv6-M"},
      {"riscv32", "", "+e", "ilp32", "'+e' says that there are 16"},
      {"powerpc64-linux-gnu", "", "-64bit", "", "features for 64 bits"},
      {"powerpc-ibm-aix", "", "-hard-float", "", "needs '+hard-float'"},
      {"loongarch64", "", "+32bit", "", "for 64 bits only"},
      {"loongarch32", "", "+64bit", "", "for 32 bits only"},
      {"loongarch64-unknown-linux-gnu", "", "+f,-d", "",
       "ABI needs the feature '+d'"},
      {"loongarch64-unknown-linux-gnuf32", "", "-f", "",
       "ABI needs the feature '+f'"},
      {"mips-linux-gnu", "", "+abs2008", "", "needs Release 2"},
      {"mips-linux-gnu", "", "+crc", "", "needs Release 6"},
      {"mips64-linux-gnuabi64", "", "+mips32r6", "", "needs Release 2"},
      {"mips64-linux-gnuabi64", "", "+mips16", "", "exists for o32 only"},
      {"mips64-linux-gnuabi64", "", "-fp64", "", "need '+mips3'"},
      {"mips64-linux-gnuabi64", "", "-mips2", "", "need '+mips2'"},
      {"mips-linux-gnu", "", "+fp64,+gp64", "", "needs MIPS32 Release 2"},
      {"mips-linux-gnu", "", "+use-indirect-jump-hazard", "", "Release 2"},
  };
  for (const Row &TheRow : Rows) {
    TargetSpec Spec = irSpec(TheRow.Triple);
    Spec.CPU = TheRow.Cpu;
    Spec.Features = TheRow.Features;
    Spec.AbiName = TheRow.Abi;
    if (!isAvailable(TheRow.Triple))
      continue;
    std::string Error = emitFor(Spec);
    EXPECT_THAT(Error, StartsWith("x.ll: "));
    // Other versions of LLVM do not know all features.
    EXPECT_THAT(Error, testing::AnyOf(HasSubstr(TheRow.Reason.str()),
                                      HasSubstr("unknown feature"),
                                      HasSubstr("cores with 16 registers")))
        << TheRow.Triple.str() << ' ' << TheRow.Features.str();
  }
}

TEST(RefusedTargetsTest, TheAbiOfCoresWith16RegistersIsNamed) {
  if (!llvm_version::HasRiscvE || !isAvailable("riscv32"))
    GTEST_SKIP() << "the linked LLVM generates no code for RISC-V cores with "
                    "16 registers";
  TargetSpec Spec = irSpec("riscv32");
  Spec.Features = "+e";
  Spec.AbiName = "ilp32";
  Model TheModel;
  EXPECT_EQ(text(emit(TheModel, Spec, EmitConfig()).takeError()),
            "x.ll: target-abi=ilp32: needs 32 registers, but '+e' says that "
            "there are 16\nhint: TargetSpec::AbiName=ilp32e is the ABI of such "
            "cores");
}

/// What LLVM ignores it prints, and nobody reads it.
TEST(RefusedTargetsTest, LoongArchHasTheAbiOfItsFeatures) {
  if (!isAvailable("loongarch64"))
    GTEST_SKIP() << "this LLVM has no LoongArch";
  auto AbiOf = [](StringRef TripleName, StringRef Features) {
    TargetSpec Spec = irSpec(TripleName);
    Spec.Features = Features;
    Expected<std::unique_ptr<TargetMachine>> Machine =
        createTargetMachine(Spec);
    return Machine ? (*Machine)->Options.MCOptions.ABIName
                   : withoutHints(Machine.takeError()).text();
  };
  testing::internal::CaptureStderr();
  // The generic CPU of some versions has both.
  EXPECT_EQ(AbiOf("loongarch64", "-f,-d"), "lp64s");
  EXPECT_EQ(AbiOf("loongarch64", "+f,-d"), "lp64f");
  EXPECT_EQ(AbiOf("loongarch64", "+d"), "lp64d");
  EXPECT_EQ(AbiOf("loongarch64-unknown-linux-gnu", "+d"), "");
  TargetSpec Plain = irSpec("loongarch64");
  EXPECT_EQ(emitFor(Plain), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace

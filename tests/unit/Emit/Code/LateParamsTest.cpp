//===- LateParamsTest.cpp - Parameters of a compiler's object -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Emit/Code/CodeGeneration.h"
#include "Inspect/Report/Report.h"
#include "metaobj/Emit.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

/// Two parameters of three have the same bytes.
Model modelWithParams() {
  Model TheModel;
  TheModel.Name = "default";
  for (const char *Name : {"a", "b", "again"}) {
    Param P;
    P.Name = Name;
    P.DType = {kDLInt, 16, 1};
    P.Shape = {50};
    P.Data = Payload::fill(static_cast<uint8_t>(*Name), 100);
    P.StorageId = TheModel.Params.size();
    TheModel.Params.push_back(std::move(P));
  }
  return TheModel;
}

std::unique_ptr<TargetMachine> machine(StringRef TripleName) {
  TargetSpec Spec;
  Spec.Triple = Triple(TripleName);
  return cantFail(createTargetMachine(Spec));
}

SmallVector<char, 0> objectOf(Module &M, TargetMachine &Machine) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  cantFail(generateCode(M, Machine, OS));
  return Bytes;
}

std::unique_ptr<MemoryBuffer> toMemory(Expected<Emission> Object) {
  return cantFail(cantFail(std::move(Object)).toMemory());
}

class LateParamsInElf : public testing::TestWithParam<const char *> {};

TEST_P(LateParamsInElf, HasWhatAnEmissionHas) {
  Model TheModel = modelWithParams();
  std::unique_ptr<TargetMachine> Machine = machine(GetParam());
  for (ParamDedup Dedup :
       {ParamDedup::Off, ParamDedup::Model, ParamDedup::Link}) {
    EmitConfig Config;
    Config.Params.Dedup = Dedup;
    auto Wanted = toMemory(emit(TheModel, *Machine, Config));
    LLVMContext Context;
    auto Late = [&] {
      return cantFail(buildLateModule(TheModel, *Machine, Context, Config));
    };
    auto Check = [&](MemoryBufferRef Found) {
      EXPECT_TRUE(cantFail(diff(*Wanted, Found)).areEqual());
    };

    LateModule ForObject = Late();
    ASSERT_TRUE(ForObject.Params.has_value());
    for (const GlobalVariable &Global : ForObject.Built->globals())
      EXPECT_FALSE(Global.hasInitializer() &&
                   Global.getName().contains("__tvm_param__"));
    Check(*toMemory(ForObject.Params->addTo(
        objectOf(*ForObject.Built, *Machine), *ForObject.Built)));

    LateModule ForText = Late();
    cantFail(ForText.Params->addTo(*ForText.Built));
    EXPECT_FALSE(verifyModule(*ForText.Built, &errs()));
    for (const GlobalVariable &Global : ForText.Built->globals())
      EXPECT_FALSE(Global.isDeclaration()) << Global.getName().str();
    SmallVector<char, 0> Object = objectOf(*ForText.Built, *Machine);
    Check(MemoryBufferRef(StringRef(Object.data(), Object.size()), "text"));
  }
}

INSTANTIATE_TEST_SUITE_P(Elf, LateParamsInElf,
                         testing::Values("x86_64-linux-gnu",
                                         "powerpc-linux-gnu",
                                         "thumbv7m-none-eabi",
                                         "riscv32-unknown-elf",
                                         "mips64el-linux-gnuabi64"));

TEST(LateParamsTest, OtherFormatsHaveThemInTheModule) {
  Model TheModel = modelWithParams();
  for (const char *Name : {"x86_64-pc-windows-msvc", "arm64-apple-macos12",
                           "wasm32-unknown-unknown", "avr-unknown-unknown"}) {
    LLVMContext Context;
    std::unique_ptr<TargetMachine> Machine = machine(Name);
    LateModule Built =
        cantFail(buildLateModule(TheModel, *Machine, Context, EmitConfig()));
    EXPECT_FALSE(Built.Params.has_value()) << Name;
    for (const GlobalVariable &Global : Built.Built->globals())
      EXPECT_FALSE(Global.isDeclaration()) << Name << Global.getName().str();
  }
}

/// Linkers would take an empty list for one of all addresses that matter.
TEST(LateParamsTest, DropsTheListOfSignificantAddresses) {
  Model TheModel = modelWithParams();
  std::unique_ptr<TargetMachine> Machine = machine("x86_64-linux-gnu");
  Machine->Options.EmitAddrsig = true;
  LLVMContext Context;
  LateModule Late =
      cantFail(buildLateModule(TheModel, *Machine, Context, EmitConfig()));
  auto HasList = [](StringRef Object) {
    using File = object::ELFFile<object::ELF64LE>;
    File Elf = cantFail(File::create(Object));
    return any_of(cantFail(Elf.sections()), [](const auto &Item) {
      return Item.sh_type == ELF::SHT_LLVM_ADDRSIG;
    });
  };
  SmallVector<char, 0> Object = objectOf(*Late.Built, *Machine);
  EXPECT_TRUE(HasList(StringRef(Object.data(), Object.size())));
  EXPECT_FALSE(
      HasList(toMemory(Late.Params->addTo(std::move(Object), *Late.Built))
                  ->getBuffer()));
}

TEST(LateParamsTest, RefusesCompactRelocations) {
  Model TheModel = modelWithParams();
  std::unique_ptr<TargetMachine> Machine = machine("x86_64-linux-gnu");
  LLVMContext Context;
  LateModule Late =
      cantFail(buildLateModule(TheModel, *Machine, Context, EmitConfig()));
  SmallVector<char, 0> Object = objectOf(*Late.Built, *Machine);
  using File = object::ELFFile<object::ELF64LE>;
  File Elf = cantFail(File::create(StringRef(Object.data(), Object.size())));
  for (const auto &Item : cantFail(Elf.sections()))
    if (Item.sh_type == ELF::SHT_RELA)
      const_cast<object::ELF64LE::Shdr &>(Item).sh_type = 0x40000014;
  Expected<Emission> Added = Late.Params->addTo(std::move(Object), *Late.Built);
  EXPECT_THAT(toString(Added.takeError()),
              HasSubstr("the object that LLVM wrote has compact relocations "
                        "(CREL)"));
}

} // namespace

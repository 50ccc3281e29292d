//===- ReadBackTest.cpp - What Inspect and sections say -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/EmittedSample.h"
#include "Check/SelfTest/Steps.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;

static std::string inspectionFailure(const EmittedSample &Sample,
                                     const Inspection &Found,
                                     bool IsLinked = false) {
  Checks Result;
  checkInspection(Result, Found, Sample.expectation(), IsLinked);
  return Result.failure().text();
}

static std::string protectionFailure(const EmittedSample &Sample) {
  Checks Result;
  checkProtection(Result, Sample.view(), Sample.expectation());
  EXPECT_GT(Result.count(), 20u);
  return Result.failure().text();
}

TEST(ReadBack, Holds) {
  for (RuntimeAbi Abi : tvmCrtAbis())
    for (StringRef Triple :
         {"riscv32-unknown-elf", "sparcv9-unknown-linux-gnu"}) {
      EmittedSample Sample(specOf(Triple), Abi);
      EXPECT_EQ(inspectionFailure(Sample, Sample.inspection()), "");
      EXPECT_EQ(protectionFailure(Sample), "");
    }
}

TEST(ReadBack, ByteOrder) {
  EmittedSample Big(specOf("mips-unknown-linux-gnu"));
  EmittedSample Little(specOf("mipsel-unknown-linux-gnu"));
  EXPECT_TRUE(StringRef(inspectionFailure(Little, Big.inspection()))
                  .starts_with("hash of the bytes of parameter 'weight' is "));
}

TEST(ReadBack, Registry) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  Inspection Found = Sample.inspection();
  auto With = [&](auto Change) {
    Inspection Changed = Found;
    Change(Changed);
    return inspectionFailure(Sample, Changed);
  };
  EXPECT_EQ(With([](Inspection &I) { I.Registries.clear(); }),
            "number of registries is 0, wanted 1");
  EXPECT_EQ(With([](Inspection &I) { I.Registries[0].Entry = "main"; }),
            "entry point is 'main', wanted 'TVMSystemLibEntryPoint'");
  EXPECT_EQ(With([](Inspection &I) { I.Registries[0].Abi = "tvm-crt-u8"; }),
            "ABI of the registry is 'tvm-crt-u8', wanted 'tvm-crt-u16'");
  EXPECT_EQ(With([](Inspection &I) { I.Registries[0].Index = ""; }),
            "index of the registry is '', wanted "
            "'tvmgen_self_test_registry_index'");
  EXPECT_EQ(With([](Inspection &I) { I.Registries[0].Count = 3; }),
            "count of functions is 3, wanted 4");
  EXPECT_EQ(With([](Inspection &I) { I.Registries[0].Functions.pop_back(); }),
            "number of functions is 3, wanted 4");
  EXPECT_EQ(With([](Inspection &I) {
              std::swap(I.Registries[0].Functions[0].Name,
                        I.Registries[0].Functions[2].Name);
            }),
            "function 0 is 'z', wanted 'tvmgen_self_test_add'");
  EXPECT_EQ(
      With([](Inspection &I) { I.Registries[0].Functions[1].Symbol = ""; }),
      "symbol of 'tvmgen_self_test_mul' is '', wanted "
      "'self_test_mul_impl'");
}

TEST(ReadBack, Params) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  Inspection Found = Sample.inspection();
  auto With = [&](auto Change) {
    Inspection Changed = Found;
    Change(Changed.Params);
    return inspectionFailure(Sample, Changed);
  };
  using Params = std::vector<InspectedParam>;
  EXPECT_EQ(With([](Params &P) { P.pop_back(); }),
            "number of parameters is 12, wanted 13");
  EXPECT_EQ(With([](Params &P) { P[0].StorageId.reset(); }),
            "storage id of parameter 'weight' is 'none', wanted '0'");
  EXPECT_EQ(With([](Params &P) { P[2].StorageId = 1; }),
            "storage id of parameter 'table' is '1', wanted 'none'");
  EXPECT_EQ(With([](Params &P) { P[0].DType = "int32"; }),
            "dtype of parameter 'weight' is 'int32', wanted 'float32'");
  EXPECT_EQ(With([](Params &P) { P[0].Shape = {3, 2}; }),
            "shape of parameter 'weight' is '[3,2]', wanted '[2,3]'");
  EXPECT_EQ(With([](Params &P) { P[0].Align = 32; }),
            "alignment of parameter 'weight' is 32, wanted a multiple of 64");
  EXPECT_EQ(With([](Params &P) { P[5].Align = 64; }),
            "alignment of parameter 'brain' is 64, wanted a multiple of 128");
  EXPECT_EQ(With([](Params &P) { P[0].Bytes = 23; }),
            "size of parameter 'weight' is 23, wanted 24");
  EXPECT_EQ(With([](Params &P) { P[0].Symbol = ""; }),
            "symbol of parameter 'weight' is '', wanted "
            "'__tvm_param__weight'");
}

/// Sets SHF_WRITE of a section of a 32-bit little-endian object.
static void makeWritable(std::string &Bytes, StringRef Name) {
  auto File = cantFail(object::ELFFile<object::ELF32LE>::create(Bytes));
  for (const auto &Header : cantFail(File.sections()))
    if (cantFail(File.getSectionName(Header)) == Name) {
      size_t Offset =
          reinterpret_cast<const char *>(&Header.sh_flags) - Bytes.data();
      Bytes[Offset] = static_cast<char>(Bytes[Offset] | ELF::SHF_WRITE);
      return;
    }
  FAIL() << "no section " << Name.str();
}

TEST(ReadBack, WritableSections) {
  for (StringRef Name :
       {".rodata.tvm", ".rodata.metaobj.registry", ".rodata.metaobj.params",
        ".rodata.metaobj.linked_params"}) {
    EmittedSample Sample(specOf("riscv32-unknown-elf"));
    makeWritable(Sample.Bytes, Name);
    EXPECT_EQ(protectionFailure(Sample),
              "section '" + Name.str() + "' is writable");
  }
}

TEST(ReadBack, RelocatedSectionsOfStaticCode) {
  TargetSpec Spec = specOf("riscv32-unknown-elf");
  Spec.RelocationModel = Reloc::PIC_;
  EmittedSample Movable(Spec);
  EXPECT_EQ(protectionFailure(Movable), "");
  Expectation Static = Movable.expectation();
  Static.IsPositionIndependent = false;
  Checks Result;
  checkProtection(Result, Movable.view(), Static);
  EXPECT_TRUE(StringRef(Result.failure().text())
                  .starts_with("section '.data.rel.ro.metaobj."));
}

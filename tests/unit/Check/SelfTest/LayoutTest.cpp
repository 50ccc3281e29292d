//===- LayoutTest.cpp - Structures as C lays them out ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/EmittedSample.h"
#include "Check/SelfTest/Steps.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <vector>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;

/// What the check says first; empty when nothing is wrong.
static std::string failureOf(const EmittedObject &Object,
                             const DataLayout &Layout,
                             const Expectation &Wanted) {
  Checks Result;
  checkLayout(Result, Object, Layout, Wanted);
  EXPECT_GT(Result.count(), 100u);
  return Result.failure().text();
}

TEST(Layout, Holds) {
  for (StringRef Triple :
       {"riscv32-unknown-elf", "sparcv9-unknown-elf", "i386-unknown-linux-gnu",
        "avr-unknown-unknown", "m68k-unknown-linux-gnu", "x86_64-apple-macosx",
        "i686-pc-windows-msvc", "wasm32-unknown-unknown"})
    for (RuntimeAbi Abi : tvmCrtAbis()) {
      EmittedSample Sample(specOf(Triple), Abi);
      EXPECT_EQ(failureOf(Sample.view(), Sample.Layout, Sample.expectation()),
                "")
          << Triple.str();
    }
}

TEST(Layout, OtherByteOrder) {
  EmittedSample Big(specOf("mips-unknown-linux-gnu"));
  EmittedSample Little(specOf("mipsel-unknown-linux-gnu"));
  EXPECT_EQ(failureOf(Big.view(), Little.Layout, Little.expectation()),
            "byte 0 of '_tvm_crt_function_names' is 0x00, wanted 0x04");
  EXPECT_EQ(failureOf(Little.view(), Big.Layout, Big.expectation()),
            "byte 0 of '_tvm_crt_function_names' is 0x04, wanted 0x00");
}

TEST(Layout, OtherAlignmentOf64Bits) {
  // i386 aligns them to 4, and an entry has 56 bytes there.
  EmittedSample Four(specOf("i386-unknown-linux-gnu"));
  EmittedSample Eight(specOf("riscv32-unknown-elf"));
  EXPECT_EQ(failureOf(Four.view(), Eight.Layout, Eight.expectation()),
            "size of '_metaobj_params' is 728, wanted 832");
}

TEST(Layout, OtherPointerWidth) {
  EmittedSample Narrow(specOf("riscv32-unknown-elf"));
  EmittedSample Wide(specOf("riscv64-unknown-elf"));
  EXPECT_EQ(failureOf(Narrow.view(), Wide.Layout, Wide.expectation()),
            "size of '_tvm_func_registry_ptrs' is 16, wanted 32");
}

TEST(Layout, MissingRelocation) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  EmittedObject Object = Sample.view();
  const ViewedSymbol *Table = Object.find("_tvm_func_registry_ptrs");
  ASSERT_NE(Table, nullptr);
  std::erase(Object.Sections[Table->Section].Relocations, Table->Offset + 4);
  EXPECT_EQ(failureOf(Object, Sample.Layout, Sample.expectation()),
            "relocated places of '_tvm_func_registry_ptrs' is '0 8 12', wanted "
            "'0 4 8 12'");
}

TEST(Layout, RelocationTooMany) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  EmittedObject Object = Sample.view();
  const ViewedSymbol *Table = Object.find("_metaobj_param_table");
  ASSERT_NE(Table, nullptr);
  auto &Relocations = Object.Sections[Table->Section].Relocations;
  Relocations.push_back(Table->Offset);
  llvm::sort(Relocations);
  EXPECT_EQ(failureOf(Object, Sample.Layout, Sample.expectation()),
            "relocated places of '_metaobj_param_table' is '0 8', wanted '8'");
}

TEST(Layout, DamagedParameter) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  EmittedObject Object = Sample.view();
  const ViewedSymbol *Bias = Object.find("__tvm_param__bias");
  ASSERT_NE(Bias, nullptr);
  size_t Position = Object.Sections[Bias->Section].Bytes.data() -
                    Sample.Bytes.data() + Bias->Offset;
  ASSERT_LT(Position + 2, Sample.Bytes.size());
  std::swap(Sample.Bytes[Position], Sample.Bytes[Position + 1]);
  EXPECT_EQ(failureOf(Sample.view(), Sample.Layout, Sample.expectation()),
            "byte 0 of '__tvm_param__bias' is 0x52, wanted 0x4b");
}

TEST(Layout, DamagedIndex) {
  for (StringRef Table :
       {"_metaobj_index_slots", "_metaobj_index_shifts",
        "_metaobj_index_offsets", "_metaobj_registry_index"}) {
    EmittedSample Sample(specOf("riscv32-unknown-elf"));
    EmittedObject Object = Sample.view();
    const ViewedSymbol *Symbol = Object.find(Table);
    ASSERT_NE(Symbol, nullptr);
    size_t Position = Object.Sections[Symbol->Section].Bytes.data() -
                      Sample.Bytes.data() + Symbol->Offset;
    ASSERT_LT(Position, Sample.Bytes.size());
    Sample.Bytes[Position] ^= 0x40;
    EXPECT_TRUE(
        StringRef(failureOf(Sample.view(), Sample.Layout, Sample.expectation()))
            .starts_with(("byte 0 of '" + Table + "' is ").str()));
  }
}

TEST(Layout, MissingSymbol) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  EmittedObject Object = Sample.view();
  llvm::erase_if(Object.Symbols, [](const ViewedSymbol &Symbol) {
    return Symbol.Name == "_tvm_linked_params";
  });
  EXPECT_EQ(failureOf(Object, Sample.Layout, Sample.expectation()),
            "there is no symbol '_tvm_linked_params'");
}

TEST(Layout, MisplacedSymbol) {
  EmittedSample Sample(specOf("riscv32-unknown-elf"));
  EmittedObject Object = Sample.view();
  for (ViewedSymbol &Symbol : Object.Symbols)
    if (Symbol.Name == "_tvm_crt_module")
      Symbol.Offset += 2;
  EXPECT_TRUE(StringRef(failureOf(Object, Sample.Layout, Sample.expectation()))
                  .contains("of its section, wanted a multiple of 4"));
}

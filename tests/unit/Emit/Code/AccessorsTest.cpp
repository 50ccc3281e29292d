//===- AccessorsTest.cpp - Functions that return tables -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each output defines or declares an accessor exactly when it has the tables,
// with one symbol and one type.
//
//===----------------------------------------------------------------------===//

#include "Emit/Accessors.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

Model modelWith(bool HasParams) {
  Model TheModel;
  TheModel.Name = "default";
  TheModel.Functions.push_back({"f", "", CallingConvention::Packed, "f.o"});
  if (!HasParams)
    return TheModel;
  Param P;
  P.Name = "p";
  P.DType = {kDLUInt, 8, 1};
  P.Shape = {3};
  P.Data = Payload::fill(1, 3);
  TheModel.Params.push_back(std::move(P));
  return TheModel;
}

/// The name of what \p F returns; empty if \p F does not exist.
StringRef returnedBy(const llvm::Function *F) {
  if (!F)
    return "";
  auto *Return = cast<ReturnInst>(F->getEntryBlock().getTerminator());
  return Return->getReturnValue()->stripPointerCasts()->getName();
}

class AccessorsTest
    : public testing::TestWithParam<std::tuple<bool, bool, RuntimeAbi>> {};

TEST_P(AccessorsTest, AreInAllOutputs) {
  auto [HasParams, HasIndex, Abi] = GetParam();
  const Model TheModel = modelWith(HasParams);
  EmitConfig Config;
  Config.Registry.HasIndex = HasIndex;
  Config.Abi = Abi;
  const ModelTables Tables(TheModel, runtimeFamily(Abi), Abi, HasIndex);

  TargetSpec Spec;
  Spec.Triple = Triple("x86_64-unknown-linux-gnu");
  auto Machine = cantFail(createTargetMachine(Spec));
  LLVMContext Context;
  auto M = cantFail(buildModule(TheModel, *Machine, Context, Config));
  Emission OfC = cantFail(emitC(TheModel, Config));
  std::string Source = cantFail(OfC.toMemory())->getBuffer().str(), Header;
  raw_string_ostream OS(Header);
  cantFail(writeHeader(OfC, "model.h", OS));
  OS.flush();
  std::vector<std::string> Defined = definedSymbols(TheModel, Config);

  EXPECT_EQ(Defined.front(), Config.EntryPoint);
  for (const Accessor &TheAccessor : accessors(Abi)) {
    std::string Symbol = TheAccessor.symbol(TheModel, Config);
    SCOPED_TRACE(Symbol);
    const TableGroup &Group = Tables.*TheAccessor.Tables;
    const bool IsThere = TheAccessor.IsThere(TheModel, Config);
    EXPECT_EQ(!Group.empty(), IsThere);
    EXPECT_EQ(is_contained(Defined, Symbol), IsThere);
    EXPECT_EQ(returnedBy(M->getFunction(Symbol)),
              IsThere ? StringRef(Group.back().Symbol) : "");
    std::string Declared = " *" + Symbol + "(void)";
    EXPECT_EQ(StringRef(Header).contains("\nconst " + TheAccessor.Type.str() +
                                         Declared + ";\n"),
              IsThere);
    StringRef Type = TheAccessor.Type;
    Type.consume_front("struct ");
    EXPECT_EQ(StringRef(Source).contains("\nconst " + Type.str() + Declared +
                                         " {\n  return &"),
              IsThere);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Emit, AccessorsTest,
    testing::Combine(testing::Bool(), testing::Bool(),
                     testing::ValuesIn(tvmCrtAbis().vec())));

} // namespace

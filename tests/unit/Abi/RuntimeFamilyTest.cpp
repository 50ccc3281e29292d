//===- RuntimeFamilyTest.cpp - What rooms ask of a runtime ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/OperatorEvidence.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace metaobj;

namespace {

TEST(RuntimeFamily, EachAbiIsOfOneFamily) {
  std::set<std::string> Names;
  for (RuntimeAbi Abi : runtimeAbis()) {
    EXPECT_EQ(count_if(runtimeFamilies(),
                       [Abi](const RuntimeFamily *Family) {
                         return is_contained(Family->Facts.Abis, Abi);
                       }),
              1);
    StringRef Name = runtimeAbiName(Abi);
    EXPECT_TRUE(Names.insert(Name.str()).second) << Name.str();
    EXPECT_EQ(parseRuntimeAbi(Name), Abi);
    EXPECT_EQ(registryLimits(Abi).Abi, Name);
    EXPECT_EQ(registryLimits(Abi).Convention,
              runtimeFamily(Abi).Facts.Convention);
  }
  EXPECT_EQ(parseRuntimeAbi("tvm-crt"), std::nullopt);
}

// Read and Emit ask these facts together.
TEST(RuntimeFamily, HasFactsThatFitEachOther) {
  std::set<std::string> Symbols, Types;
  for (const RuntimeFamily *Family : runtimeFamilies()) {
    const RuntimeFacts &Facts = Family->Facts;
    SCOPED_TRACE(Facts.Name.str());
    EXPECT_TRUE(Symbols.insert(Facts.TableSymbolEnd.str()).second);
    EXPECT_TRUE(Types.insert(Facts.TableType.str()).second);
    EXPECT_EQ(Facts.TableType.starts_with("struct "), Facts.HasRegistry);
    EXPECT_EQ(Facts.TableSymbolEnd.empty(), Facts.HasRegistry);
    EXPECT_FALSE(Facts.HasRegistry && Facts.HasLibrary);
    EXPECT_EQ(Facts.Patterns.empty(),
              Facts.Operators == OperatorFamily::Unknown);
    EXPECT_TRUE(Facts.TypeInC.contains("metaobj_function_t"));
    for (StringRef Pattern : Facts.Patterns) {
      EXPECT_EQ(Pattern.count('*'), 1u) << Pattern.str();
      EXPECT_TRUE(Pattern.starts_with("*") || Pattern.ends_with("*"));
    }
  }
}

TEST(RuntimeFamily, KnowsItsOperators) {
  EXPECT_TRUE(tvmCrtFamily().hasOperator("tvmgen_default_fused_add"));
  EXPECT_TRUE(tvmCrtFamily().hasOperator("fused_nn_conv2d"));
  EXPECT_FALSE(tvmCrtFamily().hasOperator("__tvm_ffi_main"));
  EXPECT_TRUE(tvmFfiFamily().hasOperator("__tvm_ffi_main"));
  EXPECT_TRUE(ireeFamily().hasOperator("net_library_query"));
  EXPECT_FALSE(ireeFamily().hasOperator("net_library_query_2"));
  EXPECT_FALSE(functionsFamily().hasOperator("anything"));
  // The start of a name says more than its end.
  EXPECT_EQ(familyOfName("tvmgen_net_library_query"), OperatorFamily::TvmCrt);
  EXPECT_EQ(familyOfName("__tvm_ffi_library_query"), OperatorFamily::TvmFfi);
  EXPECT_EQ(familyOfName("net_library_query"), OperatorFamily::Iree);
  EXPECT_EQ(familyOfName("net"), OperatorFamily::Unknown);
}

} // namespace

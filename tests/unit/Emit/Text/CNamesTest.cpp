//===- CNamesTest.cpp - What symbols are called in C ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Text/CNames.h"
#include "Base/Wording.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

Model modelOf(ArrayRef<StringRef> Functions, ArrayRef<StringRef> Params = {}) {
  Model Result;
  for (StringRef Name : Functions) {
    metaobj::Function F;
    F.Name = Name.str();
    F.Owner = "ops.o";
    Result.Functions.push_back(F);
  }
  for (StringRef Name : Params) {
    Param P;
    P.Name = Name.str();
    P.DType = {kDLInt, 8, 1};
    P.Data = Payload::fill(0, 1);
    Result.Params.push_back(P);
  }
  return Result;
}

std::string function(StringRef Symbol) {
  CNames Names(modelOf({Symbol}), EmitConfig());
  return Names.function(0).Name + Names.function(0).label();
}

TEST(CNamesTest, WhatMayBeAName) {
  for (StringRef Name :
       {"tvmgen_default_fused_add", "__tvm_main__", "_lookup_linked_param",
        "__tvm_param__w", "x", "Int", "my_memcpy", "INTEGER"})
    EXPECT_TRUE(isCName(Name)) << Name.str();
  for (StringRef Name : {"",
                         "1st",
                         "a.b",
                         "a$b",
                         "ns::f",
                         "caf\xc3\xa9",
                         "int",
                         "class",
                         "uint8_t",
                         "INT8_MAX",
                         "UINT64_C",
                         "NULL",
                         "main",
                         "memcpy",
                         "printf",
                         "sin",
                         "linux",
                         "__func__",
                         "_Bool",
                         "TVMModule",
                         "TVMRegistryIndex",
                         "args",
                         "data",
                         "metaobj_param_at",
                         "METAOBJ_ALIGN"})
    EXPECT_FALSE(isCName(Name)) << Name.str();
}

TEST(CNamesTest, SimilarNamesAndLabels) {
  EXPECT_EQ(function("tvmgen_a"), "tvmgen_a");
  EXPECT_EQ(function("ns.add$1"), "ns_add_1 METAOBJ_SYMBOL(\"ns.add$1\")");
  EXPECT_EQ(function("ns::add"), "ns__add METAOBJ_QUOTED_SYMBOL(\"ns::add\")");
  EXPECT_EQ(function("caf\xc3\xa9"),
            "caf__ METAOBJ_QUOTED_SYMBOL(\"caf\\303\\251\")");
  EXPECT_EQ(function("1st"), "symbol_1st METAOBJ_QUOTED_SYMBOL(\"1st\")");
  EXPECT_EQ(function("int"), "int_2 METAOBJ_SYMBOL(\"int\")");
  EXPECT_EQ(function("_Bool"), "symbol__Bool METAOBJ_SYMBOL(\"_Bool\")");
}

TEST(CNamesTest, NamesAreUnique) {
  CNames Names(modelOf({"a.b", "a_b", "a$b", "a_b_2", "TVMSystemLibEntryPoint$",
                        "_tvm.crt_module"}),
               EmitConfig());
  EXPECT_EQ(Names.function(0).Name, "a_b_3");
  EXPECT_EQ(Names.function(1).Name, "a_b");
  EXPECT_EQ(Names.function(2).Name, "a_b_4");
  EXPECT_EQ(Names.function(3).Name, "a_b_2");
  EXPECT_EQ(Names.function(4).Name, "TVMSystemLibEntryPoint_");
  EXPECT_EQ(Names.function(5).Name, "_tvm_crt_module_2");
}

TEST(CNamesTest, ParametersWithoutMark) {
  // Two underscores, tvm and param tell inspect of a parameter's name.
  CNames Names(modelOf({}, {"w", "conv.w", "tvm_param_conv_w"}), EmitConfig());
  EXPECT_EQ(Names.param(0).Name, "__tvm_param__w");
  EXPECT_EQ(Names.param(1).Name, "tvm_param_conv_w");
  EXPECT_EQ(Names.param(1).label(), " METAOBJ_SYMBOL(\"__tvm_param__conv.w\")");
}

TEST(CNamesTest, PrefixOfMacros) {
  EmitConfig Config;
  Model TheModel = modelOf({});
  TheModel.Name = "net-2";
  EXPECT_EQ(CNames(TheModel, Config).macroPrefix(), "TVMGEN_NET_2");
  Config.Prefix = "left";
  EXPECT_EQ(CNames(TheModel, Config).macroPrefix(), "LEFT");
}

TEST(CNamesTest, NoSpelling) {
  EXPECT_EQ(withoutHints(checkSpelling("ops.o", "a\"b")),
            "ops.o: symbol 'a\\22b' cannot be written in C");
  EXPECT_EQ(withoutHints(checkSpelling("ops.o", "a\nb")),
            "ops.o: symbol 'a\\0Ab' cannot be written in C");
  EXPECT_FALSE(errorToBool(checkSpelling("ops.o", "a b'::c")));
}

} // namespace

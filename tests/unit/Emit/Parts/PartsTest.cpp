//===- PartsTest.cpp - Which parts an output has --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Part.h"

#include "Base/FileContents.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/STLExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

Model modelWithParam() {
  static const uint8_t Bytes[4] = {1, 2, 3, 4};
  Model Result;
  Param P;
  P.Name = "w";
  P.DType = {kDLUInt, 8, 1};
  P.Shape = {4};
  P.Data = Payload::memory(Bytes);
  Result.Params.push_back(std::move(P));
  return Result;
}

EmitConfig configWithAll() {
  EmitConfig Config;
  Config.Executor.emplace();
  Config.Registry.Record.emplace();
  Config.Registry.Register = "net";
  Config.Registry.FfiConstructor = true;
  Config.Params.SectionSymbols = true;
  Config.DebugInfo = true;
  Config.Abi = RuntimeAbi::TvmFfi;
  return Config;
}

std::string refusal(const Model &TheModel, const EmitConfig &Config,
                    OutputKind Kind) {
  TargetSpec Target;
  Target.Triple = Triple("x86_64-unknown-linux-gnu");
  Expected<Emission> Made = emit(TheModel, Target, Config, Kind);
  return Made ? "" : toString(Made.takeError());
}

TEST(PartsTest, AreThereWhenTheSettingsSaySo) {
  // The tables, and pointers to the runtime, for which objects ask.
  EXPECT_EQ(makeParts(Model(), EmitConfig()).size(), 2u);
  // An executor stands in place of the library of tvm-ffi.
  EmitConfig Config = configWithAll();
  EXPECT_EQ(makeParts(Model(), Config).size(), 8u);
  Config.Executor.reset();
  EXPECT_EQ(makeParts(Model(), Config).size(), 8u);
}

TEST(PartsTest, ImagesHaveTheRecordAlone) {
  EXPECT_EQ(makeImageParts(Model(), EmitConfig()).size(), 0u);
  EXPECT_EQ(makeImageParts(Model(), configWithAll()).size(), 1u);
}

TEST(PartsTest, MapsKnowAllKeys) {
  std::vector<StringRef> Keys;
  for (const std::shared_ptr<OutputPart> &Part :
       makeParts(Model(), configWithAll()))
    if (!Part->mapKey().empty())
      Keys.push_back(Part->mapKey());
  EXPECT_TRUE(equal(Keys, mapKeys()));
}

TEST(PartsTest, OnlyTvmFfiHasALibrary) {
  EmitConfig Config;
  Config.Registry.FfiConstructor = true;
  EXPECT_THAT(refusal(modelWithParam(), Config, OutputKind::Object),
              HasSubstr("tvm-crt-u16 has no constructor that registers "
                        "functions"));
  Model WithModule = modelWithParam();
  WithModule.FfiRoot = FfiModule{"relax.VMExecutable", Payload()};
  EXPECT_THAT(refusal(WithModule, EmitConfig(), OutputKind::Object),
              HasSubstr("tvm-crt-u16 has no modules around the operators"));
}

TEST(PartsTest, ImagesHaveNoLibrary) {
  EmitConfig Config;
  Config.Abi = RuntimeAbi::TvmFfi;
  Config.Registry.FfiConstructor = true;
  EXPECT_EQ(refusal(modelWithParam(), Config, OutputKind::ParamsImage), "");
  Model WithModule = modelWithParam();
  WithModule.FfiRoot = FfiModule{"relax.VMExecutable", Payload()};
  EXPECT_THAT(refusal(WithModule, Config, OutputKind::ParamsImage),
              HasSubstr("a params image has no modules of tvm-ffi"));
}

} // namespace

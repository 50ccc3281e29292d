//===- DataSymbolsTest.cpp - Symbols of data without a table --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/DataSymbols.h"

#include "Abi/RuntimeFamily.h"

#include "gmock/gmock.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

std::vector<std::string> symbols(DataStyle Style, StringRef Name) {
  std::vector<std::string> Result;
  for (const DataSymbolForm &Form : dataSymbols(Style))
    Result.push_back(dataSymbol(Style, Form, Name));
  return Result;
}

TEST(DataSymbols, FollowOtherTools) {
  EXPECT_THAT(symbols(DataStyle::C, "x"), ElementsAre("x", "x_end", "x_size"));
  EXPECT_THAT(symbols(DataStyle::Name, "x"), ElementsAre("x"));
  EXPECT_THAT(symbols(DataStyle::Xxd, "x"), ElementsAre("x", "x_len"));
  EXPECT_THAT(
      symbols(DataStyle::Objcopy, "x"),
      ElementsAre("_binary_x_start", "_binary_x_end", "_binary_x_size"));
  EXPECT_THAT(symbols(DataStyle::EspIdf, "x"),
              ElementsAre("_binary_x_start", "x", "_binary_x_end", "x_length"));
}

TEST(DataSymbols, NeverStartWithADigit) {
  EXPECT_THAT(symbols(DataStyle::Xxd, "1"), ElementsAre("__1", "__1_len"));
  EXPECT_THAT(
      symbols(DataStyle::EspIdf, "1"),
      ElementsAre("_binary_1_start", "_1", "_binary_1_end", "_1_length"));
}

TEST(DataSymbols, TheFirstIsTheData) {
  for (DataStyle Style : {DataStyle::C, DataStyle::Name, DataStyle::Xxd,
                          DataStyle::Objcopy, DataStyle::EspIdf})
    EXPECT_EQ(dataSymbols(Style).front().Kind, DataSymbolForm::Start);
}

// Nobody takes compressed bytes for the file.
TEST(DataSymbols, TellCompressedData) {
  Param P;
  P.Symbol = "a_bin";
  EXPECT_EQ(dataName(P), "a_bin");
  P.Compressed = std::make_shared<CompressedForm>();
  EXPECT_EQ(dataName(P), "a_bin_zst");
}

TEST(NoneFamily, HasNoTable) {
  EXPECT_FALSE(runtimeFamily(RuntimeAbi::None).Facts.HasTables);
  EXPECT_EQ(runtimeAbiName(RuntimeAbi::None), "none");
  EXPECT_EQ(parseRuntimeAbi("none"), std::nullopt);
  for (RuntimeAbi Abi : runtimeAbis())
    EXPECT_TRUE(runtimeFamily(Abi).Facts.HasTables);
}

} // namespace

//===- TableTest.cpp - Tables of finished objects -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/EditedObjects.h"

#include "Abi/Symbols.h"
#include "Object/FormatRules.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using namespace metaobj::edited_objects;

namespace {

struct TableCase {
  const char *Triple;
  const char *Prefix; ///< Of symbols.
  unsigned PointerSize;
};

class TableTest : public testing::TestWithParam<TableCase> {
protected:
  std::string symbol() const {
    return GetParam().Prefix + symbols::Params.str();
  }

  /// Writes pointers at \p Offsets; "" or the error.
  std::string write(ArrayRef<uint64_t> Offsets) const {
    auto Object = cantFail(
        EditableObject::read(emitted(manyParams(2), GetParam().Triple)));
    return toString(
        Object->writeTable(symbol(), [&](EditableObject::Table &Table) {
          for (uint64_t Offset : Offsets)
            Table.setPointer(Offset, /*Symbol=*/0, /*Addend=*/0);
        }));
  }
};

TEST_P(TableTest, PointersInOrderAreWritten) {
  EXPECT_EQ(write({}), "");
  EXPECT_EQ(write({0, GetParam().PointerSize}), "");
}

TEST_P(TableTest, WhatIsOutOfOrderOrBehindTheEndIsAnError) {
  std::string Wrong = "the entries of table '" + symbol() +
                      "' pass its end or are out of order";
  EXPECT_EQ(write({GetParam().PointerSize, 0}), Wrong);
  EXPECT_EQ(write({0, 1}), Wrong);
  EXPECT_EQ(write({uint64_t(1) << 20}), Wrong);
  EXPECT_EQ(write({~uint64_t(0)}), Wrong);
}

std::string caseName(const testing::TestParamInfo<TableCase> &Info) {
  Triple TheTriple(Info.param.Triple);
  std::string Name =
      (TheTriple.getArchName() + formatRules(TheTriple).Facts.Name).str();
  std::erase(Name, '-');
  return Name;
}

INSTANTIATE_TEST_SUITE_P(
    Formats, TableTest,
    testing::Values(TableCase{"x86_64-unknown-linux-gnu", "", 8},
                    TableCase{"armv7m-none-eabi", "", 4},
                    TableCase{"mips-unknown-linux-gnu", "", 4},
                    TableCase{"x86_64-pc-windows-msvc", "", 8},
                    TableCase{"i686-pc-windows-msvc", "_", 4},
                    TableCase{"arm64-apple-macosx", "_", 8},
                    TableCase{"wasm32-unknown-unknown", "", 4}),
    caseName);

} // namespace

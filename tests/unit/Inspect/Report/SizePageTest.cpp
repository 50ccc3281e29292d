//===- SizePageTest.cpp - Maps and pages of sizes, through the library ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/SizeMap.h"
#include "Inspect/Report/Treemap.h"

#include "Inspect/Report/Report.h"

#include "llvm/Support/MathExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;
using testing::Not;

namespace {

/// What of both lies over each other.
double overlap(const Rectangle &A, const Rectangle &B) {
  double Width =
      std::min(A.Left + A.Width, B.Left + B.Width) - std::max(A.Left, B.Left);
  double Height =
      std::min(A.Top + A.Height, B.Top + B.Height) - std::max(A.Top, B.Top);
  return std::max(Width, 0.0) * std::max(Height, 0.0);
}

void expectDivided(ArrayRef<double> Weights, const Rectangle &Whole) {
  std::vector<Rectangle> Places = treemap(Weights, Whole);
  ASSERT_EQ(Places.size(), Weights.size());
  double Sum = 0, Area = Whole.Width * Whole.Height;
  for (double Weight : Weights)
    Sum += Weight;
  for (size_t I = 0; I != Places.size(); ++I) {
    EXPECT_NEAR(Places[I].Width * Places[I].Height / Area, Weights[I] / Sum,
                1e-9);
    EXPECT_NEAR(overlap(Places[I], Whole), Weights[I] / Sum * Area, 1e-6);
    for (size_t Other = 0; Other != I; ++Other)
      EXPECT_NEAR(overlap(Places[I], Places[Other]), 0, 1e-6);
  }
}

TEST(Treemap, DividesByWeight) {
  expectDivided({7}, {0, 0, 10, 20});
  expectDivided({6, 6, 4, 3, 2, 2, 1}, {5, 3, 600, 400});
  expectDivided(std::vector<double>(100, 3.5), {0, 0, 336, 352});
  expectDivided({0x1p64, 0x1p63, 0x1p50, 0x1p48}, {0, 0, 960, 416});
  EXPECT_TRUE(treemap({}, {0, 0, 1, 1}).empty());
}

/// The example of the paper: no strips, which are hard to compare.
TEST(Treemap, ShapesAreNearSquares) {
  for (const Rectangle &TheRectangle :
       treemap({6, 6, 4, 3, 2, 2, 1}, {0, 0, 6, 4}))
    EXPECT_LT(std::max(TheRectangle.Width / TheRectangle.Height,
                       TheRectangle.Height / TheRectangle.Width),
              3);
}

SizeReport reportOf(std::vector<SizedSection> Sections) {
  SizeReport Report;
  Report.File = "a.o";
  Report.Format = "ELF32-LE";
  Report.Sections = std::move(Sections);
  for (const SizedSection &Section : Report.Sections) {
    if (Section.Kind == SizedSection::ReadOnly ||
        Section.Kind == SizedSection::Data)
      Report.Flash = SaturatingAdd(Report.Flash, Section.Bytes);
    if (Section.Kind == SizedSection::ZeroFill ||
        Section.Kind == SizedSection::Data)
      Report.Ram = SaturatingAdd(Report.Ram, Section.Bytes);
  }
  return Report;
}

std::string page(const SizeReport &Report) {
  std::string Text;
  raw_string_ostream OS(Text);
  printHtml(Report, OS);
  return Text;
}

std::vector<std::string> namesOf(ArrayRef<SizeTile> Tiles) {
  std::vector<std::string> Names;
  for (const SizeTile &Tile : Tiles)
    Names.push_back(Tile.Name);
  return Names;
}

TEST(SizeMap, SectionsModelsAndParameters) {
  SizeReport Report = reportOf({{".data", SizedSection::Data, 40},
                                {".rodata", SizedSection::ReadOnly, 100},
                                {".bss", SizedSection::ZeroFill, 60},
                                {".debug", SizedSection::NotLoaded, 999}});
  Report.Params = {{"w", "a", ".rodata", 50, 50, 50, false},
                   {"v", "b", ".rodata", 20, 20, 20, false},
                   {"u", "b", ".rodata", 20, 20, 0, false}};
  Report.Pieces = {{ByteUse::Tables, "t", ".rodata", 0, 25}};
  Report.Pools = {{"fast", "a", ".bss", 45, std::nullopt, ""}};
  SizeTile Flash = flashMap(Report);
  EXPECT_EQ(Flash.Bytes, 140u);
  ASSERT_EQ(namesOf(Flash.Parts),
            (std::vector<std::string>{".rodata", ".data"}));
  // What nobody has is "other"; a section with one use is a leaf.
  EXPECT_EQ(namesOf(Flash.Parts[0].Parts),
            (std::vector<std::string>{"a", "tables", "b", "other"}));
  EXPECT_EQ(namesOf(Flash.Parts[0].Parts[2].Parts),
            std::vector<std::string>{"v"});
  EXPECT_TRUE(Flash.Parts[1].Parts.empty());
  EXPECT_EQ(Flash.Parts[1].Row, "section-0");
  SizeTile Ram = ramMap(Report);
  EXPECT_EQ(Ram.Bytes, 100u);
  EXPECT_EQ(namesOf(Ram.Parts[0].Parts),
            (std::vector<std::string>{"fast", "zeros"}));
  EXPECT_EQ(Ram.Parts[0].Parts[0].Row, "pool-0");
}

/// The number of tiles has a bound; the tables have every parameter.
TEST(SizeMap, SmallPartsAreOne) {
  SizeReport Report = reportOf({{".rodata", SizedSection::ReadOnly, 1 << 20}});
  for (unsigned I = 0; I != 20000; ++I)
    Report.Params.push_back(
        {"p" + std::to_string(I), "", ".rodata", 52, 52, 52, false});
  SizeTile Flash = flashMap(Report);
  ASSERT_EQ(Flash.Parts.size(), 1u);
  EXPECT_EQ(namesOf(Flash.Parts[0].Parts),
            (std::vector<std::string>{"20000 smaller", "other"}));
  EXPECT_THAT(page(Report), HasSubstr("id=\"file-0-param-19999\""));
}

/// Sizes that no file has, which a header can claim.
TEST(SizePage, HostileSizes) {
  SizeReport Report = reportOf({{".bss", SizedSection::ZeroFill, UINT64_MAX},
                                {".more", SizedSection::ZeroFill, UINT64_MAX},
                                {".one", SizedSection::ZeroFill, 1},
                                {".bss", SizedSection::ZeroFill, UINT64_MAX}});
  Report.Pools = {{"p", "m", ".bss", UINT64_MAX, UINT64_MAX, ""},
                  {"q", "m", ".bss", UINT64_MAX, 0, ""},
                  {"r", "m", ".none", 1, 0, ""}};
  std::string Text = page(Report);
  EXPECT_THAT(Text, Not(HasSubstr("nan")));
  EXPECT_THAT(Text, Not(HasSubstr("inf%")));
  EXPECT_THAT(Text, Not(HasSubstr(":-")));
}

TEST(SizePage, NamesAreText) {
  SizeReport Report = reportOf({{"<script>", SizedSection::ReadOnly, 9}});
  Report.File = "\"><!-- body --><!-- title -->";
  Report.Format = "'";
  Report.Params = {{"&lt;", "<m>", "<script>", 5, 5, 5, false}};
  Report.Pieces = {{ByteUse::Other, "</table>", "<script>", 0, 4}};
  std::string Text = page(Report);
  EXPECT_THAT(Text, Not(HasSubstr("<script>")));
  EXPECT_THAT(Text, Not(HasSubstr("<m>")));
  EXPECT_THAT(Text, HasSubstr("&amp;lt;"));
  EXPECT_THAT(Text, Not(HasSubstr("<!-- body -->")));
  EXPECT_THAT(Text, Not(HasSubstr("<!-- title -->")));
  EXPECT_THAT(Text, HasSubstr("Sizes: \\22&gt;&lt;!-- body --&gt;"));
}

} // namespace

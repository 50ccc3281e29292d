//===- SizePage.cpp - Sizes as a page -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SizePage.html has the style; this file writes what changes: maps and tables.
// The page has no script. Maps are boxes with places in per cent, so that they
// fill every screen; rows of the tables are the targets of their links.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/SizeMap.h"
#include "Inspect/Report/SizeParts.h"
#include "Inspect/Report/Treemap.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral PageTemplate(
#include "SizePageText.inc"
);

namespace {

/// Pixels of a box. Labels are shown where they fit: on a phone and on a
/// screen with more than 44rem.
struct Extent {
  double Width, Height;

  bool holds(double AtLeastWidth, double AtLeastHeight) const {
    return Width >= AtLeastWidth && Height >= AtLeastHeight;
  }
  Extent part(const Rectangle &TheRectangle) const {
    return {Width * TheRectangle.Width, Height * TheRectangle.Height};
  }
};
struct Extents {
  Extent Screen, Phone;
};

constexpr Extents MapExtents = {{960, 416}, {336, 352}};
constexpr double HeadHeight = 20; ///< Of .head, 1.25rem.

class SizePage {
public:
  SizePage(const SizeReport &Report, size_t Index, raw_ostream &OS)
      : Report(Report), Id("file-" + utostr(Index)), OS(OS) {}

  void print();

private:
  void printSums();
  void printMap(const SizeTile &Map);
  void printTiles(const SizeTile &Parent, Extents Inside);
  void printTile(const SizeTile &Tile, const Rectangle &Place, Extents Inside);
  void printLabel(const SizeTile &Tile, StringRef Tag, StringRef Classes,
                  StringRef Style);
  void printLegend();
  void printPools();
  void printUses();
  void printParts(ByteUse Use);
  void printSections();
  void printParams();
  void printMemories();
  void printHeading(StringRef Title, size_t Count);
  void beginRow(StringRef Row);

  const SizeReport &Report;
  std::string Id; ///< Starts each id of the report.
  raw_ostream &OS;
  uint64_t MapBytes = 0; ///< Of the map that is printed.
  StringRef MapName;
};

} // namespace

/// Names come from files: printable, not too long, and without mark-up.
static std::string htmlText(StringRef Text) {
  std::string Result;
  raw_string_ostream Stream(Result);
  printHTMLEscaped(shortened(Text), Stream);
  return Stream.str();
}

/// "12 345", with narrow spaces that do not break.
static std::string grouped(uint64_t Number) {
  std::string Digits = utostr(Number), Result;
  for (const auto &[Index, Digit] : enumerate(Digits)) {
    if (Index && (Digits.size() - Index) % 3 == 0)
      Result += "&#8239;";
    Result += Digit;
  }
  return Result;
}

/// A figure, for people and for programs.
static std::string figure(uint64_t Number) {
  return "<data value=\"" + utostr(Number) + "\">" + grouped(Number) +
         "</data>";
}

static std::string cell(uint64_t Number) {
  return "<td class=\"n\">" + figure(Number) + "</td>";
}

static double percent(uint64_t Part, uint64_t Whole) {
  return Whole ? 100.0 * double(Part) / double(Whole) : 0;
}

void SizePage::printSums() {
  OS << "<ul class=\"sums\">\n";
  auto Sum = [&](StringRef Name, uint64_t Bytes) {
    OS << "<li>" << Name << figure(Bytes) << "</li>\n";
  };
  Sum("flash", Report.Flash);
  Sum("RAM", Report.Ram);
  Sum("file", Report.FileBytes);
  if (Report.SavedByCompression)
    Sum("saved by compression", Report.SavedByCompression);
  if (Report.SavedBySharing)
    Sum("saved by sharing", Report.SavedBySharing);
  OS << "</ul>\n";
}

void SizePage::printLabel(const SizeTile &Tile, StringRef Tag,
                          StringRef Classes, StringRef Style) {
  OS << '<' << Tag << " class=\"" << Classes << "\"" << Style
     << " aria-label=\"" << htmlText(Tile.Name) << ": " << grouped(Tile.Bytes)
     << " bytes, " << formatv("{0:f1} % of ", percent(Tile.Bytes, MapBytes))
     << MapName << '"';
  if (Tile.Row.empty())
    OS << " tabindex=\"0\" role=\"note\"";
  else
    OS << " href=\"#" << Id << '-' << Tile.Row << '"';
  OS << '>';
}

void SizePage::printTile(const SizeTile &Tile, const Rectangle &Place,
                         Extents Inside) {
  std::string Style = formatv(
      " style=\"left:{0:f3}%;top:{1:f3}%;width:{2:f3}%;height:{3:f3}%\"",
      100 * Place.Left, 100 * Place.Top, 100 * Place.Width, 100 * Place.Height);
  Extents Own = {Inside.Screen.part(Place), Inside.Phone.part(Place)};
  bool IsLeaf = Tile.Parts.empty();
  double Width = IsLeaf ? 34 : 48, Height = IsLeaf ? 17 : 40;
  bool IsOnScreen = Own.Screen.holds(Width, Height);
  bool IsOnPhone = IsOnScreen && Own.Phone.holds(Width, Height);
  std::string Fits =
      (IsOnScreen ? " d" : "") + std::string(IsOnPhone ? " p" : "");
  StringRef Tag = Tile.Row.empty() ? "span" : "a";
  if (IsLeaf) {
    printLabel(Tile, Tag, ("tile " + Tile.Class + Fits).str(), Style);
    OS << "<b>" << htmlText(Tile.Name) << "</b>" << figure(Tile.Bytes) << "</"
       << Tag << ">\n";
    return;
  }
  OS << "<div class=\"box\"" << Style << '>';
  printLabel(Tile, Tag, "head" + Fits, "");
  OS << htmlText(Tile.Name) << ' ' << figure(Tile.Bytes) << "</" << Tag
     << "><div class=\"in\">\n";
  Own.Screen.Height -= IsOnScreen ? HeadHeight : 0;
  Own.Phone.Height -= IsOnPhone ? HeadHeight : 0;
  printTiles(Tile, Own);
  OS << "</div></div>\n";
}

void SizePage::printTiles(const SizeTile &Parent, Extents Inside) {
  std::vector<double> Weights;
  for (const SizeTile &Part : Parent.Parts)
    Weights.push_back(double(Part.Bytes));
  const Extent &Screen = Inside.Screen;
  std::vector<Rectangle> Places =
      treemap(Weights, {0, 0, Screen.Width, Screen.Height});
  for (const auto &[Tile, Place] : zip_equal(Parent.Parts, Places))
    printTile(Tile,
              {Place.Left / Screen.Width, Place.Top / Screen.Height,
               Place.Width / Screen.Width, Place.Height / Screen.Height},
              Inside);
}

void SizePage::printMap(const SizeTile &Map) {
  MapName = Map.Name;
  MapBytes = Map.Bytes;
  OS << "<h3>" << Map.Name << " <small>" << figure(Map.Bytes)
     << " bytes</small></h3>\n";
  if (Map.Parts.empty()) {
    OS << "<p>nothing</p>\n";
    return;
  }
  OS << "<div class=\"map\" id=\"" << Id << '-' << Map.Name
     << "\" role=\"group\" aria-label=\"" << Map.Name
     << " by section, model and parameter\">\n";
  printTiles(Map, MapExtents);
  OS << "</div>\n";
}

/// The colours of the maps.
void SizePage::printLegend() {
  OS << "<ul class=\"legend\">";
  for (ByteUse Use : AllByteUses) {
    if (Report.bytesOf(Use) == 0)
      continue;
    OS << "<li><span class=\"" << byteUseName(Use) << "\"></span>"
       << byteUseName(Use) << "</li>";
  }
  OS << "<li><span class=\"pool\"></span>pool of an executor</li>"
        "<li><span class=\"zeros\"></span>other variables</li></ul>\n";
}

void SizePage::printHeading(StringRef Title, size_t Count) {
  OS << "<h3>" << Title << " <small>" << Count << "</small></h3>\n<table>\n";
}

void SizePage::beginRow(StringRef Row) {
  OS << "<tr id=\"" << Id << '-' << Row << "\"><td>";
}

void SizePage::printPools() {
  if (Report.Pools.empty())
    return;
  printHeading("Memory plan", Report.Pools.size());
  OS << "<tr><th>pool</th><th>at</th><th class=\"n\">bytes</th></tr>\n";
  for (const auto &[Index, Pool] : enumerate(Report.Pools)) {
    beginRow(poolRow(Index));
    OS << htmlText(Pool.Name) << "<small>"
       << htmlText(Pool.Model.empty() ? "shared by models" : Pool.Model) << ", "
       << htmlText(Pool.Section)
       << formatv("</small><span class=\"bar pool\" style=\"width:{0:f2}%\">",
                  std::min(100.0, percent(Pool.Bytes, Report.Ram)))
       << "</span></td><td>";
    if (Pool.Address)
      OS << "0x" << utohexstr(*Pool.Address, /*LowerCase=*/true);
    else
      OS << "where it is linked";
    OS << "</td>" << cell(Pool.Bytes) << "</tr>\n";
  }
  OS << "</table>\n";
}

void SizePage::printMemories() {
  if (Report.Memories.empty())
    return;
  printHeading("Memories", Report.Memories.size());
  OS << "<tr><th>memory</th><th class=\"n\">used</th><th class=\"n\">bytes</th>"
        "</tr>\n";
  for (const auto &[Index, Memory] : enumerate(Report.Memories)) {
    beginRow("memory" + utostr(Index));
    OS << htmlText(Memory.Name)
       << formatv("<span class=\"bar pool\" style=\"width:{0:f2}%\"></span>",
                  std::min(100.0, percent(Memory.Used, Memory.Bytes)))
       << "</td>" << cell(Memory.Used) << cell(Memory.Bytes) << "</tr>\n";
  }
  OS << "</table>\n";
}

/// What \p Use consists of, by name.
void SizePage::printParts(ByteUse Use) {
  std::vector<std::pair<StringRef, uint64_t>> Parts = partsOf(Report, Use);
  OS << "<details><summary>" << byteUseName(Use) << ": "
     << plural(Parts.size(), "name") << "</summary><table>\n";
  for (const auto &[Name, Bytes] : Parts)
    OS << "<tr><td>" << htmlText(Name) << "</td>" << cell(Bytes) << "</tr>\n";
  OS << "</table></details>\n";
}

void SizePage::printUses() {
  OS << "<h3>What the bytes are for</h3>\n<table>\n"
        "<tr><th>use</th><th class=\"n\">bytes</th><th "
        "class=\"n\">share</th></tr>\n";
  for (ByteUse Use : AllByteUses) {
    uint64_t Bytes = Report.bytesOf(Use);
    beginRow(useRow(Use));
    double Share = percent(Bytes, Report.FileBytes);
    OS << byteUseName(Use)
       << formatv(
              "<span class=\"bar {0}\" style=\"width:{1:f2}%\"></span></td>",
              byteUseName(Use), Share)
       << cell(Bytes) << formatv("<td class=\"n\">{0:f1} %</td></tr>\n", Share);
  }
  OS << "<tr class=\"sum\"><td>file</td>" << cell(Report.FileBytes)
     << "<td class=\"n\"></td></tr>\n</table>\n";
  for (ByteUse Use : AllByteUses)
    if (Report.bytesOf(Use))
      printParts(Use);
}

void SizePage::printSections() {
  printHeading("Sections", Report.Sections.size());
  OS << "<tr><th>section</th><th>kind</th><th class=\"n\">bytes</th></tr>\n";
  for (const auto &[Index, Section] : enumerate(Report.Sections)) {
    beginRow(sectionRow(Index));
    OS << htmlText(Section.Name) << "</td><td>" << sectionKindName(Section.Kind)
       << "</td>" << cell(Section.Bytes) << "</tr>\n";
  }
  OS << "</table>\n";
}

void SizePage::printParams() {
  if (Report.Params.empty())
    return;
  printHeading("Parameters", Report.Params.size());
  OS << "<tr><th>parameter</th><th class=\"n\">bytes</th><th "
        "class=\"n\">stored</th><th class=\"n\">own</th></tr>\n";
  for (const auto &[Index, Param] : enumerate(Report.Params)) {
    beginRow(paramRow(Index));
    OS << htmlText(Param.Name) << "<small>" << htmlText(Param.Model)
       << (Param.Model.empty() || Param.Section.empty() ? "" : ", ")
       << htmlText(Param.Section) << (Param.IsCompressed ? ", compressed" : "")
       << "</small></td>" << cell(Param.Bytes) << cell(Param.StoredBytes)
       << cell(Param.OwnBytes) << "</tr>\n";
  }
  OS << "</table>\n<p>own: stored bytes that no parameter before it "
        "has</p>\n";
}

void SizePage::print() {
  OS << "<section id=\"" << Id << "\">\n<h2>" << htmlText(Report.File)
     << "</h2>\n<p>" << htmlText(Report.Format) << "</p>\n";
  if (Report.IsStripped)
    OS << "<p class=\"note\">The file is stripped: only what its dynamic "
          "symbols tell has a name.</p>\n";
  printSums();
  printMap(flashMap(Report));
  printMap(ramMap(Report));
  printLegend();
  printPools();
  printMemories();
  printUses();
  printSections();
  printParams();
  OS << "</section>\n";
}

/// The sums of all files, if there are several.
static void printFiles(ArrayRef<SizeReport> Reports, raw_ostream &OS) {
  if (Reports.size() < 2)
    return;
  OS << "<table>\n<tr><th>file</th><th class=\"n\">flash</th><th "
        "class=\"n\">RAM</th><th class=\"n\">bytes</th></tr>\n";
  for (const auto &[Index, Report] : enumerate(Reports))
    OS << "<tr><td><a href=\"#file-" << Index << "\">" << htmlText(Report.File)
       << "</a></td>" << cell(Report.Flash) << cell(Report.Ram)
       << cell(Report.FileBytes) << "</tr>\n";
  OS << "</table>\n";
}

void metaobj::printHtml(ArrayRef<SizeReport> Reports, raw_ostream &OS) {
  std::string Title = Reports.size() == 1 ? htmlText(Reports.front().File)
                                          : plural(Reports.size(), "file");
  auto [Head, AfterTitle] = PageTemplate.split("<!-- title -->");
  auto [Middle, End] = AfterTitle.split("<!-- body -->");
  OS << Head << "Sizes: " << Title << Middle
     << "<h1>Where the bytes went</h1>\n"
     << "<p>Made by metaobj size. Select a part of a map to see its row.</p>\n";
  printFiles(Reports, OS);
  for (const auto &[Index, Report] : enumerate(Reports))
    SizePage(Report, Index, OS).print();
  OS << End;
}

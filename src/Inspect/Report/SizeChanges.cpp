//===- SizeChanges.cpp - Sizes against a baseline -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/SizeParts.h"

#include "Base/Json.h"
#include "Base/Wording.h"

#include "Inspect/Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Version of the JSON in docs/report.md.
static constexpr int64_t ComparisonSchema = 1;

/// Rows of a review. Whoever wants all has the JSON.
static constexpr size_t MostRows = 50;

namespace {

/// Bytes by kind and name.
using SizesByName =
    std::map<std::pair<StringRef, std::string>, SizeChange, std::less<>>;

} // namespace

/// Adds \p Report to the member \p Side of all sums.
static void addReport(const SizeReport &Report, uint64_t SizeChange::*Side,
                      SizeComparison &Sums, SizesByName &Sizes) {
  Sums.File.*Side += Report.FileBytes;
  Sums.Flash.*Side += Report.Flash;
  Sums.Ram.*Side += Report.Ram;
  auto Add = [&](StringRef Kind, std::string Name, uint64_t Bytes) {
    Sizes[{Kind, std::move(Name)}].*Side += Bytes;
  };
  for (const SizedSection &Section : Report.Sections)
    if (Section.Kind != SizedSection::NotLoaded)
      Add("section", StringRef(Section.Name).str(), Section.Bytes);
  for (const SizedSymbol &Symbol : Report.Symbols)
    Add("symbol", Symbol.Name, Symbol.Bytes);
  for (const SizedParam &Param : Report.Params)
    Add("parameter", Param.Name, Param.OwnBytes);
  for (const SizedPool &Pool : Report.Pools)
    Add("pool", Pool.Name, Pool.Bytes);
  for (const RegionUse &Memory : Report.Memories)
    Add("memory", Memory.Name, Memory.Used);
}

static uint64_t amountOf(const SizeChange &Change) {
  return std::max(Change.Before, Change.After) -
         std::min(Change.Before, Change.After);
}

SizeComparison metaobj::compareSizes(ArrayRef<SizeReport> Base,
                                     ArrayRef<SizeReport> Now) {
  SizeComparison Result;
  SizesByName Sizes;
  for (const SizeReport &Report : Base)
    addReport(Report, &SizeChange::Before, Result, Sizes);
  for (const SizeReport &Report : Now)
    addReport(Report, &SizeChange::After, Result, Sizes);
  for (const auto &[KindAndName, Change] : Sizes)
    if (Change.Before != Change.After)
      Result.Changes.push_back(
          {Change, KindAndName.first.str(), KindAndName.second});
  // Of one amount in the order of kinds and names.
  sort(Result.Changes, [](const auto &A, const auto &B) {
    return std::tuple(amountOf(B), StringRef(A.Kind), StringRef(A.Name)) <
           std::tuple(amountOf(A), StringRef(B.Kind), StringRef(B.Name));
  });
  return Result;
}

/// "+1,024", "-3", "0".
static std::string signedAmount(const SizeChange &Change) {
  StringRef Sign = Change.After > Change.Before   ? "+"
                   : Change.After < Change.Before ? "-"
                                                  : "";
  return formatv("{0}{1:n}", Sign, amountOf(Change));
}

/// "+1,024 (+0.5 %)"
static std::string changeText(const SizeChange &Change) {
  std::string Amount = signedAmount(Change);
  if (Change.Before == 0 || Change.Before == Change.After)
    return Amount;
  double Percent = 100 * double(amountOf(Change)) / double(Change.Before);
  return formatv("{0} ({1}{2:f1} %)", Amount, Amount.front(), Percent);
}

static std::vector<std::string> rowOf(StringRef Kind, StringRef Name,
                                      const SizeChange &Change) {
  std::vector<std::string> Row = {Kind.str()};
  if (!Name.empty())
    Row.push_back(Name.str());
  Row.insert(Row.end(), {formatv("{0:n}", Change.Before),
                         formatv("{0:n}", Change.After), changeText(Change)});
  return Row;
}

void metaobj::print(const SizeComparison &Comparison,
                    const SizeComparisonNames &Names, raw_ostream &OS) {
  OS << escaped(Names.Now) << " against " << escaped(Names.Base) << "\n\n";
  OS << table({{"", "before", "after", "change"},
               rowOf("flash", "", Comparison.Flash),
               rowOf("RAM", "", Comparison.Ram),
               rowOf("file", "", Comparison.File)});
  if (Comparison.Changes.empty())
    return;
  std::vector<std::vector<std::string>> Rows = {
      {"changed", "name", "before", "after", "change"}};
  for (const NamedSizeChange &Change : Comparison.Changes)
    Rows.push_back(rowOf(Change.Kind, shortened(Change.Name), Change));
  OS << '\n' << table(std::move(Rows));
}

/// Shows \p Text as it is: no mark-up, no end of a cell.
static std::string markdownCode(StringRef Text) {
  std::string Result = "<code>";
  for (char C : shortened(Text))
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '|':
      Result += "&#124;";
      break;
    case '`':
      Result += "&#96;";
      break;
    default:
      Result += C;
    }
  return Result + "</code>";
}

void metaobj::printMarkdown(const SizeComparison &Comparison,
                            const SizeComparisonNames &Names, raw_ostream &OS) {
  auto PrintRow = [&](ArrayRef<std::string> Cells) {
    OS << "| " << join(Cells, " | ") << " |\n";
  };
  OS << "### " << markdownCode(Names.Now) << " against "
     << markdownCode(Names.Base) << "\n\n";
  OS << "| | before | after | change |\n|---|---:|---:|---:|\n";
  PrintRow(rowOf("flash", "", Comparison.Flash));
  PrintRow(rowOf("RAM", "", Comparison.Ram));
  PrintRow(rowOf("file", "", Comparison.File));
  size_t Count = Comparison.Changes.size();
  if (Count == 0)
    return;
  OS << "\n<details><summary>" << plural(Count, "change")
     << "</summary>\n\n| changed | name | before | after | change |\n"
        "|---|---|---:|---:|---:|\n";
  for (const NamedSizeChange &Change :
       ArrayRef(Comparison.Changes).take_front(MostRows))
    PrintRow(rowOf(Change.Kind, markdownCode(Change.Name), Change));
  if (Count > MostRows)
    OS << "\nand " << plural(Count - MostRows, "smaller change") << "\n";
  OS << "\n</details>\n";
}

void metaobj::printJson(const SizeComparison &Comparison,
                        const SizeComparisonNames &Names, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    J.object([&] {
      J.attribute("schema", ComparisonSchema);
      printPath(J, "file", Names.Now);
      printPath(J, "base", Names.Base);
      auto PrintChange = [&](StringRef Key, const SizeChange &Change) {
        J.attributeObject(Key, [&] {
          J.attribute("before", Change.Before);
          J.attribute("after", Change.After);
        });
      };
      PrintChange("flash", Comparison.Flash);
      PrintChange("ram", Comparison.Ram);
      PrintChange("file_bytes", Comparison.File);
      printObjects(J, "changes", Comparison.Changes,
                   [&](const NamedSizeChange &Change) {
                     J.attribute("kind", Change.Kind);
                     J.attribute("name", jsonText(Change.Name));
                     J.attribute("before", Change.Before);
                     J.attribute("after", Change.After);
                   });
    });
  });
}

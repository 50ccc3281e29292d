//===- PlanPage.cpp - A plan as a page ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Job/PlanJob.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// Rows of a table; the rest has one together.
static constexpr size_t MostRows = 40;

static std::string htmlText(StringRef Text) {
  std::string Result;
  raw_string_ostream Stream(Result);
  printHTMLEscaped(printable(Text), Stream);
  return Stream.str();
}

/// The largest buffers that have four fifths of the peak's bytes together.
static size_t numDeciding(const PlanReport &Report, const PlanPeak &Peak) {
  uint64_t Bytes = 0;
  size_t Count = 0;
  while (double(Bytes) < 0.8 * double(Peak.Bytes))
    Bytes += Report.Problem.Buffers[Peak.Buffers[Count++]].Size;
  return Count;
}

static void printPeak(const PlanReport &Report, size_t Pool, raw_ostream &OS) {
  PlanPeak Peak = findPeak(Report, Pool);
  if (Peak.Bytes == 0)
    return;
  auto ShareOf = [&](uint64_t Bytes) -> std::string {
    return formatv("{0:f1} %", 100 * double(Bytes) / double(Peak.Bytes));
  };
  auto PrintRow = [&](StringRef Name, uint64_t Bytes, StringRef Lives) {
    OS << formatv("<tr><td>{0}</td><td>{1:n}</td><td>{2}</td><td>{3}</td>"
                  "</tr>\n",
                  Name, Bytes, ShareOf(Bytes), Lives);
  };
  size_t Deciding = numDeciding(Report, Peak);
  OS << "<h2>Peak of " << htmlText(Report.Problem.Pools[Pool].Name)
     << "</h2>\n<p>At time " << Peak.Time << " most bytes live, "
     << formatv("{0:n}", Peak.Bytes).str() << " in "
     << plural(Peak.Buffers.size(), "buffer")
     << (Deciding == 1 ? ". The first has " : ". The first ")
     << (Deciding == 1 ? "" : std::to_string(Deciding) + " have ")
     << "four fifths of them or more: a smaller plan needs them smaller, or at "
        "another time.</p>\n<table>\n<tr><th>buffer</th><th>bytes</th>"
        "<th>of the peak</th><th>lives</th></tr>\n";
  for (size_t I : ArrayRef(Peak.Buffers).take_front(MostRows)) {
    const PlanBuffer &Buffer = Report.Problem.Buffers[I];
    PrintRow(htmlText(Buffer.Name), Buffer.Size,
             formatv("{0} to {1}", Buffer.Lower, Buffer.Upper).str());
  }
  if (Peak.Buffers.size() > MostRows) {
    ArrayRef<size_t> Rest = ArrayRef(Peak.Buffers).drop_front(MostRows);
    uint64_t Bytes = 0;
    for (size_t I : Rest)
      Bytes += Report.Problem.Buffers[I].Size;
    PrintRow(plural(Rest.size(), "smaller one"), Bytes, "");
  }
  OS << "</table>\n";
}

static void printReasons(const PlanReport &Report, raw_ostream &OS) {
  std::vector<BufferReason> Reasons =
      findReasons(Report, MostRows, [](StringRef Name) { return Name.str(); });
  if (Reasons.empty())
    return;
  OS << "<h2>Not in their first pool</h2>\n<p>"
     << (Reasons.size() == MostRows ? "The largest of them" : "All of them")
     << ".</p>\n<table>\n<tr><th>buffer</th><th>bytes</th><th>why</th></tr>\n";
  for (const BufferReason &Reason : Reasons) {
    const PlanBuffer &Buffer = Report.Problem.Buffers[Reason.Buffer];
    OS << formatv("<tr><td>{0}</td><td>{1:n}</td><td>{2}</td></tr>\n",
                  htmlText(Buffer.Name), Buffer.Size, htmlText(Reason.Text));
  }
  OS << "</table>\n";
}

void metaobj::printPlanHtml(const PlanReport &Report, raw_ostream &OS) {
  const MemoryPlan &Plan = Report.Plan;
  OS << R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>)"
     << htmlText(Report.Name) << R"(</title>
<style>
body { font: 15px sans-serif; margin: 1.5em; color-scheme: light dark; }
svg { width: 100%; height: auto; max-height: 90vh; border: 1px solid #888;
      cursor: grab; touch-action: none; color-scheme: light; }
table { border-collapse: collapse; }
td, th { padding: 2px 12px; text-align: right; }
td:first-child, th:first-child { text-align: left; font-family: monospace; }
</style></head><body>
<h1>)"
     << htmlText(Report.Name) << "</h1>\n<p>"
     << plural(Report.Problem.Buffers.size(), "buffer") << " in "
     << formatv("{0:n}", Plan.totalSize()).str()
     << " bytes; no plan needs less than "
     << formatv("{0:n}", Plan.LowerBound).str() << ". Found "
     << htmlText(Plan.Method) << (Plan.IsOptimal ? "; no plan is better" : "")
     << ".</p>\n<p>The wheel zooms, the mouse moves, and a double click shows "
        "all. A box tells its buffer when the mouse rests on it.</p>\n";
  printPlanSvg(Report, OS);
  for (size_t Pool = 0; Pool != Report.Problem.Pools.size(); ++Pool)
    printPeak(Report, Pool, OS);
  printReasons(Report, OS);
  OS << R"(<script>
const svg = document.querySelector("svg"), view = svg.viewBox.baseVal;
const all = [view.x, view.y, view.width, view.height];
svg.removeAttribute("width");
svg.removeAttribute("height");
function show(x, y, width, height) {
  view.x = x; view.y = y; view.width = width; view.height = height;
}
svg.onwheel = (event) => {
  event.preventDefault();
  const mouse = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(svg.getScreenCTM().inverse());
  const by = Math.min(Math.exp(event.deltaY / 500), all[2] / view.width);
  show(mouse.x + (view.x - mouse.x) * by, mouse.y + (view.y - mouse.y) * by,
       view.width * by, view.height * by);
};
svg.onpointermove = (event) => {
  if (!event.buttons) return;
  const scale = svg.getScreenCTM().a;
  view.x -= event.movementX / scale;
  view.y -= event.movementY / scale;
};
svg.ondblclick = () => show(...all);
</script>
</body></html>
)";
}

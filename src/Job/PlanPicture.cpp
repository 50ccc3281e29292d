//===- PlanPicture.cpp - A plan as SVG ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A panel for each pool, one above the other with the same times. Each buffer
/// is a box: as wide as its lifetime, as high as its bytes.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Job/PlanJob.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

// Pixels.
constexpr double PanelWidth = 900, PanelHeight = 420; ///< Of a panel.
constexpr double PanelLeft = 110, PanelTop = 60,
                 PanelBelow = 60; ///< Around a panel.
constexpr double LetterWidth = 6.2, LetterHeight = 12;
constexpr unsigned Ticks = 5; ///< On each axis.

class PlanPicture {
public:
  PlanPicture(const PlanReport &Report, raw_ostream &OS);

  void draw();

private:
  double x(uint64_t Time) const {
    return PanelLeft + PanelWidth * double(Time - Start) / double(End - Start);
  }
  double y(size_t Pool, uint64_t Offset) const {
    return PanelTop + double(Pool) * (PanelHeight + PanelTop + PanelBelow) +
           PanelHeight -
           PanelHeight * double(Offset) /
               double(std::max<uint64_t>(Report.Plan.PoolSizes[Pool], 1));
  }
  void text(double X, double Y, StringRef Attributes, const Twine &Text);
  void drawPool(size_t Pool);
  void drawAxes(size_t Pool);
  void drawBuffer(size_t Index);
  void drawPeak(size_t Pool);

  const PlanReport &Report;
  raw_ostream &OS;
  uint64_t Start = 0, End = 1; ///< Times.
};

} // namespace

PlanPeak metaobj::findPeak(const PlanReport &Report, size_t Pool) {
  const std::vector<PlanBuffer> &Buffers = Report.Problem.Buffers;
  auto IsThere = [&](size_t I) {
    return Report.Plan.Places[I].Pool == Pool && Buffers[I].Size != 0;
  };
  // Ends come before starts at the same time.
  std::vector<std::tuple<uint64_t, bool, uint64_t>> Events;
  for (size_t I = 0; I != Buffers.size(); ++I)
    if (IsThere(I)) {
      Events.emplace_back(Buffers[I].Lower, true, Buffers[I].Size);
      Events.emplace_back(Buffers[I].Upper, false, Buffers[I].Size);
    }
  sort(Events);
  PlanPeak Peak;
  uint64_t Live = 0;
  for (auto [Time, IsStart, Size] : Events) {
    Live = IsStart ? Live + Size : Live - Size;
    if (Live > Peak.Bytes) {
      Peak.Bytes = Live;
      Peak.Time = Time;
    }
  }
  for (size_t I = 0; I != Buffers.size(); ++I)
    if (IsThere(I) && Buffers[I].Lower <= Peak.Time &&
        Peak.Time < Buffers[I].Upper)
      Peak.Buffers.push_back(I);
  sort(Peak.Buffers, [&](size_t Left, size_t Right) {
    return std::pair(Buffers[Right].Size, Left) <
           std::pair(Buffers[Left].Size, Right);
  });
  return Peak;
}

static std::string xmlText(StringRef Text) {
  std::string Result;
  raw_string_ostream Stream(Result);
  printHTMLEscaped(printable(Text), Stream);
  return Stream.str();
}

PlanPicture::PlanPicture(const PlanReport &Report, raw_ostream &OS)
    : Report(Report), OS(OS) {
  if (Report.Problem.Buffers.empty())
    return;
  Start = UINT64_MAX;
  for (const PlanBuffer &Buffer : Report.Problem.Buffers) {
    Start = std::min(Start, Buffer.Lower);
    End = std::max(End, Buffer.Upper);
  }
}

void PlanPicture::text(double X, double Y, StringRef Attributes,
                       const Twine &Text) {
  OS << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\"{2}>{3}</text>\n", X, Y,
                Attributes, Text.str());
}

void PlanPicture::drawAxes(size_t Pool) {
  uint64_t Size = Report.Plan.PoolSizes[Pool];
  double Bottom = y(Pool, 0);
  OS << formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" "
                "height=\"{3:f1}\" fill=\"#f4f4f4\" stroke=\"#888\"/>\n",
                PanelLeft, Bottom - PanelHeight, PanelWidth, PanelHeight);
  for (unsigned Tick = 0; Tick <= Ticks; ++Tick) {
    uint64_t Time = Start + (End - Start) / Ticks * Tick;
    uint64_t Offset = Size / Ticks * Tick;
    if (Tick == Ticks) {
      Time = End;
      Offset = Size;
    }
    text(x(Time), Bottom + 18, " text-anchor=\"middle\"", Twine(Time));
    text(PanelLeft - 8, y(Pool, Offset) + 4, " text-anchor=\"end\"",
         Twine(Offset));
  }
  text(PanelLeft + PanelWidth / 2, Bottom + 38, " text-anchor=\"middle\"",
       "time (a buffer lives from its left edge until before its right one)");
  double Middle = Bottom - PanelHeight / 2;
  text(18, Middle,
       formatv(" text-anchor=\"middle\" transform=\"rotate(-90 18 {0:f1})\"",
               Middle)
           .str(),
       "address (bytes)");
}

void PlanPicture::drawBuffer(size_t Index) {
  const PlanBuffer &Buffer = Report.Problem.Buffers[Index];
  const BufferPlace &Place = Report.Plan.Places[Index];
  if (Buffer.Size == 0)
    return;
  double X = x(Buffer.Lower), BoxWidth = x(Buffer.Upper) - X;
  double Y = y(Place.Pool, Place.Offset + Buffer.Size);
  double BoxHeight = y(Place.Pool, Place.Offset) - Y;
  // Neighbours in the list differ in colour.
  OS << formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" "
                "height=\"{3:f1}\" fill=\"hsl({4},60%,75%)\" stroke=\"#444\" "
                "stroke-width=\"0.5\"><title>{5}: {6} at {7}, time {8} to "
                "{9}</title></rect>\n",
                X, Y, BoxWidth, BoxHeight, Index * 137 % 360,
                xmlText(Buffer.Name), plural(Buffer.Size, "byte"), Place.Offset,
                Buffer.Lower, Buffer.Upper);
  StringRef Name = Buffer.Name;
  size_t Letters = size_t(std::max(BoxWidth / LetterWidth - 1, 0.0));
  if (BoxHeight < LetterHeight || Letters < 3 || !all_of(Name, isPrint))
    return;
  if (Name.size() > Letters)
    Name = Name.take_front(Letters - 1);
  bool IsCut = Name.size() != Buffer.Name.size();
  text(X + BoxWidth / 2, Y + BoxHeight / 2 + 4,
       " text-anchor=\"middle\" pointer-events=\"none\"",
       xmlText(Name) + (IsCut ? "&#8230;" : ""));
}

void PlanPicture::drawPeak(size_t Pool) {
  PlanPeak Peak = findPeak(Report, Pool);
  if (Peak.Bytes == 0)
    return;
  double Bottom = y(Pool, 0);
  OS << formatv("<line x1=\"{0:f1}\" x2=\"{0:f1}\" y1=\"{1:f1}\" y2=\"{2:f1}\" "
                "stroke=\"#c00\" pointer-events=\"none\"/>\n",
                x(Peak.Time), Bottom - PanelHeight, Bottom + 4);
  text(x(Peak.Time) + 4, Bottom - 4, " fill=\"#c00\" pointer-events=\"none\"",
       "peak: " + plural(Peak.Bytes, "byte"));
}

void PlanPicture::drawPool(size_t Pool) {
  uint64_t Size = Report.Plan.PoolSizes[Pool];
  const PlanPool &Given = Report.Problem.Pools[Pool];
  std::string Title =
      "pool " + xmlText(Given.Name) + ": " + plural(Size, "byte");
  if (Given.Limit)
    Title += " of " + std::to_string(*Given.Limit);
  text(PanelLeft, y(Pool, Size) - 12, " font-weight=\"bold\"", Title);
  drawAxes(Pool);
  for (size_t I = 0; I != Report.Problem.Buffers.size(); ++I)
    if (Report.Plan.Places[I].Pool == Pool)
      drawBuffer(I);
  drawPeak(Pool);
  uint64_t Bound = Report.Plan.LowerBound;
  if (Report.Problem.Pools.size() != 1 || Bound == 0)
    return;
  OS << formatv("<line x1=\"{0:f1}\" x2=\"{1:f1}\" y1=\"{2:f1}\" y2=\"{2:f1}\" "
                "stroke=\"#c00\" stroke-dasharray=\"6 4\"/>\n",
                PanelLeft, PanelLeft + PanelWidth, y(Pool, Bound));
  text(PanelLeft + PanelWidth, y(Pool, Bound) - 3,
       " text-anchor=\"end\" fill=\"#c00\"",
       "no plan needs less than " + Twine(Bound));
}

void PlanPicture::draw() {
  double Total = double(Report.Problem.Pools.size()) *
                 (PanelHeight + PanelTop + PanelBelow);
  OS << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:f0}\" "
                "height=\"{1:f0}\" viewBox=\"0 0 {0:f0} {1:f0}\" "
                "font-family=\"sans-serif\" font-size=\"11\">\n<rect "
                "width=\"100%\" height=\"100%\" "
                "fill=\"#fff\"/>\n",
                PanelLeft + PanelWidth + 30, Total + 20);
  text(PanelLeft, 20, " font-size=\"14\"",
       xmlText(Report.Name) + ": " +
           plural(Report.Problem.Buffers.size(), "buffer"));
  for (size_t Pool = 0; Pool != Report.Problem.Pools.size(); ++Pool)
    drawPool(Pool);
  OS << "</svg>\n";
}

void metaobj::printPlanSvg(const PlanReport &Report, raw_ostream &OS) {
  PlanPicture(Report, OS).draw();
}

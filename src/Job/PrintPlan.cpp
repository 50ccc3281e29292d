//===- PrintPlan.cpp - A plan as text, JSON and CSV -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Wording.h"
#include "Job/PlanJob.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <functional>

using namespace llvm;
using namespace metaobj;

/// Version of the JSON in docs/plan.md.
static constexpr int64_t PlanSchema = 1;

/// Buffers in text that are not in their first pool.
static constexpr size_t MostReasons = 20;

static std::string numberOrDash(std::optional<uint64_t> Number) {
  return Number ? std::to_string(*Number) : "-";
}

void metaobj::printPlan(const PlanReport &Report, raw_ostream &OS) {
  const MemoryPlan &Plan = Report.Plan;
  uint64_t Size = Plan.totalSize();
  OS << shortened(Report.Name) << ": "
     << plural(Report.Problem.Buffers.size(), "buffer") << " in "
     << plural(Size, "byte") << "; no plan needs less than " << Plan.LowerBound;
  if (Plan.LowerBound != 0)
    OS << formatv(" (ratio {0:f3})", double(Size) / double(Plan.LowerBound));
  if (Plan.IsOptimal && (Size != Plan.LowerBound || Plan.PoolSizes.size() != 1))
    OS << "; no plan is better";
  if (Plan.Cost != 0)
    OS << "\ntraffic costs " << Plan.Cost;
  OS << "\nfound " << Plan.Method;
  if (Plan.Steps != 0)
    OS << " in " << plural(Plan.Steps, "step");
  if (Report.StorageIdSize)
    OS << "; the graph's own storage ids take "
       << plural(*Report.StorageIdSize, "byte");
  if (Plan.TooManyPairs != 0)
    OS << '\n'
       << Plan.TooManyPairs
       << " pairs of buffers live at the same time: some rules were left out";
  OS << "\n\n";
  std::vector<std::vector<std::string>> Rows = {{"pool", "bytes", "limit"}};
  for (const auto &[Pool, PoolSize] :
       zip_equal(Report.Problem.Pools, Plan.PoolSizes))
    Rows.push_back({shortened(Pool.Name), std::to_string(PoolSize),
                    numberOrDash(Pool.Limit)});
  OS << table(std::move(Rows)) << '\n';
  Rows = {{"buffer", "lower", "upper", "bytes", "pool", "offset"}};
  for (const auto &[Buffer, Place] :
       zip_equal(Report.Problem.Buffers, Plan.Places))
    Rows.push_back({shortened(Buffer.Name), std::to_string(Buffer.Lower),
                    std::to_string(Buffer.Upper), std::to_string(Buffer.Size),
                    shortened(Report.Problem.Pools[Place.Pool].Name),
                    std::to_string(Place.Offset)});
  OS << table(std::move(Rows));
  std::vector<BufferReason> Reasons =
      findReasons(Report, MostReasons, shortened);
  if (Reasons.empty())
    return;
  Rows = {{"not in its first pool", "why"}};
  for (const BufferReason &Reason : Reasons)
    Rows.push_back(
        {shortened(Report.Problem.Buffers[Reason.Buffer].Name), Reason.Text});
  OS << '\n' << table(std::move(Rows));
  if (Reasons.size() == MostReasons)
    OS << "  (the largest; JSON tells of all)\n";
}

void metaobj::printPlanJson(const PlanReport &Report, raw_ostream &OS) {
  const MemoryPlan &Plan = Report.Plan;
  std::vector<std::string> ReasonOf(Plan.Places.size());
  for (BufferReason &Reason :
       findReasons(Report, SIZE_MAX, [](StringRef Name) { return Name.str(); }))
    ReasonOf[Reason.Buffer] = std::move(Reason.Text);
  {
    PrintableJson Printable(OS);
    json::OStream J(Printable, /*IndentSize=*/2);
    J.object([&] {
      J.attribute("schema", PlanSchema);
      printPath(J, "file", Report.Name);
      J.attribute("size", Plan.totalSize());
      J.attribute("lower_bound", Plan.LowerBound);
      J.attribute("cost", Plan.Cost);
      J.attribute("optimal", Plan.IsOptimal);
      J.attribute("storage_id_size", jsonNumberOrNull(Report.StorageIdSize));
      J.attribute("method", Plan.Method);
      J.attribute("steps", Plan.Steps);
      J.attribute("too_many_pairs", Plan.TooManyPairs);
      J.attributeArray("pools", [&] {
        for (const auto &[Pool, PoolSize, Bound] :
             zip_equal(Report.Problem.Pools, Plan.PoolSizes,
                       poolLowerBounds(Report.Problem)))
          J.object([&, &Pool = Pool, PoolSize = PoolSize, Bound = Bound] {
            J.attribute("name", jsonText(Pool.Name));
            J.attribute("size", PoolSize);
            J.attribute("limit", jsonNumberOrNull(Pool.Limit));
            J.attribute("lower_bound", Bound);
          });
      });
      J.attributeArray("buffers", [&] {
        for (const auto &[Buffer, Place, Reason] :
             zip_equal(Report.Problem.Buffers, Plan.Places, ReasonOf))
          J.object([&, &Buffer = Buffer, &Place = Place, &Reason = Reason] {
            J.attribute("name", jsonText(Buffer.Name));
            J.attribute("lower", Buffer.Lower);
            J.attribute("upper", Buffer.Upper);
            J.attribute("size", Buffer.Size);
            J.attribute("alignment", Buffer.Alignment);
            J.attribute("pool",
                        jsonText(Report.Problem.Pools[Place.Pool].Name));
            J.attribute("offset", Place.Offset);
            J.attribute("reason", Reason.empty() ? json::Value(nullptr)
                                                 : jsonText(Reason));
          });
      });
    });
  }
  OS << '\n';
}

/// A field of CSV. Characters that a terminal would obey are escaped.
static std::string csvField(StringRef Text) {
  std::string Shown = printable(Text);
  if (StringRef(Shown).find_first_of(",\" ") == StringRef::npos)
    return Shown;
  std::string Field = "\"";
  for (char C : Shown)
    Field += C == '"' ? "\"\"" : std::string(1, C);
  return Field + "\"";
}

/// "sram|dram"
static std::string poolNames(const PlanReport &Report,
                             const PlanBuffer &Buffer) {
  std::vector<StringRef> Names;
  for (const auto &[Position, Pool] : enumerate(Report.Problem.Pools))
    if (Buffer.mayLieIn(Position))
      Names.push_back(Pool.Name);
  return join(Names, "|");
}

/// All that the list said, so that it can be read again.
void metaobj::printPlanCsv(const PlanReport &Report, raw_ostream &OS) {
  const std::vector<PlanBuffer> &Buffers = Report.Problem.Buffers;
  bool HasPools = Report.Problem.Pools.size() != 1 ||
                  Report.Problem.Pools[0].Name != PlanProblem().Pools[0].Name;
  struct {
    const char *Name;
    std::function<bool(const PlanBuffer &)> Has;
    std::function<void(const PlanBuffer &)> Print;
  } Columns[] = {
      {"alignment", [](const PlanBuffer &B) { return B.Alignment != 1; },
       [&](const PlanBuffer &B) { OS << B.Alignment; }},
      {"pools", [](const PlanBuffer &B) { return B.Pools != 0; },
       [&](const PlanBuffer &B) {
         if (B.Pools != 0)
           OS << csvField(poolNames(Report, B));
       }},
      {"fixed", [](const PlanBuffer &B) { return B.Fixed.has_value(); },
       [&](const PlanBuffer &B) {
         if (B.Fixed)
           OS << B.Fixed->Offset;
       }},
      {"traffic", [](const PlanBuffer &B) { return B.Traffic != 0; },
       [&](const PlanBuffer &B) { OS << B.Traffic; }},
      {"in_place", [](const PlanBuffer &B) { return B.InPlaceOf.has_value(); },
       [&](const PlanBuffer &B) {
         if (B.InPlaceOf)
           OS << csvField(Buffers[*B.InPlaceOf].Name);
       }},
  };
  for (auto &Column : Columns)
    if (!any_of(Buffers, Column.Has))
      Column.Name = nullptr;
  OS << "id,lower,upper,size";
  for (const auto &Column : Columns)
    if (Column.Name)
      OS << ',' << Column.Name;
  OS << ",offset" << (HasPools ? ",pool\n" : "\n");
  for (const auto &[Buffer, Place] : zip_equal(Buffers, Report.Plan.Places)) {
    OS << csvField(Buffer.Name) << ',' << Buffer.Lower << ',' << Buffer.Upper
       << ',' << Buffer.Size;
    for (const auto &Column : Columns)
      if (Column.Name) {
        OS << ',';
        Column.Print(Buffer);
      }
    OS << ',' << Place.Offset;
    if (HasPools)
      OS << ',' << csvField(Report.Problem.Pools[Place.Pool].Name);
    OS << '\n';
  }
}

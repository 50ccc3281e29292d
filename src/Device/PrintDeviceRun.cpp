//===- PrintDeviceRun.cpp - Operators of a chip as text and JSON ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/TvmFfi.h"
#include "Base/Json.h"
#include "Base/Wording.h"
#include "Device/TensorDifference.h"
#include "Inspect/Report/NumberFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/YAMLParser.h"

#include <map>

using namespace llvm;
using namespace metaobj;

static std::string shareText(uint64_t Part, uint64_t Whole) {
  std::string Result;
  raw_string_ostream OS(Result);
  OS << format("%.1f %%",
               100.0 * static_cast<double>(Part) / static_cast<double>(Whole));
  return Result;
}

static std::string textOrDash(std::optional<uint64_t> Number) {
  return Number ? std::to_string(*Number) : "-";
}

/// Of a call, for the share.
static std::optional<uint64_t> usualCycles(const DeviceReport &Report,
                                           const DeviceOperator &Operator) {
  return Report.IsTimed ? Operator.medianCycles() : Operator.averageCycles();
}

/// Of one run; nullopt if one was not counted.
static std::optional<uint64_t> allCycles(const DeviceReport &Report) {
  uint64_t Result = 0;
  for (const DeviceOperator &Operator : Report.Operators) {
    if (Operator.Cycles.empty())
      return std::nullopt;
    Result += *usualCycles(Report, Operator);
  }
  return Result;
}

static std::string resultText(const DeviceReport &Report,
                              const DeviceOperator &Operator) {
  if (!Operator.Calls)
    return "not called";
  if (!Report.IsCompared)
    return "done";
  return Operator.Difference ? "different" : "equal";
}

static void printOutputs(const std::vector<DeviceOutput> &Outputs,
                         StringRef Name, raw_ostream &OS) {
  constexpr size_t Shown = 16;
  for (size_t I = 0; I < Outputs.size(); ++I) {
    const DeviceOutput &Output = Outputs[I];
    std::vector<std::string> Texts = elementTexts(Output.DType, Output.Bytes);
    bool IsCut = Texts.size() > Shown;
    if (IsCut)
      Texts.resize(Shown);
    OS << Name << "output " << I << ": " << dtypeName(Output.DType)
       << extentsText(Output.Shape) << " = " << join(Texts, " ")
       << (IsCut ? " ..." : "") << '\n';
  }
}

void metaobj::print(const DeviceReport &Report, raw_ostream &OS) {
  std::optional<uint64_t> All = allCycles(Report);
  bool HasWorkspaces =
      any_of(Report.Operators, [](const DeviceOperator &Operator) {
        return Operator.WorkspaceBytes.has_value();
      });
  std::vector<std::vector<std::string>> Rows;
  if (Report.IsTimed)
    Rows = {{"operator", "calls", "fewest cycles", "median", "most", "share"}};
  else
    Rows = {{"operator", "calls", "cycles of a call", "share", "result"}};
  if (HasWorkspaces)
    Rows.front().push_back("workspace");
  for (const DeviceOperator &Operator : Report.Operators) {
    std::vector<std::string> Row = {Operator.Function,
                                    std::to_string(Operator.Calls)};
    std::string Share =
        All && *All ? shareText(*usualCycles(Report, Operator), *All) : "-";
    if (Report.IsTimed)
      append_range(Row, std::vector<std::string>{
                            textOrDash(Operator.leastCycles()),
                            textOrDash(Operator.medianCycles()),
                            textOrDash(Operator.largestCycles()), Share});
    else
      append_range(
          Row, std::vector<std::string>{textOrDash(Operator.averageCycles()),
                                        Share, resultText(Report, Operator)});
    if (HasWorkspaces)
      Row.push_back(textOrDash(Operator.WorkspaceBytes));
    Rows.push_back(std::move(Row));
  }
  OS << table(std::move(Rows));
  if (!Report.Operators.empty() && !Report.Operators.front().Counter.empty())
    OS << (Report.Operators.front().Counter == "timer"
               ? "cycles are nanoseconds of the chip's timer"
               : "cycles are those of " + Report.Operators.front().Counter)
       << '\n';
  // Of a firmware, only what it was asked for is known.
  if (!Report.Use.HeapBytes)
    OS << "memory: arguments " << plural(Report.Use.MostUsedBytes, "byte")
       << '\n';
  else
    OS << "memory: program " << plural(Report.Use.ProgramBytes, "byte")
       << ", arguments " << Report.Use.MostUsedBytes << " of "
       << plural(Report.Use.HeapBytes, "byte") << '\n';
  for (const DeviceOperator &Operator : Report.Operators)
    if (const auto &Found = Operator.Difference)
      OS << printable(Found->Tensor) << ": differs in " << Found->NumDifferent
         << " of " << plural(Found->Elements, "element") << ", first in "
         << Found->First << " (device " << Found->OnDevice << ", host "
         << Found->OnHost << "); largest difference "
         << shortestText(Found->LargestAbsolute) << ", relative "
         << shortestText(Found->LargestRelative) << '\n';
  for (size_t I = 0; I < Report.Runs.size() && !Report.IsTimed; ++I)
    printOutputs(
        Report.Runs[I],
        Report.Runs.size() > 1 ? "run " + std::to_string(I) + ", " : "", OS);
}

void metaobj::printWorkspaces(const DeviceReport &Report, raw_ostream &OS) {
  std::map<StringRef, uint64_t> Largest;
  for (const DeviceOperator &Operator : Report.Operators)
    if (uint64_t Bytes = Operator.WorkspaceBytes.value_or(0)) {
      StringRef Name = Operator.Function;
      Name.consume_front(tvm_ffi::FunctionStart);
      Largest[Name] = std::max(Largest[Name], Bytes);
    }
  OS << "workspace:" << (Largest.empty() ? " []" : "") << '\n';
  for (const auto &[Name, Bytes] : Largest)
    OS << "- \"" << yaml::escape(Name, /*EscapePrintable=*/false) << '='
       << Bytes << "\"\n";
}

static void printDifference(const DeviceDifference &Found, json::OStream &J) {
  J.object([&] {
    J.attribute("tensor", jsonText(Found.Tensor));
    J.attribute("elements", Found.Elements);
    J.attribute("different", Found.NumDifferent);
    J.attribute("first", Found.First);
    J.attribute("device", Found.OnDevice);
    J.attribute("host", Found.OnHost);
    // JSON has no infinity.
    J.attribute("largest_absolute", shortestText(Found.LargestAbsolute));
    J.attribute("largest_relative", shortestText(Found.LargestRelative));
  });
}

void metaobj::printJson(const DeviceReport &Report, raw_ostream &Stream) {
  PrintableJson OS(Stream);
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("device", jsonText(Report.Device));
    J.attributeObject("memory", [&] {
      J.attribute("program", Report.Use.ProgramBytes);
      J.attribute("heap", Report.Use.HeapBytes);
      J.attribute("used", Report.Use.MostUsedBytes);
      J.attribute("sent", Report.Use.SentBytes);
      J.attribute("kept", Report.Use.KeptBytes);
    });
    if (Report.IsCompared) {
      J.attribute("equal", Report.areEqual());
      J.attribute("tolerance", Report.Tolerance);
    }
    J.attributeArray("operators", [&] {
      for (const DeviceOperator &Operator : Report.Operators)
        J.object([&] {
          J.attribute("function", jsonText(Operator.Function));
          J.attribute("node", jsonText(Operator.Node));
          J.attribute("calls", Operator.Calls);
          J.attribute("cycles", jsonNumberOrNull(Operator.averageCycles()));
          J.attribute("counted_calls", Operator.Cycles.size());
          J.attribute("least_cycles", jsonNumberOrNull(Operator.leastCycles()));
          J.attribute("median_cycles",
                      jsonNumberOrNull(Operator.medianCycles()));
          J.attribute("largest_cycles", Operator.largestCycles().value_or(0));
          J.attribute("counter", jsonTextOrNull(Operator.Counter));
          if (Operator.WorkspaceBytes)
            J.attribute("workspace", *Operator.WorkspaceBytes);
          if (Operator.Difference) {
            J.attributeBegin("difference");
            printDifference(*Operator.Difference, J);
            J.attributeEnd();
          }
        });
    });
    J.attributeArray("runs", [&] {
      for (const std::vector<DeviceOutput> &Outputs : Report.Runs)
        J.array([&] {
          for (const DeviceOutput &Output : Outputs)
            J.object([&] {
              J.attribute("dtype", dtypeName(Output.DType));
              J.attributeArray("shape", [&] {
                for (int64_t Extent : Output.Shape)
                  J.value(Extent);
              });
              J.attributeArray("elements", [&] {
                for (const std::string &Text :
                     elementTexts(Output.DType, Output.Bytes))
                  J.value(Text);
              });
            });
        });
    });
  });
  OS << '\n';
}

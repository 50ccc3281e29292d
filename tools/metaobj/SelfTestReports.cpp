//===- SelfTestReports.cpp - How self-tests are printed -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTestReports.h"

#include "SettingFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// The steps in their order, with their keys.
static constexpr std::pair<SelfTestStep, StringLiteral> Steps[] = {
    {SelfTestStep::Emit, "emitted"},
    {SelfTestStep::ReadBack, "inspected"},
    {SelfTestStep::Layout, "layout"},
    {SelfTestStep::LinkerFacts, "flags"},
    {SelfTestStep::Disassemble, "disassembled"},
    {SelfTestStep::Link, "linked"},
};

static json::Value orNull(StringRef Text) {
  return Text.empty() ? json::Value(nullptr) : json::Value(Text);
}

static void printTarget(const SelfTestReport &Report, json::OStream &Json) {
  Json.attribute("triple", Report.Triple);
  Json.attribute("target", orNull(Report.Target));
  Json.attribute("abi", nullptr); // Of tools/self_test_all.py.
  Json.attribute("format", orNull(Report.ObjectFormat));
  Json.attribute("pointerBits", Report.PointerBits);
  Json.attribute("bigEndian", Report.BigEndian);
  Json.attribute("checks", Report.checks());
  for (auto [Step, Key] : Steps)
    Json.attribute(Key, Report.passed(Step));
  std::string Reason;
  if (const SelfTestResult *Failure = Report.failure())
    Reason = inFlags(Failure->Subject + ": " + selfTestStepName(Failure->Step) +
                     ": " + Failure->Reason);
  Json.attribute("reason", orNull(Reason));
  Json.attributeObject("notDone", [&] {
    for (auto [Step, Key] : Steps) {
      std::string Why = inFlags(Report.reason(Step));
      if (!Report.passed(Step) && !Why.empty())
        Json.attribute(Key, Why);
    }
  });
}

void printSelfTestJson(const SelfTestReport &Report, raw_ostream &OS) {
  json::OStream Json(OS, /*IndentSize=*/1);
  Json.object([&] {
    Json.attribute("schema", 1);
    Json.attributeArray(
        "targets", [&] { Json.object([&] { printTarget(Report, Json); }); });
  });
  OS << '\n';
}

void printSelfTestHeading(raw_ostream &OS) {
  OS << formatv("{0,-28} {1,-12} {2,6}  {3}\n", "subject", "step", "checks",
                "result");
}

void printSelfTestResult(const SelfTestResult &Result, raw_ostream &OS) {
  static constexpr StringLiteral Words[] = {"pass", "FAIL", "not done"};
  std::string Text = Words[Result.Outcome].str();
  if (!Result.Reason.empty())
    Text += ": " + inFlags(Result.Reason);
  OS << formatv("{0,-28} {1,-12} {2,6}  {3}\n", Result.Subject,
                selfTestStepName(Result.Step), Result.Checks, Text);
}

void printSelfTestVerdict(const SelfTestReport &Report, raw_ostream &OS) {
  const SelfTestResult *Failure = Report.failure();
  if (!Failure) {
    OS << "self-test: pass: " << Report.checks() << " checks on "
       << Report.Triple << '\n';
    return;
  }
  size_t Count = count_if(Report.Results, [](const SelfTestResult &Result) {
    return Result.Outcome == SelfTestResult::Failed;
  });
  OS << "self-test: FAIL: " << Failure->Subject << ": "
     << selfTestStepName(Failure->Step) << ": " << inFlags(Failure->Reason)
     << " (" << Count << " of " << Report.Results.size() << " steps failed on "
     << Report.Triple << ")\n";
}

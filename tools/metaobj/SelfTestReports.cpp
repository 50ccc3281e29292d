//===- SelfTestReports.cpp - How self-tests are printed -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTestReports.h"

#include "SettingFlags.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace metaobj;

/// Keys of the answers, by SelfTestStep.
static constexpr StringLiteral AnswerKeys[] = {
    "emitted", "inspected", "layout", "flags", "disassembled", "linked"};

SelfTestRow rowOf(const SelfTestReport &Report) {
  SelfTestRow Row;
  Row.Triple = Report.Triple;
  Row.Target = Report.Target;
  Row.Format = Report.ObjectFormat;
  Row.PointerBits = Report.PointerBits;
  Row.BigEndian = Report.BigEndian;
  Row.Checks = Report.checks();
  for (SelfTestStep Step : SelfTestSteps) {
    SelfTestRow::Answer &Answer = Row.Answers[static_cast<unsigned>(Step)];
    Answer.Passed = Report.passed(Step);
    if (!Answer.Passed.value_or(false))
      Answer.Reason = inFlags(Report.reason(Step));
  }
  if (const SelfTestResult *Failure = Report.failure())
    Row.Failure =
        inFlags(Failure->Subject + ": " + selfTestStepName(Failure->Step) +
                ": " + Failure->Reason);
  return Row;
}

static json::Value orNull(StringRef Text) {
  return Text.empty() ? json::Value(nullptr) : json::Value(Text);
}

void printSelfTestJson(ArrayRef<SelfTestRow> Rows, raw_ostream &OS) {
  json::OStream Json(OS, /*IndentSize=*/1);
  Json.object([&] {
    Json.attribute("schema", 1);
    Json.attributeArray("targets", [&] {
      for (const SelfTestRow &Row : Rows)
        Json.object([&] {
          Json.attribute("triple", Row.Triple);
          Json.attribute("target", orNull(Row.Target));
          Json.attribute("abi", orNull(Row.Abi));
          Json.attribute("format", orNull(Row.Format));
          Json.attribute("pointerBits", Row.PointerBits);
          Json.attribute("bigEndian", Row.BigEndian);
          Json.attribute("checks", Row.Checks);
          for (SelfTestStep Step : SelfTestSteps)
            Json.attribute(AnswerKeys[static_cast<unsigned>(Step)],
                           Row.answer(Step).Passed);
          Json.attribute("reason", orNull(Row.Failure));
          Json.attributeObject("notDone", [&] {
            for (SelfTestStep Step : SelfTestSteps)
              if (!Row.answer(Step).Passed && !Row.answer(Step).Reason.empty())
                Json.attribute(AnswerKeys[static_cast<unsigned>(Step)],
                               Row.answer(Step).Reason);
          });
        });
    });
  });
  OS << '\n';
}

std::optional<SelfTestRow> parseSelfTestJson(StringRef Text) {
  Expected<json::Value> Value = json::parse(Text);
  if (!Value) {
    consumeError(Value.takeError());
    return std::nullopt;
  }
  const json::Object *Root = Value->getAsObject();
  const json::Array *Targets = Root ? Root->getArray("targets") : nullptr;
  const json::Object *From = Targets && Targets->size() == 1
                                 ? Targets->front().getAsObject()
                                 : nullptr;
  if (!From)
    return std::nullopt;
  auto Get = [&](StringRef Key) {
    return From->getString(Key).value_or("").str();
  };
  SelfTestRow Row;
  Row.Triple = Get("triple");
  Row.Target = Get("target");
  Row.Abi = Get("abi");
  Row.Format = Get("format");
  Row.PointerBits = From->getInteger("pointerBits").value_or(0);
  Row.BigEndian = From->getBoolean("bigEndian").value_or(false);
  Row.Checks = From->getInteger("checks").value_or(0);
  Row.Failure = Get("reason");
  const json::Object *NotDone = From->getObject("notDone");
  for (SelfTestStep Step : SelfTestSteps) {
    SelfTestRow::Answer &Answer = Row.Answers[static_cast<unsigned>(Step)];
    StringRef Key = AnswerKeys[static_cast<unsigned>(Step)];
    Answer.Passed = From->getBoolean(Key);
    if (NotDone)
      Answer.Reason = NotDone->getString(Key).value_or("").str();
  }
  return Row;
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

static constexpr char RowFormat[] =
    "{0,-12} {1,-33} {2,-16} {3,-12} {4,-5} {5,-5} {6,-7} {7,-6} {8,-7} {9,-5} "
    "{10,6}\n";

void printSelfTestRowHeading(raw_ostream &OS) {
  OS << formatv(RowFormat, "target", "triple", "abi", "object", "emit", "read",
                "layout", "flags", "disasm", "link", "checks");
}

void printSelfTestRow(const SelfTestRow &Row, raw_ostream &OS) {
  auto Word = [&](SelfTestStep Step) -> StringRef {
    std::optional<bool> Passed = Row.answer(Step).Passed;
    return !Passed ? "-" : *Passed ? "yes" : "NO";
  };
  OS << formatv(
      RowFormat, Row.Target.empty() ? "?" : Row.Target, Row.Triple,
      Row.Abi.empty() ? "-" : Row.Abi, Row.Format.empty() ? "?" : Row.Format,
      Word(SelfTestStep::Emit), Word(SelfTestStep::ReadBack),
      Word(SelfTestStep::Layout), Word(SelfTestStep::LinkerFacts),
      Word(SelfTestStep::Disassemble), Word(SelfTestStep::Link), Row.Checks);
}

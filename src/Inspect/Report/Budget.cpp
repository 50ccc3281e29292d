//===- Budget.cpp - Limits for the bytes of a file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Nesting.h"
#include "Base/Wording.h"

#include "Base/ByteCount.h"
#include "Inspect/Report/Report.h"

#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;
using namespace metaobj;

/// Far more than anybody writes.
static constexpr uint64_t LargestBudget = 1 << 20;

static Error budgetFault(StringRef Budget, const Twine &Reason) {
  return inputError(Budget, Reason, "docs/report.md describes budgets");
}

static Error badPattern(StringRef Budget, StringRef Pattern, StringRef Name,
                        Error Cause) {
  return budgetFault(Budget, "bad pattern " + quoted(Pattern) + " of " +
                                 quoted(Name) + ": " +
                                 toString(std::move(Cause)));
}

/// LLVM keeps an object as a hash table.
static std::map<StringRef, const json::Value *>
inOrder(const json::Object &Object) {
  std::map<StringRef, const json::Value *> Result;
  for (const auto &[Key, Value] : Object)
    Result.emplace(Key, &Value);
  return Result;
}

/// 65536, "64K" or "2M".
static Expected<uint64_t> readLimit(StringRef Budget, StringRef Key,
                                    const json::Value &Value) {
  std::optional<uint64_t> Limit = Value.getAsUINT64();
  if (std::optional<StringRef> Text = Value.getAsString())
    Limit = parseByteCount(*Text);
  if (Limit)
    return *Limit;
  return budgetFault(
      Budget,
      "limit of " + quoted(Key) +
          " is not a number of bytes, such as 65536, \"64K\" or \"2M\"");
}

static Error readPatterns(StringRef Budget, StringRef Key,
                          const json::Value &Value,
                          std::vector<PatternLimit> &Limits) {
  const json::Object *Patterns = Value.getAsObject();
  if (!Patterns)
    return budgetFault(Budget,
                       quoted(Key) + " is " + describeJson(Value) +
                           "; an object of patterns and limits is expected");
  for (const auto &[Pattern, Limit] : inOrder(*Patterns)) {
    Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
    if (!Glob)
      return badPattern(Budget, Pattern, Key, Glob.takeError());
    Expected<uint64_t> Bytes = readLimit(Budget, Pattern, *Limit);
    if (!Bytes)
      return Bytes.takeError();
    Limits.push_back({Pattern.str(), *Bytes});
  }
  return Error::success();
}

static Expected<SizeBudget> budgetOf(const json::Value &Value, StringRef Name) {
  const json::Object *Object = Value.getAsObject();
  if (!Object)
    return budgetFault(Name,
                       "is " + describeJson(Value) + "; an object is expected");
  SizeBudget Budget;
  Budget.Path = Name.str();
  for (const auto &[Text, Limit] : inOrder(*Object)) {
    std::optional<uint64_t> *Total = Text == "file"    ? &Budget.File
                                     : Text == "flash" ? &Budget.Flash
                                     : Text == "ram"   ? &Budget.Ram
                                                       : nullptr;
    std::vector<PatternLimit> *Limits = Text == "sections" ? &Budget.Sections
                                        : Text == "params" ? &Budget.Params
                                                           : nullptr;
    if (Limits) {
      if (Error E = readPatterns(Name, Text, *Limit, *Limits))
        return E;
    } else if (Total) {
      Expected<uint64_t> Bytes = readLimit(Name, Text, *Limit);
      if (!Bytes)
        return Bytes.takeError();
      *Total = *Bytes;
    } else {
      return budgetFault(Name,
                         "unknown key " + quoted(Text) +
                             "; known are: file, flash, ram, sections, params");
    }
  }
  return Budget;
}

Expected<SizeBudget> metaobj::readBudget(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier();
  if (Buffer.getBufferSize() > LargestBudget)
    return inputError(Name, "has " + Twine(Buffer.getBufferSize()) +
                                " bytes; a budget has at most " +
                                Twine(LargestBudget));
  if (jsonNesting(Buffer.getBuffer()) > DeepestJson)
    return inputError(Name, "is nested deeper than " + Twine(DeepestJson));
  Expected<json::Value> Parsed = json::parse(Buffer.getBuffer());
  if (!Parsed)
    return inputError(Name, "is not JSON: " + toString(Parsed.takeError()));
  return budgetOf(*Parsed, Name);
}

/// nullopt if nothing matches.
static std::optional<uint64_t> matchSections(ArrayRef<SizeReport> Reports,
                                             const GlobPattern &Glob) {
  std::optional<uint64_t> Sum;
  for (const SizeReport &Report : Reports)
    for (const SizedSection &Section : Report.Sections)
      if (Glob.match(Section.Name))
        Sum = SaturatingAdd(Sum.value_or(0), Section.Bytes);
  return Sum;
}

static std::optional<uint64_t> matchParams(ArrayRef<SizeReport> Reports,
                                           const GlobPattern &Glob) {
  std::optional<uint64_t> Sum;
  for (const SizeReport &Report : Reports)
    for (const SizedParam &Param : Report.Params)
      if (Glob.match(Param.Name))
        Sum = SaturatingAdd(Sum.value_or(0), Param.OwnBytes);
  return Sum;
}

Expected<std::vector<BudgetExcess>>
metaobj::checkBudget(ArrayRef<SizeReport> Reports, const SizeBudget &Budget,
                     const DiagnosticConsumer &Diagnostics) {
  StringRef Name = Budget.Path.empty() ? StringRef("budget") : Budget.Path;
  std::vector<BudgetExcess> Result;
  auto Check = [&](const Twine &Subject, uint64_t Bytes, uint64_t Limit) {
    if (Bytes > Limit)
      Result.push_back({Subject.str(), Bytes, Limit});
  };
  auto Total = [&](uint64_t SizeReport::*Figure) {
    uint64_t Sum = 0;
    for (const SizeReport &Report : Reports)
      Sum = SaturatingAdd(Sum, Report.*Figure);
    return Sum;
  };
  if (Budget.File)
    Check("file", Total(&SizeReport::FileBytes), *Budget.File);
  if (Budget.Flash)
    Check("flash", Total(&SizeReport::Flash), *Budget.Flash);
  if (Budget.Ram)
    Check("ram", Total(&SizeReport::Ram), *Budget.Ram);
  for (const auto &[Limits, Noun, Match] :
       {std::tuple(&Budget.Sections, "section", &matchSections),
        std::tuple(&Budget.Params, "parameter", &matchParams)})
    for (const PatternLimit &ThePatternLimit : *Limits) {
      Expected<GlobPattern> Glob = GlobPattern::create(ThePatternLimit.Pattern);
      if (!Glob)
        return badPattern(Name, ThePatternLimit.Pattern, Noun,
                          Glob.takeError());
      std::optional<uint64_t> Found = Match(Reports, *Glob);
      if (!Found)
        report(Diagnostics, Diagnostic::Warning, Name,
               "pattern " + quoted(ThePatternLimit.Pattern) + " matches no " +
                   Noun);
      Check(Noun + Twine(" ") + quoted(ThePatternLimit.Pattern),
            Found.value_or(0), ThePatternLimit.Bytes);
    }
  return Result;
}

//===- Budget.cpp - Limits for the bytes of a file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Json.h"
#include "Text/Nesting.h"
#include "Text/Wording.h"

#include "metaobj/ByteCount.h"
#include "metaobj/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;
using namespace metaobj;

/// Far more than anybody writes.
static constexpr uint64_t LargestBudget = 1 << 20;

/// 65536, "64K" or "2M"; nullopt for anything else.
static std::optional<uint64_t> parseLimit(const json::Value &Value) {
  if (std::optional<uint64_t> Number = Value.getAsUINT64())
    return Number;
  std::optional<StringRef> Text = Value.getAsString();
  if (!Text)
    return std::nullopt;
  return parseByteCount(*Text);
}

namespace {

class BudgetReader {
public:
  explicit BudgetReader(StringRef Name) : Name(Name) {}

  Expected<SizeBudget> read(const json::Value &Value);

private:
  Error fault(const Twine &Reason) const {
    return inputError(Name, Reason, "docs/report.md describes budgets");
  }
  Expected<uint64_t> readLimit(StringRef Key, const json::Value &Value) const;
  Error readPatterns(StringRef Key, const json::Value &Value,
                     std::vector<PatternLimit> &Limits) const;

  StringRef Name;
};

} // namespace

static Error badPattern(StringRef Budget, StringRef Pattern, StringRef Of,
                        Error Cause) {
  return inputError(Budget,
                    "bad pattern " + quoted(Pattern) + " of " + quoted(Of) +
                        ": " + toString(std::move(Cause)),
                    "docs/report.md describes budgets");
}

/// LLVM keeps an object as a hash table.
static std::map<StringRef, const json::Value *>
inOrder(const json::Object &Object) {
  std::map<StringRef, const json::Value *> Result;
  for (const auto &[Key, Value] : Object)
    Result.emplace(Key, &Value);
  return Result;
}

Expected<uint64_t> BudgetReader::readLimit(StringRef Key,
                                           const json::Value &Value) const {
  if (std::optional<uint64_t> Limit = parseLimit(Value))
    return *Limit;
  return fault("limit of " + quoted(Key) +
               " is not a number of bytes, such as 65536, \"64K\" or \"2M\"");
}

Error BudgetReader::readPatterns(StringRef Key, const json::Value &Value,
                                 std::vector<PatternLimit> &Limits) const {
  const json::Object *Patterns = Value.getAsObject();
  if (!Patterns)
    return fault(quoted(Key) + " is " + describeJson(Value) +
                 "; an object of patterns and limits is expected");
  for (const auto &[Pattern, Limit] : inOrder(*Patterns)) {
    Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
    if (!Glob)
      return badPattern(Name, Pattern, Key, Glob.takeError());
    Expected<uint64_t> Bytes = readLimit(Pattern, *Limit);
    if (!Bytes)
      return Bytes.takeError();
    Limits.push_back({Pattern.str(), *Bytes});
  }
  return Error::success();
}

Expected<SizeBudget> BudgetReader::read(const json::Value &Value) {
  const json::Object *Object = Value.getAsObject();
  if (!Object)
    return fault("is " + describeJson(Value) + "; an object is expected");
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
      if (Error E = readPatterns(Text, *Limit, *Limits))
        return E;
    } else if (Total) {
      Expected<uint64_t> Bytes = readLimit(Text, *Limit);
      if (!Bytes)
        return Bytes.takeError();
      *Total = *Bytes;
    } else {
      return fault("unknown key " + quoted(Text) +
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
    return inputError(Name, "is no JSON: " + toString(Parsed.takeError()));
  return BudgetReader(Name).read(*Parsed);
}

namespace {

/// Sums what a pattern matches.
struct Matched {
  uint64_t Bytes = 0;
  bool IsAny = false;

  void add(uint64_t More) {
    Bytes = SaturatingAdd(Bytes, More);
    IsAny = true;
  }
};

} // namespace

static Matched matchSections(ArrayRef<SizeReport> Reports,
                             const GlobPattern &Glob) {
  Matched Found;
  for (const SizeReport &Report : Reports)
    for (const SizedSection &Each : Report.Sections)
      if (Glob.match(Each.Name))
        Found.add(Each.Bytes);
  return Found;
}

static Matched matchParams(ArrayRef<SizeReport> Reports,
                           const GlobPattern &Glob) {
  Matched Found;
  for (const SizeReport &Report : Reports)
    for (const SizedParam &Each : Report.Params)
      if (Glob.match(Each.Name))
        Found.add(Each.OwnBytes);
  return Found;
}

Expected<std::vector<BudgetExcess>>
metaobj::checkBudget(ArrayRef<SizeReport> Reports, const SizeBudget &Budget,
                     const DiagnosticConsumer &Diagnostics) {
  StringRef Name = Budget.Path.empty() ? StringRef("budget") : Budget.Path;
  std::vector<BudgetExcess> Result;
  auto Check = [&](const Twine &What, uint64_t Bytes, uint64_t Limit) {
    if (Bytes > Limit)
      Result.push_back({What.str(), Bytes, Limit});
  };
  auto Total = [&](uint64_t SizeReport::*Figure) {
    uint64_t Sum = 0;
    for (const SizeReport &Each : Reports)
      Sum = SaturatingAdd(Sum, Each.*Figure);
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
    for (const PatternLimit &Each : *Limits) {
      Expected<GlobPattern> Glob = GlobPattern::create(Each.Pattern);
      if (!Glob)
        return badPattern(Name, Each.Pattern, Noun, Glob.takeError());
      Matched Found = Match(Reports, *Glob);
      if (!Found.IsAny)
        report(Diagnostics, Diagnostic::Warning, Name,
               "pattern " + quoted(Each.Pattern) + " matches no " + Noun);
      Check(Noun + Twine(" ") + quoted(Each.Pattern), Found.Bytes, Each.Bytes);
    }
  return Result;
}

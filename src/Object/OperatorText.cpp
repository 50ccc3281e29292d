//===- OperatorText.cpp - The text of descriptions ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/OperatorText.h"

#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Model/Convention.h"
#include "Model/DType.h"
#include "metaobj-c/metaobj_operator.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <limits>

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral CpuName = "cpu";

namespace {

/// A name in the text and what it means.
template <class T> struct TextName {
  StringLiteral Text;
  T Value;
};

constexpr TextName<ArgumentUse> UseNames[] = {
    {"in", ArgumentUse::Input},
    {"out", ArgumentUse::Output},
    {"inout", ArgumentUse::InputAndOutput},
};

constexpr TextName<ConstantStorage> StorageNames[] = {
    {"none", ConstantStorage::None},
    {"object", ConstantStorage::Object},
    {"arguments", ConstantStorage::Arguments},
    {"pool", ConstantStorage::Pool},
};

} // namespace

template <class T, size_t N>
static StringRef nameOf(const TextName<T> (&Names)[N], T Value) {
  return find_if(Names,
                 [&](const TextName<T> &Name) { return Name.Value == Value; })
      ->Text;
}

template <class T, size_t N>
static std::optional<T> valueOf(const TextName<T> (&Names)[N], StringRef Text) {
  for (const TextName<T> &Name : Names)
    if (Name.Text == Text)
      return Name.Value;
  return std::nullopt;
}

StringRef metaobj::argumentUseName(ArgumentUse Use) {
  return nameOf(UseNames, Use);
}

StringRef metaobj::constantStorageName(ConstantStorage Where) {
  return nameOf(StorageNames, Where);
}

bool OperatorArgument::operator==(const OperatorArgument &Other) const {
  return Use == Other.Use && sameDType(DType, Other.DType) &&
         Rank == Other.Rank;
}

bool OperatorDescription::operator==(const OperatorDescription &Other) const {
  return Symbol == Other.Symbol && name() == Other.name() &&
         Convention == Other.Convention && Arguments == Other.Arguments &&
         Workspace == Other.Workspace && Device == Other.Device &&
         Constants == Other.Constants;
}

/// Can a line have \p Name? Names are any bytes but control characters.
static bool isWritableName(StringRef Name) {
  return !Name.empty() && Name.size() <= LongestSymbol &&
         all_of(Name, [](char C) {
           return static_cast<unsigned char>(C) >= ' ' && C != 0x7f;
         });
}

/// The kind of a device is part of C names, with underscores for dashes.
static bool isDeviceName(StringRef Name) {
  return !Name.empty() && Name.size() <= LongestName &&
         all_of(Name,
                [](char C) { return isAlnum(C) || C == '-' || C == '_'; });
}

Expected<std::string>
metaobj::printOperator(const OperatorDescription &Operator) {
  auto Refuse = [&](const Twine &Reason) {
    return inputError("description of " + quoted(Operator.Symbol), Reason);
  };
  if (!isWritableName(Operator.Symbol))
    return Refuse(
        "the symbol is empty, has a control character, or more than " +
        Twine(LongestSymbol) + " bytes");
  std::string Text = METAOBJ_OPERATOR_MAGIC " ";
  Text += utostr(METAOBJ_OPERATOR_VERSION);
  Text += '\n';
  auto Add = [&](StringRef Key, const Twine &Value) {
    Text += (Key + "=" + Value + "\n").str();
  };
  Add("symbol", Operator.Symbol);
  if (!Operator.Name.empty() && Operator.Name != Operator.Symbol) {
    if (!isWritableName(Operator.Name))
      return Refuse("the name " + quoted(Operator.Name) +
                    " has a control character, or more than " +
                    Twine(LongestSymbol) + " bytes");
    Add("name", Operator.Name);
  }
  Add("call", conventionName(Operator.Convention));
  for (const OperatorArgument &Argument : Operator.Arguments) {
    std::string Type = dtypeName(Argument.DType);
    std::optional<DLDataType> Read = parseDType(Type);
    if (!Read || !sameDType(*Read, Argument.DType))
      return Refuse("an argument has type " + quoted(Type) +
                    ", which TVM does not have");
    Add(argumentUseName(Argument.Use), Type + ":" + utostr(Argument.Rank));
  }
  if (Operator.Workspace)
    Add("workspace", utostr(*Operator.Workspace));
  if (!Operator.Device.empty() && Operator.Device != CpuName) {
    if (!isDeviceName(Operator.Device))
      return Refuse("the device " + quoted(Operator.Device) +
                    " has other characters than letters, digits, '-' and '_'");
    Add("device", Operator.Device);
  }
  if (Operator.Constants)
    Add("constants", constantStorageName(*Operator.Constants));
  return Text;
}

namespace {

/// One description; an error's text has no subject yet.
class OperatorParser {
public:
  Expected<OperatorDescription> parse(StringRef Text);

private:
  Error parseHead(StringRef Line);
  Error parseField(StringRef Line);
  Error parseArgument(ArgumentUse Use, StringRef Value);

  OperatorDescription Result;
  /// Keys that may stand once only.
  StringMap<bool> Seen;
};

} // namespace

static Error operatorFault(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

/// A decimal number without sign.
template <class T> static std::optional<T> parseDecimal(StringRef Text) {
  T Value;
  if (Text.empty() || !all_of(Text, isDigit) || Text.getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

Error OperatorParser::parseHead(StringRef Line) {
  bool IsRecord = Line.consume_front(METAOBJ_OPERATOR_MAGIC " ");
  std::optional<uint32_t> Version = parseDecimal<uint32_t>(Line);
  if (!IsRecord || !Version)
    return operatorFault("does not start with '" METAOBJ_OPERATOR_MAGIC " " +
                         Twine(METAOBJ_OPERATOR_VERSION) + "'");
  if (*Version != METAOBJ_OPERATOR_VERSION)
    return operatorFault("has version " + Twine(*Version) + "; version " +
                         Twine(METAOBJ_OPERATOR_VERSION) + " is known");
  return Error::success();
}

Error OperatorParser::parseArgument(ArgumentUse Use, StringRef Value) {
  auto [Type, Extents] = Value.rsplit(':');
  std::optional<DLDataType> DType = parseDType(Type);
  std::optional<uint32_t> Rank = parseDecimal<uint32_t>(Extents);
  // DLPack's ndim has a sign.
  if (!DType || !Rank ||
      *Rank > static_cast<uint32_t>(std::numeric_limits<int32_t>::max()))
    return operatorFault("has argument " + quoted(Value) +
                         "; expected a type and a rank, such as 'float32:2'");
  Result.Arguments.push_back({Use, *DType, *Rank});
  return Error::success();
}

Error OperatorParser::parseField(StringRef Line) {
  auto [Key, Value] = Line.split('=');
  if (std::optional<ArgumentUse> Use = valueOf(UseNames, Key))
    return parseArgument(*Use, Value);
  if (!Seen.try_emplace(Key).second)
    return operatorFault("has " + quoted(Key) + " twice");
  if (Key == "symbol" || Key == "name") {
    if (!isWritableName(Value))
      return operatorFault("has " + Key + " " + quoted(Value) +
                           "; expected a name of up to " +
                           Twine(LongestSymbol) + " bytes");
    (Key == "symbol" ? Result.Symbol : Result.Name) = Value.str();
    return Error::success();
  }
  if (Key == "call") {
    std::optional<CallingConvention> Convention = parseConvention(Value);
    if (!Convention)
      return operatorFault("has calling convention " + quoted(Value) +
                           "; known are packed, unpacked and ffi");
    Result.Convention = *Convention;
    return Error::success();
  }
  if (Key == "workspace") {
    Result.Workspace = parseDecimal<uint64_t>(Value);
    if (!Result.Workspace)
      return operatorFault("has workspace " + quoted(Value) +
                           "; expected a number of bytes");
    return Error::success();
  }
  if (Key == "device") {
    if (!isDeviceName(Value))
      return operatorFault("has device " + quoted(Value) +
                           "; expected letters, digits, '-' and '_'");
    Result.Device = Value == CpuName ? "" : Value.str();
    return Error::success();
  }
  if (Key == "constants") {
    Result.Constants = valueOf(StorageNames, Value);
    if (!Result.Constants)
      return operatorFault("has constants in " + quoted(Value) +
                           "; known are none, object, arguments and pool");
    return Error::success();
  }
  return operatorFault("has the field " + quoted(Key) +
                       ", which this version does not have");
}

Expected<OperatorDescription> OperatorParser::parse(StringRef Text) {
  if (!Text.consume_back("\n"))
    return operatorFault("ends within a line");
  auto [Head, Fields] = Text.split('\n');
  if (Error E = parseHead(Head))
    return E;
  while (!Fields.empty()) {
    auto [Line, Rest] = Fields.split('\n');
    if (Error E = parseField(Line))
      return E;
    Fields = Rest;
  }
  for (StringRef Key : {"symbol", "call"})
    if (!Seen.count(Key))
      return operatorFault("has no " + quoted(Key));
  return std::move(Result);
}

Error metaobj::parseOperators(StringRef Section, StringRef File,
                              std::vector<OperatorDescription> &Result) {
  StringMap<size_t> Known;
  for (const auto &[Index, Operator] : enumerate(Result))
    Known.try_emplace(Operator.Symbol, Index);
  for (size_t Offset = Section.find_first_not_of('\0');
       Offset != StringRef::npos;
       Offset = Section.find_first_not_of('\0', Offset)) {
    size_t End = Section.find('\0', Offset);
    auto Refuse = [&](Error Cause) {
      return nestedError(File,
                         "the description of an operator at byte " +
                             Twine(Offset) + " of " METAOBJ_OPERATORS_SECTION,
                         std::move(Cause));
    };
    if (End == StringRef::npos)
      return Refuse(operatorFault("has no end"));
    Expected<OperatorDescription> Parsed =
        OperatorParser().parse(Section.slice(Offset, End));
    if (!Parsed)
      return Refuse(Parsed.takeError());
    auto [Same, New] = Known.try_emplace(Parsed->Symbol, Result.size());
    if (New)
      Result.push_back(std::move(*Parsed));
    else if (!(Result[Same->second] == *Parsed))
      return Refuse(operatorFault("contradicts an earlier one of " +
                                  quoted(Parsed->Symbol)));
    Offset = End;
  }
  return Error::success();
}

//===- OptionValues.cpp - Options by name and value -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionValues.h"

#include "../metaobj/EmitOptions.h"
#ifdef METAOBJ_LINK
#include "../metaobj/DeviceOptions.h"
#include "../metaobj/LinkOptions.h"
#endif
#include "../metaobj/PlanOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Compiler.h"

using namespace llvm;
using namespace metaobj;

std::string optionKey(StringRef Key) {
  Key = Key.ltrim('-');
  return Key == "output" ? "o" : Key.str();
}

/// Of targetFlags(), those that have few values. LLVM prints what is none.
static const std::pair<StringRef, std::vector<StringRef>> KnownValues[] = {
    {"float-abi", {"default", "soft", "hard"}},
    {"relocation-model",
     {"static", "pic", "dynamic-no-pic", "ropi", "rwpi", "ropi-rwpi"}},
    {"code-model", {"tiny", "small", "kernel", "medium", "large"}},
};

/// As the caller may have spelt it: `-o` has a longer name.
static StringRef shownKey(StringRef Key) { return Key == "o" ? "output" : Key; }

static Error unknownOption(StringRef Key, ArrayRef<StringRef> Known) {
  Key = shownKey(Key);
  StringRef Nearest;
  unsigned Distance = 3;
  for (StringRef Each : Known)
    if (unsigned Of = Key.edit_distance(Each); Of < Distance) {
      Distance = Of;
      Nearest = Each;
    }
  return inputError("", "unknown option '" + Key + "'",
                    Nearest.empty() ? Twine()
                                    : "did you mean '" + Nearest + "'");
}

static bool isBoolean(StringRef Text) {
  return Text.empty() || Text == "true" || Text == "false" || Text == "1" ||
         Text == "0";
}

static Error notBoolean(StringRef Key, StringRef Value) {
  return inputError("", "expected true or false for --" + Key + ", found '" +
                            Value + "'");
}

namespace {

/// The options of one command, which are made once.
template <class OptionsT> class OptionSet {
public:
  // LLVM's own options may be of types that the sanitizer does not know.
  LLVM_NO_SANITIZE("vptr") OptionSet() {
    // Keys of this map differ between versions of LLVM.
    for (auto &Each : cl::getRegisteredOptions())
      if (is_contained(Each.second->Categories, &Options.Category))
        ByName[Each.second->ArgStr] = Each.second;
    if constexpr (requires { Options.TargetCategory; })
      addTargetOptions();
    // Another command may have options of the same names.
    for (auto &Each : ByName)
      if (!is_contained(targetFlags(), Each.first()))
        Each.second->removeArgument();
    if constexpr (requires { Options.Inputs.removeArgument(); })
      Options.Inputs.removeArgument();
    if constexpr (requires { Options.Files.removeArgument(); })
      Options.Files.removeArgument();
    // What the command line has at a place, not by name.
    if constexpr (requires { Options.Action.removeArgument(); }) {
      Options.Action.removeArgument();
      ByName["action"] = &Options.Action;
      // The library has others for what they are about.
      for (StringRef Each : {"json", "quiet"})
        ByName.erase(Each);
    }
    if constexpr (requires { Options.numbers(); })
      Numbers = Options.numbers();
  }

  /// Sets \p Values and returns what \p Use makes of all options.
  template <class ResultT, class UseT>
  Expected<ResultT> with(ArrayRef<OptionValue> Values, UseT Use) {
    struct Reset {
      OptionSet &Of;
      ~Reset() {
        for (auto &Each : Of.ByName)
          Each.second->reset();
      }
    } AtEnd{*this};
    for (const auto &[Key, Value] : Values)
      if (Error E = set(Key, Value))
        return E;
    if constexpr (requires { checkValues(Options, /*HasFiles=*/true); }) {
      if (Error E = checkValues(Options, /*HasFiles=*/true))
        return E;
    } else if (Error E = checkValues(Options)) {
      return E;
    }
    return Use(Options);
  }

private:
  void addTargetOptions();
  Error set(StringRef Key, const std::optional<std::string> &Given);
  Error check(const cl::Option &Option, StringRef Key,
              const std::optional<std::string> &Given) const;

  OptionsT Options;
  StringMap<cl::Option *> ByName;
  std::vector<cl::Option *> Numbers;
};

} // namespace

template <class OptionsT>
LLVM_NO_SANITIZE("vptr")
void OptionSet<OptionsT>::addTargetOptions() {
  auto &Registered = cl::getRegisteredOptions();
  for (auto &Each : Registered)
    if (is_contained(Each.second->Categories, &Options.TargetCategory))
      ByName[Each.second->ArgStr] = Each.second;
  for (StringRef Each : targetFlags())
    if (cl::Option *Option = Registered.lookup(Each))
      ByName[Each] = Option;
}

/// LLVM would print what is wrong with a value.
template <class OptionsT>
Error OptionSet<OptionsT>::check(
    const cl::Option &Option, StringRef Key,
    const std::optional<std::string> &Given) const {
  bool IsList = Option.getNumOccurrencesFlag() == cl::ZeroOrMore ||
                Option.getNumOccurrencesFlag() == cl::OneOrMore;
  if (!IsList && Option.getNumOccurrences() != 0)
    return inputError("", "--" + shownKey(Key) + " is set twice");
  if (!Given &&
      (IsList || Option.getValueExpectedFlag() == cl::ValueRequired) &&
      Option.getValueExpectedFlag() != cl::ValueOptional)
    return inputError("", "--" + shownKey(Key) + " needs a value");
  StringRef Value = Given ? StringRef(*Given) : StringRef();
  uint64_t Number;
  if (is_contained(Numbers, &Option) &&
      (Value.getAsInteger(0, Number) || !isUInt<32>(Number)))
    return inputError("", "expected a number for --" + Key + ", found '" +
                              Value + "'");
  if (Option.getValueExpectedFlag() == cl::ValueOptional && !IsList &&
      !isBoolean(Value))
    return notBoolean(Key, Value);
  for (const auto &[Flag, Known] : KnownValues)
    if (Flag == Key && !Known.empty() && !is_contained(Known, Value))
      return inputError("", "unknown value '" + Value + "' for --" + Key +
                                "; known are: " + join(Known, ", "));
  return Error::success();
}

template <class OptionsT>
Error OptionSet<OptionsT>::set(StringRef Key,
                               const std::optional<std::string> &Given) {
  cl::Option *Option = ByName.lookup(Key);
  if (!Option) {
    std::vector<StringRef> Known;
    for (const auto &Each : ByName)
      Known.push_back(Each.first());
    sort(Known);
    return unknownOption(Key, Known);
  }
  if (Error E = check(*Option, Key, Given))
    return E;
  StringRef Value = Given ? StringRef(*Given) : StringRef();
  SmallVector<StringRef, 4> Parts = {Value};
  if (Option->getMiscFlags() & cl::CommaSeparated) {
    Parts.clear();
    Value.split(Parts, ',');
  }
  for (StringRef Each : Parts)
    if (Option->addOccurrence(0, Key, Each))
      return inputError("", "--" + Key + " does not take '" + Each + "'");
  return Error::success();
}

std::unique_lock<std::recursive_mutex> lockOptions() {
#ifdef METAOBJ_LINK
  return holdLinker();
#else
  static std::recursive_mutex Mutex;
  return std::unique_lock<std::recursive_mutex>(Mutex);
#endif
}

/// As OptionSet::with.
template <class OptionsT, class ResultT, class UseT>
static Expected<ResultT> withOptions(ArrayRef<OptionValue> Values, UseT Use) {
  auto Lock = lockOptions();
  // Never freed, like LLVM's own options.
  static auto *Set = new OptionSet<OptionsT>;
  return Set->template with<ResultT>(Values, Use);
}

Expected<Job> emitJob(ArrayRef<OptionValue> Values) {
  return withOptions<EmitOptions, Job>(
      Values, [](const EmitOptions &Options) -> Expected<Job> {
        return jobOf(Options, nullptr);
      });
}

Expected<PlanJob> planJob(ArrayRef<OptionValue> Values) {
  return withOptions<PlanOptions, PlanJob>(
      Values, [](const PlanOptions &Options) -> Expected<PlanJob> {
        return planJobOf(Options, nullptr);
      });
}

#ifdef METAOBJ_LINK
Expected<LinkSettings> linkJob(ArrayRef<OptionValue> Values) {
  // What stands behind "--" on the command line.
  std::vector<std::string> More;
  std::vector<OptionValue> Others;
  for (const OptionValue &Each : Values)
    if (Each.first == "linker-argument")
      More.push_back(Each.second.value_or(""));
    else
      Others.push_back(Each);
  return withOptions<LinkOptions, LinkSettings>(
      Others, [&](const LinkOptions &Options) -> Expected<LinkSettings> {
        Expected<LinkConfig> Config =
            linkConfigOf(Options, std::move(More), nullptr);
        if (!Config)
          return Config.takeError();
        return LinkSettings{std::move(*Config), Options.Output};
      });
}
#endif

#ifdef METAOBJ_LINK
Expected<DeviceJob> deviceJob(ArrayRef<OptionValue> Values, bool HasChip) {
  std::vector<OptionValue> Others;
  std::vector<std::string> Functions;
  bool HasAction = false, HasVia = false;
  for (const OptionValue &Each : Values) {
    if (Each.first == "function") {
      Functions.push_back(Each.second.value_or(""));
      continue;
    }
    HasAction |= Each.first == "action";
    if (Each.first == "action" &&
        (Each.second == "load" || Each.second == "memory" ||
         Each.second == "reset"))
      return inputError(
          "", "the action '" + *Each.second + "' is for the command line",
          "open a chip, which has functions for it");
    HasVia |= Each.first == "via";
    Others.push_back(Each);
  }
  if (!HasAction)
    Others.emplace_back("action", "run");
  if (HasVia == HasChip)
    return inputError("",
                      HasChip ? "the chip has its own --via"
                              : "nothing tells which device it is for",
                      HasChip ? "" : "set the option via, such as host");
  if (HasChip)
    Others.emplace_back("via", "host"); // It does not count.
  return withOptions<DeviceOptions, DeviceJob>(
      Others, [&](const DeviceOptions &Options) -> Expected<DeviceJob> {
        Expected<DeviceJob> Result = deviceJobOf(Options, nullptr);
        if (Result)
          Result->Input.Functions = std::move(Functions);
        return Result;
      });
}
#endif

std::optional<std::string> FewOptions::value(StringRef Key) {
  Known.push_back(Key.str());
  std::optional<std::string> Result;
  for (const auto &[Name, Value] : Given) {
    if (Name != Key)
      continue;
    if (Result && Fault.empty())
      Fault = "--" + Name + " is set twice";
    if (!Value && Fault.empty())
      Fault = "--" + Name + " needs a value";
    Result = Value.value_or("");
  }
  return Result;
}

bool FewOptions::flag(StringRef Key) {
  Known.push_back(Key.str());
  bool Result = false;
  for (const auto &[Name, Value] : Given) {
    if (Name != Key)
      continue;
    if (Value && !isBoolean(*Value) && Fault.empty())
      Fault = toString(notBoolean(Key, *Value));
    Result = Value != "false" && Value != "0";
  }
  return Result;
}

Error FewOptions::finish() {
  std::vector<StringRef> Names(Known.begin(), Known.end());
  for (const auto &[Name, Value] : Given)
    if (!is_contained(Names, Name))
      return unknownOption(Name, Names);
  return Fault.empty() ? Error::success() : inputError("", Fault);
}

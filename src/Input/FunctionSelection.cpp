//===- FunctionSelection.cpp - Which functions are operators --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/FunctionSelection.h"

#include "Input/MangledName.h"

#include "Model/Wording.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace metaobj {

static constexpr StringLiteral DefaultMatch[] = {"tvmgen_*", "fused_*"};

/// Names that operator objects have for reasons of their own: the runtime
/// defines them, the metadata object does, or they are no functions. No
/// pattern lists them. GNU's position-independent code for i386 and SPARC
/// brings functions along that read the program counter.
static bool isRuntimeName(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "TVMFuncCall",   "TVMAPISetLastError",   "TVMSystemLibEntryPoint",
      "__tvm_main__",  "__tvm_module_ctx",     LookupLinkedParamName,
      "__TVMFuncCall", "__TVMAPISetLastError",
  };
  return Name.starts_with("TVMBackend") || Name.starts_with("__TVMBackend") ||
         Name.starts_with("__tvm_param__") ||
         Name.starts_with("__tvm_param_zstd__") ||
         Name.starts_with("__x86.get_pc_thunk.") ||
         Name.starts_with("__sparc_get_pc_thunk.") || is_contained(Names, Name);
}

namespace {

/// Where a symbol is defined.
struct Definition {
  size_t Object;
  const DefinedSymbol *Symbol;
  /// The object of a second definition that linkers refuse, or none.
  std::optional<size_t> Second;
};

class FunctionSelector {
public:
  FunctionSelector(const InputConfig &Config, const GatheredFiles &Files,
                   ArrayRef<std::string> Reserved)
      : Config(Config), Files(Files), Reserved(Reserved) {}

  Expected<std::vector<Function>> select();

private:
  Error compilePatterns();
  void findDefinitions();
  bool matches(StringRef Name) const;
  Expected<Function> resolve(const GivenName &Given) const;
  Error missing(const GivenName &Given) const;
  Error checkSingle(const Definition &Where) const;
  Expected<std::vector<Function>> selectGiven(ArrayRef<GivenName> Names,
                                              StringRef Source);
  Expected<std::vector<Function>> selectMatched();
  void noteLeftOut(ArrayRef<StringRef> Unmatched,
                   ArrayRef<StringRef> Excluded) const;

  StringRef objectName(const Definition &Where) const {
    return Files.Objects[Where.Object].Name;
  }

  const InputConfig &Config;
  const GatheredFiles &Files;
  ArrayRef<std::string> Reserved;
  std::vector<std::string> Patterns;
  std::vector<GlobPattern> Match;
  std::vector<GlobPattern> Exclude;
  DenseMap<StringRef, size_t> Index; ///< Into Definitions.
  std::vector<Definition> Definitions;
};

} // namespace

static Error compile(StringRef Option, ArrayRef<std::string> Patterns,
                     std::vector<GlobPattern> &Result) {
  for (const std::string &Pattern : Patterns) {
    Expected<GlobPattern> Compiled = GlobPattern::create(Pattern);
    if (!Compiled)
      return inputError(Option + "=" + Pattern, Compiled.takeError());
    Result.push_back(std::move(*Compiled));
  }
  return Error::success();
}

Error FunctionSelector::compilePatterns() {
  Patterns = Config.Match;
  if (Patterns.empty())
    Patterns.assign(std::begin(DefaultMatch), std::end(DefaultMatch));
  if (Error E = compile("--match", Patterns, Match))
    return E;
  return compile("--exclude", Config.Exclude, Exclude);
}

/// All definitions in the order of the objects. As linkers do: the first of
/// several weak ones counts, and a strong one before any weak one.
void FunctionSelector::findDefinitions() {
  for (size_t Object = 0; Object != Files.Objects.size(); ++Object)
    for (const DefinedSymbol &Symbol : Files.Symbols[Object]) {
      auto [Found, New] = Index.try_emplace(Symbol.Name, Definitions.size());
      if (New) {
        Definitions.push_back({Object, &Symbol, std::nullopt});
        continue;
      }
      Definition &First = Definitions[Found->second];
      if (Symbol.Weak)
        continue;
      if (First.Symbol->Weak) {
        First.Object = Object;
        First.Symbol = &Symbol;
      } else if (!First.Second) {
        First.Second = Object;
      }
    }
}

bool FunctionSelector::matches(StringRef Name) const {
  return any_of(Match,
                [&](const GlobPattern &Each) { return Each.match(Name); });
}

Error FunctionSelector::checkSingle(const Definition &Where) const {
  if (!Where.Second)
    return Error::success();
  return inputError(Files.Objects[*Where.Second].Name,
                    "function " + quoted(Where.Symbol->Name) +
                        " is defined twice: by " + quoted(objectName(Where)) +
                        " and by " + quoted(Files.Objects[*Where.Second].Name));
}

std::string suggestNames(StringRef Name, ArrayRef<StringRef> Known) {
  // A slip changes a few letters; further away the names are different ones.
  unsigned Farthest = std::max<size_t>(2, Name.size() / 4);
  std::vector<std::pair<unsigned, StringRef>> Near;
  for (StringRef Each : Known) {
    unsigned Distance =
        Name.edit_distance(Each, /*AllowReplacements=*/true, Farthest);
    if (Distance <= Farthest)
      Near.emplace_back(Distance, Each);
  }
  sort(Near);
  std::string Text;
  for (size_t I = 0; I != std::min<size_t>(3, Near.size()); ++I)
    Text += (I == 0 ? "did you mean " : " or ") + quoted(Near[I].second);
  return Text;
}

Error FunctionSelector::missing(const GivenName &Given) const {
  std::vector<StringRef> Known;
  std::string Mangled;
  for (const Definition &Each : Definitions)
    if (Each.Symbol->Kind == DefinedSymbol::Function) {
      Known.push_back(Each.Symbol->Name);
      if (nameInCxx(Each.Symbol->Name) == Given.Name)
        Mangled = quoted(Each.Symbol->Name) +
                  " is its name in C++: declare it extern \"C\"";
    }
  std::string Where = "the operator object " + quoted(Files.Objects[0].Name);
  if (Files.Objects.size() != 1)
    Where = "any of the " + std::to_string(Files.Objects.size()) +
            " operator objects";
  return inputError(
      Given.Source,
      "function " + quoted(Given.Name) + " is not defined in " + Where,
      Mangled.empty() ? suggestNames(Given.Name, Known) : Mangled);
}

/// The function that \p Given names, defined in one of the objects if there are
/// any.
Expected<Function> FunctionSelector::resolve(const GivenName &Given) const {
  if (is_contained(Reserved, Given.Name))
    return inputError(Given.Source,
                      "function " + quoted(Given.Name) +
                          (Given.Name == LookupLinkedParamName
                               ? " is listed by itself when parameters have "
                                 "storage ids"
                               : " cannot be an operator: the emitted object "
                                 "defines that symbol itself"),
                      "take it out of the names");
  Function Result;
  Result.Name = Given.Name;
  Result.Owner = Given.Source;
  if (Files.Objects.empty())
    return Result;
  auto Found = Index.find(Given.Name);
  if (Found == Index.end())
    return missing(Given);
  const Definition &Where = Definitions[Found->second];
  if (Where.Symbol->Kind == DefinedSymbol::Other)
    return inputError(Given.Source, quoted(Given.Name) + " is no function in " +
                                        quoted(objectName(Where)));
  if (!Where.Symbol->OtherSignature.empty())
    return inputError(
        Given.Source,
        "function " + quoted(Given.Name) + " is " +
            Where.Symbol->OtherSignature + " in " + quoted(objectName(Where)) +
            "; a registry's clients call " + Where.Symbol->PackedSignature,
        "compile it with TVM's packed API");
  if (Error E = checkSingle(Where))
    return E;
  Result.Owner = objectName(Where).str();
  return Result;
}

Expected<std::vector<Function>>
FunctionSelector::selectGiven(ArrayRef<GivenName> Names, StringRef Source) {
  std::vector<Function> Result;
  StringSet<> Given;
  for (const GivenName &Each : Names) {
    Expected<Function> Resolved = resolve(Each);
    if (!Resolved)
      return Resolved.takeError();
    // The owner of both would be the same object; who names them tells more.
    if (!Given.insert(Each.Name).second)
      return inputError(Each.Source,
                        "function " + quoted(Each.Name) + " is given twice");
    Result.push_back(std::move(*Resolved));
  }
  std::vector<StringRef> Unused;
  for (const Definition &Each : Definitions)
    if (Each.Symbol->Kind == DefinedSymbol::Function &&
        !isRuntimeName(Each.Symbol->Name) && matches(Each.Symbol->Name) &&
        !Given.contains(Each.Symbol->Name))
      Unused.push_back(Each.Symbol->Name);
  if (!Unused.empty())
    report(Config.Diagnostics, Diagnostic::Note, Source,
           "left out " + plural(Unused.size(), "function") +
               " of the operator objects that it does not name: " +
               quotedList(Unused));
  return Result;
}

void FunctionSelector::noteLeftOut(ArrayRef<StringRef> Unmatched,
                                   ArrayRef<StringRef> Excluded) const {
  std::string Text;
  if (!Unmatched.empty()) {
    std::vector<StringRef> Shown(Patterns.begin(), Patterns.end());
    std::string Which = "none of " + quotedList(Shown);
    if (Shown.size() == 1)
      Which = "not " + quoted(Shown[0]);
    else if (Shown.size() == 2)
      Which = "neither " + quoted(Shown[0]) + " nor " + quoted(Shown[1]);
    Text = "left out " + plural(Unmatched.size(), "function") +
           (Unmatched.size() == 1 ? " that matches " : " that match ") + Which +
           ": " + quotedList(Unmatched);
  }
  if (!Excluded.empty())
    Text += (Text.empty() ? "" : "; ") + std::string("excluded ") +
            plural(Excluded.size(), "function") + ": " + quotedList(Excluded);
  if (!Text.empty())
    report(Config.Diagnostics, Diagnostic::Note,
           Files.Objects.size() == 1 ? StringRef(Files.Objects[0].Name)
                                     : StringRef("operator objects"),
           Text, Unmatched.empty() ? "" : "--match=GLOB lists others");
}

Expected<std::vector<Function>> FunctionSelector::selectMatched() {
  std::vector<Function> Result;
  std::vector<StringRef> Unmatched;
  std::vector<StringRef> Excluded;
  for (const Definition &Each : Definitions) {
    StringRef Name = Each.Symbol->Name;
    if (Each.Symbol->Kind != DefinedSymbol::Function || isRuntimeName(Name))
      continue;
    if (!matches(Name)) {
      if (StringRef InCxx = nameInCxx(Name); !InCxx.empty() && matches(InCxx))
        report(Config.Diagnostics, Diagnostic::Warning, objectName(Each),
               "left out function " + quoted(Name) + ": it is " +
                   quoted(InCxx) + ", with a name of C++",
               "declare it extern \"C\"");
      else
        Unmatched.push_back(Name);
      continue;
    }
    if (any_of(Exclude,
               [&](const GlobPattern &Out) { return Out.match(Name); })) {
      Excluded.push_back(Name);
      continue;
    }
    if (!Each.Symbol->OtherSignature.empty()) {
      report(Config.Diagnostics, Diagnostic::Warning, objectName(Each),
             "left out function " + quoted(Name) + ": it is " +
                 Each.Symbol->OtherSignature +
                 ", but a registry's clients call " +
                 Each.Symbol->PackedSignature,
             "--exclude=" + Name + " says that this is meant");
      continue;
    }
    if (Error E = checkSingle(Each))
      return E;
    Function Matched;
    Matched.Name = Name.str();
    Matched.Owner = objectName(Each).str();
    Result.push_back(std::move(Matched));
  }
  noteLeftOut(Unmatched, Excluded);
  return Result;
}

Expected<std::vector<Function>> FunctionSelector::select() {
  if (Error E = compilePatterns())
    return E;
  findDefinitions();
  if (!Config.Functions.empty() || !Config.FunctionLists.empty())
    return selectGiven(Files.Names, Config.FunctionLists.empty()
                                        ? StringRef("--function")
                                        : StringRef(Config.FunctionLists[0]));
  if (!Files.TheGraph)
    return selectMatched();
  std::vector<GivenName> Names;
  for (const std::string &Name : Files.TheGraph->Functions)
    Names.push_back({Name, Files.GraphName});
  return selectGiven(Names, Files.GraphName);
}

Expected<std::vector<Function>>
selectFunctions(const InputConfig &Config, const GatheredFiles &Files,
                ArrayRef<std::string> Reserved) {
  return FunctionSelector(Config, Files, Reserved).select();
}

} // namespace metaobj

//===- FunctionSelection.cpp - Which functions are operators --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/FunctionSelection.h"

#include "Abi/OperatorEvidence.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Model/Convention.h"
#include "Read/NamePatterns.h"
#include "Read/Objects/LeftOutFunctions.h"
#include "Read/Objects/SuggestNames.h"
#include "Read/Objects/TvmNames.h"
#include "Read/Packages/MemberFilter.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// \p Known of a function, as clients of \p Runtime see it: it has one of its
/// types or is another's.
static KnownType asTyped(KnownType Known, const RuntimeFacts &Runtime) {
  if (!Known.IsPacked && !Known.IsOther)
    return Known;
  // Debug information is only read for packed functions.
  if (Known.IsDebug && Known.IsOther)
    return KnownType();
  KnownType Result = Known;
  Result.IsPacked =
      Known.IsOther && is_contained(Runtime.Types, Known.Signature);
  Result.IsOther = !Result.IsPacked;
  Result.Signature = Known.IsPacked ? Known.Packed : Known.Signature;
  Result.Packed = Runtime.Declaration;
  return Result;
}

namespace {

/// Where a symbol is defined.
struct Definition {
  size_t Object;
  const ObjectSymbol *Symbol;
  /// The object of a second definition that linkers refuse, or none.
  std::optional<size_t> Second = std::nullopt;
  /// Is any of its definitions a function?
  bool IsFunction = false;
  /// What the object says about it; null if it says nothing.
  const OperatorDescription *Described = nullptr;

  /// The name for clients.
  StringRef name() const {
    return Described ? Described->name() : Symbol->Name;
  }
};

class FunctionSelector {
public:
  FunctionSelector(const InputConfig &Config, const GatheredFiles &Files,
                   RuntimeAbi Abi, ArrayRef<std::string> Reserved)
      : Config(Config), Files(Files), Runtime(runtimeFamily(Abi).Facts),
        Reserved(Reserved) {}

  Expected<SelectedFunctions> select();

private:
  Error compilePatterns();
  void findDefinitions();
  void findDescriptions();
  Expected<const Definition *> find(const GivenName &Given) const;
  void warnUnused();
  bool isDefined(StringRef Name) const;
  KnownType typeOf(const Definition &Where);
  KnownType packedTypeOf(const Definition &Where);
  void findForeign();
  void findInterfaces();
  Error otherType(const Message &Source, StringRef Name,
                  const Definition &Where, const KnownType &Type,
                  const Message &Hint) const;
  bool isNeverListed(const Definition &Where);
  Error addDescribed(const Definition &Where,
                     std::vector<metaobj::Function> &Result,
                     LeftOutFunctions &Others);
  void warnOfMixed(const SelectedFunctions &Selected) const;
  Expected<metaobj::Function> resolve(const GivenName &Given, bool IsByGraph);
  Error missing(const GivenName &Given) const;
  Error checkType(const GivenName &Given, const Definition &Where,
                  bool IsByGraph);
  Error checkSingle(const Definition &Where) const;
  Function toFunction(const Definition &Where) const;
  Expected<std::vector<metaobj::Function>>
  selectGiven(ArrayRef<GivenName> Names, const Message &Source, bool IsByGraph);
  Expected<std::vector<metaobj::Function>>
  selectMatched(LeftOutFunctions &Others);
  Expected<std::vector<metaobj::Function>>
  selectListed(LeftOutFunctions &Others);
  Error addLookUp(std::vector<metaobj::Function> &Result);

  StringRef objectName(const Definition &Where) const {
    return Files.Objects[Where.Object].Name;
  }
  /// All objects in a word, or the only one.
  StringRef allObjects() const {
    return Files.Objects.size() == 1 ? StringRef(Files.Objects[0].Name)
                                     : StringRef("operator objects");
  }

  const InputConfig &Config;
  const GatheredFiles &Files;
  const RuntimeFacts &Runtime;
  ArrayRef<std::string> Reserved;
  std::vector<std::string> MatchTexts;
  NamePatterns Match, Exclude;
  DenseMap<StringRef, size_t> Index; ///< Into Definitions.
  /// The described ones by their names for clients, and any second of a name.
  DenseMap<StringRef, size_t> IndexByName;
  DenseMap<StringRef, size_t> SecondByName;
  std::vector<Definition> Definitions;
  /// By number of the object; read when a function of it is looked at first.
  DenseMap<size_t, StringMap<DebugSignature>> DebugTypes;
  ModelInterfaces Interfaces;
  /// Functions of compilers whose operators no registry lists.
  DenseMap<StringRef, StringRef> Foreign;
};

} // namespace

Error FunctionSelector::compilePatterns() {
  MatchTexts = Config.Match;
  if (MatchTexts.empty())
    for (StringRef Pattern : Runtime.Patterns)
      MatchTexts.push_back(Pattern.str());
  if (Error E =
          NamePatterns::create(setting::Match, MatchTexts).moveInto(Match))
    return E;
  return NamePatterns::create(setting::Exclude, Config.Exclude)
      .moveInto(Exclude);
}

/// All definitions in the order of the objects. As linkers do: the first of
/// several weak ones counts, and a strong one before any weak one.
void FunctionSelector::findDefinitions() {
  for (size_t Object = 0; Object != Files.Objects.size(); ++Object)
    for (const ObjectSymbol &Symbol : Files.Contents[Object].Symbols) {
      auto [Found, New] = Index.try_emplace(Symbol.Name, Definitions.size());
      if (New)
        Definitions.push_back({Object, &Symbol});
      Definition &First = Definitions[Found->second];
      First.IsFunction |= Symbol.Kind == ObjectSymbol::Function;
      if (New || Symbol.mayRepeat())
        continue;
      if (First.Symbol->mayRepeat()) {
        First.Object = Object;
        First.Symbol = &Symbol;
      } else if (!First.Second) {
        First.Second = Object;
      }
    }
}

/// An object's description is of its own definition, so it counts if that does.
void FunctionSelector::findDescriptions() {
  for (size_t Object = 0; Object != Files.Objects.size(); ++Object)
    for (const OperatorDescription &Operator :
         Files.Contents[Object].Operators) {
      size_t Number = Index.lookup(Operator.Symbol);
      Definition &Where = Definitions[Number];
      if (Where.Object != Object)
        continue;
      Where.Described = &Operator;
      if (!IndexByName.try_emplace(Operator.name(), Number).second)
        SecondByName.try_emplace(Operator.name(), Number);
    }
}

/// The definition that clients call this name, or of this symbol; null if there
/// is none. Refuses to choose between two.
Expected<const Definition *>
FunctionSelector::find(const GivenName &Given) const {
  auto Found = IndexByName.find(Given.Name);
  if (Given.Symbol.empty() && Found != IndexByName.end()) {
    const Definition &Where = Definitions[Found->second];
    auto Second = SecondByName.find(Given.Name);
    if (Second == SecondByName.end())
      return &Where;
    const Definition &Other = Definitions[Second->second];
    return inputError(
        Given.Source,
        "two functions are described with the name " + quoted(Given.Name) +
            ": " + quoted(Where.Symbol->Name) + " in " +
            quoted(objectName(Where)) + " and " + quoted(Other.Symbol->Name) +
            " in " + quoted(objectName(Other)),
        "describe one of the two with another name");
  }
  Found = Index.find(Given.symbol());
  return Found == Index.end() ? nullptr : &Definitions[Found->second];
}

bool FunctionSelector::isDefined(StringRef Name) const {
  auto Found = Index.find(Name);
  return Found != Index.end() && Definitions[Found->second].IsFunction;
}

/// A pattern that was given and fits nothing is a slip of the pen.
void FunctionSelector::warnUnused() {
  for (const Definition &Where : Definitions)
    if (Where.IsFunction || Where.Described) {
      (void)Match.match(Where.name());
      (void)Exclude.match(Where.name());
    }
  const char *Noun = "function of the operator objects";
  if (!Config.Match.empty())
    Match.reportUnused(Config.Diagnostics, Noun);
  Exclude.reportUnused(Config.Diagnostics, Noun);
}

KnownType FunctionSelector::typeOf(const Definition &Where) {
  if (!Runtime.HasRegistry)
    return Runtime.Types.empty() ? KnownType()
                                 : asTyped(packedTypeOf(Where), Runtime);
  KnownType Known = packedTypeOf(Where);
  if (auto Found = Foreign.find(Where.Symbol->Name);
      Found != Foreign.end() && !Known.IsPacked) {
    Known.IsOther = true;
    Known.IsDebug = false;
    Known.Compiler = Found->second;
    Known.Packed = PackedDeclaration;
  }
  return Known;
}

/// Names show no types, but no other compiler gives such names.
void FunctionSelector::findForeign() {
  std::vector<StringRef> Names;
  for (const Definition &TheDefinition : Definitions) {
    if (!TheDefinition.IsFunction)
      continue;
    StringRef Name = TheDefinition.Symbol->Name;
    Names.push_back(Name);
    OperatorFamily Family = familyOfName(Name);
    if (Family != OperatorFamily::Unknown &&
        !runtimeOf(Family).Facts.HasRegistry)
      Foreign[Name] = runtimeOf(Family).Facts.Name;
  }
  if (std::optional<NamedFunctions> Named = findNamedFunctions(Names))
    for (StringRef Text : Named->Symbols)
      Foreign[Text] = Named->Compiler;
}

/// From headers and sources of archives, and from calls.
void FunctionSelector::findInterfaces() {
  constexpr int64_t FirstTwoBytes = 6;
  for (const ModelLibrary &Library : Files.Libraries) {
    for (StringRef CInterface : Library.CInterfaces)
      Interfaces.WithC.insert(CInterface);
    for (const LibrarySource &Source : Library.Sources)
      for (StringRef Run : Source.Functions)
        if (Run.consume_back("_run")) {
          std::string Prefix = (Run + "_").str();
          if (Source.RunArgument == "struct")
            Interfaces.WithC.insert(Prefix);
          // v0.8 writes this for packed operators, too.
          else if (Source.RunArgument == "void" &&
                   Library.Version.value_or(0) >= FirstTwoBytes)
            Interfaces.WithUnpacked.insert(Prefix);
        }
  }
  auto IsCheck = [](StringRef Name) {
    Name.consume_front("__");
    return Name == "TVMAPISetLastError";
  };
  for (const ObjectContents &Object : Files.Contents)
    Interfaces.HasChecks |=
        any_of(Object.Undefined, IsCheck) ||
        any_of(Object.Symbols, [&](const ObjectSymbol &Symbol) {
          return IsCheck(Symbol.Name);
        });
}

/// The error for a function that clients cannot call.
Error FunctionSelector::otherType(const Message &Source, StringRef Name,
                                  const Definition &Where,
                                  const KnownType &Type,
                                  const Message &Hint) const {
  std::string Which = Type.Compiler.empty()
                          ? shortened(Type.Signature)
                          : "one of " + Type.Compiler.str() + " by its name";
  return inputError(Source,
                    "function " + quoted(Name) + " is " + Which + " in " +
                        quoted(objectName(Where)) +
                        "; a registry's clients call " + Type.Packed.str(),
                    Hint);
}

/// The next step for a function of another compiler.
static Message hintForForeign(StringRef Compiler) {
  bool IsKnown = any_of(runtimeFamilies(), [&](const RuntimeFamily *Family) {
    return Family->Facts.Name == Compiler;
  });
  return IsKnown
             ? "leave out " + setting::Abi + ", which is for another runtime"
             : setting::FunctionTable + " makes a table of names and addresses";
}

KnownType FunctionSelector::packedTypeOf(const Definition &Where) {
  const ObjectSymbol &Symbol = *Where.Symbol;
  if (Where.Described) {
    CallingConvention Convention = Where.Described->Convention;
    bool IsPacked = Convention == CallingConvention::Packed;
    return {!IsPacked, IsPacked, conventionName(Convention),
            "packed functions"};
  }
  if (!Symbol.Type.empty()) {
    const ObjectContents &Contents = Files.Contents[Where.Object];
    bool IsOther = Contents.isOtherType(Symbol);
    KnownType Type = {IsOther, !IsOther, Symbol.Type, Contents.PackedType};
    Type.Pointers = Symbol.Pointers;
    return Type;
  }
  auto [Types, New] = DebugTypes.try_emplace(Where.Object);
  if (New)
    Types->second = readDebugSignatures(Files.Objects[Where.Object]);
  auto Found = Types->second.find(Symbol.Name);
  if (Found == Types->second.end())
    return KnownType();
  const DebugSignature &Type = Found->second;
  return {!Type.IsPacked,   Type.IsPacked, Type.Text, PackedDeclaration,
          /*IsDebug=*/true,
          /*Compiler=*/"",  Type.Pointers};
}

/// Is the name alone reason enough? Not where the type is known, nor where
/// the user says which names are meant.
bool FunctionSelector::isNeverListed(const Definition &Where) {
  if (!Config.Match.empty() || typeOf(Where).IsPacked)
    return false;
  return isNeverRegistered(Where.Symbol->Name, Interfaces,
                           [&](StringRef Name) { return isDefined(Name); });
}

Error FunctionSelector::checkSingle(const Definition &Where) const {
  if (!Where.Second)
    return Error::success();
  const OperatorObject &Second = Files.Objects[*Where.Second];
  StringRef Member = Files.MemberNames[*Where.Second];
  return inputError(Second.Name,
                    "function " + quoted(Where.Symbol->Name) +
                        " is defined twice: by " + quoted(objectName(Where)) +
                        " and by " + quoted(Second.Name),
                    "leave one of the two out" +
                        (Member.empty() ? std::string()
                                        : ": " + excludeMemberOption(Member)));
}

Function FunctionSelector::toFunction(const Definition &Where) const {
  metaobj::Function Result;
  Result.Name = Where.name().str();
  if (Where.Described) {
    Result.Convention = Where.Described->Convention;
    if (Result.Name != Where.Symbol->Name)
      Result.Symbol = Where.Symbol->Name.str();
  }
  Result.Owner = objectName(Where).str();
  CallingConvention OfAbi = Runtime.Convention;
  if (!Where.Described || OfAbi == CallingConvention::Other)
    Result.Convention = OfAbi;
  StringRef Type = Where.Symbol->Type;
  // That of WebAssembly, and not that of IR.
  if (Result.Convention == CallingConvention::Other && Type.starts_with("("))
    Result.Type = Type.str();
  return Result;
}

Error FunctionSelector::missing(const GivenName &Given) const {
  std::vector<StringRef> Known;
  for (const Definition &TheDefinition : Definitions)
    if (TheDefinition.IsFunction)
      Known.push_back(TheDefinition.Symbol->Name);
  std::string Where = "the operator object " + quoted(Files.Objects[0].Name);
  if (Files.Objects.size() != 1)
    Where = "any of the " + std::to_string(Files.Objects.size()) +
            " operator objects";
  return inputError(Given.Source,
                    "function " + quoted(Given.symbol()) +
                        " is not defined in " + Where,
                    suggestFunctions(Given.symbol(), Known));
}

/// Types that are linked cannot be wrong. Debug information may know less
/// than who names the function; a graph names what it will call.
Error FunctionSelector::checkType(const GivenName &Given,
                                  const Definition &Where, bool IsByGraph) {
  KnownType Type = typeOf(Where);
  // An executor can call it; checkEmission() wants one.
  if (IsByGraph && Where.Described && Type.IsOther)
    return Error::success();
  if (IsByGraph && Config.OperatorCalls != CallingConvention::Packed) {
    // In WebAssembly one of six pointers looks alike.
    if (!Type.IsPacked || Type.Pointers)
      return Error::success();
    return inputError(Given.Source,
                      "function " + quoted(Given.Name) + " is packed in " +
                          quoted(objectName(Where)),
                      "leave out " + setting::OperatorCalls + "=unpacked");
  }
  if (!Type.IsOther)
    return Error::success();
  Message Hint = !Type.Compiler.empty() ? hintForForeign(Type.Compiler)
                 : IsByGraph
                     ? "compile it with TVM's packed API, or say with " +
                           setting::OperatorCalls +
                           "=unpacked that an executor calls unpacked ones"
                     : Message(Runtime.HintForType);
  Error Refusal = otherType(Given.Source, Given.Name, Where, Type, Hint);
  if (!Type.IsDebug || IsByGraph)
    return Refusal;
  handleAllErrors(std::move(Refusal), [&](const InputError &E) {
    report(Config.Diagnostics, Diagnostic::Warning, E.input(), E.reason(),
           E.hint());
  });
  return Error::success();
}

/// The function that \p Given names, defined in one of the objects if there
/// are any.
Expected<metaobj::Function> FunctionSelector::resolve(const GivenName &Given,
                                                      bool IsByGraph) {
  if (is_contained(Reserved, Given.Name))
    return inputError(Given.Source,
                      "function " + quoted(Given.Name) +
                          (Given.Name == LookupLinkedParamName
                               ? " is listed by itself when parameters have "
                                 "storage ids"
                               : " cannot be an operator: the emitted object "
                                 "defines that symbol itself"),
                      "take it out of the names");
  if (Files.Objects.empty()) {
    metaobj::Function Result;
    Result.Name = Given.Name;
    Result.Symbol = Given.Symbol;
    Result.Owner = Given.Source;
    Result.Convention = Runtime.Convention;
    return Result;
  }
  Expected<const Definition *> Found = find(Given);
  if (!Found)
    return Found.takeError();
  if (!*Found)
    return missing(Given);
  const Definition &Where = **Found;
  if (!Where.Symbol->mayBeFunction())
    return inputError(Given.Source, quoted(Given.symbol()) +
                                        " is not a function in " +
                                        quoted(objectName(Where)));
  if (Error E = checkType(Given, Where, IsByGraph))
    return E;
  if (Error E = checkSingle(Where))
    return E;
  metaobj::Function Result = toFunction(Where);
  // Whoever names it will look for this name.
  Result.Name = Given.Name;
  Result.Symbol =
      Where.Symbol->Name == Given.Name ? "" : Where.Symbol->Name.str();
  return Result;
}

Expected<std::vector<metaobj::Function>>
FunctionSelector::selectGiven(ArrayRef<GivenName> Names, const Message &Source,
                              bool IsByGraph) {
  std::vector<metaobj::Function> Result;
  StringSet<> Given, Symbols;
  for (const GivenName &TheGivenName : Names) {
    Expected<metaobj::Function> Resolved = resolve(TheGivenName, IsByGraph);
    if (!Resolved)
      return Resolved.takeError();
    Symbols.insert(Resolved->symbol());
    // The owner of both would be the same object; who names them tells more.
    if (!Given.insert(TheGivenName.Name).second)
      return inputError(TheGivenName.Source, "function " +
                                                 quoted(TheGivenName.Name) +
                                                 " is given twice");
    Result.push_back(std::move(*Resolved));
  }
  // The main function of a model calls the others itself.
  if (Config.Main)
    return Result;
  std::vector<StringRef> Unused;
  for (const Definition &TheDefinition : Definitions)
    if (TheDefinition.IsFunction &&
        !isRuntimeName(TheDefinition.Symbol->Name) &&
        !(IsByGraph && TheDefinition.Symbol->Name == tvm_ffi::MainFunction) &&
        Match.match(TheDefinition.name()) &&
        !Symbols.contains(TheDefinition.Symbol->Name))
      Unused.push_back(TheDefinition.Symbol->Name);
  if (!Unused.empty())
    report(Config.Diagnostics, Diagnostic::Note, Source,
           "left out " + plural(Unused.size(), "function") +
               " of the operator objects that it does not name: " +
               quotedList(Unused));
  return Result;
}

/// A described function is listed if clients can call it. Only patterns that
/// the user gives choose among them.
Error FunctionSelector::addDescribed(const Definition &Where,
                                     std::vector<metaobj::Function> &Result,
                                     LeftOutFunctions &Others) {
  CallingConvention Wanted = Runtime.Convention;
  bool IsAny = Wanted == CallingConvention::Other;
  if ((!Config.Match.empty() || IsAny) && !Match.match(Where.name()))
    Others.Unmatched.push_back(Where.name());
  else if (Exclude.match(Where.name()))
    Others.Excluded.push_back(Where.name());
  else if (!IsAny && Where.Described->Convention != Wanted)
    Others.DescribedOthers.push_back(Where.name());
  else if (Error E = checkSingle(Where))
    return E;
  else
    Result.push_back(toFunction(Where));
  return Error::success();
}

/// Guesses beside certainty: one of the two was forgotten.
void FunctionSelector::warnOfMixed(const SelectedFunctions &Selected) const {
  if (all_of(Files.Contents, [](const ObjectContents &Object) {
        return Object.Operators.empty();
      }))
    return;
  std::vector<StringRef> Names;
  DenseSet<size_t> Objects;
  StringRef Object;
  for (const metaobj::Function &F : Selected.Functions) {
    const Definition &Where = Definitions[Index.lookup(F.symbol())];
    if (Where.Described || F.Name == LookupLinkedParamName)
      continue;
    Names.push_back(F.Name);
    Object = objectName(Where);
    Objects.insert(Where.Object);
  }
  if (!Names.empty())
    report(Config.Diagnostics, Diagnostic::Warning,
           Objects.size() == 1 ? Object : StringRef("operator objects"),
           "nothing describes " + quotedList(Names) +
               ", unlike other operators: how to call " +
               (Names.size() == 1 ? "it" : "them") + " is a guess",
           "describe all operators (metaobj_operator.h)");
}

Expected<std::vector<metaobj::Function>>
FunctionSelector::selectMatched(LeftOutFunctions &Others) {
  std::vector<metaobj::Function> Result;
  Others.Objects = allObjects().str();
  Others.Patterns = MatchTexts;
  Others.IsDefault = Config.Match.empty();
  for (const Definition &TheDefinition : Definitions) {
    StringRef Name = TheDefinition.Symbol->Name;
    if (TheDefinition.Described) {
      if (Error E = addDescribed(TheDefinition, Result, Others))
        return E;
      continue;
    }
    if (!TheDefinition.IsFunction || isRuntimeName(Name))
      continue;
    if (!Files.Contents[TheDefinition.Object].Operators.empty()) {
      if (Match.match(Name) && !Exclude.match(Name))
        Others.Undescribed.push_back(Name);
      continue;
    }
    if (!Match.match(Name)) {
      if (StringRef InCxx = nameInCxx(Name);
          !InCxx.empty() && Match.match(InCxx))
        report(Config.Diagnostics, Diagnostic::Warning,
               objectName(TheDefinition),
               "left out function " + quoted(Name) + ": it is " +
                   quoted(InCxx) + ", with a name of C++",
               "declare it extern \"C\"");
      else
        Others.Unmatched.push_back(Name);
      continue;
    }
    if (Exclude.match(Name)) {
      Others.Excluded.push_back(Name);
      continue;
    }
    if (Error E = checkSingle(TheDefinition))
      return E;
    KnownType Type = typeOf(TheDefinition);
    if (!Type.Compiler.empty())
      return otherType(setting::Match, Name, TheDefinition, Type,
                       hintForForeign(Type.Compiler));
    if (Type.IsOther)
      Others.NotPacked.push_back({Name, objectName(TheDefinition), Type});
    else if (isNeverListed(TheDefinition))
      Others.NeverRegistered.push_back(Name);
    else
      Result.push_back(toFunction(TheDefinition));
  }
  return Result;
}

/// Operators of TVM v0.8 bring the look-up of their parameters along. Clients
/// that do not find it take the parameters for zeros.
Error FunctionSelector::addLookUp(std::vector<metaobj::Function> &Result) {
  auto Found = Index.find(LookupLinkedParamName);
  if (Found == Index.end() || !Runtime.HasRegistry || Files.HasTakenOwnParams ||
      is_contained(Reserved, LookupLinkedParamName) ||
      Exclude.match(LookupLinkedParamName) ||
      any_of(Result, [](const metaobj::Function &F) {
        return F.Name == LookupLinkedParamName;
      }))
    return Error::success();
  const Definition &Where = Definitions[Found->second];
  if (!Where.Symbol->mayBeFunction())
    return Error::success();
  if (Error E = checkSingle(Where))
    return E;
  Result.push_back(toFunction(Where));
  report(Config.Diagnostics, Diagnostic::Note, objectName(Where),
         "holds its parameters: " + quoted(LookupLinkedParamName) +
             " is listed as the last function");
  return Error::success();
}

Expected<std::vector<metaobj::Function>>
FunctionSelector::selectListed(LeftOutFunctions &Others) {
  if (!Files.NamesOrigin.empty())
    return selectGiven(Files.Names, Files.NamesOrigin, /*IsByGraph=*/false);
  if (!Files.TheGraph && MatchTexts.empty())
    return inputError(setting::Match, "nothing says which functions are meant",
                      "name them with " + setting::Functions +
                          ", or by patterns with " + setting::Match);
  if (!Files.TheGraph)
    return selectMatched(Others);
  std::vector<GivenName> Names;
  for (const std::string &Name : Files.TheGraph->functionNames())
    Names.push_back({Name, Files.GraphName});
  return selectGiven(Names, Files.GraphName, /*IsByGraph=*/true);
}

Expected<SelectedFunctions> FunctionSelector::select() {
  if (Error E = compilePatterns())
    return E;
  findDefinitions();
  findForeign();
  findInterfaces();
  findDescriptions();
  warnUnused();
  SelectedFunctions Result;
  Expected<std::vector<metaobj::Function>> Functions =
      selectListed(Result.LeftOut);
  if (!Functions)
    return Functions.takeError();
  for (const metaobj::Function &F : *Functions)
    if (auto Found = Index.find(F.symbol()); Found != Index.end()) {
      KnownType Type = typeOf(Definitions[Found->second]);
      Result.HasPackedType |= Type.IsPacked;
      if (Files.TheGraph)
        Result.Types.try_emplace(F.Name, Type);
    }
  if (Error E = addLookUp(*Functions))
    return E;
  Result.Functions = std::move(*Functions);
  for (const metaobj::Function &F : Result.Functions)
    if (auto Found = Index.find(F.symbol()); Found != Index.end())
      if (const OperatorDescription *Described =
              Definitions[Found->second].Described)
        Result.Described.try_emplace(F.Name, Described);
  warnOfMixed(Result);
  Result.DebugTypes = std::move(DebugTypes);
  return Result;
}

Expected<SelectedFunctions>
metaobj::selectFunctions(const InputConfig &Config, const GatheredFiles &Files,
                         RuntimeAbi Abi, ArrayRef<std::string> Reserved) {
  return FunctionSelector(Config, Files, Abi, Reserved).select();
}

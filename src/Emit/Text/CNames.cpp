//===- CNames.cpp - What symbols are called in C --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Text/CNames.h"

#include "Abi/RuntimeFamily.h"
#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Text/CText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

#include <cassert>

using namespace llvm;
using namespace metaobj;

/// Keywords of C and C++, old and new, and of compilers in their default modes.
static constexpr StringLiteral Keywords[] = {"alignas",     "alignof",
                                             "and",         "and_eq",
                                             "asm",         "auto",
                                             "bitand",      "bitor",
                                             "bool",        "break",
                                             "case",        "catch",
                                             "char",        "char16_t",
                                             "char32_t",    "char8_t",
                                             "class",       "co_await",
                                             "co_return",   "co_yield",
                                             "compl",       "concept",
                                             "const",       "const_cast",
                                             "consteval",   "constexpr",
                                             "constinit",   "continue",
                                             "decltype",    "default",
                                             "delete",      "do",
                                             "double",      "dynamic_cast",
                                             "else",        "enum",
                                             "explicit",    "export",
                                             "extern",      "false",
                                             "far",         "float",
                                             "for",         "friend",
                                             "goto",        "if",
                                             "inline",      "int",
                                             "interrupt",   "long",
                                             "mutable",     "namespace",
                                             "near",        "new",
                                             "noexcept",    "not",
                                             "not_eq",      "nullptr",
                                             "operator",    "or",
                                             "or_eq",       "private",
                                             "protected",   "public",
                                             "register",    "reinterpret_cast",
                                             "requires",    "restrict",
                                             "return",      "short",
                                             "signed",      "sizeof",
                                             "static",      "static_assert",
                                             "static_cast", "struct",
                                             "switch",      "template",
                                             "this",        "thread_local",
                                             "throw",       "true",
                                             "try",         "typedef",
                                             "typeid",      "typename",
                                             "typeof",      "typeof_unqual",
                                             "union",       "unsigned",
                                             "using",       "virtual",
                                             "void",        "volatile",
                                             "wchar_t",     "while",
                                             "xor",         "xor_eq"};

/// Macros of compilers with names that programs may use, and main, which has a
/// type of its own.
static constexpr StringLiteral Predefined[] = {
    "AVR",   "M68K",  "PPC",     "R3000", "hpux", "i386",
    "linux", "m68k",  "mc68000", "mips",  "main", "pdp11",
    "sparc", "spirv", "sun",     "unix",  "vax",  "wasm"};

/// Names that the emitted source uses itself, in the scope of the file or where
/// -Wshadow would warn.
static constexpr StringLiteral Own[] = {"NULL",
                                        "TVMBackendPackedCFunc",
                                        "TVMFuncRegistry",
                                        "TVMFuncRegistryWithRecord",
                                        "TVMModule",
                                        "TVMRegistryIndex",
                                        "args",
                                        "data",
                                        "id",
                                        "num_args",
                                        "offsetof",
                                        "out_ret_tcode",
                                        "out_ret_value",
                                        "resource_handle",
                                        "type_codes"};

static bool isIdentifier(StringRef Symbol) {
  return !Symbol.empty() && !isDigit(Symbol.front()) &&
         all_of(Symbol, [](char C) { return isAlnum(C) || C == '_'; });
}

/// Names that the standard reserves for compilers, except those that model
/// compilers are known to use.
static bool isImplementations(StringRef Name) {
  if (Name.starts_with("__"))
    return !Name.starts_with("__tvm_");
  return Name.size() > 1 && Name[0] == '_' && toLower(Name[1]) != Name[1];
}

/// Macros of <stdint.h>: INT8_MAX, UINT64_C.
static bool isStdintMacro(StringRef Name) {
  static constexpr StringLiteral Starts[] = {
      "INT", "PTRDIFF", "SIG_ATOMIC", "SIZE_", "UINT", "WCHAR", "WINT"};
  static constexpr StringLiteral Ends[] = {"_C", "_MAX", "_MIN", "_WIDTH"};
  return any_of(Starts, [&](StringRef S) { return Name.starts_with(S); }) &&
         any_of(Ends, [&](StringRef S) { return Name.ends_with(S); });
}

/// Compilers know the types of these, and warn of others.
static bool isLibraryFunction(StringRef Name) {
  static const TargetLibraryInfoImpl Library{Triple()};
  LibFunc Function;
  return Library.getLibFunc(Name, Function);
}

/// Names of metaobj_abi.h.
static bool isOfTheHeaders(StringRef Name) {
  return Name.starts_with("metaobj_") || Name.starts_with("METAOBJ_");
}

bool metaobj::isVariableName(StringRef Name) {
  return isIdentifier(Name) && !is_contained(Keywords, Name) &&
         !is_contained(Predefined, Name) && !isLibraryFunction(Name);
}

bool metaobj::isCName(StringRef Symbol) {
  return isVariableName(Symbol) && !isImplementations(Symbol) &&
         !Symbol.ends_with("_t") && !isStdintMacro(Symbol) &&
         !is_contained(Own, Symbol) && !isOfTheHeaders(Symbol);
}

bool metaobj::isCMember(StringRef Name) {
  // Keywords like _Bool; macros of compilers have two underscores.
  bool IsOfLanguage = Name.size() > 1 && Name[0] == '_' &&
                      (Name[1] == '_' || (Name[1] >= 'A' && Name[1] <= 'Z'));
  return isIdentifier(Name) && !IsOfLanguage && !isStdintMacro(Name) &&
         !is_contained(Keywords, Name) && !is_contained(Predefined, Name) &&
         Name != "NULL" && Name != "offsetof";
}

/// Do all assemblers read \p Symbol without quotes?
static bool isAssemblerName(StringRef Symbol) {
  return !isDigit(Symbol.front()) && all_of(Symbol, [](char C) {
    return isAlnum(C) || C == '_' || C == '.' || C == '$';
  });
}

/// Has \p Symbol a spelling in assembly at all?
static bool isSpellable(StringRef Symbol) {
  return !Symbol.empty() && none_of(Symbol, [](char C) {
    auto Byte = static_cast<unsigned char>(C);
    return Byte < ' ' || Byte == 0x7f || C == '"' || C == '\\';
  });
}

std::string CName::label() const {
  if (!OtherSymbol || !isSpellable(*OtherSymbol))
    return "";
  return (isAssemblerName(*OtherSymbol) ? " METAOBJ_SYMBOL("
                                        : " METAOBJ_QUOTED_SYMBOL(") +
         cString(*OtherSymbol) + ")";
}

std::string metaobj::similarCName(StringRef Text) {
  std::string Similar;
  for (char C : Text)
    Similar += isAlnum(C) ? C : '_';
  // No number behind such a name would make it another.
  if (!isIdentifier(Similar) || isImplementations(Similar) ||
      isOfTheHeaders(Similar))
    Similar = "symbol_" + Similar;
  return Similar;
}

/// The symbol itself if it is a C name, else a name like \p Otherwise that is a
/// C name and not used.
CName CNames::choose(StringRef Symbol, StringRef Otherwise) {
  if (AreChosen || isCName(Symbol))
    return {Symbol.str()};
  std::string Similar = similarCName(Otherwise);
  std::string Name = Similar;
  for (unsigned Number = 2; !isCName(Name) || !Used.insert(Name).second;
       ++Number)
    Name = Similar + "_" + utostr(Number);
  return {Name, SharedText(Symbol)};
}

const CName &CNames::ofPart(StringRef Symbol) const {
  auto Found = OfParts.find(Symbol);
  assert(Found != OfParts.end() && "no symbol of a part");
  return Found->second;
}

std::string CNames::tagStart() const { return similarCName(SymbolStart); }

Error metaobj::checkSpelling(const Message &Owner, StringRef Symbol) {
  if (isSpellable(Symbol))
    return Error::success();
  return inputError(
      Owner, "symbol " + quoted(Symbol) + " cannot be written in C",
      "leave out " + setting::Kind + "=c, " + setting::Header + " and " +
          setting::Rust + ": objects can have any symbol");
}

CNames::CNames(const Model &TheModel, const EmitConfig &Config,
               const PartList &Parts)
    : AreChosen(!runtimeFamily(Config.Abi).Facts.HasTables) {
  // Symbols that are C names keep them, in any order of the symbols.
  const std::vector<Accessor> All = metaobj::accessors(Config.Abi);
  for (const Accessor &TheAccessor : All)
    Used.insert(TheAccessor.symbol(TheModel, Config));
  std::vector<std::string> PartSymbols;
  for (const std::shared_ptr<OutputPart> &ThePart : Parts) {
    append_range(PartSymbols, ThePart->symbols(TheModel, Config));
    append_range(PartSymbols, ThePart->symbolsInC());
  }
  for (const std::string &Symbol : PartSymbols)
    Used.insert(Symbol);
  for (StringRef Symbol : symbols::All)
    Used.insert(Symbol);
  for (const metaobj::Function &F : TheModel.Functions)
    Used.insert(F.symbol());
  for (const Param &P : TheModel.Params)
    Used.insert(Config.paramSymbol(P));

  for (const Accessor &TheAccessor : All) {
    std::string Symbol = TheAccessor.symbol(TheModel, Config);
    Accessors.push_back(choose(Symbol, Symbol));
  }
  for (const metaobj::Function &F : TheModel.Functions)
    Functions.push_back(choose(F.symbol(), F.symbol()));
  Params.reserve(TheModel.Params.size());
  std::string Prefix = Config.Prefix.empty() ? "" : Config.Prefix + "_";
  for (const Param &P : TheModel.Params)
    // Without the underscores in front: inspect would take the rest for the
    // parameter's name.
    Params.push_back(
        choose(Config.paramSymbol(P), Prefix + "tvm_param_" + P.Name));
  for (const std::string &Symbol : PartSymbols)
    OfParts.try_emplace(Symbol, choose(Symbol, Symbol));
  SymbolStart = Config.symbolStart(TheModel);
  MacroPrefix = cMacroName(SymbolStart);
}

//===- Localize.cpp - Joined objects that coexist -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/Localize.h"

#include "Base/Wording.h"
#include "Object/ElfFile.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/GlobPattern.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

/// Global symbols that \p Object defines. \p Common gets those that linkers
/// merge, which are global in any case.
static Expected<std::vector<StringRef>>
definedNames(const object::ObjectFile &Object, std::vector<StringRef> &Common) {
  std::vector<StringRef> Result;
  for (const object::SymbolRef &Symbol : Object.symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    Expected<StringRef> Name = Symbol.getName();
    if (!Flags)
      return Flags.takeError();
    if (!Name)
      return Name.takeError();
    if (*Flags & object::SymbolRef::SF_Common)
      Common.push_back(*Name);
    else if ((*Flags & object::SymbolRef::SF_Global) &&
             !(*Flags & object::SymbolRef::SF_Undefined))
      Result.push_back(*Name);
  }
  return Result;
}

/// What clients of the model name: its functions, by what Inspect reads.
static Expected<StringSet<>> entryPoints(MemoryBufferRef Joined) {
  Expected<std::vector<Inspection>> Found = inspect(Joined);
  if (!Found)
    return Found.takeError();
  StringSet<> Result;
  for (const Inspection &Inspected : *Found) {
    for (const InspectedRegistry &Registry : Inspected.Registries) {
      Result.insert(Registry.Entry);
      Result.insert(Registry.Index);
    }
    for (const InspectedTable &Table : Inspected.Tables)
      Result.insert(Table.Accessor);
    for (const InspectedExecutor &Executor : Inspected.Executors)
      for (const InspectedEntry &Entry : Executor.Functions)
        Result.insert(Entry.Symbol);
    for (const InspectedParam &Param : Inspected.Params)
      if (!Param.Model.empty())
        Result.insert(Param.Model + "_params");
  }
  Result.erase("");
  return Result;
}

/// lld gives common symbols a section as well as leaving them common, a known
/// fault. The next linker would take both.
static constexpr StringLiteral CommonSection = "COMMON";

static Error removeCommonSection(objcopy::ConfigManager &Config) {
  return Config.Common.ToRemove.addMatcher(objcopy::NameOrPattern::create(
      CommonSection, objcopy::MatchStyle::Literal,
      [](Error Bad) { return Bad; }));
}

bool metaobj::hasCommonSection(MemoryBufferRef Joined) {
  std::optional<ElfFile> Elf =
      expectedToOptional(readElfFile(Joined, Joined.getBufferIdentifier()));
  return Elf && any_of(Elf->Sections, [](const ElfSection &Section) {
           return Section.Name == CommonSection;
         });
}

Error metaobj::dropCommonSection(MemoryBufferRef Joined, raw_ostream &OS) {
  StringRef File = Joined.getBufferIdentifier();
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createELFObjectFile(Joined);
  if (!Object)
    return inputError(File, Object.takeError());
  objcopy::ConfigManager Config;
  Config.Common.InputFilename = File;
  Config.Common.OutputFilename = File;
  if (Error E = removeCommonSection(Config))
    return E;
  return objcopy::executeObjcopyOnBinary(Config, **Object, OS);
}

Error metaobj::localize(MemoryBufferRef Joined, ArrayRef<std::string> Keep,
                        raw_ostream &OS) {
  StringRef File = Joined.getBufferIdentifier();
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createELFObjectFile(Joined);
  if (!Object)
    return inputError(File, Object.takeError());
  std::vector<StringRef> Common;
  Expected<std::vector<StringRef>> Symbols = definedNames(**Object, Common);
  if (!Symbols)
    return inputError(File, Symbols.takeError());
  Expected<StringSet<>> Kept = entryPoints(Joined);
  if (!Kept)
    return Kept.takeError();
  for (const std::string &Pattern : Keep) {
    Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
    if (!Glob)
      return inputError(Pattern, Glob.takeError());
    // Those of Common are kept in any case.
    bool Matches =
        any_of(Common, [&](StringRef Symbol) { return Glob->match(Symbol); });
    for (StringRef Symbol : *Symbols)
      if (Glob->match(Symbol)) {
        Matches = true;
        Kept->insert(Symbol);
      }
    if (!Matches)
      return inputError(File, "no global symbol matches " + quoted(Pattern));
  }
  objcopy::ConfigManager Config;
  Config.Common.InputFilename = File;
  Config.Common.OutputFilename = File;
  size_t Count = 0;
  if (Error E = removeCommonSection(Config))
    return E;
  auto KeepGlobal = [&Config](StringRef Symbol) {
    return Config.Common.SymbolsToKeepGlobal.addMatcher(
        objcopy::NameOrPattern::create(Symbol, objcopy::MatchStyle::Literal,
                                       [](Error Bad) { return Bad; }));
  };
  for (StringRef Symbol : *Symbols) {
    if (!Kept->count(Symbol))
      continue;
    ++Count;
    if (Error E = KeepGlobal(Symbol))
      return E;
  }
  for (StringRef Symbol : Common)
    if (Error E = KeepGlobal(Symbol))
      return E;
  if (Count == 0)
    return inputError(File,
                      "has no entry point of a model: no symbol would be "
                      "left for other objects",
                      "name the symbols to keep");
  return objcopy::executeObjcopyOnBinary(Config, **Object, OS);
}

Expected<bool> metaobj::hasContents(MemoryBufferRef Joined) {
  StringRef File = Joined.getBufferIdentifier();
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createObjectFile(Joined);
  if (!Object)
    return inputError(File, Object.takeError());
  for (const object::SectionRef &Section : (*Object)->sections())
    if (Section.getSize() != 0 &&
        (Section.isText() || Section.isData() || Section.isBSS()))
      return true;
  for (const object::SymbolRef &Symbol : (*Object)->symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return inputError(File, Flags.takeError());
    if (!(*Flags & object::SymbolRef::SF_FormatSpecific))
      return true;
  }
  return false;
}

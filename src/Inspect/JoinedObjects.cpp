//===- JoinedObjects.cpp - Several objects as one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins relocatable objects as a linker does, as far as decoders notice.
// References go to the first definition of their symbol. Data is dropped if an
// earlier object has defined its symbol, as with COMDAT groups.
//
//===----------------------------------------------------------------------===//

#include "Inspect/ObjectImage.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace metaobj;

static Error checkJoins(const ImageParts &Each, const ImageParts &First) {
  if (Each.IsLinked)
    return inputError(Each.File, "is linked, so that it is not one of several "
                                 "objects that belong together");
  if (Each.Format != First.Format || Each.Machine != First.Machine)
    return inputError(Each.File, "is " + Each.Format + " for " + Each.Triple +
                                     ", which does not belong together with " +
                                     First.Format + " for " + First.Triple +
                                     " (" + First.File + ")");
  return Error::success();
}

static void append(ImageParts &To, ImageParts &&Other) {
  uint32_t SectionBase = To.Sections.size();
  uint32_t SymbolBase = To.Symbols.size();
  To.FileSize += Other.FileSize;
  To.FileStart = nullptr;
  append_range(To.Sections, Other.Sections);
  for (ImageSymbol &Symbol : Other.Symbols) {
    if (Symbol.Section)
      Symbol.Section += SectionBase;
    To.Symbols.push_back(Symbol);
  }
  for (std::vector<ImageRelocation> &OfSection : Other.Relocations) {
    for (ImageRelocation &Each : OfSection)
      if (Each.Symbol)
        Each.Symbol += SymbolBase;
    To.Relocations.push_back(std::move(OfSection));
  }
  // This leaves the strings where they are.
  To.OwnNames.splice(To.OwnNames.end(), Other.OwnNames);
}

static void resolveSymbols(ImageParts &Of) {
  StringMap<uint32_t> Definitions;
  DenseMap<uint32_t, uint32_t> Resolved;
  DenseSet<uint32_t> Dropped;
  for (const auto &[Index, Symbol] : enumerate(Of.Symbols)) {
    if (Symbol.IsLocal || !Symbol.isDefined() || Symbol.Name.empty())
      continue;
    auto [Known, IsNew] = Definitions.try_emplace(Symbol.Name, Index);
    if (!IsNew && !Of.Sections[Symbol.Section].IsCode)
      Dropped.insert(Symbol.Section);
  }
  for (const auto &[Index, Symbol] : enumerate(Of.Symbols))
    if (!Symbol.IsLocal && !Symbol.Name.empty())
      if (auto Known = Definitions.find(Symbol.Name);
          Known != Definitions.end() && Known->second != Index)
        Resolved[Index] = Known->second;
  for (std::vector<ImageRelocation> &OfSection : Of.Relocations)
    for (ImageRelocation &Each : OfSection)
      if (auto Known = Resolved.find(Each.Symbol); Known != Resolved.end())
        Each.Symbol = Known->second;
  for (ImageSymbol &Symbol : Of.Symbols)
    if (Dropped.contains(Symbol.Section)) {
      Symbol.Section = 0;
      Symbol.Offset = 0;
    }
}

Expected<ObjectImage> ObjectImage::join(std::vector<ObjectImage> Objects) {
  assert(!Objects.empty() && "nothing to join");
  for (const ObjectImage &Each : Objects)
    if (Error E = checkJoins(Each, Objects.front()))
      return E;
  ImageParts Result = std::move(Objects.front());
  for (ObjectImage &Each : drop_begin(Objects))
    append(Result, std::move(Each));
  resolveSymbols(Result);
  return ObjectImage(std::move(Result));
}

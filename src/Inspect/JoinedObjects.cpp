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

static Error checkJoins(const ImageParts &Parts, const ImageParts &First) {
  if (Parts.IsLinked)
    return inputError(Parts.File, "is linked, so that it is not one of several "
                                  "objects that belong together");
  if (Parts.Format != First.Format || Parts.Machine != First.Machine)
    return inputError(Parts.File, "is " + Parts.Format + " for " +
                                      Parts.Triple +
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
    for (ImageRelocation &Relocation : OfSection)
      if (Relocation.Symbol)
        Relocation.Symbol += SymbolBase;
    To.Relocations.push_back(std::move(OfSection));
  }
  // This leaves the strings where they are.
  To.OwnNames.splice(To.OwnNames.end(), Other.OwnNames);
}

static void resolveSymbols(ImageParts &Parts) {
  StringMap<uint32_t> Definitions;
  DenseMap<uint32_t, uint32_t> Resolved;
  DenseSet<uint32_t> Dropped;
  for (const auto &[Index, Symbol] : enumerate(Parts.Symbols)) {
    if (Symbol.IsLocal || !Symbol.isDefined() || Symbol.Name.empty())
      continue;
    auto [Known, IsNew] = Definitions.try_emplace(Symbol.Name, Index);
    if (!IsNew && !Parts.Sections[Symbol.Section].IsCode)
      Dropped.insert(Symbol.Section);
  }
  for (const auto &[Index, Symbol] : enumerate(Parts.Symbols))
    if (!Symbol.IsLocal && !Symbol.Name.empty())
      if (auto Known = Definitions.find(Symbol.Name);
          Known != Definitions.end() && Known->second != Index)
        Resolved[Index] = Known->second;
  for (std::vector<ImageRelocation> &OfSection : Parts.Relocations)
    for (ImageRelocation &Relocation : OfSection)
      if (auto Known = Resolved.find(Relocation.Symbol);
          Known != Resolved.end())
        Relocation.Symbol = Known->second;
  for (ImageSymbol &Symbol : Parts.Symbols)
    if (Dropped.contains(Symbol.Section)) {
      Symbol.Section = 0;
      Symbol.Offset = 0;
    }
}

Expected<ObjectImage> ObjectImage::join(std::vector<ObjectImage> Objects) {
  assert(!Objects.empty() && "nothing to join");
  for (const ObjectImage &Object : Objects)
    if (Error E = checkJoins(Object, Objects.front()))
      return E;
  ImageParts Result = std::move(Objects.front());
  for (ObjectImage &Object : drop_begin(Objects))
    append(Result, std::move(Object));
  resolveSymbols(Result);
  return ObjectImage(std::move(Result));
}

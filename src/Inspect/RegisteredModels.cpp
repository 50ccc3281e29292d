//===- RegisteredModels.cpp - Models that a program finds by name ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"

#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace llvm;
using namespace metaobj;

/// The structure's symbol.
static constexpr StringLiteral ModelSymbol = "_metaobj_model";

/// Sections of pointers to the structures. Linkers of Windows drop what follows
/// the $.
static bool isListOfModels(const ImageSection &Section) {
  static constexpr StringLiteral Names[] = {
      "metaobj_models", "__DATA,__metaobj_models", ".metaobj$m", ".metaobj"};
  return is_contained(Names, Section.Name);
}

/// By section and offset.
static std::set<std::pair<uint32_t, uint64_t>>
findModels(const ObjectImage &Object) {
  std::set<std::pair<uint32_t, uint64_t>> Places;
  for (const ImageSymbol &Symbol : Object.symbols())
    if (Symbol.isDefined() && Symbol.Name == ModelSymbol)
      Places.insert({Symbol.Section, Symbol.Offset});
  unsigned PointerSize = Object.pointerSize();
  for (const auto &[Index, Section] : enumerate(Object.sections())) {
    if (!isListOfModels(Section))
      continue;
    for (uint64_t Position = 0; Position + PointerSize <= Section.Bytes.size();
         Position += PointerSize) {
      StoredPointer Stored =
          Object.pointerAt({static_cast<uint32_t>(Index), Position, 0});
      if (Stored.Kind == StoredPointer::Pointer && Stored.Target.isDefined())
        Places.insert({Stored.Target.Section, Stored.Target.Offset});
    }
  }
  return Places;
}

/// Fields of metaobj_model_t: version, size, and pointers from a multiple of
/// their size on.
static Expected<InspectedModel> readRegisteredModel(const ObjectImage &Object,
                                                    Location Place) {
  auto Fault = [&](const Twine &Reason) {
    return inputError(Object.file(), "the registered model at " +
                                         Object.describe(Place) + ": " +
                                         Reason);
  };
  unsigned PointerSize = Object.pointerSize();
  uint64_t NameAt = alignTo(4, PointerSize);
  uint64_t Wanted = NameAt + uint64_t(3) * PointerSize;
  std::optional<uint64_t> Version = Object.integerAt(Place, 2);
  std::optional<uint64_t> Size = Object.integerAt(Place.advance(2), 2);
  if (!Version || !Size)
    return Fault("it is not in this file");
  if (*Version < METAOBJ_MODEL_VERSION || *Size < Wanted)
    return Fault("version " + Twine(*Version) + " with " + Twine(*Size) +
                 " bytes is not known");
  std::optional<StringRef> Name = Object.textAt(Place.advance(NameAt));
  if (!Name || Name->size() > LongestName)
    return Fault("its name is not a string of this file");
  return InspectedModel{Name->str(), Object.addressOf(Place)};
}

Error metaobj::decodeRegisteredModels(const ObjectImage &Object,
                                      Inspection &Result) {
  uint64_t Work = 0;
  for (auto [Section, Offset] : findModels(Object)) {
    Expected<InspectedModel> Model =
        readRegisteredModel(Object, {Section, Offset, 0});
    if (!Model)
      return Model.takeError();
    Work += Model->Name.size();
    if (Work > Object.workLimit())
      return inputError(Object.file(), "names of registered models overlap");
    Result.Models.push_back(std::move(*Model));
  }
  return Error::success();
}

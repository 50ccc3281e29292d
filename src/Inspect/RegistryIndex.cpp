//===- RegistryIndex.cpp - Indexes of registries of an object -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegistryIndex.h"

#include "Model/Wording.h"
#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

constexpr StringLiteral AccessorEnd = "_registry_index";
constexpr uint64_t Version = 1;

/// TVMRegistryIndex of runtime_crt/include/tvm_crt/registry_index.h.
class RegistryIndex {
public:
  /// Nothing when there is no such structure at \p Place.
  static std::optional<RegistryIndex> read(const ObjectImage &Object,
                                           Location Place);

  /// The ordinal under which \p Name is found; nothing when it is not. Adds
  /// what was looked at to \p Work.
  std::optional<uint64_t> find(StringRef Name, uint64_t &Work) const;

  uint64_t numFunctions() const { return NumFunctions; }

private:
  explicit RegistryIndex(const ObjectImage &Object) : Object(&Object) {}

  const ObjectImage *Object;
  uint64_t NumFunctions = 0;
  uint64_t NumSlots = 0;
  StringRef Names;
  Location Slots;
  Location Offsets;
};

} // namespace

std::optional<RegistryIndex> RegistryIndex::read(const ObjectImage &Object,
                                                 Location Place) {
  RegistryIndex Result(Object);
  uint64_t Numbers[4];
  for (size_t I = 0; I != std::size(Numbers); ++I) {
    std::optional<uint64_t> Number = Object.integerAt(Place.advance(I * 4), 4);
    if (!Number)
      return std::nullopt;
    Numbers[I] = *Number;
  }
  Location Targets[3];
  for (size_t I = 0; I != std::size(Targets); ++I) {
    StoredPointer Stored =
        Object.pointerAt(Place.advance(16 + I * Object.pointerSize()));
    if (Stored.Kind != StoredPointer::Pointer || !Stored.Target.isDefined())
      return std::nullopt;
    Targets[I] = Stored.Target;
  }
  Result.NumFunctions = Numbers[1];
  Result.NumSlots = Numbers[2];
  Result.Names = Object.bytesFrom(Targets[0]).take_front(Numbers[3]);
  Result.Slots = Targets[1];
  Result.Offsets = Targets[2];
  if (Numbers[0] != Version || !isPowerOf2_64(Result.NumSlots) ||
      Result.NumSlots <= Result.NumFunctions ||
      Result.Names.size() != Numbers[3] ||
      Object.bytesFrom(Result.Slots).size() / 4 < Result.NumSlots ||
      Object.bytesFrom(Result.Offsets).size() / 4 < Result.NumFunctions)
    return std::nullopt;
  return Result;
}

std::optional<uint64_t> RegistryIndex::find(StringRef Name,
                                            uint64_t &Work) const {
  uint32_t Hash = 0x811c9dc5;
  for (char C : Name)
    Hash = (Hash ^ static_cast<uint8_t>(C)) * 0x01000193;
  for (uint64_t I = 0; I != NumSlots; ++I) {
    Work += 4;
    uint64_t Slot =
        *Object->integerAt(Slots.advance(((Hash + I) & (NumSlots - 1)) * 4), 4);
    uint64_t Number = Slot & 0xffff;
    if (Number == 0 || Number > NumFunctions)
      return std::nullopt;
    uint64_t Offset = *Object->integerAt(Offsets.advance((Number - 1) * 4), 4);
    Work += Name.size();
    if (Slot >> 16 == Hash >> 16 && Offset < Names.size() &&
        Names.substr(Offset).split('\0').first == Name)
      return Number - 1;
  }
  return std::nullopt;
}

/// Why \p Index is not that of \p Registry; empty when it is.
static std::string differenceOf(const RegistryIndex &Index,
                                const InspectedRegistry &Registry,
                                uint64_t &Work) {
  if (Index.numFunctions() != Registry.Count)
    return ("has " + Twine(Index.numFunctions()) + " functions, the registry " +
            Twine(Registry.Count))
        .str();
  for (const InspectedFunction &Function : Registry.Functions)
    // Nobody asks for the entry that both kinds of client read differently.
    if (Function.Name != METAOBJ_UNIVERSAL_NAME &&
        Index.find(Function.Name, Work) != Function.Index)
      return "does not find function " + quoted(Function.Name);
  return "";
}

Error metaobj::decodeIndexes(const ObjectImage &Object,
                             ArrayRef<CodeRange> Functions,
                             MutableArrayRef<InspectedRegistry> Registries) {
  uint64_t Work = 0;
  for (const CodeRange &Code : Functions)
    for (uint32_t Symbol : Code.Symbols) {
      StringRef Accessor = Object.symbols()[Symbol].Name;
      if (!Accessor.ends_with(AccessorEnd))
        continue;
      std::string Difference = "is none";
      for (const Location &Place : dataReferences(Object, Code)) {
        std::optional<RegistryIndex> Index = RegistryIndex::read(Object, Place);
        if (!Index)
          continue;
        Difference = "has no registry";
        for (InspectedRegistry &Registry : Registries) {
          Difference = differenceOf(*Index, Registry, Work);
          if (Work > Object.workLimit())
            return inputError(Object.file(), "indexes of registries overlap");
          if (Difference.empty()) {
            Registry.Index = Accessor.str();
            break;
          }
        }
        break;
      }
      if (!Difference.empty())
        return inputError(Object.file(),
                          quoted(Accessor) + ": the index " + Difference);
    }
  return Error::success();
}

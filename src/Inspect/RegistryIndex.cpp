//===- RegistryIndex.cpp - Indexes of registries of an object -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the tables of `metaobj emit --registry-index` by the name of the
// function that returns them:
//
//     const TVMRegistryIndex *tvmgen_default_registry_index(void);
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"

#include "Base/Wording.h"
#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

constexpr StringLiteral IndexAccessorEnd = "_registry_index";
constexpr uint64_t Version = 2;
constexpr uint64_t MaxSlots = 65536;

/// TVMRegistryIndex of runtime_crt/include/tvm_crt/registry_index.h.
struct RegistryIndex {
  uint64_t NumFunctions, NumSlots, MaxProbes;
  uint32_t Seed;
  StringRef Names;
  Location Slots, Shifts, Offsets;
};

} // namespace

static uint32_t mixed(uint32_t Value) {
  uint32_t Product = Value * 0x9e3779b1;
  return Product ^ Product >> 15;
}

/// As tvm_crt/registry_index.h has it, and not by the emitter's code: it is to
/// be proved.
static uint32_t hashOf(StringRef Name, uint32_t Seed) {
  // Zeros fill up the rest, which is there even when it has no bytes.
  std::string Padded = Name.str();
  Padded.append(4 - Name.size() % 4, '\0');
  uint32_t Hash = Seed;
  for (size_t I = 0; I != Padded.size(); I += 4)
    Hash = mixed(Hash ^ support::endian::read32le(&Padded[I]));
  return mixed(Hash);
}

/// Nothing when there is no such structure at \p Place.
static std::optional<RegistryIndex> readIndex(const ObjectImage &Object,
                                              Location Place) {
  RegistryIndex Result;
  uint64_t Numbers[6];
  for (size_t I = 0; I != std::size(Numbers); ++I) {
    std::optional<uint64_t> Number = Object.integerAt(Place.advance(I * 4), 4);
    if (!Number)
      return std::nullopt;
    Numbers[I] = *Number;
  }
  Location Targets[4];
  for (size_t I = 0; I != std::size(Targets); ++I) {
    StoredPointer Stored = Object.pointerAt(Place.advance(
        sizeof(uint32_t) * std::size(Numbers) + I * Object.pointerSize()));
    if (Stored.Kind != StoredPointer::Pointer || !Stored.Target.isDefined())
      return std::nullopt;
    Targets[I] = Stored.Target;
  }
  Result.NumFunctions = Numbers[1];
  Result.NumSlots = Numbers[2];
  Result.MaxProbes = Numbers[3];
  Result.Seed = static_cast<uint32_t>(Numbers[4]);
  Result.Names = Object.bytesFrom(Targets[0]).take_front(Numbers[5]);
  Result.Slots = Targets[1];
  Result.Shifts = Targets[2];
  Result.Offsets = Targets[3];
  uint64_t NumShifts = Result.NumSlots / 2;
  if (Numbers[0] != Version || !isPowerOf2_64(Result.NumSlots) ||
      NumShifts == 0 || Result.NumSlots > MaxSlots ||
      Result.NumFunctions > UINT16_MAX || Result.MaxProbes > Result.NumSlots ||
      Result.Names.size() != Numbers[5] ||
      Object.bytesFrom(Result.Slots).size() / 2 < Result.NumSlots ||
      Object.bytesFrom(Result.Shifts).size() / 2 < NumShifts ||
      Object.bytesFrom(Result.Offsets).size() / 4 < Result.NumFunctions)
    return std::nullopt;
  return Result;
}

/// The ordinal under which \p Name is found; nullopt if it is not found. Adds
/// the number of its steps to \p Work.
static std::optional<uint64_t> findName(const ObjectImage &Object,
                                        const RegistryIndex &In, StringRef Name,
                                        uint64_t &Work) {
  uint32_t Hash = hashOf(Name, In.Seed);
  uint64_t Group = (Hash >> 16) & (In.NumSlots / 2 - 1);
  uint64_t First = Hash + *Object.integerAt(In.Shifts.advance(Group * 2), 2);
  Work += Name.size();
  for (uint64_t I = 0; I != In.MaxProbes; ++I) {
    Work += 2 + Name.size();
    uint64_t Slot = (First + I) & (In.NumSlots - 1);
    uint64_t Number = *Object.integerAt(In.Slots.advance(Slot * 2), 2);
    if (Number == 0 || Number > In.NumFunctions)
      return std::nullopt;
    uint64_t Offset =
        *Object.integerAt(In.Offsets.advance((Number - 1) * 4), 4);
    if (Offset < In.Names.size() &&
        In.Names.substr(Offset).split('\0').first == Name)
      return Number - 1;
  }
  return std::nullopt;
}

/// Why \p Index does not belong to \p Registry; empty if it does.
static std::string differenceOf(const ObjectImage &Object,
                                const RegistryIndex &Index,
                                const InspectedRegistry &Registry,
                                uint64_t &Work) {
  if (Index.NumFunctions != Registry.Count)
    return ("has " + Twine(Index.NumFunctions) + " functions, the registry " +
            Twine(Registry.Count))
        .str();
  for (const InspectedFunction &Function : Registry.Functions)
    // Nobody asks for the entry that both kinds of client read differently.
    if (Function.Name != METAOBJ_UNIVERSAL_NAME &&
        findName(Object, Index, Function.Name, Work) != Function.Index)
      return "does not find function " + quoted(Function.Name);
  return "";
}

static void addParts(const ObjectImage &Object, Location Place,
                     const RegistryIndex &Index,
                     std::vector<InspectedPart> &Parts) {
  auto Add = [&](Location TheLocation, uint64_t Bytes) {
    Object.addPart(Parts, InspectedPart::Table, "registry index", TheLocation,
                   Bytes);
  };
  Add(Place, 6 * sizeof(uint32_t) + uint64_t(4) * Object.pointerSize());
  Add(Index.Slots, Index.NumSlots * 2);
  Add(Index.Shifts, Index.NumSlots / 2 * 2);
  Add(Index.Offsets, Index.NumFunctions * 4);
}

Error metaobj::decodeIndexes(const ObjectImage &Object,
                             ArrayRef<CodeRange> Functions,
                             Inspection &Result) {
  uint64_t Work = 0;
  for (const CodeRange &Code : Functions)
    for (uint32_t Symbol : Code.Symbols) {
      StringRef Accessor = Object.symbols()[Symbol].Name;
      if (!Accessor.ends_with(IndexAccessorEnd))
        continue;
      std::string Difference = "is none";
      for (const Location &Place : dataReferences(Object, Code)) {
        std::optional<RegistryIndex> Index = readIndex(Object, Place);
        if (!Index)
          continue;
        Difference = "has no registry";
        for (InspectedRegistry &Registry : Result.Registries) {
          Difference = differenceOf(Object, *Index, Registry, Work);
          if (Work > Object.workLimit())
            return inputError(Object.file(), "indexes of registries overlap");
          if (Difference.empty()) {
            Registry.Index = Accessor.str();
            addParts(Object, Place, *Index, Result.Parts);
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

//===- LinkedParams.cpp - Storage ids of linked parameters ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/LinkedParams.h"

#include "Base/Wording.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <map>

using namespace llvm;
using namespace metaobj;

namespace {

constexpr StringLiteral LookupEnd = "_lookup_linked_param";

/// The table of a look-up function: the place of the data for each storage id
/// that has data.
struct LinkedTable {
  Location Place;
  uint64_t Size = 0;
  bool HasSymbol = false;
  std::map<uint64_t, Location> Data;
  std::string Fault; ///< An entry that leads to no parameter.
};

class LinkedParams {
public:
  LinkedParams(const ObjectImage &Object, MutableArrayRef<FoundParam> Params);

  /// The table at \p Place, or nullopt when nothing in it leads to a parameter.
  std::optional<LinkedTable> read(Location Place);
  Error apply(const LinkedTable &Linked);

private:
  using PlaceKey = std::pair<uint32_t, uint64_t>;

  ArrayRef<size_t> paramsAt(Location Place) const {
    auto Found = ParamsByPlace.find({Place.Section, Place.Offset});
    return Found == ParamsByPlace.end() ? ArrayRef<size_t>() : Found->second;
  }
  size_t tableServedBy(const LinkedTable &Linked) const;
  Error compare(const LinkedTable &Linked, size_t Table) const;
  void assign(const LinkedTable &Linked);

  const ObjectImage &Object;
  MutableArrayRef<FoundParam> Params;
  std::map<PlaceKey, SmallVector<size_t, 1>> ParamsByPlace;
  /// Table entries that were looked at. The limit stops overlapping tables.
  uint64_t Work = 0;
};

} // namespace

LinkedParams::LinkedParams(const ObjectImage &Object,
                           MutableArrayRef<FoundParam> Params)
    : Object(Object), Params(Params) {
  for (const auto &[Index, Param] : enumerate(Params))
    ParamsByPlace[{Param.Data.Section, Param.Data.Offset}].push_back(Index);
}

std::optional<LinkedTable> LinkedParams::read(Location Place) {
  if (!paramsAt(Place).empty())
    return std::nullopt;
  const ImageSymbol *Own =
      Object.symbolAt(Place, [](const ImageSymbol &Symbol) {
        return Symbol.Kind == ImageSymbol::Object && Symbol.Size != 0;
      });
  // A compiler's table for a switch may start at another case than 0.
  if (Own && (Own->Name.starts_with("switch.table") ||
              Own->Name.starts_with("CSWTCH")))
    return std::nullopt;
  unsigned PointerSize = Object.pointerSize();
  uint64_t Size = Own ? Own->Size : Object.nextBoundary(Place) - Place.Offset;
  Size = std::min<uint64_t>(Size, Object.bytesFrom(Place).size());

  LinkedTable Result;
  Result.Place = Place;
  Result.Size = Own ? Size : 0;
  Result.HasSymbol = Own;
  for (uint64_t Id = 0; Id < Size / PointerSize; ++Id) {
    if (++Work > Object.workLimit())
      return std::nullopt;
    Location TheLocation = Place.advance(Id * PointerSize);
    StoredPointer Stored = Object.paramAt(TheLocation);
    if (Stored.Kind == StoredPointer::Null)
      continue;
    if (Stored.Kind == StoredPointer::Pointer &&
        !paramsAt(Stored.Target).empty()) {
      Result.Data[Id] = Stored.Target;
      Result.Size = std::max(Result.Size, (Id + 1) * PointerSize);
      continue;
    }
    if (!Own)
      break;
    if (!Result.Fault.empty())
      continue;
    Result.Fault =
        ("storage id " + Twine(Id) + " at " + Object.describe(TheLocation) +
         " does not lead to a parameter")
            .str();
  }
  if (Result.Data.empty())
    return std::nullopt;
  return Result;
}

/// The parameter table in the object that lists most of the look-up function's
/// parameters; 0 if no table lists any.
size_t LinkedParams::tableServedBy(const LinkedTable &Linked) const {
  std::map<size_t, size_t> Hits;
  for (const auto &[Id, Data] : Linked.Data)
    for (size_t Index : paramsAt(Data))
      if (Params[Index].Table)
        ++Hits[Params[Index].Table];
  size_t Best = 0;
  for (const auto &[Table, Count] : Hits)
    if (!Best || Count > Hits[Best])
      Best = Table;
  return Best;
}

Error LinkedParams::compare(const LinkedTable &Linked, size_t Table) const {
  auto Where = [&] {
    return "table of linked parameters at " + Object.describe(Linked.Place);
  };
  for (const FoundParam &Param : Params) {
    if (Param.Table != Table || !Param.Result.StorageId)
      continue;
    auto Found = Linked.Data.find(*Param.Result.StorageId);
    // Who looks up reads elements.
    if (Param.WindowLog) {
      if (Found != Linked.Data.end())
        return inputError(Object.file(),
                          "parameter " + quoted(Param.Result.Name) +
                              " is compressed, but the " + Where() +
                              " leads to " + Object.describe(Found->second) +
                              " for its storage id " +
                              Twine(*Param.Result.StorageId));
      continue;
    }
    if (Found == Linked.Data.end() || !Found->second.isSamePlace(Param.Data))
      return inputError(
          Object.file(),
          "parameter " + quoted(Param.Result.Name) + " has storage id " +
              Twine(*Param.Result.StorageId) + ", for which the " + Where() +
              " has " +
              (Found == Linked.Data.end() ? "nothing"
                                          : Object.describe(Found->second)));
  }
  for (const auto &[Id, Data] : Linked.Data)
    if (none_of(paramsAt(Data), [&, Wanted = Id](size_t Index) {
          return Params[Index].Table != Table ||
                 Params[Index].Result.StorageId == Wanted;
        }))
      return inputError(Object.file(), Where() + ": storage id " + Twine(Id) +
                                           " leads to " +
                                           Object.describe(Data) +
                                           ", where no parameter has this id");
  return Error::success();
}

void LinkedParams::assign(const LinkedTable &Linked) {
  std::map<PlaceKey, SmallVector<uint64_t, 1>> IdsByPlace;
  for (const auto &[Id, Data] : Linked.Data)
    IdsByPlace[{Data.Section, Data.Offset}].push_back(Id);
  // Equal parameters may share their bytes. Then their ids cannot be told
  // apart.
  for (const auto &[Place, Ids] : IdsByPlace) {
    ArrayRef<size_t> Here = ParamsByPlace[Place];
    if (Ids.size() == 1 && Here.size() == 1 && !Params[Here[0]].Table)
      Params[Here[0]].Result.StorageId = Ids[0];
  }
}

Error LinkedParams::apply(const LinkedTable &Linked) {
  if (!Linked.Fault.empty())
    return inputError(Object.file(),
                      "table of linked parameters: " + Linked.Fault);
  if (size_t Table = tableServedBy(Linked))
    return compare(Linked, Table);
  assign(Linked);
  return Error::success();
}

/// The tables among the places to which the function refers. The code may add
/// an offset to a reference, so symbols decide, if there are any. A damaged
/// table counts only if there is no valid one.
static std::vector<LinkedTable> findTables(const ObjectImage &Object,
                                           const CodeRange &Code,
                                           LinkedParams &Linked) {
  std::vector<LinkedTable> Tables;
  for (const Location &Place : dataReferences(Object, Code)) {
    if (!Place.isDefined() || Object.sections()[Place.Section].IsCode)
      continue;
    if (std::optional<LinkedTable> Table = Linked.read(Place))
      Tables.push_back(std::move(*Table));
  }
  auto KeepIfAny = [&](auto IsBetter) {
    if (any_of(Tables, IsBetter))
      erase_if(Tables, std::not_fn(IsBetter));
  };
  KeepIfAny([](const LinkedTable &TheLinkedTable) {
    return TheLinkedTable.HasSymbol;
  });
  KeepIfAny([](const LinkedTable &TheTable) { return TheTable.Fault.empty(); });
  return Tables;
}

Error metaobj::applyLinkedParams(const ObjectImage &Object,
                                 ArrayRef<CodeRange> Functions,
                                 MutableArrayRef<FoundParam> Params,
                                 std::vector<InspectedPart> &Parts) {
  LinkedParams Linked(Object, Params);
  for (const CodeRange &Code : Functions) {
    if (none_of(Code.Symbols, [&](uint32_t Index) {
          return Object.symbols()[Index].Name.ends_with(LookupEnd);
        }))
      continue;
    for (const LinkedTable &Table : findTables(Object, Code, Linked)) {
      if (Error E = Linked.apply(Table))
        return E;
      Object.addPart(Parts, InspectedPart::Table, "linked parameters",
                     Table.Place, Table.Size);
    }
  }
  return Error::success();
}

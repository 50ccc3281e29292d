//===- ExecutorDecoder.cpp - Executors of an object -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;
using namespace metaobj;

namespace {

constexpr StringLiteral RunEnd = "_run";
constexpr StringLiteral MainEnd = "___tvm_main__";
constexpr StringLiteral FailedEnd = "_failed_operator";
constexpr StringLiteral MetadataEnd = "_get_c_metadata";

/// The symbol of metaobj's own metadata.
constexpr StringLiteral MetadataTable = "_metaobj_metadata";

/// Start of the symbols of memories that models share, and the end of the
/// number beside each.
constexpr StringLiteral SharedPoolStart = "metaobj_shared_";
constexpr StringLiteral InUseEnd = "_in_use";

/// In the order in which they are listed. None ends in another one.
constexpr StringLiteral FunctionEnds[] = {RunEnd, "_run_packed", MainEnd,
                                          FailedEnd, MetadataEnd};

/// Functions with one start of their names.
struct Group {
  /// By FunctionEnds; null where there is none.
  const ImageSymbol *Functions[std::size(FunctionEnds)] = {};

  const ImageSymbol *function(StringRef End) const {
    return Functions[find(FunctionEnds, End) - std::begin(FunctionEnds)];
  }
  /// Other programs have functions of some of these names, too.
  bool isExecutor() const {
    return function(MainEnd) || function(MetadataEnd) ||
           (function(RunEnd) && function(FailedEnd));
  }
};

class ExecutorDecoder {
public:
  ExecutorDecoder(const ObjectImage &Object, ArrayRef<CodeRange> Functions)
      : Object(Object), Functions(Functions) {}

  Error decode(std::vector<InspectedExecutor> &Result);
  Error decodeShared(std::vector<InspectedPool> &Result);

private:
  void findGroups();
  void findGetters();
  Error findPools();
  bool isVariable(const ImageSymbol &Symbol) const;
  std::vector<Location> metadataPlaces(StringRef Getter) const;
  Error addMetadata(const Group &TheGroup, InspectedExecutor &To);
  Error checkWork() const;

  const ObjectImage &Object;
  ArrayRef<CodeRange> Functions;
  std::map<StringRef, Group> Groups;
  std::map<StringRef, std::vector<InspectedPool>> Pools;
  /// The code of functions that return metadata.
  std::map<StringRef, std::vector<const CodeRange *>> Getters;
  /// Bytes that were copied.
  uint64_t Work = 0;
};

} // namespace

Error ExecutorDecoder::checkWork() const {
  if (Work > Object.workLimit())
    return inputError(Object.file(), "names of executors overlap");
  return Error::success();
}

void ExecutorDecoder::findGroups() {
  for (const ImageSymbol &Symbol : Object.symbols()) {
    if (!Symbol.isFunction() || !Symbol.isDefined() || Symbol.IsLocal ||
        Symbol.Name.size() > LongestSymbol)
      continue;
    for (const auto &[Kind, End] : enumerate(FunctionEnds)) {
      StringRef Start = Symbol.Name;
      if (Start.consume_back(End) && !Start.empty()) {
        const ImageSymbol *&Place = Groups[Start].Functions[Kind];
        if (!Place)
          Place = &Symbol;
      }
    }
  }
  for (auto Item = Groups.begin(); Item != Groups.end();)
    Item = Item->second.isExecutor() ? std::next(Item) : Groups.erase(Item);
}

/// Only ELF tells which sections are written. Zeros are, in all formats.
bool ExecutorDecoder::isVariable(const ImageSymbol &Symbol) const {
  if (!Symbol.isDefined() || !Symbol.isObjectOrUntyped())
    return false;
  const ImageSection &Section = Object.sections()[Symbol.Section];
  return !Section.IsCode && (Section.IsWritable || Section.HasNoBits ||
                             Section.Name.contains("bss"));
}

/// Variables whose names start as those of an executor of metaobj: the longest
/// start counts.
Error ExecutorDecoder::findPools() {
  if (Groups.empty())
    return Error::success();
  DenseSet<StringRef> Seen;
  for (const ImageSymbol &Symbol : Object.symbols()) {
    if (Symbol.Name.empty() || Symbol.Name.size() > LongestSymbol ||
        isParamSymbol(Symbol.Name) || !isVariable(Symbol))
      continue;
    for (size_t Position = Symbol.Name.size() - 1; Position > 1; --Position) {
      if (Symbol.Name[Position - 1] != '_')
        continue;
      Work += 1 + Position / 16; // Names are compared.
      auto Found = Groups.find(Symbol.Name.take_front(Position - 1));
      if (Found == Groups.end() || !Found->second.function(FailedEnd))
        continue;
      Location Place = {Symbol.Section, Symbol.Offset, 0};
      const ImageSection &Section = Object.sections()[Symbol.Section];
      InspectedPool Pool;
      Pool.Name = Symbol.Name.drop_front(Position).str();
      Pool.Symbol = Symbol.Name.str();
      Pool.Section = Section.Name.str();
      Pool.Bytes = Object.hasSymbolSizes()
                       ? Symbol.Size
                       : Object.nextBoundary(Place) - Symbol.Offset;
      Pool.Address = Object.addressOf(Place);
      Work += 2 * Symbol.Name.size() + Section.Name.size();
      // A shared object has exported symbols twice.
      if (Seen.insert(Symbol.Name).second)
        Pools[Found->first].push_back(std::move(Pool));
      break;
    }
    if (Error E = checkWork())
      return E;
  }
  return Error::success();
}

void ExecutorDecoder::findGetters() {
  for (const auto &[Start, TheGroup] : Groups)
    if (const ImageSymbol *Getter = TheGroup.function(MetadataEnd))
      Getters.try_emplace(Getter->Name);
  for (const CodeRange &Code : Functions)
    for (uint32_t Index : Code.Symbols)
      if (auto Found = Getters.find(Object.symbols()[Index].Name);
          Found != Getters.end())
        Found->second.push_back(&Code);
}

/// In a linked file the code is not followed, and the table found by its name:
/// without doubt if there is one model with metadata.
std::vector<Location> ExecutorDecoder::metadataPlaces(StringRef Getter) const {
  std::vector<Location> Result;
  if (Object.isLinked()) {
    if (Getters.size() != 1)
      return Result;
    for (const ImageSymbol &Symbol : Object.symbols())
      if (Symbol.Name == MetadataTable && Symbol.isDefined())
        Result.push_back({Symbol.Section, Symbol.Offset, 0});
    return Result.size() == 1 ? Result : std::vector<Location>();
  }
  for (const CodeRange *Code : Getters.at(Getter))
    append_range(Result, dataReferences(Object, *Code));
  return Result;
}

Error ExecutorDecoder::addMetadata(const Group &TheGroup,
                                   InspectedExecutor &To) {
  const ImageSymbol *Getter = TheGroup.function(MetadataEnd);
  if (!Getter)
    return Error::success();
  for (const Location &Place : metadataPlaces(Getter->Name)) {
    Expected<std::optional<InspectedMetadata>> Found =
        readModelMetadata(Object, Place, Work);
    if (!Found)
      return Found.takeError();
    if (*Found) {
      To.Metadata = std::move(**Found);
      return Error::success();
    }
  }
  return Error::success();
}

Error ExecutorDecoder::decode(std::vector<InspectedExecutor> &Result) {
  findGroups();
  if (Error E = findPools())
    return E;
  findGetters();
  for (const auto &[Start, TheGroup] : Groups) {
    InspectedExecutor &New = Result.emplace_back();
    New.Prefix = Start.str();
    for (const ImageSymbol *Function : TheGroup.Functions) {
      if (!Function)
        continue;
      Work += Function->Name.size();
      New.Functions.push_back(
          {Function->Name.str(),
           Object.functionAddress({Function->Section, Function->Offset, 0})});
    }
    Work += Start.size();
    if (Error E = checkWork())
      return E;
    New.Pools = std::move(Pools[Start]);
    if (Error E = addMetadata(TheGroup, New))
      return E;
  }
  return Error::success();
}

/// "metaobj_shared_<name>", without the number beside it that says who uses it.
Error ExecutorDecoder::decodeShared(std::vector<InspectedPool> &Result) {
  std::set<StringRef> Seen;
  for (const ImageSymbol &Symbol : Object.symbols()) {
    StringRef Name = Symbol.Name;
    if (!Name.consume_front(SharedPoolStart) || Name.ends_with(InUseEnd) ||
        Name.size() > LongestSymbol ||
        (!Symbol.IsCommon && !isVariable(Symbol)) || !Seen.insert(Name).second)
      continue;
    Location Place = {Symbol.Section, Symbol.Offset, 0};
    InspectedPool &Pool = Result.emplace_back();
    Pool.Name = Name.str();
    Pool.Symbol = Symbol.Name.str();
    Pool.Bytes = Object.hasSymbolSizes()
                     ? Symbol.Size
                     : Object.nextBoundary(Place) - Symbol.Offset;
    if (Symbol.IsCommon)
      Pool.Section = CommonSection.str();
    else {
      Pool.Section = Object.sections()[Symbol.Section].Name.str();
      Pool.Address = Object.addressOf(Place);
    }
    Work += 2 * Symbol.Name.size() + Pool.Section.size();
    if (Error E = checkWork())
      return E;
  }
  return Error::success();
}

Error metaobj::decodeExecutors(const ObjectImage &Object,
                               ArrayRef<CodeRange> Functions,
                               Inspection &Result) {
  ExecutorDecoder Decoder(Object, Functions);
  if (Error E = Decoder.decodeShared(Result.SharedPools))
    return E;
  return Decoder.decode(Result.Executors);
}

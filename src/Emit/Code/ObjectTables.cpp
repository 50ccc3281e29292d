//===- ObjectTables.cpp - Tables of a finished object ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM copies the bytes of a variable three times, and needs a microsecond for
// each symbol and each relocation. Parameters do not need this work: they are
// bytes at a place, and addresses of one kind in tables. The same holds for
// functions in other objects.
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/ObjectTables.h"

#include "Abi/Symbols.h"
#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Code/ObjectTableWriter.h"
#include "Object/FormatRules.h"
#include "Target/Families.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace metaobj;

void metaobj::warnOfDistance(const Model &TheModel, const ParamLayout &Layout,
                             const TargetMachine &Machine,
                             const EmitConfig &Config) {
  const Triple &Target = Machine.getTargetTriple();
  const TargetFamily *Family = familyOf(Target.getArch());
  if (!Family)
    return;
  TargetFamily::DataReach Reach =
      Family->dataReach(Target, Machine.getCodeModel());
  if (!Reach.IsBehind)
    return;
  uint64_t Size = 0;
  for (const ParamSection &Section : Layout.Sections)
    if (!Reach.IsBehind(Section.Name))
      Size = SaturatingAdd(Size, Section.Size);
  if (Size < Reach.Bytes)
    return;
  report(Config.Diagnostics, Diagnostic::Warning,
         "model " + quoted(TheModel.Name),
         "parameters take " + std::to_string(Size) +
             " bytes of sections that code reaches with " +
             std::to_string(Reach.AddressBits) +
             " bits: what is linked behind them may be out of reach",
         Reach.Hint);
}

/// The symbol of bytes that linkers may fold. Tables refer to it: if a linker
/// drops an object's copy, the symbol means the copy that it keeps. The symbol
/// is weak, as in compilers' output, so that copies can still be linked
/// together if something has removed their groups.
static DataSymbol comdatSymbol(StringRef Name, const ParamSection &Section,
                               uint32_t Number) {
  return {Name,           ParamVisibility::Hidden,
          Number,
          /*Offset=*/0,   Section.Size,
          /*IsWeak=*/true};
}

static DataSymbol undefinedSymbol(StringRef Name) {
  return {Name, ParamVisibility::Global, /*Section=*/0,
          /*Offset=*/0, /*Size=*/0};
}

namespace {

/// Sections and symbols of an object: \p Shard is its number among the shards,
/// or 0 for the object with the metadata.
class ParamAdder {
public:
  ParamAdder(EditableObject &Object, const Emission::Common &Common,
             const Module &M, uint32_t Shard, LateSymbols Late)
      : Object(Object), Common(Common), TheModel(Common.model()),
        Layout(Common.Layout), M(M), Shard(Shard), Late(Late),
        Config(Common.Config) {}

  /// Numbers of the symbols by which tables refer to parameters and functions.
  /// A shard has no tables.
  struct Numbers {
    std::vector<uint32_t> Params;
    /// In the order of the registry; empty if LLVM has the functions.
    std::vector<uint32_t> Functions;
  };
  Numbers run();

private:
  /// The result for a section of the layout; all 0 if it is in another object.
  struct Added {
    uint32_t Number = 0;
    uint32_t Group = 0;
    size_t Symbol = 0; ///< The group's, among the new symbols.
  };

  /// Results of symbolName, kept together with Symbols.
  StringRef nameOf(StringRef Symbol) {
    return SymbolNames.save(symbolName(Symbol, M));
  }
  void addSections();
  std::vector<size_t> listSymbols();
  void listSectionMarks();
  void listParamMarks();
  void listFunctions();

  EditableObject &Object;
  const Emission::Common &Common;
  const Model &TheModel;
  const ParamLayout &Layout;
  const Module &M;
  uint32_t Shard;
  LateSymbols Late;
  const EmitConfig &Config;
  std::vector<Added> Sections;
  BumpPtrAllocator Allocator;
  StringSaver SymbolNames{Allocator};
  std::vector<DataSymbol> Symbols;
  std::vector<size_t> Functions; ///< Numbers in Symbols.
};

} // namespace

void ParamAdder::addSections() {
  Sections.resize(Layout.Sections.size());
  std::vector<EditableObject::Part> Parts;
  const FormatRules &Rules = formatRules(Triple(llvm_version::tripleName(M)));
  for (const auto &[Section, New] : zip_equal(Layout.Sections, Sections)) {
    if (Section.Shard != Shard)
      continue;
    Parts.clear();
    Parts.reserve(Section.Params.size());
    for (uint32_t Index : Section.Params)
      Parts.push_back(
          {Layout.Sites[Index].Offset, &TheModel.Params[Index].Data});
    if (!Section.Comdat.empty())
      New.Group = Object.addGroup();
    New.Number = Object.addSection(
        Rules.sectionInObject(Section.Name, Section.Comdat), Section.Alignment,
        Section.Size, Parts, New.Group, Config.Params.AreWritable);
  }
}

/// Fills Symbols; returns the number of each parameter's symbol. In a shard
/// this has no meaning for parameters of other shards.
std::vector<size_t> ParamAdder::listSymbols() {
  std::vector<size_t> Own;
  Own.reserve(Layout.Sites.size());
  Symbols.reserve(Layout.Sites.size());
  for (const auto &[P, Site] : zip_equal(TheModel.Params, Layout.Sites)) {
    const Added &Where = Sections[Site.Section];
    Own.push_back(Symbols.size());
    if (!Where.Number && Shard)
      continue;
    Symbols.push_back({nameOf(Config.paramSymbol(P)), Site.Visibility,
                       Where.Number, Site.Offset, P.Data.size()});
    if (!Where.Number)
      Symbols.back().Offset = Symbols.back().Size = 0;
  }
  for (const auto &[Section, New] : zip_equal(Layout.Sections, Sections)) {
    if (!New.Group)
      continue;
    StringRef Name = nameOf(Section.Comdat);
    size_t First = Own[Section.Params.front()];
    if (Symbols[First].Name == Name) {
      New.Symbol = First;
      Symbols[First].IsWeak = true;
      continue;
    }
    New.Symbol = Symbols.size();
    Symbols.push_back(comdatSymbol(Name, Section, New.Number));
  }
  return Own;
}

void ParamAdder::listSectionMarks() {
  for (const auto &[Section, New] : zip_equal(Layout.Sections, Sections))
    for (const EmitConfig::SectionSymbolPair &Mark :
         sectionMarks(Common, Section)) {
      Symbols.push_back({SymbolNames.save(Mark.Start), ParamVisibility::Global,
                         New.Number, /*Offset=*/0, /*Size=*/0});
      Symbols.push_back({SymbolNames.save(Mark.End), ParamVisibility::Global,
                         New.Number, /*Offset=*/Section.Size, /*Size=*/0});
    }
}

void ParamAdder::listParamMarks() {
  for (const ParamMark &Mark : paramMarks(Common)) {
    const ParamSite &Site = Layout.Sites[Mark.Param];
    const Added &Where = Sections[Site.Section];
    if (!Where.Number)
      continue;
    DataSymbol &New = Symbols.emplace_back();
    New.Name = nameOf(Mark.Symbol);
    New.Visibility = Site.Visibility;
    New.Section = Where.Number;
    New.Offset = Site.Offset + Mark.Offset;
    New.Size = 0;
    New.IsWeak = Where.Group != 0;
    New.IsMark = true;
  }
}

/// Fills Functions. Several functions may have one symbol.
void ParamAdder::listFunctions() {
  Functions.reserve(TheModel.Functions.size());
  DenseMap<StringRef, size_t> Known;
  Known.reserve(TheModel.Functions.size());
  for (const metaobj::Function &Function : TheModel.Functions) {
    auto [Place, IsNew] = Known.try_emplace(Function.symbol(), Symbols.size());
    if (IsNew)
      Symbols.push_back(undefinedSymbol(nameOf(Function.symbol())));
    Functions.push_back(Place->second);
  }
}

ParamAdder::Numbers ParamAdder::run() {
  addSections();
  std::vector<size_t> Own = listSymbols();
  listSectionMarks();
  listParamMarks();
  if (Late.Operators)
    listFunctions();
  std::vector<uint32_t> New = Object.addSymbols(Symbols);
  for (const Added &TheAdded : Sections)
    if (TheAdded.Group)
      Object.setSignature(TheAdded.Group, New[TheAdded.Symbol]);
  Numbers Result;
  if (Shard)
    return Result;
  Result.Params.reserve(Own.size());
  for (const auto &[Symbol, Site] : zip_equal(Own, Layout.Sites)) {
    const Added &Where = Sections[Site.Section];
    Result.Params.push_back(New[Where.Group ? Where.Symbol : Symbol]);
  }
  Result.Functions.reserve(Functions.size());
  for (size_t Symbol : Functions)
    Result.Functions.push_back(New[Symbol]);
  return Result;
}

void metaobj::addParamsOfShard(EditableObject &Object,
                               const Emission::Common &Common, const Module &M,
                               uint32_t Number) {
  ParamAdder(Object, Common, M, Number, {/*Params=*/true}).run();
}

Error metaobj::fillTables(EditableObject &Object,
                          const Emission::Common &Common,
                          const EmissionTables &Tables, LateSymbols Late,
                          const Module &M) {
  for (const std::shared_ptr<OutputPart> &ThePart : Common.Parts)
    if (Error E = ThePart->addToObject(Object, M))
      return E;
  ParamAdder::Numbers Added =
      ParamAdder(Object, Common, M, /*Shard=*/0, Late).run();
  auto NumberOf = [&](const Address &To) -> Expected<uint32_t> {
    switch (To.Kind) {
    case Address::Param:
      return Added.Params[To.Index];
    case Address::Operator:
      return Added.Functions[To.Index];
    case Address::Universal:
      return Object.findSymbol(symbolName(symbols::UniversalFunction, M));
    case Address::Lookup:
      return Object.findSymbol(symbolName(Common.Config.lookupSymbol(), M));
    // Models with an executor have no late operators.
    case Address::Own:
    case Address::Pool:
    case Address::FfiContext:
    case Address::FfiBinary:
    case Address::Null:
    case Address::InTable:
      break;
    }
    llvm_unreachable("only tables that LLVM writes have these");
  };
  std::vector<const TableGroup *> Groups;
  for (const Accessor &TheAccessor : accessors(Common.Config.Abi))
    Groups.push_back(&(Tables.OfModel.*TheAccessor.Tables));
  Groups.push_back(&Tables.OfModel.LinkedParams);
  if (Tables.OfExecutor)
    Groups.push_back(&Tables.OfExecutor->Executor);
  for (const TableGroup *Group : Groups)
    for (const Table &TheTable : *Group)
      if (Late.has(TheTable))
        if (Error E = writeTable(Object, TheTable, M, NumberOf))
          return E;
  return Error::success();
}

//===- ParamVariables.cpp - Parameters as variables of a module -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/ParamVariables.h"

#include "Base/LlvmVersion.h"
#include "Emit/Layout/ParamLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// All bytes of \p P in the target's byte order.
static Expected<std::vector<uint8_t>> paramBytes(const Param &P,
                                                 bool IsBigEndian) {
  std::vector<uint8_t> Bytes(P.Data.size());
  if (Error E = P.Data.read(0, Bytes))
    return E;
  size_t Unit = P.Data.elementSize();
  bool IsSwapped = (P.Data.byteOrder() == Endianness::big) != IsBigEndian;
  if (IsSwapped && Unit > 1)
    for (size_t I = 0; I + Unit <= Bytes.size(); I += Unit)
      std::reverse(Bytes.begin() + I, Bytes.begin() + I + Unit);
  return Bytes;
}

void metaobj::setVisibility(GlobalValue &Symbol, ParamVisibility Visibility) {
  Symbol.setLinkage(Visibility == ParamVisibility::Local
                        ? GlobalValue::InternalLinkage
                        : GlobalValue::ExternalLinkage);
  if (Visibility == ParamVisibility::Hidden)
    Symbol.setVisibility(GlobalValue::HiddenVisibility);
}

/// Has \p Section, which holds the bytes of \p P, a symbol for all parameters
/// that share them?
static bool isShared(const ParamSection &Section, const Param &P,
                     const EmitConfig &Config) {
  return !Section.Comdat.empty() && Section.Comdat != Config.paramSymbol(P);
}

// __attribute__((section(".rodata.tvm"), aligned(64)))
// static const uint8_t __tvm_param__<name>[] = {...};
static Expected<GlobalVariable *> addParam(Module &M, const Param &P,
                                           const ParamSection &Section,
                                           Align Alignment,
                                           const EmitConfig &Config) {
  Expected<std::vector<uint8_t>> Bytes =
      paramBytes(P, M.getDataLayout().isBigEndian());
  if (!Bytes)
    return Bytes.takeError();
  // Bytes for every dtype: LLVM would write an array of numbers one by one.
  Constant *Value = ConstantDataArray::get(M.getContext(), *Bytes);
  auto *Variable = new GlobalVariable(
      M, Value->getType(), /*isConstant=*/!Config.Params.AreWritable,
      GlobalValue::InternalLinkage, Value, Config.paramSymbol(P));
  Variable->setAlignment(Alignment);
  if (!Section.Name.empty())
    Variable->setSection(Section.Name);
  if (!Section.Comdat.empty()) {
    Variable->setName(Section.Comdat);
    Variable->setComdat(M.getOrInsertComdat(Section.Comdat));
    Variable->setLinkage(GlobalValue::WeakODRLinkage);
    if (isShared(Section, P, Config))
      Variable->setVisibility(GlobalValue::HiddenVisibility);
  }
  return Variable;
}

// extern const uint8_t <prefix>_start_<section>[]; In ELF a variable may have
// no bytes. So it can mark a place between others of its section.
static void addSectionSymbol(Module &M, const ParamSection &Section,
                             StringRef Name) {
  auto *Type = ArrayType::get(Type::getInt8Ty(M.getContext()), 0);
  auto *Mark = new GlobalVariable(M, Type, /*isConstant=*/true,
                                  GlobalValue::ExternalLinkage,
                                  ConstantAggregateZero::get(Type), Name);
  Mark->setSection(Section.Name);
  Mark->setAlignment(Align(1));
}

// extern const uint8_t <name>_end[]; An alias of a place in or behind the bytes
// that \p Stored has.
static void addParamMarks(Module &M, const Emission::Common &Common,
                          ArrayRef<GlobalVariable *> Stored) {
  auto *Byte = Type::getInt8Ty(M.getContext());
  auto *Index = Type::getInt64Ty(M.getContext());
  for (const ParamMark &Mark : paramMarks(Common)) {
    const ParamSite &Site = Common.Layout.Sites[Mark.Param];
    Constant *Place = ConstantExpr::getGetElementPtr(
        Byte, Stored[Site.Storage], ConstantInt::get(Index, Mark.Offset));
    GlobalAlias *Alias = GlobalAlias::create(Byte, /*AddressSpace=*/0,
                                             GlobalValue::ExternalLinkage,
                                             Mark.Symbol, Place, &M);
    setVisibility(*Alias, Site.Visibility);
    if (Common.Config.Params.AreGroups)
      Alias->setLinkage(GlobalValue::WeakODRLinkage);
  }
}

Expected<std::vector<Constant *>>
metaobj::addParams(Module &M, const Emission::Common &Common) {
  const Model &TheModel = Common.model();
  const ParamLayout &Layout = Common.Layout;
  const EmitConfig &Config = Common.Config;
  std::vector<GlobalVariable *> Stored(TheModel.Params.size());
  for (const ParamSection &Section : Layout.Sections) {
    std::vector<EmitConfig::SectionSymbolPair> Marks =
        sectionMarks(Common, Section);
    for (const EmitConfig::SectionSymbolPair &Mark : Marks)
      addSectionSymbol(M, Section, Mark.Start);
    for (uint32_t Index : Section.Params) {
      const ParamSite &Site = Layout.Sites[Index];
      Expected<GlobalVariable *> Data =
          addParam(M, TheModel.Params[Index], Section, Site.Alignment, Config);
      if (!Data)
        return Data.takeError();
      if (Section.Comdat.empty())
        setVisibility(**Data, Site.Visibility);
      Stored[Index] = *Data;
    }
    for (const EmitConfig::SectionSymbolPair &Mark : Marks)
      addSectionSymbol(M, Section, Mark.End);
  }
  addParamMarks(M, Common, Stored);
  std::vector<Constant *> Result(Stored.begin(), Stored.end());
  for (const auto &[Index, Site] : enumerate(Layout.Sites)) {
    bool IsShared =
        isShared(Layout.Sections[Site.Section], TheModel.Params[Index], Config);
    if (Site.Storage == Index && !IsShared)
      continue;
    if (!formatRules(Triple(llvm_version::tripleName(M))).Facts.HasAliases) {
      Result[Index] = Stored[Site.Storage];
      continue;
    }
    GlobalAlias *Alias = GlobalAlias::create(
        Config.paramSymbol(TheModel.Params[Index]), Stored[Site.Storage]);
    setVisibility(*Alias, Site.Visibility);
    // The linker drops a local symbol together with the bytes.
    Result[Index] = IsShared ? Stored[Site.Storage] : cast<Constant>(Alias);
  }
  return Result;
}

std::string metaobj::symbolOfBytes(const Emission::Common &Common,
                                   const ParamSite &Site) {
  const ParamSection &Section = Common.Layout.Sections[Site.Section];
  return Section.Comdat.empty()
             ? Common.Config.paramSymbol(Common.model().Params[Site.Storage])
             : Section.Comdat;
}

// extern const uint8_t __tvm_param__<name>[<size>] with hidden visibility. The
// section tells code generators how far away the bytes are.
std::vector<Constant *> metaobj::declareParams(Module &M,
                                               const Emission::Common &Common) {
  std::vector<Constant *> Result;
  for (const ParamSite &Site : Common.Layout.Sites) {
    std::string Symbol = symbolOfBytes(Common, Site);
    GlobalVariable *Variable = M.getNamedGlobal(Symbol);
    if (!Variable) {
      uint64_t Size = Common.model().Params[Site.Storage].Data.size();
      Variable = new GlobalVariable(
          M, ArrayType::get(Type::getInt8Ty(M.getContext()), Size),
          /*isConstant=*/true, GlobalValue::ExternalLinkage,
          /*Initializer=*/nullptr, Symbol);
      Variable->setVisibility(GlobalValue::HiddenVisibility);
      Variable->setSection(Common.Layout.Sections[Site.Section].Name);
    }
    Variable->setAlignment(
        std::max(Variable->getAlign().valueOrOne(), Site.Alignment));
    Result.push_back(Variable);
  }
  return Result;
}

Error metaobj::defineParams(Module &M, const Emission::Common &Common) {
  std::vector<GlobalVariable *> Declared;
  for (const ParamSite &Site : Common.Layout.Sites) {
    GlobalVariable *Variable = M.getNamedGlobal(symbolOfBytes(Common, Site));
    // Of several with the same bytes the first has the name.
    if (Variable)
      Variable->setName("");
    Declared.push_back(Variable);
  }
  Expected<std::vector<Constant *>> Defined = addParams(M, Common);
  if (!Defined)
    return Defined.takeError();
  for (const auto &[Old, New] : zip_equal(Declared, *Defined)) {
    if (!Old)
      continue;
    Old->replaceAllUsesWith(New);
    Old->eraseFromParent();
  }
  return Error::success();
}

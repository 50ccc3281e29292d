//===- Inference.cpp - The target of operator objects ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first object gives the target, and all others must agree with it. What
// "agree" means is a list of facts for each object: machine, class and byte
// order for all, more from the target family. Bitcode and IR tell less than an
// object does (no ELF flags, no attribute sections), so an object is preferred
// where there is one.
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"
#include "Testimony.h"

#include "Model/CheckOperators.h"
#include "Object/ObjectFormat.h"
#include "metaobj/Target.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// The disagreements that matter: one error for each.
static Error refuse(ArrayRef<NamedFacts> Objects) {
  Error All = Error::success();
  for (Disagreement &Each : disagreements(Objects))
    if (!Each.IsAdvice)
      All = joinErrors(
          std::move(All),
          make_error<InputError>(Each.Objects.front(), Each.reason(),
                                 "build all operator objects for one target",
                                 Each.Table));
  return All;
}

/// The first of those that tell most: objects before IR, and compiled code
/// before hand-written assembly that fits every float ABI.
static const Testimony &mostTelling(ArrayRef<Testimony> All) {
  auto Untold = [](const Testimony &Object) {
    return count_if(Object.Facts, [](const TargetFact &Fact) {
      return !Fact.isAdvice() && Fact.Value.empty();
    });
  };
  const Testimony *Chosen = &All.front();
  for (const Testimony &Object : All)
    if (Object.IsObject > Chosen->IsObject ||
        (Object.IsObject == Chosen->IsObject &&
         Untold(Object) < Untold(*Chosen)))
      Chosen = &Object;
  return *Chosen;
}

/// What the objects together say: one that must lie at a fixed address decides.
static Placement joint(ArrayRef<Testimony> All, Placement Testimony::*Kind) {
  Placement Joint = Placement::Unknown;
  for (const Testimony &Object : All) {
    if (Object.*Kind == Placement::Static)
      return Placement::Static;
    if (Object.*Kind == Placement::PositionIndependent)
      Joint = Placement::PositionIndependent;
  }
  return Joint;
}

/// Arm's models: which of code and constants, and of writable data, move
/// without a loader. Each is a property of the image that one object gives it.
static std::optional<Reloc::Model> movingModel(ArrayRef<Testimony> All) {
  auto Has = [All](Reloc::Model Model) {
    return any_of(All, [Model](const Testimony &Object) {
      return Object.Spec.RelocationModel == Model ||
             Object.Spec.RelocationModel == Reloc::ROPI_RWPI;
    });
  };
  bool Ropi = Has(Reloc::ROPI), Rwpi = Has(Reloc::RWPI);
  if (Ropi && Rwpi)
    return Reloc::ROPI_RWPI;
  if (Ropi)
    return Reloc::ROPI;
  return Rwpi ? std::optional(Reloc::RWPI) : std::nullopt;
}

/// What the objects tell; nullopt: the triple decides.
static std::optional<Reloc::Model> relocationModel(ArrayRef<Testimony> All) {
  if (std::optional<Reloc::Model> Moving = movingModel(All))
    return Moving;
  Placement Joint = joint(All, &Testimony::Evidence);
  if (Joint == Placement::Unknown)
    Joint = joint(All, &Testimony::Presumption);
  if (Joint == Placement::Unknown)
    return std::nullopt;
  return Joint == Placement::Static ? Reloc::Static : Reloc::PIC_;
}

Expected<TargetSpec> metaobj::inferTarget(ArrayRef<OperatorObject> Objects) {
  if (Objects.empty())
    return inputError("",
                      "no target: there is no operator object to take it "
                      "from",
                      "give operator objects, or TargetSpec::Triple");
  if (Error E = checkHaveBytes(Objects))
    return E;
  std::vector<Testimony> All;
  for (const OperatorObject &Object : Objects) {
    Expected<Testimony> One =
        readTestimony({Object.Bytes->getBuffer(), Object.Name});
    if (!One)
      return One.takeError();
    All.push_back(std::move(*One));
  }
  std::vector<NamedFacts> Named;
  for (const Testimony &Object : All)
    Named.push_back({Object.Name, Object.Facts});
  if (Error E = refuse(Named))
    return E;

  const Testimony &Chosen = mostTelling(All);
  TargetSpec Spec = Chosen.Spec;
  Spec.Source = Chosen.Name;
  for (const Testimony &Object : All) {
    Spec.Protection.Branches |= Object.Spec.Protection.Branches;
    Spec.Protection.Returns |= Object.Spec.Protection.Returns;
  }
  Spec.HasStackNote = any_of(
      All, [](const Testimony &Object) { return Object.Spec.HasStackNote; });
  Spec.RelocationModel = relocationModel(All);
  return Spec;
}

Error metaobj::checkAgainst(MemoryBufferRef Emitted,
                            ArrayRef<OperatorObject> Objects) {
  if (Error E = checkHaveBytes(Objects))
    return E;
  // Code generation is still to come for those that are IR.
  std::vector<const OperatorObject *> Others;
  for (const OperatorObject &Object : Objects)
    if (objectFormatOf(Object.Bytes->getBuffer()))
      Others.push_back(&Object);
  if (Others.empty())
    return Error::success();
  Expected<std::vector<TargetFact>> Ours = readFacts(Emitted);
  if (!Ours)
    return Ours.takeError();
  StringRef OurName = Emitted.getBufferIdentifier();
  for (const OperatorObject *Object : Others) {
    MemoryBufferRef Buffer(Object->Bytes->getBuffer(), Object->Name);
    Expected<std::vector<TargetFact>> Theirs = readFacts(Buffer);
    if (!Theirs)
      return Theirs.takeError();
    if (Error E = refuse({{Object->Name, *Theirs}, {OurName, *Ours}}))
      return E;
  }
  return Error::success();
}

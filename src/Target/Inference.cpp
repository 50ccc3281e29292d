//===- Inference.cpp - The target of operator objects ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first object gives the target, and all others must agree with it. They
// agree in a list of facts: machine, class and byte order, and the facts of the
// target family. Bitcode and IR tell less than an object (no ELF flags, no
// attribute sections), so an object is preferred.
//
//===----------------------------------------------------------------------===//

#include "Target/Agreement.h"
#include "Target/ObjectTarget.h"

#include "Model/CheckOperators.h"
#include "Object/ObjectFormat.h"
#include "metaobj/Target.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// The disagreements that matter: one error for each.
static Error refuse(ArrayRef<NamedFacts> Objects) {
  Error All = Error::success();
  for (Disagreement &TheDisagreement : disagreements(Objects))
    if (!TheDisagreement.IsAdvice)
      All = joinErrors(
          std::move(All),
          make_error<InputError>(TheDisagreement.Objects.front(),
                                 TheDisagreement.reason(),
                                 "build all operator objects for one target",
                                 TheDisagreement.Table));
  return All;
}

/// The first object of those that tell most: code before embedded data, objects
/// before IR, and compiled code before hand-written assembly, which fits every
/// float ABI.
static const ObjectTarget &mostTelling(ArrayRef<ObjectTarget> All) {
  auto Untold = [](const ObjectTarget &Object) {
    return count_if(Object.Facts, [](const TargetFact &Fact) {
      return !Fact.isAdvice() && Fact.Value.empty();
    });
  };
  auto Rank = [&](const ObjectTarget &Object) {
    return std::tuple(!Object.IsTold, !Object.HasCode, !Object.IsObject,
                      Untold(Object));
  };
  return *std::min_element(All.begin(), All.end(),
                           [&](const ObjectTarget &A, const ObjectTarget &B) {
                             return Rank(A) < Rank(B);
                           });
}

/// The common model: one object for a fixed address decides.
static Placement joint(ArrayRef<ObjectTarget> All,
                       Placement ObjectTarget::*Kind) {
  Placement Joint = Placement::Unknown;
  for (const ObjectTarget &Object : All) {
    if (Object.*Kind == Placement::Static)
      return Placement::Static;
    if (Object.*Kind == Placement::PositionIndependent)
      Joint = Placement::PositionIndependent;
  }
  return Joint;
}

/// Arm's models: do code and constants, or writable data, move without a
/// loader? One such object makes it a property of the image.
static std::optional<Reloc::Model> movingModel(ArrayRef<ObjectTarget> All) {
  auto Has = [All](Reloc::Model Model) {
    return any_of(All, [Model](const ObjectTarget &Object) {
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

/// The objects' model; nullopt: the triple decides.
static std::optional<Reloc::Model> relocationModel(ArrayRef<ObjectTarget> All) {
  if (std::optional<Reloc::Model> Moving = movingModel(All))
    return Moving;
  Placement Joint = joint(All, &ObjectTarget::Evidence);
  if (Joint == Placement::Unknown)
    Joint = joint(All, &ObjectTarget::Presumption);
  if (Joint == Placement::Unknown)
    return std::nullopt;
  return Joint == Placement::Static ? Reloc::Static : Reloc::PIC_;
}

Expected<TargetSpec> metaobj::inferTarget(ArrayRef<OperatorObject> Objects) {
  if (Objects.empty())
    return inputError("",
                      "no target: there is no operator object to take it "
                      "from",
                      "give operator objects, or " + setting::Triple);
  if (Error E = checkHaveBytes(Objects))
    return E;
  std::vector<ObjectTarget> All;
  for (const OperatorObject &Object : Objects) {
    // Only all together must tell the target.
    Expected<ObjectTarget> One =
        readObjectTarget({Object.Bytes->getBuffer(), Object.Name},
                         /*MayBeUntold=*/Objects.size() > 1);
    if (!One)
      return One.takeError();
    All.push_back(std::move(*One));
  }
  std::vector<NamedFacts> Named;
  for (const ObjectTarget &Object : All)
    Named.push_back({Object.Name, Object.Facts});
  if (Error E = refuse(Named))
    return E;

  const ObjectTarget &Chosen = mostTelling(All);
  if (!Chosen.IsTold)
    return readObjectTarget(
               {Objects.front().Bytes->getBuffer(), Objects.front().Name})
        .takeError();
  TargetSpec Spec = Chosen.Spec;
  Spec.Source = Chosen.Name;
  for (const ObjectTarget &Object : All) {
    Spec.Protection.Branches |= Object.Spec.Protection.Branches;
    Spec.Protection.Returns |= Object.Spec.Protection.Returns;
  }
  Spec.HasStackNote = any_of(
      All, [](const ObjectTarget &Object) { return Object.Spec.HasStackNote; });
  Spec.RelocationModel = relocationModel(All);
  return Spec;
}

Error metaobj::checkAgainst(MemoryBufferRef Emitted,
                            ArrayRef<OperatorObject> Objects) {
  if (Error E = checkHaveBytes(Objects))
    return E;
  // Code generation for IR comes later.
  std::vector<const OperatorObject *> Others;
  for (const OperatorObject &Object : Objects)
    if (objectFormatOf(Object.Bytes->getBuffer()))
      Others.push_back(&Object);
  if (Others.empty())
    return Error::success();
  Expected<ObjectTarget> Ours = readForComparison(Emitted);
  if (!Ours)
    return Ours.takeError();
  for (const OperatorObject *Object : Others) {
    Expected<ObjectTarget> Theirs =
        readForComparison({Object->Bytes->getBuffer(), Object->Name});
    if (!Theirs)
      return Theirs.takeError();
    if (Error E =
            refuse({{Theirs->Name, Theirs->Facts}, {Ours->Name, Ours->Facts}}))
      return E;
  }
  return Error::success();
}

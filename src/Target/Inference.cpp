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

#include "Testimony.h"
#include "metaobj/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

static std::string valueOf(ArrayRef<TargetFact> Facts, StringRef Name) {
  for (const TargetFact &Fact : Facts)
    if (Fact.Name == Name)
      return Fact.Value;
  return "";
}

/// A table of the facts in which \p Left and \p Right contradict each other, or
/// nothing.
static std::string differences(StringRef LeftName, ArrayRef<TargetFact> Left,
                               StringRef RightName,
                               ArrayRef<TargetFact> Right) {
  struct Row {
    std::string Name, Left, Right;
  };
  std::vector<Row> Rows;
  for (const TargetFact &Fact : Left) {
    std::string Other = valueOf(Right, Fact.Name);
    if (!Fact.Value.empty() && !Other.empty() && Fact.Value != Other)
      Rows.push_back({Fact.Name, Fact.Value, Other});
  }
  if (Rows.empty())
    return "";

  Rows.insert(Rows.begin(), {"property", LeftName.str(), RightName.str()});
  size_t NameWidth = 0, LeftWidth = 0;
  for (const Row &R : Rows) {
    NameWidth = std::max(NameWidth, R.Name.size());
    LeftWidth = std::max(LeftWidth, R.Left.size());
  }
  std::string Table;
  raw_string_ostream OS(Table);
  for (const Row &R : Rows)
    OS << "  " << left_justify(R.Name, NameWidth + 2)
       << left_justify(R.Left, LeftWidth + 2) << R.Right << '\n';
  return Table;
}

static Error disagreement(StringRef Name, StringRef With, std::string Table) {
  return make_error<InputError>(
      Name.str(), "cannot be linked with " + With.str() + ":",
      "build all operator objects for one target", std::move(Table));
}

/// What the objects together say: one that must lie at a fixed address decides.
static Placement jointEvidence(ArrayRef<Testimony> All) {
  Placement Joint = Placement::Unknown;
  for (const Testimony &Object : All) {
    if (Object.Evidence == Placement::Static)
      return Placement::Static;
    if (Object.Evidence == Placement::PositionIndependent)
      Joint = Placement::PositionIndependent;
  }
  return Joint;
}

Expected<TargetSpec> metaobj::inferTarget(ArrayRef<OperatorObject> Objects) {
  if (Objects.empty())
    return inputError("",
                      "no target: there is no operator object to take it "
                      "from",
                      "give operator objects, or --mtriple");
  std::vector<Testimony> All;
  for (const OperatorObject &Object : Objects) {
    Expected<Testimony> One =
        readTestimony({Object.Bytes->getBuffer(), Object.Name});
    if (!One)
      return One.takeError();
    if (!All.empty()) {
      std::string Table = differences(All.front().Name, All.front().Facts,
                                      One->Name, One->Facts);
      if (!Table.empty())
        return disagreement(One->Name, All.front().Name, std::move(Table));
    }
    All.push_back(std::move(*One));
  }

  const Testimony *Chosen = &All.front();
  for (const Testimony &Object : All)
    if (Object.IsObject && !Chosen->IsObject)
      Chosen = &Object;
  TargetSpec Spec = Chosen->Spec;
  Spec.Source = Chosen->Name;
  for (const Testimony &Object : All) {
    Spec.Protection.Branches |= Object.Spec.Protection.Branches;
    Spec.Protection.Returns |= Object.Spec.Protection.Returns;
  }
  Spec.HasStackNote = any_of(
      All, [](const Testimony &Object) { return Object.Spec.HasStackNote; });
  switch (jointEvidence(All)) {
  case Placement::Static:
    Spec.RelocationModel = Reloc::Static;
    break;
  case Placement::PositionIndependent:
    Spec.RelocationModel = Reloc::PIC_;
    break;
  case Placement::Unknown:
    break;
  }
  return Spec;
}

Error metaobj::checkAgainst(MemoryBufferRef Emitted,
                            ArrayRef<OperatorObject> Objects) {
  Expected<std::vector<TargetFact>> Ours = readFacts(Emitted);
  if (!Ours)
    return Ours.takeError();
  StringRef OurName = Emitted.getBufferIdentifier();
  for (const OperatorObject &Object : Objects) {
    MemoryBufferRef Buffer(Object.Bytes->getBuffer(), Object.Name);
    if (!Buffer.getBuffer().starts_with(ELF::ElfMagic))
      continue; // Code generation is still to come.
    Expected<std::vector<TargetFact>> Theirs = readFacts(Buffer);
    if (!Theirs)
      return Theirs.takeError();
    std::string Table = differences(OurName, *Ours, Object.Name, *Theirs);
    if (!Table.empty())
      return disagreement(OurName, Object.Name, std::move(Table));
  }
  return Error::success();
}

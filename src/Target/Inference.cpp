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

#include "ElfFacts.h"
#include "TargetFamily.h"
#include "metaobj/LlvmVersion.h"
#include "metaobj/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// What one object tells, in the form in which objects are compared.
struct Testimony {
  std::string Name;
  std::vector<TargetFact> Facts;
  TargetSpec Spec;
  Placement Evidence = Placement::Unknown;
  bool IsElf = false;
};

} // namespace

static TargetFact machineFact(uint16_t Machine) {
  if (const TargetFamily *Family = familyOfElf(Machine))
    return {"machine", Family->name().str()};
  return {"machine", "e_machine " + utostr(Machine)};
}

static Expected<std::vector<TargetFact>> factsOf(const ElfFacts &Object) {
  std::vector<TargetFact> Facts = {
      machineFact(Object.Machine),
      {"class", Object.Is64 ? "64 bit" : "32 bit"},
      {"byte order", Object.IsLittleEndian ? "little endian" : "big endian"},
  };
  if (const TargetFamily *Family = familyOfElf(Object.Machine)) {
    Expected<std::vector<TargetFact>> More = Family->facts(Object);
    if (!More)
      return More.takeError();
    Facts.insert(Facts.end(), More->begin(), More->end());
  }
  return Facts;
}

static Expected<Testimony> readElf(MemoryBufferRef Buffer) {
  Expected<ElfFacts> Object = readElfFacts(Buffer);
  if (!Object)
    return Object.takeError();
  const TargetFamily *Family = familyOfElf(Object->Machine);
  if (!Family)
    return inputError(Object->Name,
                      "the target cannot be taken from objects of this "
                      "machine (e_machine " +
                          Twine(Object->Machine) + ")",
                      "give the target by --mtriple");
  Expected<std::vector<TargetFact>> Facts = factsOf(*Object);
  if (!Facts)
    return Facts.takeError();
  Expected<TargetSpec> Spec = Family->spec(*Object);
  if (!Spec)
    return Spec.takeError();
  Expected<ControlFlowProtection> Protection = Family->protection(*Object);
  if (!Protection)
    return Protection.takeError();
  Spec->Protection = *Protection;
  Spec->ElfFlags = Object->Flags;
  Spec->Attributes = std::move(Object->Attributes);
  Spec->HasStackNote = Object->HasStackNote;

  Testimony Result;
  Result.Name = Object->Name;
  Result.Facts = std::move(*Facts);
  Result.Spec = std::move(*Spec);
  Result.Evidence = Object->Evidence;
  Result.IsElf = true;
  return Result;
}

static StringRef firstFunctionAttribute(const Module &M, StringRef Kind) {
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute(Kind))
      return F.getFnAttribute(Kind).getValueAsString();
  return "";
}

static bool hasFlag(const Module &M, StringRef Name) {
  auto *Value = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(Name));
  return Value && !Value->isZero();
}

static Expected<Testimony> readIr(MemoryBufferRef Buffer) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M =
      getLazyIRModule(MemoryBuffer::getMemBufferCopy(
                          Buffer.getBuffer(), Buffer.getBufferIdentifier()),
                      Problem, Context);
  if (!M)
    return inputError(Buffer.getBufferIdentifier(), Problem.getMessage());
  Triple TheTriple(llvm_version::tripleName(*M));
  if (TheTriple.getArch() == Triple::UnknownArch)
    return inputError(Buffer.getBufferIdentifier(),
                      "the IR names no target triple that LLVM knows: found '" +
                          llvm_version::tripleName(*M) + "'",
                      "give the target by --mtriple");

  Testimony Result;
  Result.Name = Buffer.getBufferIdentifier().str();
  Result.Spec.Triple = TheTriple;
  Result.Spec.CPU = firstFunctionAttribute(*M, "target-cpu").str();
  Result.Spec.Features = firstFunctionAttribute(*M, "target-features").str();
  if (auto *Abi = dyn_cast_or_null<MDString>(M->getModuleFlag("target-abi")))
    Result.Spec.AbiName = Abi->getString().str();
  Result.Spec.CodeModel = M->getCodeModel();
  // Only the flag is evidence: TVM writes position-independent modules without
  // it.
  if (M->getModuleFlag("PIC Level"))
    Result.Evidence = M->getPICLevel() == PICLevel::NotPIC
                          ? Placement::Static
                          : Placement::PositionIndependent;

  const TargetFamily *Family = familyOf(TheTriple.getArch());
  if (Family) {
    TargetFamily::ProtectionFlags Flags = Family->protectionFlags();
    Result.Spec.Protection = {hasFlag(*M, Flags.Branches),
                              hasFlag(*M, Flags.Returns)};
  }
  Result.Facts = {
      {"machine", Family ? Family->name().str()
                         : Triple::getArchTypeName(TheTriple.getArch()).str()},
      {"class", TheTriple.isArch64Bit() ? "64 bit" : "32 bit"},
      {"byte order",
       TheTriple.isLittleEndian() ? "little endian" : "big endian"},
  };
  if (TheTriple.isARM() || TheTriple.isThumb())
    Result.Facts.push_back(
        {"float ABI",
         TheTriple.getEnvironmentName().contains("hf") ? "hard" : "soft"});
  return Result;
}

static Expected<Testimony> readObject(const OperatorObject &Object) {
  MemoryBufferRef Buffer(Object.Bytes->getBuffer(), Object.Name);
  if (Buffer.getBuffer().starts_with(ELF::ElfMagic))
    return readElf(Buffer);
  return readIr(Buffer);
}

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
    Expected<Testimony> One = readObject(Object);
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
    if (Object.IsElf && !Chosen->IsElf)
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
  Expected<ElfFacts> Ours = readElfFacts(Emitted);
  if (!Ours)
    return Ours.takeError();
  Expected<std::vector<TargetFact>> OurFacts = factsOf(*Ours);
  if (!OurFacts)
    return OurFacts.takeError();
  for (const OperatorObject &Object : Objects) {
    MemoryBufferRef Buffer(Object.Bytes->getBuffer(), Object.Name);
    if (!Buffer.getBuffer().starts_with(ELF::ElfMagic))
      continue; // Code generation is still to come.
    Expected<ElfFacts> Theirs = readElfFacts(Buffer);
    if (!Theirs)
      return Theirs.takeError();
    Expected<std::vector<TargetFact>> TheirFacts = factsOf(*Theirs);
    if (!TheirFacts)
      return TheirFacts.takeError();
    std::string Table =
        differences(Ours->Name, *OurFacts, Theirs->Name, *TheirFacts);
    if (!Table.empty())
      return disagreement(Ours->Name, Theirs->Name, std::move(Table));
  }
  return Error::success();
}

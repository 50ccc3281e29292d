//===- ObjectTarget.cpp - What one object tells of its target -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/ObjectTarget.h"

#include "Target/ElfFacts.h"
#include "Target/Families.h"
#include "Target/FormatFacts.h"

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Object/FormatRules.h"
#include "Object/IrModule.h"
#include "Object/ObjectFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace metaobj;

/// What all objects tell.
static std::vector<TargetFact> generalFacts(Triple::ObjectFormatType Format,
                                            StringRef Machine, bool Is64,
                                            bool IsLittleEndian) {
  using enum LinkerAnswer;
  return {
      {"object format", formatRules(Format).Facts.Name.str(), Refuses, Refuses},
      {"machine", Machine.str(), Refuses, Refuses},
      {"class", Is64 ? "64 bit" : "32 bit", Refuses, Refuses},
      {"byte order", IsLittleEndian ? "little endian" : "big endian", Refuses,
       Refuses},
  };
}

static Expected<std::vector<TargetFact>> factsOf(const ElfFacts &Object) {
  const TargetFamily *Family = familyOfElf(Object.Machine);
  std::vector<TargetFact> Facts = generalFacts(
      Triple::ELF,
      Family ? Family->name().str() : "e_machine " + utostr(Object.Machine),
      Object.Is64, Object.IsLittleEndian);
  if (Family) {
    Expected<std::vector<TargetFact>> More = Family->facts(Object);
    if (!More)
      return More.takeError();
    Facts.insert(Facts.end(), More->begin(), More->end());
  }
  return Facts;
}

/// Fills everything except most of Spec.
static Expected<ObjectTarget> compare(const ElfFacts &Object) {
  Expected<std::vector<TargetFact>> Facts = factsOf(Object);
  if (!Facts)
    return Facts.takeError();
  ObjectTarget Result;
  Result.Name = Object.Name;
  Result.Facts = std::move(*Facts);
  Result.Spec.HasStackNote = Object.HasStackNote;
  Result.Evidence = Object.Evidence;
  Result.FixedReferences = Object.FixedReferences;
  Result.FixedReferenceCount = Object.FixedReferenceCount;
  Result.HasConstantPointers = Object.HasConstantPointers;
  Result.IsObject = true;
  const TargetFamily *Family = familyOfElf(Object.Machine);
  Result.HasCode = Object.HasCode || !Family;
  if (Family) {
    Expected<ControlFlowProtection> Protection = Family->protection(Object);
    if (!Protection)
      return Protection.takeError();
    Result.Spec.Protection = *Protection;
    Result.NeedsStackNote = Family->needsStackNote(Object.Is64);
    if (Object.HasCode)
      Result.Presumption = Family->presumption(Object);
    Expected<bool> Moves = Family->movesWithoutLoader(Object);
    if (!Moves)
      return Moves.takeError();
    Result.MovesWithoutLoader = *Moves;
  }
  return Result;
}

static Expected<ObjectTarget> readElf(MemoryBufferRef Buffer,
                                      bool MayBeUntold) {
  Expected<ElfFacts> Object = readElfFacts(Buffer);
  if (!Object)
    return Object.takeError();
  const TargetFamily *Family = familyOfElf(Object->Machine);
  if (!Family)
    return inputError(Object->Name,
                      "the target cannot be taken from objects of this "
                      "machine (" +
                          ELF::convertEMachineToArchName(Object->Machine) +
                          ", e_machine " + Twine(Object->Machine) + ")",
                      "give the target by " + setting::Triple +
                          "; machines that are known are " + familyNames());
  Expected<ObjectTarget> Result = compare(*Object);
  if (!Result)
    return Result.takeError();
  Expected<TargetSpec> Spec = Family->spec(*Object);
  if (!Spec && MayBeUntold && Object->isEmbedded()) {
    consumeError(Spec.takeError());
    return Result;
  }
  if (!Spec)
    return Spec.takeError();
  Result->IsTold = true;
  Spec->Protection = Result->Spec.Protection;
  Spec->HasStackNote = Result->Spec.HasStackNote;
  Spec->ElfFlags = Object->Flags;
  Spec->Attributes = std::move(Object->Attributes);
  Result->Spec = std::move(*Spec);
  return Result;
}

/// Does an object for \p T have the ELF class of 64 bits? Some ABIs of 64-bit
/// machines have pointers of 32 bits.
static bool isClass64(const Triple &T) {
  return T.isArch64Bit() && !T.isX32() &&
         T.getEnvironment() != Triple::GNUILP32;
}

static std::vector<TargetFact> factsOf(const Triple &TheTriple) {
  const TargetFamily *Family = familyOf(TheTriple.getArch());
  return generalFacts(TheTriple.getObjectFormat(),
                      Family ? Family->name()
                             : Triple::getArchTypeName(TheTriple.getArch()),
                      isClass64(TheTriple), TheTriple.isLittleEndian());
}

/// For an object whose triple tells everything; the caller may add facts.
static ObjectTarget objectTargetOf(StringRef Name, const Triple &TheTriple) {
  ObjectTarget Result;
  Result.Name = Name.str();
  Result.Facts = factsOf(TheTriple);
  Result.Spec.Triple = TheTriple;
  Result.IsObject = true;
  Result.IsTold = true;
  return Result;
}

static Expected<ObjectTarget> readCoff(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier();
  Expected<CoffFile> File = readCoffFile(Buffer, Name);
  if (!File)
    return File.takeError();
  Expected<Triple> TheTriple = tripleOf(*File, Name);
  if (!TheTriple)
    return TheTriple.takeError();
  return objectTargetOf(Name, *TheTriple);
}

static Expected<ObjectTarget> readMachO(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier();
  Expected<MachOFile> File = readMachOFile(Buffer, Name);
  if (!File)
    return File.takeError();
  Expected<Triple> TheTriple = tripleOf(*File, Name);
  if (!TheTriple)
    return TheTriple.takeError();
  ObjectTarget Result = objectTargetOf(Name, *TheTriple);
  Result.Facts.push_back(
      {"platform", platformName(*File), LinkerAnswer::Refuses});
  return Result;
}

static Expected<ObjectTarget> readWasm(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier();
  Expected<WasmFile> File = readWasmFile(Buffer, Name);
  if (!File)
    return File.takeError();
  ObjectTarget Result = objectTargetOf(Name, tripleOf(*File));
  Result.Spec.CPU = "mvp";
  Result.Spec.Features = featuresOf(*File);
  Result.Evidence = placementOf(*File);
  return Result;
}

static StringRef firstFunctionAttribute(const Module &M, StringRef Kind) {
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute(Kind))
      return F.getFnAttribute(Kind).getValueAsString();
  return "";
}

static Expected<ObjectTarget> readIr(MemoryBufferRef Buffer) {
  // Warnings were given when the file was read.
  Expected<std::unique_ptr<IrModule>> Read =
      IrModule::read(Buffer, DiagnosticConsumer());
  if (!Read)
    return Read.takeError();
  const IrModule &M = **Read;
  Triple TheTriple(llvm_version::tripleName(*M));
  if (TheTriple.getArch() == Triple::UnknownArch)
    return inputError(Buffer.getBufferIdentifier(),
                      "the IR names no target triple that LLVM knows: found " +
                          quoted(llvm_version::tripleName(*M)),
                      "give the target by " + setting::Triple);

  ObjectTarget Result;
  Result.Name = Buffer.getBufferIdentifier().str();
  Result.IsTold = true;
  Result.Spec.Triple = TheTriple;
  Result.Spec.CPU = firstFunctionAttribute(*M, "target-cpu").str();
  Result.Spec.Features = firstFunctionAttribute(*M, "target-features").str();
  if (auto *Abi = dyn_cast_or_null<MDString>(M->getModuleFlag("target-abi")))
    Result.Spec.AbiName = Abi->getString().str();
  if (std::optional<uint64_t> Code = M.flag("Code Model");
      Code && *Code <= CodeModel::Large)
    Result.Spec.CodeModel = static_cast<CodeModel::Model>(*Code);
  // Only the flag is evidence: TVM writes position-independent modules without
  // it.
  if (std::optional<uint64_t> Level = M.flag("PIC Level"))
    Result.Evidence = *Level == PICLevel::NotPIC
                          ? Placement::Static
                          : Placement::PositionIndependent;

  const TargetFamily *Family = familyOf(TheTriple.getArch());
  if (Family) {
    TargetFamily::ProtectionFlags Flags = Family->protectionFlags();
    Result.Spec.Protection = {M.flag(Flags.Branches).value_or(0) != 0,
                              M.flag(Flags.Returns).value_or(0) != 0};
  }
  Result.Facts = factsOf(TheTriple);
  if (TheTriple.isARM() || TheTriple.isThumb())
    Result.Facts.push_back(
        {"float ABI",
         TheTriple.getEnvironmentName().contains("hf") ? "hard" : "soft"});
  return Result;
}

Expected<ObjectTarget> metaobj::readObjectTarget(MemoryBufferRef Buffer,
                                                 bool MayBeUntold) {
  std::optional<ObjectFormat> Format = objectFormatOf(Buffer.getBuffer());
  if (!Format)
    return readIr(Buffer);
  switch (*Format) {
  case ObjectFormat::Elf:
    return readElf(Buffer, MayBeUntold);
  case ObjectFormat::Coff:
    return readCoff(Buffer);
  case ObjectFormat::MachO:
    return readMachO(Buffer);
  case ObjectFormat::Wasm:
    return readWasm(Buffer);
  }
  llvm_unreachable("all formats are listed");
}

Expected<ObjectTarget> metaobj::readForComparison(MemoryBufferRef Buffer) {
  if (!Buffer.getBuffer().starts_with(ELF::ElfMagic))
    return readObjectTarget(Buffer);
  Expected<ElfFacts> Object = readElfFacts(Buffer);
  if (!Object)
    return Object.takeError();
  return compare(*Object);
}

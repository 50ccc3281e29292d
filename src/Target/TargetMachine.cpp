//===- TargetMachine.cpp - LLVM's machine for a TargetSpec ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Object/FormatRules.h"
#include "Target/Backends.h"
#include "Target/Families.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace metaobj;

/// The names that \p Wanted may be a slip of the pen for.
static std::string nearest(StringRef Wanted, ArrayRef<StringRef> Names) {
  std::vector<std::pair<unsigned, StringRef>> Ranked;
  for (StringRef Name : Names)
    Ranked.push_back({Wanted.edit_distance(Name), Name});
  llvm::sort(Ranked);
  if (Ranked.size() > 5)
    Ranked.resize(5);
  std::string Text;
  for (const auto &[Distance, Name] : Ranked)
    Text += (Text.empty() ? "near names are: " : ", ") + Name.str();
  return Text;
}

/// LLVM prints a line and continues if it does not know a CPU or a feature.
/// Here this is an error.
static Error checkProcessor(const Target &T, const TargetSpec &Spec) {
  std::unique_ptr<MCSubtargetInfo> Info =
      llvm_version::createSubtargetInfo(T, Spec.Triple, "", "");
  if (!Info)
    return inputError(setting::Triple + "=" + Spec.Triple.str(),
                      "the linked LLVM cannot generate code for this target");
  if (!Spec.CPU.empty() && !Info->isCPUStringValid(Spec.CPU))
    return inputError(subject(Spec, setting::CPU, "target-cpu", Spec.CPU),
                      "unknown CPU for " + Spec.Triple.getArchName(),
                      nearest(Spec.CPU, llvm_version::processorNames(*Info)));
  std::vector<StringRef> KnownFeatures = llvm_version::featureNames(*Info);
  SmallVector<StringRef, 16> Features;
  StringRef(Spec.Features).split(Features, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Feature : Features) {
    StringRef Name = Feature;
    if (!Name.consume_front("+") && !Name.consume_front("-"))
      return inputError(
          subject(Spec, setting::Features, "target-features", Spec.Features),
          quoted(Feature) + " starts with neither + nor -");
    bool IsKnown = is_contained(KnownFeatures, Name);
    // Bitcode may carry "+v7" style names of sub-architectures, which LLVM
    // accepts beside the table.
    if (!IsKnown)
      return inputError(
          subject(Spec, setting::Features, "target-features", Spec.Features),
          "unknown feature " + quoted(Name) + " for " +
              Spec.Triple.getArchName(),
          nearest(Name, KnownFeatures));
  }
  return Error::success();
}

/// Targets whose data cannot hold an address of a function, or whose functions
/// no program calls by an address. (NVPTX has IR.)
static Error refuseGpu(const Triple &TheTriple) {
  if (!TheTriple.isAMDGPU() && !TheTriple.isSPIRV())
    return Error::success();
  return inputError(setting::Triple + "=" + TheTriple.str(),
                    "a registry is for the machine that calls the operators, "
                    "and nothing calls functions of a GPU by their addresses",
                    "give the triple of the host or the controller");
}

/// LLVM's writers of objects end the process, or crash, for machines and
/// systems that they are not made for. Systems with ELF or Mach-O also accept
/// the other format.
static Error refuseFormat(const TargetSpec &Spec) {
  const Triple &T = Spec.Triple;
  auto FormatOn = [&T](StringRef Vendor, StringRef System) {
    return Triple(T.getArchName(), Vendor, System).getObjectFormat();
  };
  Triple::ObjectFormatType Format = T.getObjectFormat();
  Triple::ObjectFormatType Usual = FormatOn(T.getVendorName(), T.getOSName());
  bool IsOpen = Usual == Triple::ELF || Usual == Triple::MachO;
  if (Format == Usual ||
      (IsOpen && Format == Triple::ELF &&
       FormatOn("unknown", "unknown") == Triple::ELF) ||
      (IsOpen && Format == Triple::MachO &&
       FormatOn("apple", "macosx") == Triple::MachO))
    return Error::success();
  StringRef Name = formatRules(Format).Facts.Name;
  return inputError(
      subject(Spec),
      "there are no " + (Name == "none" ? "such" : Name) + " objects for " +
          T.getArchName() + " on " + quoted(T.getOSName()),
      "leave the object format out of the triple " + quoted(T.str()));
}

static StringRef codeModelName(CodeModel::Model Model) {
  switch (Model) {
  case CodeModel::Tiny:
    return "tiny";
  case CodeModel::Small:
    return "small";
  case CodeModel::Kernel:
    return "kernel";
  case CodeModel::Medium:
    return "medium";
  case CodeModel::Large:
    return "large";
  }
  llvm_unreachable("all models are listed");
}

static Error refuseCodeModel(const TargetSpec &Spec,
                             const TargetFamily *Family) {
  if (!Spec.CodeModel)
    return Error::success();
  auto Has = [&](CodeModel::Model Model) {
    return Family ? Family->hasCodeModel(Spec, Model)
                  : isCommonCodeModel(Model);
  };
  if (Has(*Spec.CodeModel))
    return Error::success();
  std::string Known;
  for (CodeModel::Model Model :
       {CodeModel::Tiny, CodeModel::Small, CodeModel::Kernel, CodeModel::Medium,
        CodeModel::Large})
    if (Has(Model))
      Known += (Known.empty() ? "" : ", ") + codeModelName(Model).str();
  return inputError(subject(Spec, setting::CodeModel, "Code Model",
                            codeModelName(*Spec.CodeModel)),
                    "there is no such code model for " +
                        Spec.Triple.getArchName() + "; known are: " + Known,
                    "choose one of them by " + setting::CodeModel);
}

static Expected<std::unique_ptr<TargetMachine>>
createMachine(const Target &T, const TargetSpec &Spec) {
  if (Error E = refuseFormat(Spec))
    return E;
  if (Error E = checkProcessor(T, Spec))
    return E;
  if (Error E = refuseGpu(Spec.Triple))
    return E;
  TargetOptions Options = Spec.Options;
  Options.MCOptions.ABIName = Spec.AbiName;
  std::optional<CodeModel::Model> CodeModel = Spec.CodeModel;
  const TargetFamily *Family = familyOf(Spec.Triple.getArch());
  if (Error E = refuseCodeModel(Spec, Family))
    return E;
  if (Family) {
    if (Error E = Family->check(Spec))
      return E;
    std::unique_ptr<MCSubtargetInfo> Info = llvm_version::createSubtargetInfo(
        T, Spec.Triple, Spec.CPU, Spec.Features);
    if (Error E = Family->checkFeatures(Spec, *Info))
      return E;
    Family->adjust(Options);
    if (Spec.AbiName.empty())
      Options.MCOptions.ABIName = Family->defaultAbi(Spec, *Info);
    if (!CodeModel)
      CodeModel = Family->defaultCodeModel(Spec.effectiveRelocationModel());
  }
  Options.FloatABIType = Spec.FloatAbi;
  // One section for each function, so that --gc-sections can drop those that
  // no one calls.
  Options.FunctionSections = true;
  std::unique_ptr<TargetMachine> Machine = llvm_version::createTargetMachine(
      T, Spec.Triple, Spec.CPU, Spec.Features, Options,
      Spec.effectiveRelocationModel(), CodeModel);
  if (!Machine)
    return inputError(setting::Triple + "=" + Spec.Triple.str(),
                      "the linked LLVM cannot generate code for this target");
  return Machine;
}

Expected<std::unique_ptr<TargetMachine>>
metaobj::createTargetMachine(const TargetSpec &Spec) {
  InputScope Scope(subject(Spec));
  Expected<const Target *> T = lookUpTarget(Spec.Triple);
  if (!T)
    return T.takeError();
  std::unique_ptr<TargetMachine> Result;
  if (Error E = runRecoverably(
          [&]() -> Error { return createMachine(**T, Spec).moveInto(Result); }))
    return E;
  return Result;
}

/// The plainest triple of the target called \p Name.
static Triple plainTriple(StringRef Name) {
  Triple::ArchType Arch = Triple::getArchTypeForLLVMName(Name);
  // Exists for Apple's watches only, whose pointers have 32 bits.
  if (Arch == Triple::aarch64_32)
    return Triple("arm64_32-apple-watchos");
  Triple TheTriple;
  TheTriple.setArch(Arch);
  return TheTriple;
}

/// Why no object can be emitted; empty when one can.
static Message refusalOf(const Target &T, const Triple &TheTriple) {
  TargetSpec Spec;
  Spec.Triple = TheTriple;
  Message Refusal;
  Expected<std::unique_ptr<TargetMachine>> Machine = createTargetMachine(Spec);
  if (!Machine)
    handleAllErrors(
        Machine.takeError(), [&](const InputError &E) { Refusal = E.reason(); },
        [&](const ErrorInfoBase &E) { Refusal = E.message(); });
  else if (!T.hasMCAsmBackend())
    Refusal = "the linked LLVM writes assembly only";
  else if (!llvm_version::generatesCode(T.getName()))
    Refusal = "the linked LLVM generates no code for this target";
  return Refusal;
}

static std::optional<TargetDescription> describe(const Target &T) {
  Triple TheTriple = plainTriple(T.getName());
  if (TheTriple.getArch() == Triple::UnknownArch)
    return std::nullopt;
  std::unique_ptr<TargetMachine> Machine = llvm_version::createTargetMachine(
      T, TheTriple, "", "", TargetOptions(), std::nullopt, std::nullopt);
  if (!Machine)
    return std::nullopt;
  const DataLayout Layout = Machine->createDataLayout();
  TargetDescription Row;
  Row.Name = T.getName();
  Row.Description = T.getShortDescription();
  Row.PointerBits = Layout.getPointerSizeInBits();
  Row.BigEndian = Layout.isBigEndian();
  Row.Refusal = refusalOf(T, TheTriple);
  Row.ObjectFormat =
      T.hasMCAsmBackend() && llvm_version::generatesCode(T.getName())
          ? formatRules(TheTriple.getObjectFormat()).Facts.Name.str()
          : "none";
  Row.Inferred = familyOf(TheTriple.getArch()) != nullptr;
  return Row;
}

std::vector<TargetDescription> metaobj::listTargets() {
  std::vector<TargetDescription> List;
  for (const Target *T : allTargets())
    if (std::optional<TargetDescription> Row = describe(*T))
      List.push_back(std::move(*Row));
  llvm::sort(List, [](const TargetDescription &A, const TargetDescription &B) {
    return A.Name < B.Name;
  });
  return List;
}

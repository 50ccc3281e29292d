//===- Emit.cpp - Module to file ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/LlvmVersion.h"

#include "Emit/BuildModule.h"
#include "Emit/CheckEmission.h"
#include "Emit/CodeGeneration.h"
#include "Emit/ElfParams.h"
#include "Object/AtomicFile.h"
#include "Object/ElfObject.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

/// Checks that linkers will take \p Object next to the operator objects.
static Error checkObject(MemoryBufferRef Object, const Model &TheModel,
                         const TargetSpec &Target, const EmitConfig &Config) {
  Error Difference = checkAgainst(Object, TheModel.Objects);
  // A target taken from the objects must agree with them; one that the user
  // chose is the user's affair.
  if (!Difference || !Target.Source.empty())
    return Difference;
  handleAllErrors(std::move(Difference), [&](const InputError &Cause) {
    std::string Text = Cause.reason();
    if (!Cause.details().empty())
      Text += "\n" + StringRef(Cause.details()).rtrim('\n').str();
    bool IsDifference = !Cause.details().empty();
    report(Config.Diagnostics, Diagnostic::Warning, Cause.input(), Text,
           IsDifference ? "leave the target's flags out to take it from the "
                          "objects"
                        : "whether linkers take the object next to this one "
                          "is not known");
  });
  return Error::success();
}

/// Gives \p Object the flags and attributes of the operator objects.
static Error joinOperators(ElfObject &Object, MemoryBufferRef Bytes,
                           const TargetSpec &Target) {
  if (Target.ElfFlags) {
    Expected<uint32_t> Joined = joinElfFlags(Bytes, *Target.ElfFlags);
    if (!Joined)
      return Joined.takeError();
    Object.setFlags(*Joined);
  }
  for (const AttributeSection &Each : Target.Attributes)
    Object.setAttributes(Each);
  if (!Target.HasStackNote)
    Object.dropStackNote();
  return Error::success();
}

/// Writes \p Bytes, which LLVM made of \p M, with what LLVM cannot be told, and
/// with the parameters when \p M has none.
static Error writeElf(SmallVector<char, 0> Bytes, const Module &M,
                      const Model &TheModel, const ParamLayout *Layout,
                      const TargetSpec &Target, const EmitConfig &Config,
                      StringRef Path) {
  MemoryBufferRef Emitted(StringRef(Bytes.data(), Bytes.size()), Path);
  Expected<std::unique_ptr<ElfObject>> Object =
      ElfObject::read(std::move(Bytes));
  if (!Object)
    return inputError(Path, Object.takeError());
  if (Error E = joinOperators(**Object, Emitted, Target))
    return inputError(Path, std::move(E));
  if (Layout)
    if (Error E = addParams(**Object, TheModel, *Layout, M, Config))
      return inputError(Path, std::move(E));
  Expected<FileContents> Contents = (*Object)->finish();
  if (!Contents)
    return inputError(Path, Contents.takeError());
  return writeFileAtomically(Path, *Contents,
                             {Config.Sync, Config.Threads, Config.Progress});
}

static Error writeObject(const Model &TheModel, TargetMachine &Machine,
                         Module &M, const ParamLayout *Layout,
                         const TargetSpec &Target, const EmitConfig &Config,
                         StringRef Path) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(M, Machine, llvm_version::ObjectFile, OS))
    return E;
  if (Error E = checkObject(MemoryBufferRef(OS.str(), Path), TheModel, Target,
                            Config))
    return E;
  if (OS.str().starts_with(ELF::ElfMagic))
    return writeElf(std::move(Bytes), M, TheModel, Layout, Target, Config,
                    Path);
  FileContents Contents;
  Contents.append(OS.str());
  return writeFileAtomically(Path, Contents,
                             {Config.Sync, Config.Threads, Config.Progress});
}

static Error emitWith(const Model &TheModel, TargetMachine &Machine,
                      const TargetSpec &Target, const EmitConfig &Config,
                      OutputKind Kind, StringRef Path) {
  EmitConfig Protected = Config;
  Protected.Protection.Branches |= Target.Protection.Branches;
  Protected.Protection.Returns |= Target.Protection.Returns;
  if (Error E = checkEmission(TheModel, Protected))
    return E;
  Expected<ParamLayout> Layout =
      layOutParams(TheModel, Protected, Machine.getTargetTriple());
  if (!Layout)
    return Layout.takeError();
  bool ArePlacedLater =
      Kind == OutputKind::Object && arePlacedInObject(Machine);
  if (ArePlacedLater)
    warnOfDistance(TheModel, *Layout, Machine, Protected);
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      buildModule(TheModel, Machine, Context, Protected,
                  ArePlacedLater ? nullptr : &*Layout);
  if (!M)
    return M.takeError();
  if (Kind == OutputKind::Object)
    return writeObject(TheModel, Machine, **M,
                       ArePlacedLater ? &*Layout : nullptr, Target, Protected,
                       Path);

  SmallVector<char, 0> Output;
  raw_svector_ostream OS(Output);
  if (Kind == OutputKind::LlvmIr)
    (*M)->print(OS, nullptr);
  else if (Kind == OutputKind::LlvmBitcode)
    WriteBitcodeToFile(**M, OS);
  else if (Error E = generateCode(**M, Machine, llvm_version::AssemblyFile, OS))
    return E;
  return writeFileAtomically(Path, OS.str());
}

Error metaobj::emit(const Model &TheModel, const TargetSpec &Target,
                    const EmitConfig &Config, OutputKind Kind, StringRef Path) {
  if (Kind == OutputKind::C)
    return emitC(TheModel, Config, Path);
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  return emitWith(TheModel, **Machine, Target, Config, Kind, Path);
}

static Error emitWithMachine(const Model &TheModel, TargetMachine &Machine,
                             const EmitConfig &Config, OutputKind Kind,
                             StringRef Path) {
  return emitWith(TheModel, Machine, targetOf(Machine), Config, Kind, Path);
}

Error metaobj::emitObject(const Model &TheModel, TargetMachine &Machine,
                          const EmitConfig &Config, StringRef Path) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::Object, Path);
}

Error metaobj::emitAssembly(const Model &TheModel, TargetMachine &Machine,
                            const EmitConfig &Config, StringRef Path) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::Assembly, Path);
}

Error metaobj::emitLlvmIr(const Model &TheModel, TargetMachine &Machine,
                          const EmitConfig &Config, StringRef Path) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::LlvmIr, Path);
}

Error metaobj::emitBitcode(const Model &TheModel, TargetMachine &Machine,
                           const EmitConfig &Config, StringRef Path) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::LlvmBitcode,
                         Path);
}

//===- Emit.cpp - Module to file ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/LlvmVersion.h"

#include "Emit/CodeGeneration.h"
#include "Object/AtomicFile.h"
#include "Object/ElfFinish.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

/// Checks that linkers will take \p Object next to the operator objects, and
/// gives it their flags and attributes.
static Error finishObject(SmallVectorImpl<char> &Object, const Model &TheModel,
                          const TargetSpec &Target, const EmitConfig &Config,
                          StringRef Path) {
  StringRef Bytes(Object.data(), Object.size());
  if (Error E = checkAgainst(MemoryBufferRef(Bytes, Path), TheModel.Objects)) {
    // A target taken from the objects must agree with them; one that the user
    // chose is the user's affair.
    if (!Target.Source.empty())
      return E;
    handleAllErrors(std::move(E), [&](const InputError &Cause) {
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
  if (!Bytes.starts_with(ELF::ElfMagic))
    return Error::success();
  std::optional<uint32_t> Flags = Target.ElfFlags;
  if (Flags) {
    Expected<uint32_t> Joined =
        joinElfFlags(MemoryBufferRef(Bytes, Path), *Flags);
    if (!Joined)
      return inputError(Path, Joined.takeError());
    Flags = *Joined;
  }
  if (Error E = finishElf(Object, Flags, Target.Attributes))
    return inputError(Path, std::move(E));
  if (!Target.HasStackNote)
    if (Error E = dropStackNote(Object))
      return inputError(Path, std::move(E));
  return Error::success();
}

static Error emitWith(const Model &TheModel, TargetMachine &Machine,
                      const TargetSpec &Target, const EmitConfig &Config,
                      OutputKind Kind, StringRef Path) {
  EmitConfig Protected = Config;
  Protected.Protection.Branches |= Target.Protection.Branches;
  Protected.Protection.Returns |= Target.Protection.Returns;
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      buildModule(TheModel, Machine, Context, Protected);
  if (!M)
    return M.takeError();

  SmallVector<char, 0> Output;
  raw_svector_ostream OS(Output);
  switch (Kind) {
  case OutputKind::Object:
    if (Error E = generateCode(**M, Machine, llvm_version::ObjectFile, OS))
      return E;
    if (Error E = finishObject(Output, TheModel, Target, Config, Path))
      return E;
    break;
  case OutputKind::Assembly:
    if (Error E = generateCode(**M, Machine, llvm_version::AssemblyFile, OS))
      return E;
    break;
  case OutputKind::LlvmIr:
    (*M)->print(OS, nullptr);
    break;
  case OutputKind::LlvmBitcode:
    WriteBitcodeToFile(**M, OS);
    break;
  case OutputKind::C:
    llvm_unreachable("C needs no machine");
  }
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

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
#include "Emit/ObjectTables.h"
#include "Model/Wording.h"
#include "Object/AtomicFile.h"
#include "Object/ElfObject.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

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

/// Takes \p Bytes, which LLVM made, and adds what LLVM cannot be told.
static Expected<std::unique_ptr<EditableObject>>
readObject(SmallVector<char, 0> Bytes, const TargetSpec &Target,
           StringRef Path) {
  MemoryBufferRef Emitted(StringRef(Bytes.data(), Bytes.size()), Path);
  if (!Emitted.getBuffer().starts_with(ELF::ElfMagic))
    return EditableObject::read(std::move(Bytes));
  Expected<std::unique_ptr<ElfObject>> Object =
      ElfObject::read(std::move(Bytes));
  if (!Object)
    return Object.takeError();
  if (Error E = joinOperators(**Object, Emitted, Target))
    return E;
  return std::move(*Object);
}

/// Writes \p Bytes, which LLVM made, with what LLVM cannot be told, and with
/// what \p FillTables adds.
static Error writeEdited(SmallVector<char, 0> Bytes,
                         function_ref<Error(EditableObject &)> FillTables,
                         const TargetSpec &Target, const EmitConfig &Config,
                         StringRef Path) {
  Expected<std::unique_ptr<EditableObject>> Object =
      readObject(std::move(Bytes), Target, Path);
  if (!Object)
    return inputError(Path, Object.takeError());
  if (Error E = FillTables(**Object))
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
  auto FillTables = [&](EditableObject &Object) -> Error {
    return Layout ? fillTables(Object, TheModel, *Layout, M, Config)
                  : Error::success();
  };
  bool HasNewParams = Layout && !TheModel.Params.empty();
  if (HasNewParams || OS.str().starts_with(ELF::ElfMagic))
    return writeEdited(std::move(Bytes), FillTables, Target, Config, Path);
  FileContents Contents;
  Contents.append(OS.str());
  return writeFileAtomically(Path, Contents,
                             {Config.Sync, Config.Threads, Config.Progress});
}

/// \p Config with what the operator objects ask for.
static EmitConfig withProtection(const EmitConfig &Config,
                                 const TargetSpec &Target) {
  EmitConfig Protected = Config;
  Protected.Protection.Branches |= Target.Protection.Branches;
  Protected.Protection.Returns |= Target.Protection.Returns;
  return Protected;
}

static Error emitWith(const Model &TheModel, TargetMachine &Machine,
                      const TargetSpec &Target, const EmitConfig &Config,
                      OutputKind Kind, StringRef Path) {
  EmitConfig Protected = withProtection(Config, Target);
  if (Error E = refuseShards(TheModel, Config))
    return E;
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

namespace {

/// Writes the objects of a model in shards.
class ShardWriter {
public:
  static Expected<ShardWriter> create(const Model &TheModel,
                                      const TargetSpec &Target,
                                      const EmitConfig &Config,
                                      ArrayRef<uint32_t> Numbers);

  Error write(uint32_t Number, StringRef Path);

  uint64_t paramBytes() const { return Layout.size(); }

private:
  ShardWriter(const Model &TheModel, const TargetSpec &Target,
              EmitConfig Config)
      : TheModel(TheModel), Target(Target), Config(std::move(Config)) {}

  Error writeMetadata(StringRef Path);
  Error writeShard(uint32_t Number, StringRef Path);

  const Model &TheModel;
  const TargetSpec &Target;
  EmitConfig Config;
  std::unique_ptr<TargetMachine> Machine;
  ParamLayout Layout;
};

} // namespace

Expected<ShardWriter> ShardWriter::create(const Model &TheModel,
                                          const TargetSpec &Target,
                                          const EmitConfig &Config,
                                          ArrayRef<uint32_t> Numbers) {
  ShardWriter Result(TheModel, Target, withProtection(Config, Target));
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  Result.Machine = std::move(*Machine);
  if (!Target.Triple.isOSBinFormatELF() || !arePlacedInObject(*Result.Machine))
    return inputError(TheModel.Name,
                      "parameters for " + quoted(Target.Triple.str()) +
                          " cannot be dealt to shards",
                      "that works in ELF objects for machines with pointers "
                      "of 32 or 64 bits");
  if (Error E = checkEmission(TheModel, Result.Config))
    return E;
  // The metadata says nothing of who shares bytes with whom.
  EmitConfig ForLayout = Result.Config;
  if (Numbers == ArrayRef<uint32_t>(0) && !Config.Layout &&
      Config.Dedup == ParamDedup::Model)
    ForLayout.Dedup = ParamDedup::Off;
  Expected<ParamLayout> Layout =
      layOutParams(TheModel, ForLayout, Result.Machine->getTargetTriple());
  if (!Layout)
    return Layout.takeError();
  Result.Layout = std::move(*Layout);
  warnOfDistance(TheModel, Result.Layout, *Result.Machine, Result.Config);
  return Result;
}

Error ShardWriter::writeMetadata(StringRef Path) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      buildModule(TheModel, *Machine, Context, Config, nullptr);
  if (!M)
    return M.takeError();
  return writeObject(TheModel, *Machine, **M, &Layout, Target, Config, Path);
}

/// A shard is an object of the same target without anything else.
Error ShardWriter::writeShard(uint32_t Number, StringRef Path) {
  LLVMContext Context;
  std::unique_ptr<Module> M = emptyModule(*Machine, Context);
  protect(*M, Config.Protection);
  conform(*M);
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(*M, *Machine, llvm_version::ObjectFile, OS))
    return E;
  auto FillTables = [&](EditableObject &Object) {
    addShard(Object, TheModel, Layout, *M, Number, Config);
    return Error::success();
  };
  return writeEdited(std::move(Bytes), FillTables, Target, Config, Path);
}

Error ShardWriter::write(uint32_t Number, StringRef Path) {
  return Number ? writeShard(Number, Path) : writeMetadata(Path);
}

Error metaobj::emitShard(const Model &TheModel, const TargetSpec &Target,
                         const EmitConfig &Config, uint32_t Number,
                         StringRef Path) {
  assert(Number <= Config.Shards && "no such shard");
  Expected<ShardWriter> Writer =
      ShardWriter::create(TheModel, Target, Config, Number);
  return Writer ? Writer->write(Number, Path) : Writer.takeError();
}

Error metaobj::emitShards(const Model &TheModel, const TargetSpec &Target,
                          const EmitConfig &Config, StringRef Path) {
  // From 0 on: what is wrong with the metadata is told before much is written.
  std::vector<uint32_t> Numbers(size_t(Config.Shards) + 1);
  std::iota(Numbers.begin(), Numbers.end(), 0);
  // Progress is that of all files together.
  uint64_t Before = 0, Last = 0, All = 0;
  EmitConfig Counting = Config;
  if (Config.Progress)
    Counting.Progress = [&](uint64_t Done, uint64_t Total) {
      Last = Total;
      Config.Progress(Before + Done, std::max(All, Before + Total));
    };
  Expected<ShardWriter> Writer =
      ShardWriter::create(TheModel, Target, Counting, Numbers);
  if (!Writer)
    return Writer.takeError();
  All = Writer->paramBytes();
  for (uint32_t Number : Numbers) {
    if (Error E = Writer->write(Number, shardPath(Path, Number, Config.Shards)))
      return E;
    Before += std::exchange(Last, 0);
  }
  return Error::success();
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

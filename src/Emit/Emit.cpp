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
#include "File/AtomicFile.h"
#include "Model/CheckOperators.h"
#include "Model/Wording.h"
#include "Object/ElfObject.h"
#include "Target/TargetFamily.h"

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
    bool IsDifference = !Cause.details().empty();
    report(Config.Diagnostics, Diagnostic::Warning, Cause.input(),
           Cause.reason(),
           IsDifference ? "leave the target's flags out to take it from the "
                          "objects"
                        : "whether linkers take the object next to this one "
                          "is not known",
           Cause.details());
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
                         const OutputPlace &To) {
  StringRef Path = To.path();
  Expected<std::unique_ptr<EditableObject>> Object =
      readObject(std::move(Bytes), Target, Path);
  if (!Object)
    return inputError(Path, Object.takeError());
  if (Error E = FillTables(**Object))
    return inputError(Path, std::move(E));
  Expected<FileContents> Contents = (*Object)->finish();
  if (!Contents)
    return inputError(Path, Contents.takeError());
  return writeFileAtomically(To, *Contents,
                             {Config.Sync, Config.Threads, Config.Progress});
}

namespace {

/// A module and the context, which goes last.
struct OwnedModule {
  std::unique_ptr<LLVMContext> Context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> M = {};

  void clear() {
    M.reset();
    Context.reset();
  }
};

} // namespace

/// Without \p Layout, parameters are in \p Built. Both are given up as soon as
/// the object has what they say.
static Error writeObject(const Model &TheModel, TargetMachine &Machine,
                         OwnedModule Built,
                         std::shared_ptr<const ParamLayout> Layout,
                         const TargetSpec &Target, const EmitConfig &Config,
                         const OutputPlace &To) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(*Built.M, Machine, llvm_version::ObjectFile, OS))
    return E;
  if (Error E = checkObject(MemoryBufferRef(OS.str(), To.path()), TheModel,
                            Target, Config))
    return E;
  bool HasNewParams = Layout && !TheModel.Params.empty();
  auto FillTables = [&](EditableObject &Object) -> Error {
    if (!Layout)
      return Error::success();
    Error Result =
        fillTables(Object, TheModel, std::move(Layout), *Built.M, Config);
    Built.clear();
    return Result;
  };
  if (HasNewParams || OS.str().starts_with(ELF::ElfMagic))
    return writeEdited(std::move(Bytes), FillTables, Target, Config, To);
  FileContents Contents;
  Contents.append(OS.str());
  return writeFileAtomically(To, Contents,
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
                      OutputKind Kind, const OutputPlace &To) {
  InputScope Scope(subject(Target));
  EmitConfig Protected = withProtection(Config, Target);
  if (Error E = refuseShards(TheModel, Config))
    return E;
  if (Error E = checkHaveBytes(TheModel.Objects))
    return E;
  if (Error E = checkEmission(TheModel, Protected))
    return E;
  advisePlacement(Target, TheModel.Objects, Config.Diagnostics);
  Expected<ParamLayout> Layout =
      layOutParams(TheModel, Protected, Machine.getTargetTriple());
  if (!Layout)
    return Layout.takeError();
  bool ArePlacedLater =
      Kind == OutputKind::Object && arePlacedInObject(Machine);
  if (ArePlacedLater)
    warnOfDistance(TheModel, *Layout, Machine, Protected);
  OwnedModule Built;
  Expected<std::unique_ptr<Module>> M =
      buildModule(TheModel, Machine, *Built.Context, Protected,
                  ArePlacedLater ? nullptr : &*Layout);
  if (!M)
    return M.takeError();
  Built.M = std::move(*M);
  if (Kind == OutputKind::Object)
    return writeObject(
        TheModel, Machine, std::move(Built),
        ArePlacedLater ? std::make_shared<const ParamLayout>(std::move(*Layout))
                       : nullptr,
        Target, Protected, To);

  SmallVector<char, 0> Output;
  raw_svector_ostream OS(Output);
  if (Kind == OutputKind::LlvmIr)
    Built.M->print(OS, nullptr);
  else if (Kind == OutputKind::LlvmBitcode)
    WriteBitcodeToFile(*Built.M, OS);
  else if (Error E =
               generateCode(*Built.M, Machine, llvm_version::AssemblyFile, OS))
    return E;
  return writeFileAtomically(To, OS.str());
}

Error metaobj::emit(const Model &TheModel, const TargetSpec &Target,
                    const EmitConfig &Config, OutputKind Kind,
                    const OutputPlace &To) {
  if (Kind == OutputKind::C)
    return emitC(TheModel, Config, To);
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  return emitWith(TheModel, **Machine, Target, Config, Kind, To);
}

namespace {

/// Writes the objects of a model in shards.
class ShardWriter {
public:
  static Expected<ShardWriter> create(const Model &TheModel,
                                      const TargetSpec &Target,
                                      const EmitConfig &Config,
                                      ArrayRef<uint32_t> Numbers);

  Error write(uint32_t Number, const OutputPlace &To);

  uint64_t paramBytes() const { return Layout->size(); }

private:
  ShardWriter(const Model &TheModel, const TargetSpec &Target,
              EmitConfig Config)
      : TheModel(TheModel), Target(Target), Config(std::move(Config)) {}

  Error writeMetadata(const OutputPlace &To);
  Error writeShard(uint32_t Number, const OutputPlace &To);

  const Model &TheModel;
  const TargetSpec &Target;
  EmitConfig Config;
  std::unique_ptr<TargetMachine> Machine;
  std::shared_ptr<const ParamLayout> Layout;
};

} // namespace

Expected<ShardWriter> ShardWriter::create(const Model &TheModel,
                                          const TargetSpec &Target,
                                          const EmitConfig &Config,
                                          ArrayRef<uint32_t> Numbers) {
  if (Config.Shards > MaxShards)
    return inputError("model " + quoted(TheModel.Name),
                      plural(Config.Shards, "shard") + " pass the limit of " +
                          Twine(MaxShards));
  ShardWriter Result(TheModel, Target, withProtection(Config, Target));
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  Result.Machine = std::move(*Machine);
  if (!Target.Triple.isOSBinFormatELF() || !arePlacedInObject(*Result.Machine))
    return inputError("model " + quoted(TheModel.Name),
                      "parameters for " + quoted(Target.Triple.str()) +
                          " cannot be dealt to shards",
                      "that works in ELF objects for machines with pointers "
                      "of 32 or 64 bits");
  if (Error E = checkHaveBytes(TheModel.Objects))
    return E;
  if (Error E = checkEmission(TheModel, Result.Config))
    return E;
  advisePlacement(Target, TheModel.Objects, Config.Diagnostics);
  // The metadata says nothing of who shares bytes with whom.
  EmitConfig ForLayout = Result.Config;
  if (Numbers == ArrayRef<uint32_t>(0) && !Config.Layout &&
      Config.Dedup == ParamDedup::Model)
    ForLayout.Dedup = ParamDedup::Off;
  Expected<ParamLayout> Layout =
      layOutParams(TheModel, ForLayout, Result.Machine->getTargetTriple());
  if (!Layout)
    return Layout.takeError();
  Result.Layout = std::make_shared<const ParamLayout>(std::move(*Layout));
  warnOfDistance(TheModel, *Result.Layout, *Result.Machine, Result.Config);
  return Result;
}

Error ShardWriter::writeMetadata(const OutputPlace &To) {
  OwnedModule Built;
  Expected<std::unique_ptr<Module>> M =
      buildModule(TheModel, *Machine, *Built.Context, Config, nullptr);
  if (!M)
    return M.takeError();
  Built.M = std::move(*M);
  return writeObject(TheModel, *Machine, std::move(Built), Layout, Target,
                     Config, To);
}

/// A shard is an object of the same target without anything else.
Error ShardWriter::writeShard(uint32_t Number, const OutputPlace &To) {
  LLVMContext Context;
  std::unique_ptr<Module> M = emptyModule(*Machine, Context);
  protect(*M, Config.Protection);
  conform(*M);
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(*M, *Machine, llvm_version::ObjectFile, OS))
    return E;
  auto FillTables = [&](EditableObject &Object) {
    addShard(Object, TheModel, *Layout, *M, Number, Config);
    return Error::success();
  };
  return writeEdited(std::move(Bytes), FillTables, Target, Config, To);
}

Error ShardWriter::write(uint32_t Number, const OutputPlace &To) {
  InputScope Scope(subject(Target));
  return Number ? writeShard(Number, To) : writeMetadata(To);
}

Error metaobj::emitShard(const Model &TheModel, const TargetSpec &Target,
                         const EmitConfig &Config, uint32_t Number,
                         const OutputPlace &To) {
  if (Number > Config.Shards)
    return inputError("model " + quoted(TheModel.Name),
                      "there is no shard " + Twine(Number) + " of " +
                          Twine(Config.Shards));
  Expected<ShardWriter> Writer =
      ShardWriter::create(TheModel, Target, Config, Number);
  return Writer ? Writer->write(Number, To) : Writer.takeError();
}

Error metaobj::emitShards(const Model &TheModel, const TargetSpec &Target,
                          const EmitConfig &Config, const OutputPlace &To) {
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
  return To.write([&](OutputTransaction &Outputs) -> Error {
    for (uint32_t Number : Numbers) {
      std::string Path = shardPath(To.path(), Number, Config.Shards);
      if (Error E = Writer->write(Number, {Outputs, Path}))
        return E;
      Before += std::exchange(Last, 0);
    }
    return Error::success();
  });
}

static Error emitWithMachine(const Model &TheModel, TargetMachine &Machine,
                             const EmitConfig &Config, OutputKind Kind,
                             const OutputPlace &To) {
  return emitWith(TheModel, Machine, targetOf(Machine), Config, Kind, To);
}

Error metaobj::emitObject(const Model &TheModel, TargetMachine &Machine,
                          const EmitConfig &Config, const OutputPlace &To) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::Object, To);
}

Error metaobj::emitAssembly(const Model &TheModel, TargetMachine &Machine,
                            const EmitConfig &Config, const OutputPlace &To) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::Assembly, To);
}

Error metaobj::emitLlvmIr(const Model &TheModel, TargetMachine &Machine,
                          const EmitConfig &Config, const OutputPlace &To) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::LlvmIr, To);
}

Error metaobj::emitBitcode(const Model &TheModel, TargetMachine &Machine,
                           const EmitConfig &Config, const OutputPlace &To) {
  return emitWithMachine(TheModel, Machine, Config, OutputKind::LlvmBitcode,
                         To);
}

//===- Emit.cpp - Model to output -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "Abi/RuntimeFamily.h"
#include "Base/Wording.h"
#include "Emit/CheckEmission.h"
#include "Emit/Code/BuildModule.h"
#include "Emit/Code/CodeGeneration.h"
#include "Emit/Code/ObjectTables.h"
#include "Emit/Code/ParamsImage.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "Emit/Parts/Part.h"
#include "Object/ElfObject.h"
#include "Target/TargetFamily.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Origin of the target.
enum class TargetOrigin { Spec, Machine };

} // namespace

/// Checks that linkers will accept \p Object next to the operator objects.
static Error checkObject(MemoryBufferRef Object, const Model &TheModel,
                         const TargetSpec &Target, TargetOrigin Origin,
                         const EmitConfig &Config) {
  Error Difference = checkAgainst(Object, TheModel.Objects);
  // A target from the objects must agree with them, and so must the machine of
  // the compiler that made them. A target that the user chose is the user's
  // responsibility.
  if (!Difference || !Target.Source.empty())
    return Difference;
  return handleErrors(
      std::move(Difference), [&](const InputError &Cause) -> Error {
        bool IsDifference = !Cause.details().empty();
        if (IsDifference && Origin == TargetOrigin::Machine)
          return make_error<InputError>(
              Cause.input(), Cause.reason(),
              "give a machine for the objects' target, or the TargetSpec that "
              "inferTarget takes from them",
              Cause.details());
        report(Config.Diagnostics, Diagnostic::Warning, Cause.input(),
               Cause.reason(),
               IsDifference
                   ? "leave the target's flags out to take it from the "
                     "objects"
                   : "whether linkers take the object next to this one "
                     "is not known",
               Cause.details());
        return Error::success();
      });
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
  for (const AttributeSection &Attribute : Target.Attributes)
    Object.setAttributes(Attribute);
  if (!Target.HasStackNote)
    Object.dropStackNote();
  return Error::success();
}

/// Takes \p Bytes from LLVM, and adds what LLVM has no option for.
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

/// Bytes that are complete already.
static void setBytes(Emission::Output &Result, SmallVector<char, 0> Bytes) {
  Result.Bytes = std::move(Bytes);
  Result.Contents.append(StringRef(Result.Bytes.data(), Result.Bytes.size()));
}

/// Makes \p Result from LLVM's \p Bytes, the parts that LLVM has no option for,
/// and the result of \p FillTables.
static Error finishObject(Emission::Output &Result, SmallVector<char, 0> Bytes,
                          function_ref<Error(EditableObject &)> FillTables,
                          const TargetSpec &Target) {
  StringRef Name = Result.TheCommon->Config.Output;
  Expected<std::unique_ptr<EditableObject>> Object =
      readObject(std::move(Bytes), Target, Name);
  if (!Object)
    return inputError(Name, Object.takeError());
  if (Error E = FillTables(**Object))
    return inputError(Name, std::move(E));
  Expected<FileContents> Contents = (*Object)->finish();
  if (!Contents)
    return inputError(Name, Contents.takeError());
  Result.Object = std::move(*Object);
  Result.Contents = std::move(*Contents);
  return Error::success();
}

namespace {

/// A module and its context, which must be destroyed after it.
struct OwnedModule {
  std::unique_ptr<LLVMContext> Context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> M = {};

  void clear() {
    M.reset();
    Context.reset();
  }
};

} // namespace

/// Makes \p Result the object of \p Built, which has its parameters or gets
/// them here. Frees the module as soon as the object has its contents.
static Error makeObject(Emission::Output &Result, OwnedModule Built,
                        const EmissionTables &Tables, LateSymbols Late,
                        TargetMachine &Machine, const TargetSpec &Target,
                        TargetOrigin Origin) {
  const Emission::Common &Common = *Result.TheCommon;
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(*Built.M, Machine, OS))
    return E;
  if (Error E = checkObject(MemoryBufferRef(OS.str(), Common.Config.Output),
                            Common.model(), Target, Origin, Common.Config))
    return E;
  bool HasNewData =
      Late.Params &&
      (!Common.model().Params.empty() ||
       any_of(Common.Parts, [](const std::shared_ptr<OutputPart> &ThePart) {
         return ThePart->hasLateData();
       }));
  if (!HasNewData && !OS.str().starts_with(ELF::ElfMagic)) {
    setBytes(Result, std::move(Bytes));
    return Error::success();
  }
  auto FillTables = [&](EditableObject &Object) -> Error {
    if (!Late.Params)
      return Error::success();
    Error Failure = fillTables(Object, Common, Tables, Late, *Built.M);
    Built.clear();
    return Failure;
  };
  return finishObject(Result, std::move(Bytes), FillTables, Target);
}

/// \p Config with the protection of the operator objects.
static EmitConfig withProtection(const EmitConfig &Config,
                                 const TargetSpec &Target) {
  EmitConfig Protected = Config;
  Protected.Protection.Branches |= Target.Protection.Branches;
  Protected.Protection.Returns |= Target.Protection.Returns;
  return Protected;
}

/// IR or bitcode of \p M.
static void makeIr(Emission::Output &Result, const Module &M, OutputKind Kind) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Kind == OutputKind::LlvmIr)
    M.print(OS, nullptr);
  else
    WriteBitcodeToFile(M, OS);
  setBytes(Result, std::move(Bytes));
}

/// An emission with a layout. If \p HidesSharing, the layout does not know
/// which parameters share bytes.
static Expected<std::shared_ptr<Emission::Common>>
beginForMachine(const Model &TheModel, const TargetSpec &Target,
                const TargetMachine &Machine, const EmitConfig &Config,
                bool HidesSharing = false) {
  const Triple &TheTriple = Machine.getTargetTriple();
  Expected<std::shared_ptr<Emission::Common>> Begun = beginEmission(
      TheModel, withProtection(Config, Target), byteOrderOf(TheTriple));
  if (!Begun)
    return Begun.takeError();
  Emission::Common &Common = **Begun;
  if (runtimeFamily(Config.Abi).Facts.HasTables)
    advisePlacement(Target, TheModel.Objects, Config.Diagnostics);
  EmitConfig ForLayout = Common.Config;
  if (HidesSharing && Config.Params.Dedup == ParamDedup::Model) {
    ForLayout.Params.Dedup = ParamDedup::Off;
    // The shards know whether they fit.
    ForLayout.Board.reset();
  }
  if (Error E = layOut(Common, ForLayout, TheTriple))
    return E;
  return Begun;
}

/// Makes \p Result the model's object, IR or bitcode.
static Error makeModel(Emission::Output &Result, TargetMachine &Machine,
                       const TargetSpec &Target, TargetOrigin Origin,
                       OutputKind Kind) {
  const Emission::Common &Common = *Result.TheCommon;
  LateSymbols Late =
      lateSymbols(Common.model(), Common.Config, Common.Parts, Machine, Kind);
  EmissionTables Tables(Common, Machine);
  OwnedModule Built;
  Expected<std::unique_ptr<Module>> M =
      buildModule(Common, Tables, Machine, *Built.Context, Late, Kind);
  if (!M)
    return M.takeError();
  Built.M = std::move(*M);
  Result.Tables = executorTables(*Built.M, Tables);
  if (Kind != OutputKind::Object) {
    makeIr(Result, *Built.M, Kind);
    return Error::success();
  }
  return makeObject(Result, std::move(Built), Tables, Late, Machine, Target,
                    Origin);
}

static Expected<Emission> emitWith(const Model &TheModel,
                                   TargetMachine &Machine,
                                   const TargetSpec &Target,
                                   TargetOrigin Origin,
                                   const EmitConfig &Config, OutputKind Kind) {
  InputScope Scope(subject(Target));
  if (Kind > OutputKind::ParamsImage)
    return inputError("OutputKind", "is " + Twine(static_cast<int>(Kind)) +
                                        ", which stands for nothing");
  if (Kind == OutputKind::ParamsImage)
    return emitParamsImage(TheModel, Machine, Config);
  if (Error E = refuseShards(TheModel, Config))
    return E;
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginForMachine(TheModel, Target, Machine, Config);
  if (!Begun)
    return Begun.takeError();
  const Emission::Common &Common = **Begun;
  if (lateSymbols(Common.model(), Common.Config, Common.Parts, Machine, Kind)
          .Params)
    warnOfDistance(Common.model(), Common.Layout, Machine, Common.Config);
  auto Result = std::make_shared<Emission::Output>(Emission::Output{*Begun});
  if (Error E = makeModel(*Result, Machine, Target, Origin, Kind))
    return E;
  return Emission(std::move(Result));
}

Expected<Emission> metaobj::emit(const Model &TheModel,
                                 const TargetSpec &Target,
                                 const EmitConfig &Config, OutputKind Kind) {
  if (Kind == OutputKind::C)
    return emitC(TheModel, Config);
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  return emitWith(TheModel, **Machine, Target, TargetOrigin::Spec, Config,
                  Kind);
}

Expected<Emission> metaobj::emit(const Model &TheModel, TargetMachine &Machine,
                                 const EmitConfig &Config, OutputKind Kind) {
  if (Kind == OutputKind::C)
    return emitC(TheModel, Config);
  return emitWith(TheModel, Machine, targetOf(Machine), TargetOrigin::Machine,
                  Config, Kind);
}

namespace {

/// Emits the objects of a model in shards.
class ShardEmitter {
public:
  static Expected<ShardEmitter> create(const Model &TheModel,
                                       const TargetSpec &Target,
                                       const EmitConfig &Config,
                                       bool IsMetadataOnly);

  Expected<Emission> emit(uint32_t Number) const;

private:
  ShardEmitter(const TargetSpec &Target, std::unique_ptr<TargetMachine> Machine,
               std::shared_ptr<const Emission::Common> Common)
      : Target(Target), Machine(std::move(Machine)), Common(std::move(Common)) {
  }

  Error makeShard(Emission::Output &Result, uint32_t Number) const;

  const TargetSpec &Target;
  std::unique_ptr<TargetMachine> Machine;
  std::shared_ptr<const Emission::Common> Common;
};

} // namespace

Expected<ShardEmitter> ShardEmitter::create(const Model &TheModel,
                                            const TargetSpec &Target,
                                            const EmitConfig &Config,
                                            bool IsMetadataOnly) {
  if (Config.Params.shards() > MaxShards)
    return inputError("model " + quoted(TheModel.Name),
                      plural(Config.Params.shards(), "shard") +
                          " pass the limit of " + Twine(MaxShards));
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  if (!formatRules(Target.Triple).Facts.HasShards || !editsObjects(**Machine))
    return inputError("model " + quoted(TheModel.Name),
                      "parameters for " + quoted(Target.Triple.str()) +
                          " cannot be split across shards",
                      "that works in ELF objects for machines with pointers "
                      "of 32 or 64 bits");
  // The metadata does not show which parameters share bytes.
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginForMachine(TheModel, Target, **Machine, Config,
                      /*HidesSharing=*/IsMetadataOnly &&
                          !Config.Params.knowsLayoutOfMetadata());
  if (!Begun)
    return Begun.takeError();
  const Emission::Common &Common = **Begun;
  warnOfDistance(Common.model(), Common.Layout, **Machine, Common.Config);
  return ShardEmitter(Target, std::move(*Machine), std::move(*Begun));
}

/// A shard is an object of the same target and nothing else.
Error ShardEmitter::makeShard(Emission::Output &Result, uint32_t Number) const {
  LLVMContext Context;
  std::unique_ptr<Module> M = emptyModule(*Machine, Context);
  protect(*M, Common->Config.Protection);
  conform(*M);
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(*M, *Machine, OS))
    return E;
  auto FillTables = [&](EditableObject &Object) {
    addParamsOfShard(Object, *Common, *M, Number);
    return Error::success();
  };
  return finishObject(Result, std::move(Bytes), FillTables, Target);
}

Expected<Emission> ShardEmitter::emit(uint32_t Number) const {
  InputScope Scope(subject(Target));
  auto Result = std::make_shared<Emission::Output>(Emission::Output{Common});
  if (Error E = Number ? makeShard(*Result, Number)
                       : makeModel(*Result, *Machine, Target,
                                   TargetOrigin::Spec, OutputKind::Object))
    return E;
  return Emission(std::move(Result));
}

Expected<Emission> metaobj::emitShard(const Model &TheModel,
                                      const TargetSpec &Target,
                                      const EmitConfig &Config,
                                      uint32_t Number) {
  if (Number > Config.Params.shards())
    return inputError("model " + quoted(TheModel.Name),
                      "there is no shard " + Twine(Number) + " of " +
                          Twine(Config.Params.shards()));
  Expected<ShardEmitter> Emitter =
      ShardEmitter::create(TheModel, Target, Config, Number == 0);
  if (!Emitter)
    return Emitter.takeError();
  return Emitter->emit(Number);
}

Expected<std::vector<Emission>> metaobj::emitShards(const Model &TheModel,
                                                    const TargetSpec &Target,
                                                    const EmitConfig &Config) {
  Expected<ShardEmitter> Emitter =
      ShardEmitter::create(TheModel, Target, Config, /*IsMetadataOnly=*/false);
  if (!Emitter)
    return Emitter.takeError();
  std::vector<Emission> Shards;
  for (uint32_t Number = 0; Number <= Config.Params.shards(); ++Number) {
    Expected<Emission> Shard = Emitter->emit(Number);
    if (!Shard)
      return Shard.takeError();
    Shards.push_back(std::move(*Shard));
  }
  return Shards;
}

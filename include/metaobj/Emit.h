//===- metaobj/Emit.h - Model and target become an object -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emission of a Model. A Model (metaobj/Model.h) lists the compiled operators
/// of a neural network and its parameters. Emission makes of it what a program
/// needs to use them: the table of functions that a runtime reads (for TVM's C
/// runtime, a registry), the parameters with a table of their names, and, if
/// the configuration has one, an executor, the function that runs the whole
/// network. docs/format.md describes the result byte by byte.
///
///     Expected<TargetSpec> Target = inferTarget(TheModel.Objects);
///     if (!Target)
///       return Target.takeError();
///     EmitConfig Config;
///     Config.Prefix = "net";
///     Expected<Emission> Made = emit(TheModel, *Target, Config);
///     if (!Made)
///       return Made.takeError();
///     return Made->writeTo("net.o");
///
/// A model without operator objects needs a TargetSpec that you fill in
/// (metaobj/Target.h).
///
/// An Emission (metaobj/Emission.h) has everything but the bytes of parameters,
/// which are copied when it is written. So the model must outlive it; it has a
/// copy of its configuration.
///
/// Errors are values, mostly an InputError (metaobj/Diagnostic.h): a model, a
/// configuration or a target that do not fit each other. Nothing is written
/// then. Below, "is an error" means such a one.
///
/// In the names of symbols, `<prefix>` is EmitConfig::Prefix, and `<model>` is
/// Model::Name.
///
/// The functions have no global state and may run in several threads, each with
/// its own LLVMContext and TargetMachine.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_H
#define METAOBJ_EMIT_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Emission.h"
#include "metaobj/Executor.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Model.h"
#include "metaobj/Output.h"
#include "metaobj/Placement.h"
#include "metaobj/Target.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

/// What an emission becomes.
enum class OutputKind {
  Object, ///< A relocatable object, in the format of the target's triple.
  LlvmIr, ///< A module as text, of which llc makes assembly.
  LlvmBitcode,
  C, ///< C99 for any target: see emitC.
  /// A params image: the parameters alone, as bytes that are programmed into a
  /// part of the flash, and can be replaced without the program.
  ParamsImage,
};

/// How to write OutputKind::ParamsImage.
struct ParamsImageConfig {
  /// The address of its first byte on the device; nullopt: pointers in it are
  /// offsets from its start, and it may lie anywhere.
  std::optional<uint64_t> Base = std::nullopt;
  /// Of two undamaged images firmware takes the one with the larger number
  /// (metaobj_params_newer of metaobj-c/metaobj_params_image.h).
  uint32_t Generation = 0;
};

namespace setting {
inline constexpr Setting ParamsImageBase("ParamsImageConfig::Base");
inline constexpr Setting ParamsImageGeneration("ParamsImageConfig::Generation");
} // namespace setting

/// A record: a table by which `metaobj inspect` finds and verifies the model in
/// a raw image, which has no symbols. It has the model's name, addresses, and
/// hashes of names and parameters. It refers to the parameter table, so linkers
/// keep all parameters with the registry. Emission reads all parameters once
/// more, for their hashes.
struct RecordConfig {
  /// A PEM file with the Ed25519 private key that signs it (PKCS #8, not
  /// encrypted); empty: it is not signed. Outputs do not contain the path.
  std::string SigningKey;
};

/// What belongs to the table of functions. With ABIs other than those of TVM's
/// C runtime (isTvmCrt), HasIndex and Register are errors, and a Record is one
/// unless there is an executor.
struct RegistryConfig {
  /// Add an index of the registry's names: look-ups in this project's C runtime
  /// (runtime_crt) then take the same time for any number of functions. The
  /// function
  /// `<prefix>_registry_index` or `tvmgen_<model>_registry_index` returns it.
  bool HasIndex = false;

  /// nullopt: there is no record.
  std::optional<RecordConfig> Record = std::nullopt;

  /// RecordConfig::SigningKey; empty: there is none.
  llvm::StringRef signingKey() const {
    return Record ? llvm::StringRef(Record->SigningKey) : llvm::StringRef();
  }

  /// Register the model under this name: programs find it with
  /// metaobj_models_begin() (metaobj-c/metaobj_abi.h), without knowing which
  /// models are linked. Linkers keep it even if nothing else refers to it.
  /// Empty: the name is EmitConfig::Prefix, or Model::Name without one.
  /// nullopt: the model is not registered.
  std::optional<std::string> Register = std::nullopt;

  /// With RuntimeAbi::TvmFfi: a constructor registers all rows of the table
  /// before the program starts. Without it the program does that.
  bool FfiConstructor = false;
};

namespace setting {
inline constexpr Setting RegistryIndex("RegistryConfig::HasIndex");
inline constexpr Setting Register("RegistryConfig::Register");
inline constexpr Setting FfiConstructor("RegistryConfig::FfiConstructor");
} // namespace setting

/// Parameters without a table, which programs declare: RuntimeAbi::None.
struct DataConfig {
  /// How symbols are called, and which there are beside the data.
  DataStyle Style = DataStyle::C;
  /// The type of elements in a header, such as "signed char". Empty: that of
  /// the parameter's dtype.
  std::string ElementType;
  /// The last byte of each is a NUL, which its symbols for the number of bytes
  /// do not count.
  bool HasNul = false;
};

namespace setting {
inline constexpr Setting DataStyle("DataConfig::Style");
} // namespace setting

/// How to emit a Model. Plain data. The defaults are those of `metaobj emit`,
/// except Abi, which the tool concludes from its inputs (Job::Abi).
struct EmitConfig {
  /// The runtime that reads the table of functions, and the form of the table.
  RuntimeAbi Abi = RuntimeAbi::TvmCrtU16;

  /// With an ABI of TVM's C runtime: symbol of the function that returns the
  /// TVMModule, which has the registry. Other tables have functions that are
  /// called `<prefix>_...`, as docs/format.md says.
  std::string EntryPoint = "TVMSystemLibEntryPoint";

  /// Start of the symbols, for several models in one image; with TVM's C
  /// runtime each needs an EntryPoint of its own, too. `<prefix>_params`
  /// returns the parameter table, `<prefix>_lookup_linked_param` finds a
  /// parameter by its storage id, and `<prefix>__tvm_param__<name>` is a
  /// parameter
  /// (`<prefix>__tvm_param_zstd__<name>` if it is compressed). Empty:
  /// `tvmgen_<model>_params`, and nothing before the others. With
  /// RuntimeAbi::TvmFfi it is also the prefix of the system library, which
  /// programs load by `ffi.SystemLib(<prefix>)`.
  std::string Prefix;

  RegistryConfig Registry;

  /// With RuntimeAbi::None.
  DataConfig Data;

  /// Add an executor: `<prefix>_run` or `tvmgen_<model>_run` runs
  /// Model::Graph, which the model must have. nullopt: none. In C, some kinds
  /// of it are errors (docs/c-source.md).
  std::optional<ExecutorConfig> Executor = std::nullopt;

  /// Where the parameters lie, and how they are compressed.
  ParamConfig Params;
  CompressionConfig Compression;

  /// The board that the program is for. Parameters and pools that its contents
  /// name get the section and the alignment that it wants, and a pool called as
  /// a region lies there. It is an error if a rule or a pool has another
  /// section than it wants, or if a memory is too small. Not for params images.
  std::optional<MemoryMap> Board;

  /// Only with OutputKind::ParamsImage.
  ParamsImageConfig ParamsImage;

  /// Add DWARF for debuggers, which then show each parameter by its name as an
  /// array of C, and tables as their structures. In ELF, what is loaded stays
  /// the same. In other formats LLVM itself writes the parameters, which needs
  /// memory and may change their order. Not in C, whose compiler adds it, and
  /// not in a params image.
  bool DebugInfo = false;

  /// Protection of the emitted functions against an attacker's jumps
  /// (metaobj/Target.h), added to that of TargetSpec.
  ControlFlowProtection Protection;

  /// Receives warnings and notes; empty: they are dropped.
  DiagnosticConsumer Diagnostics;

  /// Path that the output will have. emit() does not create it; messages name
  /// it. With compression, temporary files are in its folder until the output
  /// is written.
  std::string Output = "metadata.o";

  /// Symbol of the function that finds parameters by their storage ids, and
  /// that of a parameter: see Prefix. Of a compressed parameter with a symbol
  /// of its own it is that of "<Param::Symbol>_zst".
  std::string lookupSymbol() const;
  std::string paramSymbol(const Param &TheParam) const;
  /// What the symbols of functions that return tables, of sections and of the
  /// executor begin with: "tvmgen_default".
  std::string symbolStart(const Model &TheModel) const;

  /// The name that RegistryConfig::Register gives to \p TheModel, if it does.
  std::optional<std::string> registeredName(const Model &TheModel) const;

  /// The name of \p TheModel in its record: Model::Name, or Prefix, if there is
  /// one, for a model that is called "default".
  std::string recordName(const Model &TheModel) const;

  /// Symbols at the start and the end of a section:
  /// `tvmgen_default_start_rodata_tvm` and `tvmgen_default_end_rodata_tvm` for
  /// ".rodata.tvm". Underscores replace bytes that C names cannot have; leading
  /// dots are dropped.
  struct SectionSymbolPair {
    std::string Start;
    std::string End;
  };
  SectionSymbolPair sectionSymbols(const Model &TheModel,
                                   llvm::StringRef Section) const;
};

namespace setting {
inline constexpr Setting DebugInfo("EmitConfig::DebugInfo");
} // namespace setting

/// The global symbols that the emitted object defines, hidden ones too. The
/// entry point of TVM's C runtime is the first; the others have no order.
/// \p TheModel and \p Config are not checked.
std::vector<std::string> definedSymbols(const Model &TheModel,
                                        const EmitConfig &Config);

/// What operators in \p Objects need of the library that tvm-ffi loads them
/// from, which emission makes with RuntimeAbi::TvmFfi (Model::Ffi). Objects
/// with different prefixes, or that cannot be read, are errors.
llvm::Expected<FfiNeeds> ffiNeeds(llvm::ArrayRef<OperatorObject> Objects);

/// Builds and verifies the contents of the object as a module in \p Context,
/// which must outlive it, for a compiler that links it as IR with any
/// relocation model, or gives it to ORC. Copies all parameters into it, so that
/// it does not refer to the model. InShards (metaobj/Placement.h) is an error.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Model &TheModel, llvm::TargetMachine &Machine,
            llvm::LLVMContext &Context, const EmitConfig &Config);

/// Emits \p TheModel for the machine of \p Target (metaobj/Target.h), which an
/// object's ELF flags and attribute sections come from; C is the same for every
/// target. InShards is an error: see emitShards.
///
/// A params image (docs/format.md) has only the parameters, their tables and a
/// record. The ABI, the prefix, an executor, an index, registration and
/// settings of sections change nothing in it. Compression, debug information,
/// modules of tvm-ffi and InImage are errors. All parameters are read once
/// more, for its checksum.
llvm::Expected<Emission> emit(const Model &TheModel METAOBJ_LIFETIME_BOUND,
                              const TargetSpec &Target,
                              const EmitConfig &Config,
                              OutputKind Kind = OutputKind::Object);

/// The same with the TargetMachine of a compiler, which is only used during the
/// call. Objects in Model::Objects of another target are errors.
llvm::Expected<Emission> emit(const Model &TheModel METAOBJ_LIFETIME_BOUND,
                              llvm::TargetMachine &Machine,
                              const EmitConfig &Config,
                              OutputKind Kind = OutputKind::Object);

/// An emission refers to its model: a temporary one is refused.
llvm::Expected<Emission> emit(const Model &&TheModel, const TargetSpec &Target,
                              const EmitConfig &Config,
                              OutputKind Kind = OutputKind::Object) = delete;
llvm::Expected<Emission> emit(const Model &&TheModel,
                              llvm::TargetMachine &Machine,
                              const EmitConfig &Config,
                              OutputKind Kind = OutputKind::Object) = delete;

/// The path of shard \p Number of \p Count in emitShards: \p Path itself for
/// number 0, else "<stem>.shard-<Number>-of-<Count><extension>".
std::string shardPath(llvm::StringRef Path, uint32_t Number, uint32_t Count);

/// Emits one object of a model whose parameters InShards splits across several:
/// number 0 has the metadata, which is everything else, 1 to
/// ParamConfig::shards() have the parameters, and other numbers are errors. A
/// shard is empty if there are not enough parameters. The bytes do not depend
/// on which other shards are emitted. Of other shards' parameters it reads only
/// what sharing needs: nothing with ParamDedup::Off, and nothing for number 0
/// without KnowsLayoutOfMetadata. Local symbols of parameters become hidden, so
/// that the metadata can refer to them. Formats other than ELF and
/// ParamDedup::Link are errors.
llvm::Expected<Emission> emitShard(const Model &TheModel METAOBJ_LIFETIME_BOUND,
                                   const TargetSpec &Target,
                                   const EmitConfig &Config, uint32_t Number);
llvm::Expected<Emission> emitShard(const Model &&TheModel,
                                   const TargetSpec &Target,
                                   const EmitConfig &Config,
                                   uint32_t Number) = delete;

/// All shards, in order of their numbers; writeShards writes them.
llvm::Expected<std::vector<Emission>>
emitShards(const Model &TheModel METAOBJ_LIFETIME_BOUND,
           const TargetSpec &Target, const EmitConfig &Config);
llvm::Expected<std::vector<Emission>>
emitShards(const Model &&TheModel, const TargetSpec &Target,
           const EmitConfig &Config) = delete;

/// \p TheModel as one file of C99. From it, a C compiler for any target makes
/// the same tables; for little-endian ones alone if parameters are compressed.
/// Needs no target and no LLVM. Its memory does not depend on the size of the
/// parameters. Shards, ParamDedup::Link, section symbols, debug information and
/// some kinds of executors (docs/c-source.md) are errors.
llvm::Expected<Emission> emitC(const Model &TheModel METAOBJ_LIFETIME_BOUND,
                               const EmitConfig &Config);
llvm::Expected<Emission> emitC(const Model &&TheModel,
                               const EmitConfig &Config) = delete;

/// Writes a rule in Make's syntax to \p To: \p Outputs, paths, depend on
/// \p Inputs. Ninja reads it, too.
llvm::Error writeDepfile(llvm::ArrayRef<std::string> Outputs,
                         llvm::ArrayRef<std::string> Inputs,
                         const OutputPlace &To);

//===----------------------------------------------------------------------===//
// Parameters of a compiler's own object
//===----------------------------------------------------------------------===//
//
// For compilers that generate the code of one module with the operators and
// what buildModule makes. The bytes of parameters do not pass through LLVM:
// they are added to the object that LLVM has made.
//
//     Expected<LateModule> Metadata =
//         buildLateModule(Model, Machine, Context, Config);
//     Linker::linkModules(Operators, std::move(Metadata->Built));
//     // Optimise, and generate code of the whole module to memory.
//     if (!Metadata->Params)
//       return write(Bytes); // The module had all parameters itself.
//     Expected<Emission> Object =
//         Metadata->Params->addTo(std::move(Bytes), Operators);
//     Object->writeTo(Stream);

/// The parameters that the module of a LateModule only declares. Refers to the
/// model, which must outlive it. Call one of addTo, once.
class LateParams {
public:
  explicit LateParams(std::shared_ptr<const Emission::Common> TheEmission)
      : Common(std::move(TheEmission)) {}

  /// Adds them to \p Object, the bytes that LLVM made of \p M, as new sections.
  /// Their local symbols become hidden, because code may refer to them. An
  /// object that is not ELF as LLVM writes it is an error.
  llvm::Expected<Emission> addTo(llvm::SmallVector<char, 0> Object,
                                 const llvm::Module &M) const;

  /// Makes them constants of \p M, as buildModule does, for outputs other than
  /// objects. Reads all payloads.
  llvm::Error addTo(llvm::Module &M) const;

private:
  std::shared_ptr<const Emission::Common> Common;
};

/// Result of buildLateModule.
struct LateModule {
  std::unique_ptr<llvm::Module> Built;
  /// nullopt: Built has all parameters itself, because there are none, or
  /// because objects of the target cannot get them later: only ELF with
  /// pointers of 32 or 64 bits can.
  std::optional<LateParams> Params = std::nullopt;
};

/// buildModule with parameters that are only declared: constants that another
/// object has, whose bytes no optimiser sees. A program that never gets them
/// does not link.
llvm::Expected<LateModule>
buildLateModule(const Model &TheModel METAOBJ_LIFETIME_BOUND,
                llvm::TargetMachine &Machine, llvm::LLVMContext &Context,
                const EmitConfig &Config);
/// LateParams refers to the model.
llvm::Expected<LateModule> buildLateModule(const Model &&TheModel,
                                           llvm::TargetMachine &Machine,
                                           llvm::LLVMContext &Context,
                                           const EmitConfig &Config) = delete;

} // namespace metaobj

#endif // METAOBJ_EMIT_H

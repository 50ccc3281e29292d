//===- metaobj/Emit.h - Model and target become an object -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emission of a Model. docs/format.md describes the result byte by byte.
///
/// The functions have no global state and may run in several threads, each with
/// an LLVMContext and a TargetMachine of its own.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_H
#define METAOBJ_EMIT_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Emission.h"
#include "metaobj/Model.h"
#include "metaobj/Output.h"
#include "metaobj/Placement.h"
#include "metaobj/Target.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace metaobj {

/// Of EmitConfig::CompressionWindowLog.
inline constexpr unsigned MinCompressionWindowLog = 10;
inline constexpr unsigned MaxCompressionWindowLog = 27;

enum class OutputKind { Object, Assembly, LlvmIr, LlvmBitcode, C };

/// How a Model is emitted. Plain data; the defaults are the tool's.
struct EmitConfig {
  RuntimeAbi Abi = RuntimeAbi::TvmCrtU16;

  /// Symbol of the function that returns the module.
  std::string EntryPoint = "TVMSystemLibEntryPoint";

  /// When several models share an image: `<prefix>_params`,
  /// `<prefix>_lookup_linked_param`, `<prefix>__tvm_param__<name>`,
  /// `<prefix>__tvm_param_zstd__<name>`. Empty:
  /// `tvmgen_<model>_params`, and TVM's own names for the others.
  std::string Prefix;

  /// Add an index of the registry's names, for look-ups in runtime_crt that
  /// take the same time whatever the number of functions, and the function
  /// `<prefix>_registry_index` or `tvmgen_<model>_registry_index` that returns
  /// it.
  bool RegistryIndex = false;

  /// Make `__tvm_param__<name>` global symbols, but where a rule of Placement
  /// says otherwise.
  bool ExportParams = false;

  /// For parameters that do not say otherwise. An empty section means
  /// `.rodata.tvm` in ELF, and in other formats what LLVM has for constants;
  /// Mach-O wants "segment,section".
  std::string ParamSection;
  uint64_t ParamAlignment = 64;

  /// Over what parameters say themselves; the last rule that matches wins, for
  /// each of its settings.
  std::vector<PlacementRule> Placement;

  /// How parameters are compressed, but where a rule of Placement says
  /// otherwise: 0 (not at all) to MaxCompressionLevel. Same parameters, levels
  /// and version of zstd give the same bytes.
  CompressionLevel Compression = 0;
  /// Parameters stay as they are unless compression makes them at most this
  /// many hundredths of what they were: 1 to 100.
  unsigned CompressionPercent = 90;
  /// Decoding looks back at most 2^this bytes, which it needs memory for:
  /// MinCompressionWindowLog to MaxCompressionWindowLog.
  unsigned CompressionWindowLog = 17;
  /// Told of the bytes that are compressed, before anything is written. When it
  /// returns false, emission ends with an error.
  ProgressFunction CompressionProgress;

  ParamOrder Order = ParamOrder::Packed;
  ParamDedup Dedup = ParamDedup::Model;

  /// Give each parameter a section of its own, `<section>.<name>`, so that
  /// linkers can drop those that nothing refers to.
  bool ParamSections = false;

  /// Add global symbols where each section of parameters starts and ends, for
  /// programs that check or copy a whole section: `<prefix>_start_<section>`
  /// and `<prefix>_end_<section>`, spelt as sectionSymbols does. ELF objects,
  /// assembly and IR only; not with ParamSections, ParamDedup::Link or Shards.
  bool SectionSymbols = false;

  /// Deal the parameters to so many objects, by bytes and in the order of their
  /// sections; the metadata, which refers to them, is one more. 0: everything
  /// is in one object. See emitShard.
  uint32_t Shards = 0;

  /// Whether emitShard finds out for number 0, too, which parameters share
  /// their bytes: for Emission::layout, at the price of reading all of them.
  /// The object is the same.
  bool KnowsLayoutOfMetadata = false;

  /// For the emitted functions, besides what TargetSpec asks for.
  ControlFlowProtection Protection;

  DiagnosticConsumer Diagnostics;

  /// What the output is called in messages, and in whose folder compressed
  /// parameters wait until they are written.
  std::string Output = "metadata.o";

  /// Symbols of what is emitted for \p TheModel.
  std::string paramsSymbol(const Model &TheModel) const;
  std::string lookupSymbol() const;
  std::string indexSymbol(const Model &TheModel) const;
  std::string paramSymbol(const Param &TheParam) const;

  /// Symbols of the first byte of a section and of the one behind its last:
  /// `tvmgen_default_start_rodata_tvm` and `tvmgen_default_end_rodata_tvm` for
  /// ".rodata.tvm". Bytes that C has no letters for become underscores; dots in
  /// front are dropped.
  struct SectionSymbolPair {
    std::string Start;
    std::string End;
  };
  SectionSymbolPair sectionSymbols(const Model &TheModel,
                                   llvm::StringRef Section) const;
};

/// The global symbols that the emitted object defines, entry point first.
std::vector<std::string> definedSymbols(const Model &TheModel,
                                        const EmitConfig &Config);

/// The module, verified, in the caller's context; for a compiler that links IR
/// by any relocation model, or with ORC. Reads all payloads.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Model &TheModel, llvm::TargetMachine &Machine,
            llvm::LLVMContext &Context, const EmitConfig &Config);

/// Emits \p TheModel. ELF flags and attribute sections of \p Target become
/// those of the object; C is the same for every target.
llvm::Expected<Emission> emit(const Model &TheModel, const TargetSpec &Target,
                              const EmitConfig &Config,
                              OutputKind Kind = OutputKind::Object);

/// The same with a compiler's machine; objects that do not fit it are errors.
llvm::Expected<Emission> emit(const Model &TheModel,
                              llvm::TargetMachine &Machine,
                              const EmitConfig &Config,
                              OutputKind Kind = OutputKind::Object);

/// No more shards than this.
inline constexpr uint32_t MaxShards = 65535;

/// Where emitShards writes shard \p Number of \p Count: to \p Path itself for
/// number 0, else to "<stem>.shard-<Number>-of-<Count><extension>".
std::string shardPath(llvm::StringRef Path, uint32_t Number, uint32_t Count);

/// One of the objects that EmitConfig::Shards asks for: number 0 has the
/// metadata, those from 1 on have the parameters, or none when there are not
/// enough. The same bytes whether the others are emitted or not. Of parameters
/// that go to other shards no more is read than sharing needs: nothing without
/// ParamDedup, and nothing for number 0 without KnowsLayoutOfMetadata. Symbols
/// of parameters that would be local are hidden, for the metadata to refer to.
/// ELF only, and not with ParamDedup::Link; others are errors.
llvm::Expected<Emission> emitShard(const Model &TheModel,
                                   const TargetSpec &Target,
                                   const EmitConfig &Config, uint32_t Number);

/// All of them, by number; writeShards writes them.
llvm::Expected<std::vector<Emission>> emitShards(const Model &TheModel,
                                                 const TargetSpec &Target,
                                                 const EmitConfig &Config);

/// \p TheModel as one file of C99, which a C compiler for any target makes the
/// same tables of. Needs no target and no LLVM; memory does not depend on the
/// size of the parameters.
llvm::Expected<Emission> emitC(const Model &TheModel, const EmitConfig &Config);

/// Writes a rule in Make's syntax to \p To: \p Outputs depend on \p Inputs.
llvm::Error writeDepfile(llvm::ArrayRef<std::string> Outputs,
                         llvm::ArrayRef<std::string> Inputs,
                         const OutputPlace &To);

} // namespace metaobj

#endif // METAOBJ_EMIT_H

//===- metaobj/Job.h - From files to files ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that `metaobj emit` does, in one call: it reads files, chooses
/// the target and writes all outputs, together or not at all.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_H
#define METAOBJ_JOB_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Embed.h"
#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/Output.h"
#include "metaobj/Target.h"

#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Origin of a target. Settings in here override the operator objects; the
/// objects give the rest.
struct TargetChoice {
  /// Empty: the triple of the objects.
  std::string Triple;
  /// Take the target from this file and not from the operator objects. Empty:
  /// no.
  std::string File;

  /// As in TargetSpec.
  std::optional<std::string> CPU;
  std::optional<std::string> Features;
  std::optional<std::string> AbiName;
  std::optional<llvm::FloatABI::ABIType> FloatAbi;
  std::optional<llvm::Reloc::Model> RelocationModel;
  std::optional<llvm::CodeModel::Model> CodeModel;

  /// All other options of LLVM's code generator, except Options.DataSections:
  /// nullopt means the default of compilers for the triple.
  llvm::TargetOptions Options;
  std::optional<bool> DataSections;

  /// Options of LLVM's own tools, such as constructors in `.init_array`.
  static llvm::TargetOptions compilerOptions();

  /// Overwrites \p Spec with these settings and Options.
  void applyTo(TargetSpec &Spec) const;
};

/// Inputs and outputs. Plain data; the defaults are the tool's.
struct Job {
  /// Receives the reports of Reading and Emitting; their own consumers are not
  /// used.
  DiagnosticConsumer Diagnostics;

  InputConfig Reading;

  /// The files of Reading, or the parameters in them, are embedded for
  /// RuntimeAbi::None. The job sets EmitConfig::Data.
  std::optional<EmbedConfig> Embedding;

  /// The job sets its Abi, Output and Diagnostics. The rules of Presets and
  /// PlacementFiles come before its Placement.
  EmitConfig Emitting;

  /// nullopt: as the files tell (FileModel::Concluded). Then
  /// RegistryConfig::Register with the value "ctor" means
  /// RegistryConfig::FfiConstructor for tvm-ffi.
  std::optional<RuntimeAbi> Abi;

  std::vector<std::string> Presets;
  std::vector<std::string> PlacementFiles;

  /// The board of EmitConfig::Board, by name (knownBoards) or path; empty:
  /// none.
  std::string Board;

  /// A file with the offsets of ExecutorConfig::Constants; empty: none.
  std::string ConstantOffsets;

  TargetChoice Target;

  OutputKind Kind = OutputKind::Object;
  /// Write the Model Library Format archive among the inputs again, as a tar
  /// archive, with the object (or C source) and its header in place of TVM's
  /// registry. Kind is Object or C, without shards.
  bool InLibrary = false;
  /// With InShards: write only this shard. nullopt: all.
  std::optional<uint32_t> Shard;

  /// Paths; "-" is standard output. Empty ones are not written.
  std::string Output; ///< Never empty.
  std::string Header;
  std::string Rust; ///< A module of Rust.
  std::string Map;
  std::string Depfile;

  /// If Progress returns false, the job ends with an error.
  ProgressFunction Progress;
  SignalHandling Signals = SignalHandling::None;
};

namespace setting {
inline constexpr Setting Output("Job::Output");
inline constexpr Setting Board("Job::Board");
inline constexpr Setting Map("Job::Map");
inline constexpr Setting Depfile("Job::Depfile");
} // namespace setting

/// The result of a job.
struct JobResult {
  /// Every file that was written: Output and its shards, Header, Rust, Map,
  /// Depfile.
  std::vector<std::string> Written;
  /// Every file that was read; no pipes.
  std::vector<std::string> Read;
  /// The text of summarize. nullopt if nobody knows it: for the metadata alone,
  /// without InShards::KnowsLayoutOfMetadata.
  std::optional<std::string> Summary;
};

/// docs/c-api.md, "Results".
void printJson(const JobResult &Result, llvm::raw_ostream &OS);

/// Runs \p TheJob. After an error it has written nothing, and all old files are
/// unchanged.
///
/// Errors, besides errors of the inputs: an output that is an input or another
/// output; settings that exclude each other.
llvm::Expected<JobResult> runJob(const Job &TheJob);

/// The same, but the output goes to \p To, before the other files appear, and
/// without Progress. Job::Output only names it, in a map or depfile.
/// Errors are also: several shards; Job::InLibrary; those of the stream, if its
/// kind is OK_FDStream. Of others, the caller must check the errors.
llvm::Expected<JobResult> runJob(const Job &TheJob, llvm::raw_ostream &To);

} // namespace metaobj

#endif // METAOBJ_JOB_H

//===- metaobj/Job.h - From files to files ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that `metaobj emit` does, as one call: files are read, the target is
/// chosen, and all outputs appear together or not at all.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_H
#define METAOBJ_JOB_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/Output.h"
#include "metaobj/Target.h"

#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Where a target comes from. What is set here wins over what operator objects
/// say; what is not set is theirs.
struct TargetChoice {
  /// Empty: the objects'.
  std::string Triple;
  /// Take it from this file, in place of the operator objects. Empty: none.
  std::string File;

  /// As those of TargetSpec.
  std::optional<std::string> CPU;
  std::optional<std::string> Features;
  std::optional<std::string> AbiName;
  std::optional<llvm::FloatABI::ABIType> FloatAbi;
  std::optional<llvm::Reloc::Model> RelocationModel;
  std::optional<llvm::CodeModel::Model> CodeModel;

  /// Everything else that LLVM's code generator can be told, but
  /// Options.DataSections: nullopt is what compilers for the triple do.
  llvm::TargetOptions Options;
  std::optional<bool> DataSections;

  /// Writes what is set, and Options, over what \p Spec says.
  void applyTo(TargetSpec &Spec) const;
};

/// What is read and what is written. Plain data; the defaults are the tool's.
struct Job {
  /// Reading and Emitting report here, whatever their own consumers are.
  DiagnosticConsumer Diagnostics;

  InputConfig Reading;

  /// Its Abi, Output and Diagnostics are set by the job. Its Placement comes
  /// behind the rules of Presets and of PlacementFiles.
  EmitConfig Emitting;

  /// nullopt: what the version of a Model Library Format archive asks for, as
  /// chooseAbi says.
  std::optional<RuntimeAbi> Abi;

  std::vector<std::string> Presets;
  std::vector<std::string> PlacementFiles;

  TargetChoice Target;

  OutputKind Kind = OutputKind::Object;
  /// With EmitConfig::Shards: the only one that is written. nullopt: all.
  std::optional<uint32_t> Shard;

  /// Paths; "-" is standard output. Those that are empty are not written.
  std::string Output; ///< Never empty.
  std::string Header;
  std::string Map;
  std::string Depfile;

  /// Progress ends the job with an error when it returns false.
  WriteOptions Writing;
  SignalHandling Signals = SignalHandling::None;
};

/// What a job has done.
struct JobResult {
  /// Every file that was written: Output and its shards, Header, Map, Depfile.
  std::vector<std::string> Written;
  /// Every file that was read; no pipes.
  std::vector<std::string> Read;
  /// As summarize says it. nullopt when nobody knows: of the metadata alone,
  /// without EmitConfig::KnowsLayoutOfMetadata.
  std::optional<std::string> Summary;
};

/// Does \p TheJob. After an error nothing is written, and all old files are as
/// they were.
///
/// Errors, besides those of the inputs: an output that is an input, or another
/// output; settings that exclude each other.
llvm::Expected<JobResult> runJob(const Job &TheJob);

} // namespace metaobj

#endif // METAOBJ_JOB_H

//===- metaobj/Setting.h - Settings that messages speak of ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Messages of the library name settings of its configurations by their fields:
/// "choose another EmitConfig::Prefix". A front end with other names replaces
/// these names before it shows a message.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SETTING_H
#define METAOBJ_SETTING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

enum class Setting {
  Functions,
  Match,
  Exclude,
  ExcludeMembers,
  Module,
  Graph,
  ProgramInputs,
  PickParams,
  SkipParams,
  StorageIds,
  Main,
  OperatorCalls,
  Devices,
  FfiRoot,
  FfiImports,

  ModelName,
  Abi,
  FunctionTable,
  EntryPoint,
  Prefix,
  Placement,
  Order,
  Dedup,
  ParamSections,
  SectionSymbols,
  DebugInfo,
  Record,
  SigningKey,
  RegistryIndex,
  Register,
  FfiConstructor,
  Shards,
  ExternalParams,
  ParamsImageBase,
  ParamsImageGeneration,
  Compression,
  Executor,
  ExecutorInterface,
  ExecutorWrappers,
  ExecutorPools,
  ExecutorConstants,
  ConstantPoolOffsets,
  ExecutorWorkspaceIo,
  ExecutorAlignment,

  Triple,
  CPU,
  Features,
  AbiName,
  FloatAbi,
  RelocationModel,
  CodeModel,

  Kind,
  TargetFile,
  Presets,
  Output,
  Header,
  Rust,
  Map,
  Depfile,

  ImageBase,

  PlanPools,
  PlanEffort,
  PlanAlignment,
  PlanPicture,

  SizePage,
};

llvm::ArrayRef<Setting> allSettings();

/// The field: "EmitConfig::Prefix".
llvm::StringRef settingName(Setting Which);

/// \p Text of a message, with each setting replaced by its \p NameOf:
///
///     renameSettings(Problem.hint(), [](Setting S) { return flagOf(S); })
///
/// Finds names by their spelling, as whole words, whoever wrote them.
std::string renameSettings(llvm::StringRef Text,
                           llvm::function_ref<llvm::StringRef(Setting)> NameOf);

} // namespace metaobj

#endif // METAOBJ_SETTING_H

//===- SettingFlags.cpp - What settings are called here -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingFlags.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

StringRef flagOf(Setting Which) {
  switch (Which) {
  case Setting::Functions:
    return "--function";
  case Setting::Match:
    return "--match";
  case Setting::Exclude:
    return "--exclude";
  case Setting::ExcludeMembers:
    return "--exclude-member";
  case Setting::Module:
    return "--module";
  case Setting::Graph:
    return "--graph";
  case Setting::ProgramInputs:
    return "--inputs";
  case Setting::PickParams:
    return "--param";
  case Setting::SkipParams:
    return "--skip-param";
  case Setting::StorageIds:
    return "--sid";
  case Setting::Main:
    return "--main-input";
  case Setting::OperatorCalls:
    return "--operator-api";
  case Setting::Devices:
    return "--device";
  case Setting::FfiRoot:
    return "--ffi-root";
  case Setting::FfiImports:
    return "--ffi-import";
  case Setting::ModelName:
    return "--model";
  case Setting::Abi:
    return "--abi";
  case Setting::EntryPoint:
    return "--entry";
  case Setting::Prefix:
    return "--prefix";
  case Setting::Placement:
    return "--place";
  case Setting::Dedup:
    return "--dedup";
  case Setting::ParamSections:
    return "--param-sections";
  case Setting::SectionSymbols:
    return "--section-symbols";
  case Setting::DebugInfo:
    return "-g";
  case Setting::Record:
    return "--record";
  case Setting::SigningKey:
    return "--sign";
  case Setting::RegistryIndex:
    return "--registry-index";
  case Setting::FfiConstructor:
    return "--register=ctor";
  case Setting::Register:
    return "--register";
  case Setting::Shards:
    return "--shards";
  case Setting::ExternalParams:
    return "--external-params";
  case Setting::ParamsImageBase:
    return "--base";
  case Setting::ParamsImageGeneration:
    return "--generation";
  case Setting::Compression:
    return "--compress";
  case Setting::Executor:
    return "--executor";
  case Setting::ExecutorInterface:
    return "--interface";
  case Setting::ExecutorWrappers:
    return "--packed-wrappers";
  case Setting::ExecutorPools:
    return "--pool";
  case Setting::ExecutorConstants:
    return "--constant-pool";
  case Setting::ConstantPoolOffsets:
    return "--constant-offsets";
  case Setting::ExecutorWorkspaceIo:
    return "--workspace-io";
  case Setting::ExecutorAlignment:
    return "--workspace-alignment";
  case Setting::Triple:
    return "--mtriple";
  case Setting::CPU:
    return "--mcpu";
  case Setting::Features:
    return "--mattr";
  case Setting::AbiName:
    return "--target-abi";
  case Setting::FloatAbi:
    return "--float-abi";
  case Setting::RelocationModel:
    return "--relocation-model";
  case Setting::CodeModel:
    return "--code-model";
  case Setting::Kind:
    return "--emit";
  case Setting::TargetFile:
    return "--target-from";
  case Setting::Presets:
    return "--preset";
  case Setting::Output:
    return "-o";
  case Setting::Header:
    return "--header";
  case Setting::Rust:
    return "--emit-rust";
  case Setting::Map:
    return "--map";
  case Setting::Depfile:
    return "--depfile";
  case Setting::ImageBase:
    return "--base";
  case Setting::PlanPools:
    return "--pool";
  case Setting::PlanEffort:
    return "--plan-effort";
  case Setting::PlanAlignment:
    return "--alignment";
  case Setting::PlanPicture:
    return "--svg";
  case Setting::SizePage:
    return "--html";
  }
  llvm_unreachable("all settings are listed");
}

StringRef optionName(Setting Which) {
  return flagOf(Which).ltrim('-').split('=').first;
}

std::string inFlags(StringRef Text) { return renameSettings(Text, flagOf); }

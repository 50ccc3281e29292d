//===- SettingFlags.cpp - What settings are called here -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingFlags.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// In the order of the enumeration.
static constexpr std::pair<Setting, StringLiteral> Flags[] = {
    {Setting::Functions, "--function"},
    {Setting::Match, "--match"},
    {Setting::Exclude, "--exclude"},
    {Setting::ExcludeMembers, "--exclude-member"},
    {Setting::Module, "--module"},
    {Setting::Graph, "--graph"},
    {Setting::ProgramInputs, "--inputs"},
    {Setting::PickParams, "--param"},
    {Setting::SkipParams, "--skip-param"},
    {Setting::StorageIds, "--sid"},
    {Setting::Main, "--main-input"},
    {Setting::OperatorCalls, "--operator-api"},
    {Setting::Devices, "--device"},
    {Setting::FfiRoot, "--ffi-root"},
    {Setting::FfiImports, "--ffi-import"},
    {Setting::ModelName, "--model"},
    {Setting::Abi, "--abi"},
    {Setting::FunctionTable, "--table=functions"},
    {Setting::EntryPoint, "--entry"},
    {Setting::Prefix, "--prefix"},
    {Setting::Placement, "--place"},
    {Setting::Order, "--order"},
    {Setting::Dedup, "--dedup"},
    {Setting::ParamSections, "--param-sections"},
    {Setting::SectionSymbols, "--section-symbols"},
    {Setting::DebugInfo, "-g"},
    {Setting::Record, "--record"},
    {Setting::SigningKey, "--sign"},
    {Setting::RegistryIndex, "--registry-index"},
    {Setting::Register, "--register"},
    {Setting::FfiConstructor, "--register=ctor"},
    {Setting::Shards, "--shards"},
    {Setting::ExternalParams, "--external-params"},
    {Setting::ParamsImageBase, "--base"},
    {Setting::ParamsImageGeneration, "--generation"},
    {Setting::Compression, "--compress"},
    {Setting::Executor, "--executor"},
    {Setting::ExecutorInterface, "--interface"},
    {Setting::ExecutorWrappers, "--packed-wrappers"},
    {Setting::ExecutorPools, "--pool"},
    {Setting::ExecutorConstants, "--constant-pool"},
    {Setting::ConstantPoolOffsets, "--constant-offsets"},
    {Setting::ExecutorWorkspaceIo, "--workspace-io"},
    {Setting::ExecutorAlignment, "--workspace-alignment"},
    {Setting::Triple, "--mtriple"},
    {Setting::CPU, "--mcpu"},
    {Setting::Features, "--mattr"},
    {Setting::AbiName, "--target-abi"},
    {Setting::FloatAbi, "--float-abi"},
    {Setting::RelocationModel, "--relocation-model"},
    {Setting::CodeModel, "--code-model"},
    {Setting::Kind, "--emit"},
    {Setting::TargetFile, "--target-from"},
    {Setting::Presets, "--preset"},
    {Setting::Output, "-o"},
    {Setting::Header, "--header"},
    {Setting::Rust, "--emit-rust"},
    {Setting::Map, "--map"},
    {Setting::Depfile, "--depfile"},
    {Setting::ImageBase, "--base"},
    {Setting::PlanPools, "--pool"},
    {Setting::PlanEffort, "--plan-effort"},
    {Setting::PlanAlignment, "--alignment"},
    {Setting::PlanPicture, "--svg"},
    {Setting::SizePage, "--html"},
};

static constexpr bool areFlagsInOrder() {
  size_t Index = 0;
  for (const auto &[Which, Flag] : Flags)
    if (static_cast<size_t>(Which) != Index++)
      return false;
  return Index == static_cast<size_t>(Setting::SizePage) + 1;
}
static_assert(areFlagsInOrder());

StringRef flagOf(Setting Which) {
  return Flags[static_cast<size_t>(Which)].second;
}

StringRef optionName(Setting Which) {
  return flagOf(Which).ltrim('-').split('=').first;
}

std::string inFlags(StringRef Text) { return renameSettings(Text, flagOf); }

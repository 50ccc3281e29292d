//===- Setting.cpp - Settings that messages speak of ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Setting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <iterator>

using namespace llvm;
using namespace metaobj;

namespace {

struct NamedSetting {
  Setting Which;
  StringLiteral Name;
};

} // namespace

/// In the order of the enumeration.
static constexpr NamedSetting Names[] = {
    {Setting::Functions, "InputConfig::Functions"},
    {Setting::Match, "InputConfig::Match"},
    {Setting::Exclude, "InputConfig::Exclude"},
    {Setting::ExcludeMembers, "InputConfig::ExcludeMembers"},
    {Setting::Module, "InputConfig::Module"},
    {Setting::Graph, "InputConfig::GraphFile"},
    {Setting::ProgramInputs, "InputConfig::ProgramInputs"},
    {Setting::PickParams, "InputConfig::PickParams"},
    {Setting::SkipParams, "InputConfig::SkipParams"},
    {Setting::StorageIds, "InputConfig::StorageIds"},
    {Setting::Main, "InputConfig::Main"},
    {Setting::OperatorCalls, "InputConfig::OperatorCalls"},
    {Setting::Devices, "InputConfig::Devices"},
    {Setting::FfiRoot, "InputConfig::FfiRoot"},
    {Setting::FfiImports, "InputConfig::FfiImports"},

    {Setting::ModelName, "Model::Name"},
    {Setting::Abi, "EmitConfig::Abi"},
    {Setting::FunctionTable, "RuntimeAbi::Functions"},
    {Setting::EntryPoint, "EmitConfig::EntryPoint"},
    {Setting::Prefix, "EmitConfig::Prefix"},
    {Setting::Placement, "EmitConfig::Placement"},
    {Setting::Order, "EmitConfig::Order"},
    {Setting::Dedup, "EmitConfig::Dedup"},
    {Setting::ParamSections, "EmitConfig::ParamSections"},
    {Setting::SectionSymbols, "EmitConfig::SectionSymbols"},
    {Setting::DebugInfo, "EmitConfig::DebugInfo"},
    {Setting::Record, "EmitConfig::Record"},
    {Setting::SigningKey, "EmitConfig::SigningKey"},
    {Setting::RegistryIndex, "EmitConfig::RegistryIndex"},
    {Setting::Register, "EmitConfig::Register"},
    {Setting::FfiConstructor, "EmitConfig::FfiConstructor"},
    {Setting::Shards, "EmitConfig::Shards"},
    {Setting::ExternalParams, "EmitConfig::ExternalParams"},
    {Setting::ParamsImageBase, "ParamsImageConfig::Base"},
    {Setting::ParamsImageGeneration, "ParamsImageConfig::Generation"},
    {Setting::Compression, "EmitConfig::Compression"},
    {Setting::Executor, "EmitConfig::Executor"},
    {Setting::ExecutorInterface, "ExecutorConfig::Interface"},
    {Setting::ExecutorWrappers, "ExecutorConfig::Wrappers"},
    {Setting::ExecutorPools, "ExecutorConfig::Pools"},
    {Setting::ExecutorConstants, "ExecutorConfig::Constants"},
    {Setting::ConstantPoolOffsets, "ConstantPool::Offsets"},
    {Setting::ExecutorWorkspaceIo, "ExecutorConfig::WorkspaceIo"},
    {Setting::ExecutorAlignment, "ExecutorConfig::Alignment"},

    {Setting::Triple, "TargetSpec::Triple"},
    {Setting::CPU, "TargetSpec::CPU"},
    {Setting::Features, "TargetSpec::Features"},
    {Setting::AbiName, "TargetSpec::AbiName"},
    {Setting::FloatAbi, "TargetSpec::FloatAbi"},
    {Setting::RelocationModel, "TargetSpec::RelocationModel"},
    {Setting::CodeModel, "TargetSpec::CodeModel"},

    {Setting::Kind, "Job::Kind"},
    {Setting::TargetFile, "TargetChoice::File"},
    {Setting::Presets, "Job::Presets"},
    {Setting::Output, "Job::Output"},
    {Setting::Header, "Job::Header"},
    {Setting::Rust, "Job::Rust"},
    {Setting::Map, "Job::Map"},
    {Setting::Depfile, "Job::Depfile"},

    {Setting::ImageBase, "InspectConfig::Base"},

    {Setting::PlanPools, "PlanProblem::Pools"},
    {Setting::PlanEffort, "PlanEffort::Level"},
    {Setting::PlanAlignment, "GraphPlanConfig::Alignment"},
    {Setting::PlanPicture, "PlanJob::Picture"},

    {Setting::SizePage, "SizePage::Path"},
};

static constexpr bool areInOrder() {
  size_t Index = 0;
  for (const NamedSetting &Each : Names)
    if (static_cast<size_t>(Each.Which) != Index++)
      return false;
  return Index == static_cast<size_t>(Setting::SizePage) + 1;
}
static_assert(areInOrder());

ArrayRef<Setting> metaobj::allSettings() {
  static const auto All = [] {
    std::array<Setting, std::size(Names)> Result;
    transform(Names, Result.begin(),
              [](const NamedSetting &Each) { return Each.Which; });
    return Result;
  }();
  return All;
}

StringRef metaobj::settingName(Setting Which) {
  return Names[static_cast<size_t>(Which)].Name;
}

/// The name at the start of \p Text, with its scopes: "a::b".
static StringRef wordAt(StringRef Text) {
  auto IsOfName = [](char C) { return isAlnum(C) || C == '_'; };
  size_t Size = 0;
  while (Size != Text.size() && IsOfName(Text[Size])) {
    Size += Text.drop_front(Size).take_while(IsOfName).size();
    StringRef Rest = Text.drop_front(Size);
    if (Rest.consume_front("::") && !Rest.empty() && IsOfName(Rest.front()))
      Size += 2;
  }
  return Text.take_front(Size);
}

std::string metaobj::renameSettings(StringRef Text,
                                    function_ref<StringRef(Setting)> NameOf) {
  std::string Renamed;
  while (!Text.empty()) {
    StringRef Word = wordAt(Text);
    if (Word.empty()) {
      Renamed += Text.front();
      Text = Text.drop_front();
      continue;
    }
    const auto *Found = find_if(
        Names, [&](const NamedSetting &Each) { return Each.Name == Word; });
    Renamed += Found == std::end(Names) ? Word : NameOf(Found->Which);
    Text = Text.drop_front(Word.size());
  }
  return Renamed;
}

//===- TargetSettings.cpp - What makes up a target ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/TargetSettings.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace metaobj;

static constexpr Choice<FloatABI::ABIType> FloatAbis[] = {
    {"default", FloatABI::Default},
    {"soft", FloatABI::Soft},
    {"hard", FloatABI::Hard}};
static constexpr Choice<Reloc::Model> RelocationModels[] = {
    {"static", Reloc::Static},
    {"pic", Reloc::PIC_},
    {"dynamic-no-pic", Reloc::DynamicNoPIC},
    {"ropi", Reloc::ROPI},
    {"rwpi", Reloc::RWPI},
    {"ropi-rwpi", Reloc::ROPI_RWPI}};
static constexpr Choice<CodeModel::Model> CodeModels[] = {
    {"tiny", CodeModel::Tiny},
    {"small", CodeModel::Small},
    {"kernel", CodeModel::Kernel},
    {"medium", CodeModel::Medium},
    {"large", CodeModel::Large}};

void metaobj::addTargetSettings(SettingTable &To, TargetChoice &Target,
                                StringRef DefaultTriple) {
  Target.Options = TargetChoice::compilerOptions();
  SettingRow &Triple = To.text({setting::Triple, "mtriple"}, "triple",
                               Target.Triple, "Target triple")
                           .common();
  if (!DefaultTriple.empty())
    Triple.byDefault(DefaultTriple);
  auto Assign = [](std::optional<std::string> &Field) {
    return [&Field](const SettingRow &, StringRef Text) {
      Field = Text.str();
      return Error::success();
    };
  };
  To.parsed({setting::CPU, "mcpu"}, "cpu",
            "Processor; 'help' lists those of the triple", Assign(Target.CPU))
      .orEmpty();
  To.parsed({setting::Features, "mattr"}, "+a1,-a2",
            "Features of the processor; 'help' lists those of the triple; "
            "repeatable",
            [&Target](const SettingRow &, StringRef Text) {
              if (!Target.Features || Target.Features->empty())
                Target.Features = Text.str();
              else
                *Target.Features += "," + Text.str();
              return Error::success();
            })
      .list()
      .orEmpty();
  To.parsed({setting::AbiName, "target-abi"}, "name",
            "ABI of the target, by its name in LLVM: ilp32f, aapcs, n64",
            [&Target](const SettingRow &, StringRef Text) {
              Target.AbiName = Text.str();
              Target.Options.MCOptions.ABIName = Text.str();
              return Error::success();
            })
      .orEmpty();
  To.choice({setting::FloatAbi, "float-abi"}, "abi", Target.FloatAbi, FloatAbis,
            "How functions take floating-point numbers: default, soft, hard");
  To.choice({setting::RelocationModel, "relocation-model"}, "model",
            Target.RelocationModel, RelocationModels,
            "Relocation model: static, pic, dynamic-no-pic, ropi, rwpi, "
            "ropi-rwpi");
  To.choice({setting::CodeModel, "code-model"}, "model", Target.CodeModel,
            CodeModels, "Code model: tiny, small, kernel, medium, large");
}

bool metaobj::wantsTargetHelp(const TargetChoice &Target) {
  if (Target.CPU == "help")
    return true;
  SmallVector<StringRef, 8> Features;
  if (Target.Features)
    StringRef(*Target.Features).split(Features, ',');
  return any_of(Features,
                [](StringRef Name) { return Name.ltrim('+') == "help"; });
}

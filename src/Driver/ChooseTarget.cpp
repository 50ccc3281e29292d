//===- ChooseTarget.cpp - The target of a job -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ChooseTarget.h"

#include "metaobj/Setting.h"

using namespace llvm;
using namespace metaobj;

void TargetChoice::applyTo(TargetSpec &Spec) const {
  Spec.CPU = CPU.value_or(Spec.CPU);
  Spec.Features = Features.value_or(Spec.Features);
  Spec.AbiName = AbiName.value_or(Spec.AbiName);
  Spec.FloatAbi = FloatAbi.value_or(Spec.FloatAbi);
  if (RelocationModel)
    Spec.RelocationModel = RelocationModel;
  if (CodeModel)
    Spec.CodeModel = CodeModel;
  Spec.Options = Options;
  Spec.Options.DataSections =
      DataSections.value_or(Spec.Triple.hasDefaultDataSections());
}

/// Is something set that changes code? What the objects say of theirs is then
/// worthless.
static bool changesCode(const TargetChoice &Choice) {
  return !Choice.Triple.empty() || Choice.CPU || Choice.Features ||
         Choice.AbiName || Choice.FloatAbi;
}

Expected<TargetSpec> metaobj::chooseTarget(const TargetChoice &Choice,
                                           const FileModel &TheModel) {
  TargetSpec Spec;
  if (Choice.Triple.empty()) {
    if (Error E = refuseSources(TheModel))
      return E;
    Expected<TargetSpec> Inferred = inferTarget(TheModel.Objects);
    if (!Inferred)
      return Inferred.takeError();
    Spec = std::move(*Inferred);
  } else {
    Spec.Triple = Triple(Triple::normalize(Choice.Triple));
  }
  if (changesCode(Choice)) {
    Spec.ElfFlags.reset();
    Spec.Attributes.clear();
    Spec.Source.clear();
  }
  Choice.applyTo(Spec);
  return Spec;
}

void metaobj::reportUnusedTarget(const TargetChoice &Choice,
                                 const DiagnosticConsumer &Diagnostics) {
  auto Note = [&](bool IsGiven, Setting Which) {
    if (IsGiven)
      report(Diagnostics, Diagnostic::Note, settingName(Which),
             "changes nothing: emitted C is the same for every target");
  };
  Note(!Choice.Triple.empty(), Setting::Triple);
  Note(!Choice.File.empty(), Setting::TargetFile);
  Note(Choice.CPU.has_value(), Setting::CPU);
  Note(Choice.Features.has_value(), Setting::Features);
  Note(Choice.AbiName.has_value(), Setting::AbiName);
  Note(Choice.FloatAbi.has_value(), Setting::FloatAbi);
  Note(Choice.RelocationModel.has_value(), Setting::RelocationModel);
  Note(Choice.CodeModel.has_value(), Setting::CodeModel);
}

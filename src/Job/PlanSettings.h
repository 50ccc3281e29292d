//===- PlanSettings.h - What plan can be told -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_PLANSETTINGS_H
#define METAOBJ_JOB_PLANSETTINGS_H

#include "Job/PlanJob.h"
#include "Job/SettingTable.h"

namespace metaobj {

class PlanSettings : public CommandSettings {
public:
  PlanSettings();

  llvm::Error finish() override;

  /// Without diagnostics. Files are not among its inputs.
  PlanJob TheJob;
  bool Json = false;
  bool Csv = false;
  bool Quiet = false;
};

} // namespace metaobj

#endif // METAOBJ_JOB_PLANSETTINGS_H

//===- RelaxSettings.h - How Relax executables are read ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_RELAXSETTINGS_H
#define METAOBJ_JOB_RELAXSETTINGS_H

#include "Job/SettingTable.h"
#include "metaobj/Input.h"

namespace metaobj {

/// Adds the settings for models of today's TVM, which must outlive the table.
void addRelaxSettings(SettingTable &Table, InputConfig &Reading);

} // namespace metaobj

#endif // METAOBJ_JOB_RELAXSETTINGS_H

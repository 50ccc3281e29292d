//===- EmbedSettings.h - What embed can be told -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_EMBEDSETTINGS_H
#define METAOBJ_JOB_EMBEDSETTINGS_H

#include "Job/JobSettings.h"

namespace metaobj {

class EmbedSettings : public JobSettings {
public:
  EmbedSettings();

  Job job() const override;

private:
  void addSymbols();
  void addForm();
  llvm::Error check() override;
  llvm::Error checkParams() const;
  llvm::Error checkType() const;

  EmbedConfig Embedding;
};

} // namespace metaobj

#endif // METAOBJ_JOB_EMBEDSETTINGS_H

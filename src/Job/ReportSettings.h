//===- ReportSettings.h - What commands that read can be told ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_REPORTSETTINGS_H
#define METAOBJ_JOB_REPORTSETTINGS_H

#include "Check/Check.h"
#include "Job/MemorySettings.h"
#include "Job/SettingTable.h"
#include "metaobj/Inspect.h"

namespace metaobj {

class InspectSettings : public CommandSettings {
public:
  InspectSettings();

  llvm::Error finish() override;

  InspectConfig Config;
  bool Json = false;
  bool Together = false;
  bool Verify = false;
  std::string KeyFile;
  std::string Extract; ///< Name of a parameter.
  std::string Output;
};

class CheckSettings : public CommandSettings {
public:
  CheckSettings();

  llvm::Error finish() override;

  CheckConfig Config;
  MemorySettings Memory; ///< Given: the files are linked programs.
  bool Quiet = false;

private:
  bool Pie = false;
  bool Shared = false;
  bool Relocatable = false;
};

class DiffSettings : public CommandSettings {
public:
  DiffSettings();

  bool Json = false;
};

class SizeSettings : public CommandSettings {
public:
  SizeSettings();

  llvm::Error finish() override;

  bool Json = false;
  std::string Budget; ///< Path.
  std::string Html;   ///< Path.
  std::string Base;   ///< Path; empty: nothing is compared.
  std::string Board;  ///< Name or path; empty: none.
  bool Markdown = false;
};

} // namespace metaobj

#endif // METAOBJ_JOB_REPORTSETTINGS_H

//===- JobSettings.h - What emit and embed can be told ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_JOBSETTINGS_H
#define METAOBJ_JOB_JOBSETTINGS_H

#include "Job/SettingTable.h"
#include "metaobj/Job.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace metaobj {

/// The settings of a command that runs a Job.
class JobSettings : public CommandSettings {
public:
  /// Without diagnostics and progress. Files are not among its inputs.
  virtual Job job() const;

  llvm::Error finish() override;

  /// Names an output that is no file, if no other name is given.
  std::string DefaultOutput;

  bool Summary = false;
  bool Json = false;
  bool Quiet = false;

protected:
  // Rows of the table, for derived classes to add in their order.
  void addOutputFile();
  void addHeader(llvm::StringRef Help);
  void addMapAndDepfile();
  void addReport();
  void addPickedParams();
  void addPlacement();
  void addCompression();
  void addTarget(llvm::StringRef DefaultTriple);

  /// What derived classes check once target and output are known to be there.
  virtual llvm::Error check() = 0;

  Job TheJob;
};

} // namespace metaobj

#endif // METAOBJ_JOB_JOBSETTINGS_H

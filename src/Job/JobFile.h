//===- JobFile.h - Settings in a file ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A job file has the settings of one command in YAML, by the names that the
/// command line has:
///
/// \code
///   files: [operators.o, weights.npz]
///   output: model.o
///   match: ["net_*"]
///   param-sections: true
/// \endcode
///
/// Paths count from the folder of the file; of a pipe, from the current one.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_JOBFILE_H
#define METAOBJ_JOB_JOBFILE_H

#include "Job/SettingTable.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace metaobj {

/// A setting, as a front end was told it.
struct GivenSetting {
  SettingRow *Row;
  std::optional<std::string> Value;
};

struct GivenSettings {
  std::string Action; ///< Of a command with actions.
  std::vector<GivenSetting> Settings;
  std::vector<std::string> Files;
};

/// What the job file \p Buffer gives of \p Table; nothing is set. Its paths
/// count from \p Folder. Errors have the name of the buffer, and the line: keys
/// that are no settings, values of another form.
llvm::Expected<GivenSettings> readJobFile(llvm::MemoryBufferRef Buffer,
                                          llvm::StringRef Folder,
                                          SettingTable &Table);

/// Writes the job file of \p Given. Values that are not UTF-8 are errors; then
/// nothing is written.
llvm::Error printJobFile(const GivenSettings &Given, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_JOB_JOBFILE_H

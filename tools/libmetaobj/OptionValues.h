//===- OptionValues.h - Options by name and value ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options of the program's commands, set by name and value. They are those
/// of the command line and keep its rules; LLVM's parser of command lines,
/// which prints and is the same for all threads, takes no part.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_LIBMETAOBJ_OPTIONVALUES_H
#define METAOBJ_TOOLS_LIBMETAOBJ_OPTIONVALUES_H

#include "Handles.h"

#include "metaobj/Job.h"
#ifdef METAOBJ_LINK
#include "metaobj/DeviceRun.h"
#include "metaobj/Link.h"
#endif
#include "metaobj/PlanJob.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <mutex>

/// For one thread at a time: options are global in LLVM, and lld sets all of
/// them back. A callback of a link may start a job, so the same thread may lock
/// twice.
std::unique_lock<std::recursive_mutex> lockOptions();

/// The option of \p Key as OptionValue has it: without dashes.
std::string optionKey(llvm::StringRef Key);

/// What the options say; inputs, outputs to memory and handlers of the caller
/// are not among them.
llvm::Expected<metaobj::Job> emitJob(llvm::ArrayRef<OptionValue> Options);
llvm::Expected<metaobj::PlanJob> planJob(llvm::ArrayRef<OptionValue> Options);
#ifdef METAOBJ_LINK
struct LinkSettings {
  metaobj::LinkConfig Config;
  std::string Output;
};
llvm::Expected<LinkSettings> linkJob(llvm::ArrayRef<OptionValue> Options);

/// With \p HasChip, the options say nothing of the device.
llvm::Expected<metaobj::DeviceJob>
deviceJob(llvm::ArrayRef<OptionValue> Options, bool HasChip);
#endif

/// The options of a command that has few.
class FewOptions {
public:
  explicit FewOptions(llvm::ArrayRef<OptionValue> Given) : Given(Given) {}

  /// The value of the option \p Key; nullopt if it is not set.
  std::optional<std::string> value(llvm::StringRef Key);
  bool flag(llvm::StringRef Key);

  /// The first fault, after all options were asked for: an unknown option, one
  /// that is set twice, a value that is none.
  llvm::Error finish();

private:
  llvm::ArrayRef<OptionValue> Given;
  std::vector<std::string> Known;
  std::string Fault;
};

#endif // METAOBJ_TOOLS_LIBMETAOBJ_OPTIONVALUES_H

//===- EmitSettings.h - What emit can be told -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_EMITSETTINGS_H
#define METAOBJ_JOB_EMITSETTINGS_H

#include "Job/JobSettings.h"

#include <utility>

namespace metaobj {

class EmitSettings : public JobSettings {
public:
  EmitSettings();

  Job job() const override;

private:
  llvm::Error check() override;

  void addInputs();
  void addParams();
  void addOutputs();
  void addContents();
  void addExecutor();

  llvm::Error placeParams();
  llvm::Error checkExecutor() const;
  llvm::Error checkMain() const;
  llvm::Error checkFfi() const;

  /// And whether it goes into an archive.
  std::pair<OutputKind, bool> Kind = {OutputKind::Object, false};
  std::optional<ExecutorCalls> Calls;
  ExecutorConfig Executor;
  InputConfig::MainArguments Main;
  std::optional<uint32_t> ShardCount;
  std::optional<uint32_t> ShardsOfOne; ///< Of which one is written.
  bool IsInImage = false;
  bool HasRecord = false;
  std::string SigningKey;
};

} // namespace metaobj

#endif // METAOBJ_JOB_EMITSETTINGS_H

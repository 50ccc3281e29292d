//===- DeviceSettings.h - What device can be told ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_DEVICESETTINGS_H
#define METAOBJ_DEVICE_DEVICESETTINGS_H

#include "Job/MemorySettings.h"
#include "metaobj/DeviceJob.h"

namespace metaobj {

/// What `metaobj device` does.
struct DeviceAction {
  llvm::StringLiteral Name;
  bool TakesFiles;
  llvm::StringLiteral Overview;
};

llvm::ArrayRef<DeviceAction> deviceActions();

/// null: there is none of this name.
const DeviceAction *findDeviceAction(llvm::StringRef Name);

class DeviceSettings : public CommandSettings {
public:
  DeviceSettings();

  llvm::Error setAction(llvm::StringRef Name) override;
  /// Requires an action. Does not ask for files.
  llvm::Error finish() override;

  /// Without files and diagnostics.
  llvm::Expected<DeviceJob> job() const;
  /// Of the actions memory and reset.
  llvm::Expected<DeviceMemoryJob> memoryJob() const;

  const DeviceAction *Action = nullptr;
  /// A device is there, which the settings need not name.
  bool HasDevice = false;
  bool Json = false;
  bool Quiet = false;
  /// Writes printWorkspaces() to the file of --workspaces, if there is one.
  llvm::Error writeWorkspaces(const DeviceReport &Report) const;

private:
  void addOperators();

  DeviceJob TheJob;
  std::vector<DeviceBlock> Writes, Reads;
  uint64_t Repeat = 10;
  MemorySettings Memory;
  std::string Workspaces; ///< A path, or empty.
};

} // namespace metaobj

#endif // METAOBJ_DEVICE_DEVICESETTINGS_H

//===- MemorySettings.h - Memories that a command is told -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_MEMORYSETTINGS_H
#define METAOBJ_JOB_MEMORYSETTINGS_H

#include "Job/SettingTable.h"
#include "metaobj/MemoryMap.h"

namespace metaobj {

/// Adds the setting of a board, a name or a path, which goes to \p To.
SettingRow &addBoard(SettingTable &Table, SettingName Names, std::string &To,
                     llvm::StringRef Help);

/// The board \p NameOrPath: one of knownBoards(), or a file ("-": standard
/// input).
llvm::Expected<MemoryMap> readBoard(llvm::StringRef NameOrPath);

/// The settings memory and board, which exclude each other. A board is a name
/// or a file; a file of memories is a board that says less.
class MemorySettings {
public:
  void addTo(SettingTable &Table);

  bool areGiven() const { return !Board.empty() || !Regions.empty(); }
  /// To be called when all is set.
  llvm::Error finish();
  /// The memories, perhaps of a file; nullopt: none are given.
  llvm::Expected<std::optional<MemoryMap>> read() const;

private:
  std::string Board; ///< A name, or a path.
  std::vector<std::string> Regions;
  MemoryMap Map;
};

} // namespace metaobj

#endif // METAOBJ_JOB_MEMORYSETTINGS_H

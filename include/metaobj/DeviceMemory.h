//===- metaobj/DeviceMemory.h - Memory of a chip ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads a program for a debugger, reads and writes memory, resets a chip. In
/// the library metaobj::device.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICEMEMORY_H
#define METAOBJ_DEVICEMEMORY_H

#include "metaobj/DeviceConnection.h"
#include "metaobj/Input.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace metaobj {

/// A program that is on a device.
struct DeviceLoad {
  std::string Device;
  DeviceLayout Layout;
  DeviceUse Use;
  std::string ImagePath; ///< As in DeviceConfig.
};

/// Links and loads the operators of \p Input, and leaves them there. Parameters
/// and graphs are not loaded.
llvm::Expected<DeviceLoad> loadOperators(const DeviceConfig &Config,
                                         const InputConfig &Input);

/// Bytes of a device, and a file for or with them.
struct DeviceBlock {
  uint64_t Address = 0;
  uint64_t Bytes = 0; ///< Of a write: as many as the file has.
  std::string Path;   ///< Empty: DeviceMemory::Shown.
};

struct DeviceMemoryJob : DeviceConfig {
  /// All are done before the first of Reads, and read back.
  std::vector<DeviceBlock> Writes;
  std::vector<DeviceBlock> Reads;
};

struct DeviceMemory {
  std::string Device;
  std::vector<DeviceArea> Areas;   ///< That the debugger tells.
  std::optional<MemoryMap> Memory; ///< As in DeviceConfig.
  std::vector<DeviceBlock> Writes, Reads;
  std::vector<std::vector<uint8_t>> Shown; ///< By Reads; empty with a Path.
};

/// Shows where memory is, and reads and writes it. Files appear whole or not.
llvm::Expected<DeviceMemory> runDeviceMemory(const DeviceMemoryJob &Job);

/// A chip that stands.
struct DeviceState {
  std::string Device;
  std::vector<DeviceRegister> Registers; ///< Empty: nobody tells.
};

/// Resets, and reads the registers. Neither memory nor operators are needed.
llvm::Expected<DeviceState> resetDevice(const DeviceConfig &Config);

void print(const DeviceLoad &Load, llvm::raw_ostream &OS);
void print(const DeviceMemory &Memory, llvm::raw_ostream &OS);
void print(const DeviceState &State, llvm::raw_ostream &OS);
/// docs/device.md.
void printJson(const DeviceLoad &Load, llvm::raw_ostream &OS);
void printJson(const DeviceMemory &Memory, llvm::raw_ostream &OS);
void printJson(const DeviceState &State, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_DEVICEMEMORY_H

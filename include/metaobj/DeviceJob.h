//===- metaobj/DeviceJob.h - What is done with a chip -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the graph of a model operator by operator on a device, and compares
/// each result with the host's; loads a program for a debugger, reads and
/// writes memory, resets a chip. In the library metaobj::device.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICEJOB_H
#define METAOBJ_DEVICEJOB_H

#include "metaobj/Device.h"
#include "metaobj/Input.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

//===----------------------------------------------------------------------===//
// Run, time and compare
//===----------------------------------------------------------------------===//

/// How far a run is.
struct DeviceProgress {
  uint64_t Calls = 0; ///< Of the whole run; 0: the program is loaded.
  uint64_t CallsDone = 0;
  llvm::StringRef Function; ///< That is called now.
  uint64_t Bytes = 0;       ///< That went to or came from the device.
};

/// Called at least ten times a second while operators run. If it returns false,
/// the run ends with an error, and the device stands.
using DeviceProgressFunction = std::function<bool(const DeviceProgress &)>;

struct DeviceJob : DeviceConfig {
  /// Objects, parameters and graph.
  InputConfig Input;
  /// Name of an input of the graph, and a file with its elements. A file of n
  /// times the bytes is for n runs; all files must be for as many.
  std::vector<std::pair<std::string, std::string>> Inputs;
  /// The same without files, in the byte order of this machine.
  struct InMemory {
    std::string Name;
    DLDataType DType;
    llvm::StringRef Bytes; ///< Must stay during the run.
  };
  std::vector<InMemory> InputBytes;
  /// Has the operators already: Via is only its name, and the rest of
  /// DeviceConfig counts for the host's device. nullptr: connect.
  DeviceSession *Session = nullptr;
  /// Objects of the same operators for this machine: results are compared with
  /// theirs. Empty: nothing is compared.
  std::vector<std::string> HostObjects;
  /// The largest absolute difference of floating-point numbers that counts as
  /// equal.
  double Tolerance = 0;
  /// How often each operator is called, one call after the other.
  uint64_t Repeat = 1;
  /// Inputs that nobody names are zeros, and a note says so.
  bool UseZeros = false;
  /// nullptr: nobody is told.
  DeviceProgressFunction Progress;
};

/// Results of an operator that differ.
struct DeviceDifference {
  std::string Tensor; ///< "output 0 of 'conv' (node 3)"
  uint64_t Elements = 0;
  uint64_t NumDifferent = 0;
  uint64_t First = 0;           ///< Index of the first element.
  std::string OnDevice, OnHost; ///< The first element.
  double LargestAbsolute = 0, LargestRelative = 0;
};

struct DeviceOperator {
  std::string Function;
  std::string Node; ///< nodeName().
  uint64_t Calls = 0;
  std::vector<uint64_t> Cycles; ///< Of each call that was counted.
  std::string Counter;
  /// nullopt if none was counted.
  std::optional<uint64_t> averageCycles() const;
  std::optional<uint64_t> leastCycles() const;
  std::optional<uint64_t> medianCycles() const;
  std::optional<uint64_t> largestCycles() const;
  /// Of the first call that differs.
  std::optional<DeviceDifference> Difference;
  /// The largest DeviceResult::WorkspaceBytes.
  std::optional<uint64_t> WorkspaceBytes;
};

/// An output of the graph after one run.
struct DeviceOutput {
  DLDataType DType;
  std::vector<int64_t> Shape;
  std::vector<uint8_t> Bytes;
};

struct DeviceReport {
  std::string Device;
  DeviceUse Use;
  bool IsCompared = false;
  bool IsTimed = false; ///< Operators were called more than once in a row.
  double Tolerance = 0;
  std::vector<DeviceOperator> Operators;
  /// Of each run; those after a difference are missing.
  std::vector<std::vector<DeviceOutput>> Runs;

  bool areEqual() const;
};

/// Runs all operators of the graph in their order, once for each element of the
/// inputs' files. Stops behind the first operator whose results differ.
llvm::Expected<DeviceReport> runDeviceJob(const DeviceJob &Job);

/// A table of operators, and the outputs.
void print(const DeviceReport &Report, llvm::raw_ostream &OS);
/// docs/device.md.
void printJson(const DeviceReport &Report, llvm::raw_ostream &OS);
/// InputConfig::Workspaces as a job file: the largest workspace of each
/// operator that took any.
void printWorkspaces(const DeviceReport &Report, llvm::raw_ostream &OS);

//===----------------------------------------------------------------------===//
// Load, memory and reset
//===----------------------------------------------------------------------===//

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

#endif // METAOBJ_DEVICEJOB_H

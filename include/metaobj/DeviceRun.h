//===- metaobj/DeviceRun.h - A model on a chip ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the graph of a model operator by operator on a device, and compares
/// each result with the host's. In the library metaobj::device.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICERUN_H
#define METAOBJ_DEVICERUN_H

#include "metaobj/DeviceConnection.h"
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

} // namespace metaobj

#endif // METAOBJ_DEVICERUN_H

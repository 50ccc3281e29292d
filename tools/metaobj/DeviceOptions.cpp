//===- DeviceOptions.cpp - Command line of metaobj device -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOptions.h"

#include "Command.h"
#include "MemoryFlags.h"
#include "metaobj/ByteCount.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct KnownAction {
  StringLiteral Name;
  bool TakesFiles;
  StringLiteral Overview;
};

} // namespace

static constexpr KnownAction Actions[] = {
    {"run", true, "Run the graph of a model on a bare-metal device"},
    {"time", true,
     "Call each operator of a model several times, and show its "
     "fewest, median and most cycles"},
    {"compare", true,
     "Compare each operator on the device with the host's. "
     "Exit status: 0 equal, 1 different or an error"},
    {"load", true,
     "Load the operators, and leave them on the device for a "
     "debugger"},
    {"memory", false, "Show, read and write memory of the device"},
    {"reset", false, "Reset the device, and show its registers"}};

static const KnownAction *findAction(StringRef Name) {
  const auto *Found = find_if(
      Actions, [&](const KnownAction &Each) { return Each.Name == Name; });
  return Found == std::end(Actions) ? nullptr : Found;
}

StringRef overviewOf(StringRef Action) {
  const KnownAction *Known = findAction(Action);
  return Known ? StringRef(Known->Overview) : StringRef();
}

void DeviceOptions::showOptionsOf(StringRef Name) {
  const KnownAction *Known = findAction(Name);
  if (!Known)
    return;
  auto Hide = [](bool IsHidden, auto &...Others) {
    if (IsHidden)
      (Others.setHiddenFlag(cl::ReallyHidden), ...);
  };
  bool HasGraph = Known->TakesFiles && Name != "load";
  Hide(!Known->TakesFiles, UseFlash, Stack, Workspace, OperatorCalls, Limit);
  Hide(Name == "reset", Memory, Board);
  Hide(!HasGraph, Inputs);
  Hide(Name != "time", Repeat);
  Hide(Name != "load", Image);
  Hide(Name != "memory", Reads, Writes);
  Hide(Name != "compare", HostObjects, Tolerance);
}

Error checkValues(const DeviceOptions &Options, bool HasFiles) {
  auto Refuse = [](const Twine &Reason) { return inputError("", Reason); };
  const KnownAction *Action = findAction(Options.Action);
  if (!Action)
    return Refuse("unknown action '" + Options.Action +
                  "'; known are: run, time, compare, load, memory, reset");
  if (Options.Via.empty())
    return inputError("", "no device: name it with --via",
                      "--via=host runs operators on this machine");
  if (Error E = checkDeviceName(Options.Via))
    return optionError("--via", std::move(E));
  if (Action->TakesFiles && Options.Files.empty() && !HasFiles)
    return Refuse("no input: name a file");
  if (!Action->TakesFiles && !Options.Files.empty())
    return Refuse(Options.Action + " takes no files, found '" +
                  Options.Files.front() + "'");
  bool IsComparison = Options.Action == "compare";
  if (IsComparison && Options.HostObjects.empty())
    return Refuse("compare needs --host-object");
  if (!IsComparison &&
      (!Options.HostObjects.empty() || !Options.Tolerance.empty()))
    return Refuse("--host-object and --tolerance need compare");
  if (Options.Action != "time" && Options.Repeat.getNumOccurrences())
    return Refuse("--repeat needs time");
  constexpr unsigned MostCalls = 1000000;
  if (Options.Repeat < 2 || Options.Repeat > MostCalls)
    return Refuse("--repeat must be 2 to 1000000");
  if (Options.Action != "load" && !Options.Image.empty())
    return Refuse("--image needs load");
  if (Options.Action != "memory" &&
      (!Options.Reads.empty() || !Options.Writes.empty()))
    return Refuse("--read and --write need memory");
  if ((!Action->TakesFiles || Options.Action == "load") &&
      !Options.Inputs.empty())
    return Refuse("--input needs run, time or compare");
  if (!Options.Board.empty() && !Options.Memory.empty())
    return Refuse("--board and --memory exclude each other");
  if (Options.Limit == 0 || Options.ReplyLimit == 0)
    return Refuse("--limit and --reply-limit must be greater than 0");
  if (Options.OperatorCalls != "packed" && Options.OperatorCalls != "unpacked")
    return Refuse("--operator-api wants packed or unpacked, found '" +
                  Options.OperatorCalls + "'");
  for (StringRef Each : Options.Inputs)
    if (!Each.contains('=') || Each.starts_with("="))
      return Refuse("--input wants NAME=FILE, found '" + Each + "'");
  return Error::success();
}

/// 0 without a text.
static Expected<uint64_t> sizeOfFlag(StringRef Flag, StringRef Text) {
  constexpr uint64_t Most = 1 << 30;
  if (Text.empty())
    return 0;
  std::optional<uint64_t> Bytes = parseByteCount(Text);
  if (!Bytes || *Bytes == 0 || *Bytes > Most)
    return optionError(Flag, "wants a size such as 2048 or 64K, found '" +
                                 Text + "'");
  return *Bytes;
}

/// What all actions have.
static Error readConfig(const DeviceOptions &Options, DeviceConfig &Config) {
  Config.Via = Options.Via;
  Expected<std::optional<MemoryMap>> Memory =
      memoryOfFlags(Options.Board, Options.Memory);
  if (!Memory)
    return Memory.takeError();
  Config.Memory = std::move(*Memory);
  Expected<uint64_t> Stack = sizeOfFlag("--stack", Options.Stack);
  if (!Stack)
    return Stack.takeError();
  Config.StackBytes = *Stack;
  Expected<uint64_t> Workspace = sizeOfFlag("--workspace", Options.Workspace);
  if (!Workspace)
    return Workspace.takeError();
  Config.WorkspaceBytes = *Workspace;
  Config.UseFlash = Options.UseFlash;
  Config.Reset = Options.Reset;
  if (Options.Core.getNumOccurrences())
    Config.Core = Options.Core;
  Config.Limits.Run = std::chrono::milliseconds(Options.Limit);
  Config.Limits.Reply = std::chrono::milliseconds(Options.ReplyLimit);
  Config.Limits.Connect = Config.Limits.Reply;
  Config.ImagePath = Options.Image;
  return Error::success();
}

Expected<DeviceJob> deviceJobOf(const DeviceOptions &Options,
                                DiagnosticConsumer Diagnostics) {
  DeviceJob Job;
  if (Error E = readConfig(Options, Job))
    return E;
  Job.Input.Files.assign(Options.Files.begin(), Options.Files.end());
  Job.Input.Diagnostics = std::move(Diagnostics);
  if (Options.OperatorCalls == "unpacked")
    Job.Input.OperatorCalls = CallingConvention::Unpacked;
  if (Options.Action == "time") {
    Job.Repeat = Options.Repeat;
    Job.UseZeros = true;
  }
  for (StringRef Each : Options.Inputs) {
    auto [Name, File] = Each.split('=');
    Job.Inputs.emplace_back(Name.str(), File.str());
  }
  Job.HostObjects.assign(Options.HostObjects.begin(),
                         Options.HostObjects.end());
  if (!Options.Tolerance.empty() &&
      (StringRef(Options.Tolerance).getAsDouble(Job.Tolerance) ||
       !(Job.Tolerance >= 0)))
    return optionError("--tolerance", "wants a number that is not negative, "
                                      "found '" +
                                          Options.Tolerance + "'");
  return Job;
}

/// ADDRESS,REST
static Expected<std::pair<uint64_t, StringRef>>
placeOfFlag(StringRef Flag, StringRef Wanted, StringRef Text) {
  auto [Place, Rest] = Text.split(',');
  std::optional<uint64_t> Address = parseAddress(Place);
  if (!Address || Rest.empty())
    return optionError(Flag, "wants " + Wanted + ", such as 0x20000000," +
                                 (Flag == "--read" ? "256" : "a.bin") +
                                 "; found '" + Text + "'");
  return std::make_pair(*Address, Rest);
}

Expected<DeviceMemoryJob> memoryJobOf(const DeviceOptions &Options) {
  DeviceMemoryJob Job;
  if (Error E = readConfig(Options, Job))
    return E;
  for (StringRef Each : Options.Writes) {
    auto Place = placeOfFlag("--write", "ADDRESS,FILE", Each);
    if (!Place)
      return Place.takeError();
    Job.Writes.push_back({Place->first, 0, Place->second.str()});
  }
  for (StringRef Each : Options.Reads) {
    auto Place = placeOfFlag("--read", "ADDRESS,BYTES[,FILE]", Each);
    if (!Place)
      return Place.takeError();
    auto [Count, File] = Place->second.split(',');
    std::optional<uint64_t> Bytes = parseAddress(Count);
    if (!Bytes)
      Bytes = parseByteCount(Count);
    if (!Bytes)
      return optionError("--read", "wants a number of bytes such as 256, 0x100 "
                                   "or 64K, found '" +
                                       Count + "'");
    Job.Reads.push_back({Place->first, *Bytes, File.str()});
  }
  return Job;
}

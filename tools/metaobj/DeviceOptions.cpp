//===- DeviceOptions.cpp - Command line of metaobj device -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOptions.h"

#include "MemoryFlags.h"
#include "metaobj/ByteCount.h"

using namespace llvm;
using namespace metaobj;

Error checkValues(const DeviceOptions &Options) {
  auto Refuse = [](const Twine &Reason) { return inputError("", Reason); };
  bool IsComparison = Options.Action == "compare";
  if (!IsComparison && Options.Action != "run")
    return Refuse("unknown action '" + Options.Action +
                  "'; known are: run, compare");
  if (IsComparison && Options.HostObjects.empty())
    return Refuse("compare needs --host-object");
  if (!IsComparison &&
      (!Options.HostObjects.empty() || !Options.Tolerance.empty()))
    return Refuse("--host-object and --tolerance need compare");
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
    return inputError(Flag,
                      "wants a size such as 2048 or 64K, found '" + Text + "'");
  return *Bytes;
}

Expected<DeviceJob> deviceJobOf(const DeviceOptions &Options,
                                DiagnosticConsumer Diagnostics) {
  DeviceJob Job;
  Job.Input.Files.assign(Options.Files.begin(), Options.Files.end());
  Job.Input.Diagnostics = std::move(Diagnostics);
  if (Options.OperatorCalls == "unpacked")
    Job.Input.OperatorCalls = CallingConvention::Unpacked;
  Job.Via = Options.Via;
  Expected<std::optional<MemoryMap>> Memory =
      memoryOfFlags(Options.Board, Options.Memory);
  if (!Memory)
    return Memory.takeError();
  Job.Memory = std::move(*Memory);
  Expected<uint64_t> Stack = sizeOfFlag("--stack", Options.Stack);
  if (!Stack)
    return Stack.takeError();
  Job.StackBytes = *Stack;
  Expected<uint64_t> Workspace = sizeOfFlag("--workspace", Options.Workspace);
  if (!Workspace)
    return Workspace.takeError();
  Job.WorkspaceBytes = *Workspace;
  Job.UseFlash = Options.UseFlash;
  Job.Reset = Options.Reset;
  Job.Limits.Run = std::chrono::milliseconds(Options.Limit);
  Job.Limits.Reply = std::chrono::milliseconds(Options.ReplyLimit);
  Job.Limits.Connect = Job.Limits.Reply;
  for (StringRef Each : Options.Inputs) {
    auto [Name, File] = Each.split('=');
    Job.Inputs.emplace_back(Name.str(), File.str());
  }
  Job.HostObjects.assign(Options.HostObjects.begin(),
                         Options.HostObjects.end());
  if (!Options.Tolerance.empty() &&
      (StringRef(Options.Tolerance).getAsDouble(Job.Tolerance) ||
       !(Job.Tolerance >= 0)))
    return inputError("--tolerance", "wants a number that is not negative, "
                                     "found '" +
                                         Options.Tolerance + "'");
  return Job;
}

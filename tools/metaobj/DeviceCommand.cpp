//===- DeviceCommand.cpp - metaobj device in the table of commands --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include "Device/DeviceSettings.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral DeviceExamples[] = {
    "metaobj device run operators.o graph.json weights.npz --via=host",
    "metaobj device memory --via=gdb:localhost:3333 --read=0x20000000,64",
    "metaobj device time ops.o net.npz --via=gdb:localhost:3333",
    "metaobj device compare ops.o --via=gdb:localhost:3333 --host-object=h.o",
    "metaobj device load ops.o --via=gdb:localhost:3333 --image=program.elf",
    "metaobj device reset --via=gdb:localhost:3333"};

static ArrayRef<ActionInfo> actions() {
  static const std::vector<ActionInfo> All = [] {
    std::vector<ActionInfo> Result;
    for (const DeviceAction &Action : deviceActions())
      Result.push_back({Action.Name, Action.Overview, Action.TakesFiles});
    return Result;
  }();
  return All;
}

constinit const CommandInfo DeviceCommand = {
    "device",
    "run operators on a chip behind a debugger, and compare them",
    "Run the operators of a model on a bare-metal device, time them, or "
    "compare them with the host's; load a program for a debugger; read and "
    "write memory; reset. Exit status of compare: 0 equal, 1 different or an "
    "error",
    "<object, parameters or graph>...",
    0,
    NoLimit,
    DeviceExamples,
    makeSettings<DeviceSettings>,
    actions};

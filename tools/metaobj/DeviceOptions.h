//===- DeviceOptions.h - Command line of metaobj device ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_DEVICEOPTIONS_H
#define METAOBJ_TOOLS_METAOBJ_DEVICEOPTIONS_H

#include "SettingFlags.h"

#include "metaobj/DeviceMemory.h"
#include "metaobj/DeviceRun.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

/// Lives while the command runs: its members register themselves.
struct DeviceOptions {
  llvm::cl::OptionCategory Category{"Device options"};
  llvm::cl::opt<std::string> Action{
      llvm::cl::Positional, llvm::cl::Required,
      llvm::cl::desc("run|time|compare|load|memory|reset"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Files{
      llvm::cl::Positional, llvm::cl::ZeroOrMore,
      llvm::cl::desc("<object, parameters or graph>..."),
      llvm::cl::cat(Category)};
  TextFlag Via{Category, "via", "way",
               "Where operators run: gdb:ADDRESS:PORT or gdb:unix:PATH (server "
               "of the GDB remote protocol), openocd:ADDRESS:PORT (its Tcl "
               "server), host (a process of its own), or a firmware that has "
               "them, with an RPC server: rpc:serial:PATH,BAUD, "
               "rpc:tcp:ADDRESS:PORT, rpc:unix:PATH, rpc:process:COMMAND"};
  TextsFlag Memory{Category, "memory", "region",
                   "Memories of the device: NAME=ADDRESS:SIZE,... such as "
                   "ram=0x20000000:64K, or a YAML file (docs/link.md)",
                   llvm::cl::CommaSeparated};
  std::string Boards =
      "Memories of a board: " + llvm::join(metaobj::knownBoards(), ", ");
  TextFlag Board{Category, "board", "name", Boards};
  SwitchFlag UseFlash{Category, "use-flash",
                      "Write code and constants into the first region that is "
                      "not writable, not into RAM"};
  TextFlag Stack{Category, "stack", "bytes",
                 "Stack of the operators, also with K or M (default: 4K, or an "
                 "eighth of the memory)"};
  TextFlag Workspace{Category, "workspace", "bytes",
                     "Memory that operators allocate, also with K or M "
                     "(default: an eighth of the memory, up to 64K)"};
  TextsFlag Inputs{
      Category, "input", "name=file",
      "Elements of an input of the graph; n times as many are for n runs"};
  TextFlag OperatorCalls{
      Category, metaobj::Setting::OperatorCalls, "convention",
      "How the operators are called: packed (default), unpacked",
      llvm::cl::init("packed")};
  NumberFlag Repeat{Category, "repeat", "n",
                    "With time: calls of each operator (default: 10)",
                    llvm::cl::init(10)};
  TextFlag Image{Category, "image", "file",
                 "With load: write the linked program (ELF) into the file, "
                 "from which a debugger reads symbols"};
  TextsFlag Reads{Category, "read", "address,bytes[,file]",
                  "With memory: show bytes, or read them into a file"};
  TextsFlag Writes{Category, "write", "address,file",
                   "With memory: write a file, before all reads, and compare"};
  TextsFlag HostObjects{
      Category, "host-object", "file",
      "With compare: the operators, compiled for this machine",
      llvm::cl::CommaSeparated};
  TextFlag Tolerance{Category, "tolerance", "number",
                     "With compare: floating-point numbers that differ by no "
                     "more are equal (default: 0)"};
  NumberFlag Core{Category, "core", "n",
                  "Which processor behind the debugger, counted from 0 "
                  "(default: the one that the debugger chooses)"};
  SwitchFlag Reset{Category, "reset", "Reset the device before anything else"};
  NumberFlag Limit{Category, "limit", "ms",
                   "Milliseconds for one operator (default: 30000)",
                   llvm::cl::init(30000)};
  NumberFlag ReplyLimit{
      Category, "reply-limit", "ms",
      "Milliseconds for an answer of the debugger (default: 5000)",
      llvm::cl::init(5000)};
  SwitchFlag Json{Category, "json", "Print JSON (docs/device.md)"};
  SwitchFlag Quiet{Category, "quiet", "No notes, only warnings and errors"};

  /// Those whose values are numbers.
  std::vector<llvm::cl::Option *> numbers() {
    return {&Repeat, &Limit, &ReplyLimit, &Core};
  }

  /// Hides what \p Action does not take from --help.
  void showOptionsOf(llvm::StringRef Action);
};

/// What \p Action does, for --help; empty if it is unknown.
llvm::StringRef overviewOf(llvm::StringRef Action);

/// An error for options that contradict each other, which is wrong usage. With
/// \p HasFiles, files are named elsewhere.
llvm::Error checkValues(const DeviceOptions &Options, bool HasFiles = false);

llvm::Expected<metaobj::DeviceJob>
deviceJobOf(const DeviceOptions &Options,
            metaobj::DiagnosticConsumer Diagnostics);

/// The same for the action memory.
llvm::Expected<metaobj::DeviceMemoryJob>
memoryJobOf(const DeviceOptions &Options);

#endif // METAOBJ_TOOLS_METAOBJ_DEVICEOPTIONS_H

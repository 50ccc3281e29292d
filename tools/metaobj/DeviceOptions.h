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
  llvm::cl::opt<std::string> Via{
      "via", llvm::cl::value_desc("way"),
      llvm::cl::desc("Where operators run: gdb:ADDRESS:PORT or gdb:unix:PATH "
                     "(server of the GDB remote protocol), "
                     "openocd:ADDRESS:PORT (its Tcl server), host (a process "
                     "of its own), or a firmware that has them, with an RPC "
                     "server: rpc:serial:PATH,BAUD, rpc:tcp:ADDRESS:PORT, "
                     "rpc:unix:PATH, rpc:process:COMMAND"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Memory{
      "memory", llvm::cl::value_desc("region"), llvm::cl::CommaSeparated,
      llvm::cl::desc("Memories of the device: NAME=ADDRESS:SIZE,... such as "
                     "ram=0x20000000:64K, or a YAML file (docs/link.md)"),
      llvm::cl::cat(Category)};
  std::string Boards =
      "Memories of a board: " + llvm::join(metaobj::knownBoards(), ", ");
  llvm::cl::opt<std::string> Board{"board", llvm::cl::value_desc("name"),
                                   llvm::cl::desc(Boards),
                                   llvm::cl::cat(Category)};
  llvm::cl::opt<bool> UseFlash{
      "use-flash",
      llvm::cl::desc("Write code and constants into the first region that is "
                     "not writable, not into RAM"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Stack{
      "stack", llvm::cl::value_desc("bytes"),
      llvm::cl::desc("Stack of the operators, also with K or M (default: 4K, "
                     "or an eighth of the memory)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Workspace{
      "workspace", llvm::cl::value_desc("bytes"),
      llvm::cl::desc("Memory that operators allocate, also with K or M "
                     "(default: an eighth of the memory, up to 64K)"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Inputs{
      "input", llvm::cl::value_desc("name=file"),
      llvm::cl::desc("Elements of an input of the graph; n times as many are "
                     "for n runs"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> OperatorCalls{
      optionName(metaobj::Setting::OperatorCalls),
      llvm::cl::desc("How the operators are called: packed (default), "
                     "unpacked"),
      llvm::cl::value_desc("convention"), llvm::cl::init("packed"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> Repeat{
      "repeat", llvm::cl::value_desc("n"),
      llvm::cl::desc("With time: calls of each operator (default: 10)"),
      llvm::cl::init(10), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Image{
      "image", llvm::cl::value_desc("file"),
      llvm::cl::desc("With load: write the linked program (ELF) into the file, "
                     "from which a debugger reads symbols"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Reads{
      "read", llvm::cl::value_desc("address,bytes[,file]"),
      llvm::cl::desc("With memory: show bytes, or read them into a file"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Writes{
      "write", llvm::cl::value_desc("address,file"),
      llvm::cl::desc(
          "With memory: write a file, before all reads, and compare"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> HostObjects{
      "host-object", llvm::cl::value_desc("file"), llvm::cl::CommaSeparated,
      llvm::cl::desc("With compare: the operators, compiled for this machine"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Tolerance{
      "tolerance", llvm::cl::value_desc("number"),
      llvm::cl::desc("With compare: floating-point numbers that differ by no "
                     "more are equal (default: 0)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Reset{
      "reset", llvm::cl::desc("Reset the device before anything else"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> Limit{
      "limit", llvm::cl::value_desc("ms"),
      llvm::cl::desc("Milliseconds for one operator (default: 30000)"),
      llvm::cl::init(30000), llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> ReplyLimit{
      "reply-limit", llvm::cl::value_desc("ms"),
      llvm::cl::desc("Milliseconds for an answer of the debugger (default: "
                     "5000)"),
      llvm::cl::init(5000), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Json{"json",
                           llvm::cl::desc("Print JSON (docs/device.md)"),
                           llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Quiet{
      "quiet", llvm::cl::desc("No notes, only warnings and errors"),
      llvm::cl::cat(Category)};

  /// Those whose values are numbers.
  std::vector<llvm::cl::Option *> numbers() {
    return {&Repeat, &Limit, &ReplyLimit};
  }
};

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

//===- DeviceSettings.cpp - What device can be told -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DeviceSettings.h"

#include "Base/AtomicFile.h"
#include "Base/ByteCount.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>

using namespace llvm;
using namespace metaobj;

static constexpr DeviceAction Actions[] = {
    {"run", true, "Run the graph of a model on a bare-metal device"},
    {"time", true,
     "Call each operator of a model several times, and show its fewest, median "
     "and most cycles"},
    {"compare", true,
     "Compare each operator on the device with the host's. Exit status: 0 "
     "equal, 1 different or an error"},
    {"load", true,
     "Load the operators, and leave them on the device for a debugger"},
    {"memory", false, "Show, read and write memory of the device"},
    {"reset", false, "Reset the device, and show its registers"}};

ArrayRef<DeviceAction> metaobj::deviceActions() { return Actions; }

const DeviceAction *metaobj::findDeviceAction(StringRef Name) {
  const auto *Found = find_if(
      Actions, [&](const DeviceAction &Action) { return Action.Name == Name; });
  return Found == std::end(Actions) ? nullptr : Found;
}

static constexpr Choice<CallingConvention> CallChoices[] = {
    {"packed", CallingConvention::Packed},
    {"unpacked", CallingConvention::Unpacked}};

/// The largest that a call waits: all milliseconds that have 32 bits.
static SettingRow &addMilliseconds(SettingTable &To, StringLiteral Name,
                                   std::chrono::milliseconds &Limit,
                                   StringRef Help) {
  return To
      .parsed(
          SettingName(Setting(Name), Name), "ms", Help,
          [&Limit](const SettingRow &Row, StringRef Text) -> Error {
            std::optional<uint64_t> Number = parseAddress(Text);
            if (!Number || *Number == 0 || *Number > UINT32_MAX)
              return Row.expected("a number from 1 to " + Twine(UINT32_MAX),
                                  Text);
            Limit = std::chrono::milliseconds(*Number);
            return Error::success();
          },
          SettingRow::Number)
      .byDefault(Twine(Limit.count()));
}

static SettingRow &addBytes(SettingTable &To, StringLiteral Name,
                            uint64_t &Bytes, StringRef Help) {
  return To.parsed(SettingName(Setting(Name), Name), "bytes", Help,
                   [&Bytes](const SettingRow &Row, StringRef Text) -> Error {
                     constexpr uint64_t Most = 1 << 30;
                     std::optional<uint64_t> Count = parseByteCount(Text);
                     if (!Count || *Count == 0 || *Count > Most)
                       return Row.expected("a size", Text, "2048 or 64K");
                     Bytes = *Count;
                     return Error::success();
                   });
}

DeviceSettings::DeviceSettings() {
  constexpr StringRef WithMemory[] = {"run", "time", "compare", "load",
                                      "memory"};
  Table.group("Device");
  Table
      .parsed("via", "way",
              "Where operators run: gdb:ADDRESS:PORT or gdb:unix:PATH (server "
              "of the GDB remote protocol), openocd:ADDRESS:PORT (its Tcl "
              "server), host (a process of its own), or a firmware that has "
              "them, with an RPC server: rpc:serial:PATH,BAUD, "
              "rpc:tcp:ADDRESS:PORT, rpc:unix:PATH, rpc:process:COMMAND",
              [this](const SettingRow &Row, StringRef Text) -> Error {
                TheJob.Via = Text.str();
                return handleErrors(
                    checkDeviceName(Text), [&Row](const InputError &E) {
                      return inputError(
                          Row.Names.Which,
                          (E.input().empty() ? "" : E.input() + ": ") +
                              E.reason(),
                          E.hint());
                    });
              })
      .orEmpty()
      .common();
  Memory.addTo(Table);
  Table.find("memory")->of(WithMemory);
  Table.find("board")->of(WithMemory);
  Table.parsed(
      "core", "n",
      "Which processor behind the debugger, counted from 0 (default: "
      "the one that the debugger chooses)",
      [this](const SettingRow &TheSettingRow, StringRef Text) -> Error {
        std::optional<uint64_t> Core = parseDecimal(Text);
        if (!Core || *Core > UINT32_MAX)
          return TheSettingRow.expected("a number", Text);
        TheJob.Core = static_cast<unsigned>(*Core);
        return Error::success();
      },
      SettingRow::Number);
  Table.flag("reset", TheJob.Reset, "Reset the device before anything else")
      .common();
  addMilliseconds(Table, "reply-limit", TheJob.Limits.Reply,
                  "Milliseconds for an answer of the debugger");
  addOperators();

  Table.group("Memory");
  Table
      .parsed("read", "address,bytes[,file]",
              "Show bytes, or read them into a file; repeatable",
              [this](const SettingRow &TheRow, StringRef Text) -> Error {
                auto [Place, Rest] = Text.split(',');
                auto [Count, File] = Rest.split(',');
                std::optional<uint64_t> Address = parseAddress(Place);
                std::optional<uint64_t> Bytes = parseAddress(Count);
                if (!Bytes)
                  Bytes = parseByteCount(Count);
                if (!Address || !Bytes)
                  return TheRow.expected(
                      "ADDRESS,BYTES[,FILE]", Text,
                      "0x20000000,256 or 0x20000000,64K,a.bin");
                Reads.push_back({*Address, *Bytes, File.str()});
                return Error::success();
              })
      .list()
      .pathBehind(',', 2)
      .of({"memory"})
      .common();
  Table
      .parsed("write", "address,file",
              "Write a file, before all reads, and compare; repeatable",
              [this](const SettingRow &ItsRow, StringRef Text) -> Error {
                auto [Place, File] = Text.split(',');
                std::optional<uint64_t> Address = parseAddress(Place);
                if (!Address || File.empty())
                  return ItsRow.expected("ADDRESS,FILE", Text,
                                         "0x20000000,a.bin");
                Writes.push_back({*Address, 0, File.str()});
                return Error::success();
              })
      .list()
      .pathBehind(',')
      .of({"memory"})
      .common();

  Table.group("Output");
  Table.flag("json", Json, "Print JSON (docs/device.md)").common().ofPrograms();
  Table.flag("quiet", Quiet, "No notes, only warnings and errors")
      .common()
      .ofPrograms();
}

void DeviceSettings::addOperators() {
  constexpr StringRef WithOperators[] = {"run", "time", "compare", "load"};
  constexpr StringRef WithGraph[] = {"run", "time", "compare"};
  Table.group("Operators");
  Table
      .texts({setting::Functions, "function"}, "name", TheJob.Input.Functions,
             "Function of the objects that is an operator; repeatable")
      .of(WithOperators);
  Table
      .flag("use-flash", TheJob.UseFlash,
            "Write code and constants into the first region that is not "
            "writable, not into RAM")
      .of(WithOperators)
      .common();
  addBytes(Table, "stack", TheJob.StackBytes,
           "Stack of the operators, also with K or M (default: 4K, or an "
           "eighth of the memory)")
      .of(WithOperators);
  addBytes(Table, "workspace", TheJob.WorkspaceBytes,
           "Memory that operators allocate, also with K or M (default: an "
           "eighth of the memory, up to 64K)")
      .of(WithOperators);
  Table
      .choice({setting::OperatorCalls, "operator-api"}, "convention",
              TheJob.Input.OperatorCalls, CallChoices,
              "How the operators are called: packed (default), unpacked")
      .of(WithOperators);
  Table
      .text({setting::VmFunction, "vm-function"}, "name",
            TheJob.Input.VmFunction,
            "Function of a Relax executable to run (default: the only one, or "
            "main)")
      .of(WithGraph);
  addMilliseconds(Table, "limit", TheJob.Limits.Run,
                  "Milliseconds for one operator")
      .of(WithOperators);
  Table
      .parsed("input", "name=file",
              "Elements of an input of the graph; n times as many are for n "
              "runs; repeatable",
              [this](const SettingRow &Row, StringRef Text) -> Error {
                auto [Name, File] = Text.split('=');
                if (Name.empty() || Name.size() == Text.size())
                  return Row.expected("NAME=FILE", Text);
                TheJob.Inputs.emplace_back(Name.str(), File.str());
                return Error::success();
              })
      .list()
      .pathBehind('=')
      .of(WithGraph)
      .common();
  Table
      .path("workspaces", "file", Workspaces,
            "Write what operators of tvm-ffi took as workspaces into the file, "
            "a job file for emit")
      .of(WithGraph)
      .ofPrograms();
  Table.number("repeat", "n", Repeat, {2, 1000000}, "Calls of each operator")
      .byDefault(Twine(Repeat))
      .of({"time"})
      .common();
  Table
      .path("image", "file", TheJob.ImagePath,
            "Write the linked program (ELF) into the file, from which a "
            "debugger reads symbols")
      .of({"load"})
      .common();
  Table
      .paths("host-object", "file", TheJob.HostObjects,
             "The operators, compiled for this machine")
      .commaSeparated()
      .of({"compare"})
      .common();
  Table
      .parsed("tolerance", "number",
              "Floating-point numbers that differ by no more are equal "
              "(default: 0)",
              [this](const SettingRow &TheSettingRow, StringRef Text) -> Error {
                if (Text.getAsDouble(TheJob.Tolerance) ||
                    !(TheJob.Tolerance >= 0))
                  return TheSettingRow.expected("a number that is not negative",
                                                Text);
                return Error::success();
              })
      .of({"compare"})
      .common();
}

Error DeviceSettings::setAction(StringRef Name) {
  Action = findDeviceAction(Name);
  if (Action)
    return Error::success();
  std::vector<StringRef> Known;
  for (const DeviceAction &TheDeviceAction : Actions)
    Known.push_back(TheDeviceAction.Name);
  return settingFault("unknown action '" + Name +
                      "'; known are: " + join(Known, ", "));
}

Error DeviceSettings::finish() {
  if (TheJob.Via.empty() && !HasDevice)
    return settingFault("no device: name it with " + Setting("via"),
                        Setting("via") +
                            "=host runs operators on this machine");
  for (const SettingRow &Row : Table.rows())
    if (Row.NumGiven && !Row.isOf(Action->Name))
      return settingFault(Row.Names.Which + " needs " + join(Row.Actions, ", "),
                          "leave it out of " + Action->Name);
  if (Action->Name == "compare" && TheJob.HostObjects.empty())
    return settingFault("compare needs " + Setting("host-object"));
  return Memory.finish();
}

Expected<DeviceJob> DeviceSettings::job() const {
  DeviceJob Result = TheJob;
  Result.Limits.Connect = Result.Limits.Reply;
  if (Action->Name == "time") {
    Result.Repeat = Repeat;
    Result.UseZeros = true;
  }
  Expected<std::optional<MemoryMap>> Read = Memory.read();
  if (!Read)
    return Read.takeError();
  Result.Memory = std::move(*Read);
  return Result;
}

Expected<DeviceMemoryJob> DeviceSettings::memoryJob() const {
  Expected<DeviceJob> Common = job();
  if (!Common)
    return Common.takeError();
  DeviceMemoryJob Result;
  static_cast<DeviceConfig &>(Result) = *Common;
  Result.Writes = Writes;
  Result.Reads = Reads;
  return Result;
}

Error DeviceSettings::writeWorkspaces(const DeviceReport &Report) const {
  if (Workspaces.empty())
    return Error::success();
  std::string Text;
  raw_string_ostream OS(Text);
  printWorkspaces(Report, OS);
  return writeFileAtomically(Workspaces, OS.str());
}

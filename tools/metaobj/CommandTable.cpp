//===- CommandTable.cpp - The commands of the program ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include "Command.h"
#include "SelfTestSettings.h"

#include "Job/EmitSettings.h"
#include "Job/PlanSettings.h"
#include "Job/ReportSettings.h"
#ifdef METAOBJ_LINK
#include "Device/DeviceSettings.h"
#include "Link/LinkSettings.h"
#endif

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace llvm;
using namespace metaobj;

template <typename T> static std::unique_ptr<CommandSettings> make() {
  return std::make_unique<T>();
}

static constexpr size_t NoLimit = std::numeric_limits<size_t>::max();

static constexpr StringLiteral EmitExamples[] = {
    "metaobj emit operators.o weights.npz -o model.o",
    "metaobj emit model.tar --executor=aot --header=model.h -o model.o"};
static constexpr StringLiteral InspectExamples[] = {
    "metaobj inspect model.o", "metaobj inspect flash.bin --verify"};
static constexpr StringLiteral DiffExamples[] = {
    "metaobj diff old.o new.o", "metaobj diff old.elf new.elf --json"};
static constexpr StringLiteral SizeExamples[] = {
    "metaobj size firmware.elf",
    "metaobj size firmware.elf --budget=limits.json --html=size.html"};
static constexpr StringLiteral CheckExamples[] = {
    "metaobj check operators.o model.o", "metaobj check --shared model.o"};
static constexpr StringLiteral PlanExamples[] = {
    "metaobj plan graph.json --pool=sram:64K --pool=dram",
    "metaobj plan buffers.csv --csv"};
static constexpr StringLiteral SelfTestExamples[] = {
    "metaobj self-test --mtriple=riscv32"};
static constexpr StringLiteral TargetsExamples[] = {"metaobj targets",
                                                    "metaobj targets --json"};
#ifdef METAOBJ_LINK
static constexpr StringLiteral LinkExamples[] = {
    "metaobj link -r operators.o model.o -o all.o",
    "metaobj link main.o all.o --board=mps2-an385 "
    "--with-runtime=semihosting,startup -o app.elf"};
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
    for (const DeviceAction &Each : deviceActions())
      Result.push_back({Each.Name, Each.Overview, Each.TakesFiles});
    return Result;
  }();
  return All;
}
#endif

static constexpr CommandInfo Commands[] = {
    {"emit", "operator objects and parameters -> metadata object",
     "Write what a model compiler leaves out of the object file: the registry "
     "or table of its functions, its parameters, and perhaps an executor. "
     "Inputs, known by their contents: objects, archives, IR; parameters "
     "(NumPy, safetensors, GGUF, TVM); graph JSON; Model Library Format",
     "<input>...", 0, NoLimit, EmitExamples, make<EmitSettings>, runEmit,
     nullptr,
     /*TakesLlvmFlags=*/true},
    {"inspect", "show registries and parameters of objects and archives",
     "Show the function registries and parameters in object files, archives "
     "and images (raw, Intel HEX, UF2) ('-': standard input)",
     "<file>...", 1, NoLimit, InspectExamples, make<InspectSettings>,
     runInspect},
    {"diff", "compare registries and parameters of two files",
     "Compare the function registries and parameters of two files, by value: "
     "objects, archives, linked files ('-': standard input). Exit status: 0 "
     "equal, 1 different, 2 a file cannot be read",
     "<a> <b>", 2, 2, DiffExamples, make<DiffSettings>, runDiff},
    {"size", "say where each byte of files went; compare with a budget",
     "Say where each byte of object files, archives and linked files went "
     "('-': standard input)",
     "<file>...", 1, NoLimit, SizeExamples, make<SizeSettings>, runSize},
#ifdef METAOBJ_LINK
    {"link", "link objects to an image or to one object, without a tool chain",
     "Link objects and archives in this process, with lld; arguments behind "
     "'--' are for ld.lld, lld-link, ld64.lld or wasm-ld",
     "<object or archive>...", 1, NoLimit, LinkExamples, make<LinkSettings>,
     runLink, nullptr, false, /*TakesLinkerWords=*/true},
    {"device", "run operators on a chip behind a debugger, and compare them",
     "Run the operators of a model on a bare-metal device, time them, or "
     "compare them with the host's; load a program for a debugger; read and "
     "write memory; reset. Exit status of compare: 0 equal, 1 different or an "
     "error",
     "<object, parameters or graph>...", 0, NoLimit, DeviceExamples,
     make<DeviceSettings>, runDevice, actions},
#endif
    {"check", "say whether linkers will link objects and archives",
     "Say whether lld and GNU ld will link these objects and archives, and "
     "whether the result will be right ('-': standard input)",
     "<file>...", 1, NoLimit, CheckExamples, make<CheckSettings>, runCheck},
    {"plan", "place the tensors of a graph in memory",
     "Plan the memory of a graph's tensors, or of a list of buffers (CSV: "
     "id,lower,upper,size; a buffer lives from lower until before upper) "
     "('-': standard input)",
     "<file>...", 1, NoLimit, PlanExamples, make<PlanSettings>, runPlan},
    {"self-test", "emit and verify every ABI on a target",
     "Emit every ABI for a target, and verify all that can be known without "
     "running it",
     "", 0, 0, SelfTestExamples, make<SelfTestSettings>, runSelfTest, nullptr,
     /*TakesLlvmFlags=*/true},
    {"targets", "list the targets of the linked LLVM",
     "List the targets of the linked LLVM", "", 0, 0, TargetsExamples,
     make<TargetsSettings>, runTargets},
};

ArrayRef<CommandInfo> allCommands() { return Commands; }

ArrayRef<GeneralFlag> generalFlags() {
  static constexpr StringLiteral Whens[] = {"auto", "always", "never"};
  static constexpr GeneralFlag Flags[] = {
      {"--config", "job.yaml",
       "Settings in a file, by the same names; those of the command line "
       "replace them"},
      {"--print-config", "",
       "Print the job file of this command line, and do nothing else"},
      {"--color", "when",
       "Colours in messages: auto (default; on a terminal, without NO_COLOR), "
       "always, never",
       Whens},
      {"-mllvm", "option", "An option of LLVM itself", {}, /*IsOfLlvm=*/true},
      {"--help", "", "The settings that most people use"},
      {"--help-all", "", "All settings, in groups"},
      {"--version", "",
       "Versions of metaobj and LLVM, and the commands that are built in"},
  };
  return Flags;
}

const CommandInfo *findCommand(StringRef Name) {
  const auto *Found = find_if(
      Commands, [&](const CommandInfo &Each) { return Each.Name == Name; });
  return Found == std::end(Commands) ? nullptr : Found;
}

std::string commandsWith(StringRef Name) {
  std::string Result;
  for (const CommandInfo &Each : Commands) {
    std::unique_ptr<CommandSettings> Settings = Each.MakeSettings();
    const SettingRow *Row = Settings->Table.find(Name);
    if (Row && Row->Names.Name == Name)
      Result += (Result.empty() ? "" : ", ") + Each.Name.str();
  }
  return Result;
}

json::Value describeCommands() {
  json::Array Result;
  for (const CommandInfo &Each : Commands) {
    json::Object Command{{"name", Each.Name},
                         {"job", Each.Job},
                         {"overview", Each.Overview},
                         {"files", Each.Files},
                         {"examples", json::Array(Each.Examples)},
                         {"settings", Each.MakeSettings()->Table.describe()},
                         {"takes_llvm_flags", Each.TakesLlvmFlags}};
    if (Each.Actions) {
      json::Array Actions;
      for (const ActionInfo &Action : Each.Actions())
        Actions.push_back(Action.Name);
      Command["actions"] = std::move(Actions);
    }
    Result.push_back(std::move(Command));
  }
  json::Array General;
  for (const GeneralFlag &Each : generalFlags())
    General.push_back(json::Object{{"flag", Each.Flag},
                                   {"value", Each.Value},
                                   {"help", Each.Help},
                                   {"known", json::Array(Each.Known)},
                                   {"of_llvm", Each.IsOfLlvm}});
  return json::Object{{"schema", 1},
                      {"commands", std::move(Result)},
                      {"general", std::move(General)}};
}

//===- CommandTable.cpp - The commands of the program ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include "SelfTestSettings.h"

#include "Job/EmbedSettings.h"
#include "Job/EmitSettings.h"
#include "Job/PlanSettings.h"
#include "Job/ReportSettings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral EmitExamples[] = {
    "metaobj emit operators.o weights.npz -o model.o",
    "metaobj emit model.tar --executor=aot --header=model.h -o model.o"};
static constexpr StringLiteral EmbedExamples[] = {
    "metaobj embed model.tflite --target-from=startup.o --header=model.h -o "
    "model.o",
    "metaobj embed w.npz --symbols='w{index}_{name}' --mtriple=riscv32 -o w.o"};
static constexpr StringLiteral InspectExamples[] = {
    "metaobj inspect model.o", "metaobj inspect flash.bin --verify"};
static constexpr StringLiteral DiffExamples[] = {
    "metaobj diff old.o new.o", "metaobj diff old.elf new.elf --json"};
static constexpr StringLiteral SizeExamples[] = {
    "metaobj size firmware.elf",
    "metaobj size firmware.elf --base=release.elf --budget=limits.json"};
static constexpr StringLiteral CheckExamples[] = {
    "metaobj check operators.o model.o",
    "metaobj check firmware.elf --board=board.yaml"};
static constexpr StringLiteral PlanExamples[] = {
    "metaobj plan graph.json --pool=sram:64K --pool=dram",
    "metaobj plan buffers.csv --csv"};
static constexpr StringLiteral SelfTestExamples[] = {
    "metaobj self-test --mtriple=riscv32"};
static constexpr StringLiteral TargetsExamples[] = {"metaobj targets",
                                                    "metaobj targets --json"};

ArrayRef<CommandInfo> allCommands() {
  static const CommandInfo Commands[] = {
      {"emit", "operator objects and parameters -> metadata object",
       "Write what a model compiler leaves out of the object file: the "
       "registry or table of its functions, its parameters, and perhaps an "
       "executor. Inputs, known by their contents: objects, archives, IR; "
       "parameters (NumPy, safetensors, GGUF, TVM); graph JSON; Model Library "
       "Format",
       "<input>...", 0, NoLimit, EmitExamples, makeSettings<EmitSettings>,
       nullptr,
       /*TakesLlvmFlags=*/true},
      {"embed", "any files -> object, under symbols that the program chose",
       "Make an object of any files: their bytes, under symbols and C types "
       "that the program chose. Nothing of them passes a compiler, and no "
       "runtime is needed. Folders stand for all files in them ('-': standard "
       "input)",
       "<file>...", 1, NoLimit, EmbedExamples, makeSettings<EmbedSettings>,
       nullptr,
       /*TakesLlvmFlags=*/true},
      {"inspect", "show registries and parameters of objects and archives",
       "Show the function registries and parameters in object files, archives "
       "and images (raw, Intel HEX, UF2) ('-': standard input)",
       "<file>...", 1, NoLimit, InspectExamples, makeSettings<InspectSettings>},
      {"diff", "compare registries and parameters of two files",
       "Compare the function registries and parameters of two files, by value: "
       "objects, archives, linked files ('-': standard input). Exit status: 0 "
       "equal, 1 different, 2 a file cannot be read",
       "<a> <b>", 2, 2, DiffExamples, makeSettings<DiffSettings>},
      {"size", "say where each byte of files went; compare with a budget",
       "Say where each byte of object files, archives and linked files went "
       "('-': standard input)",
       "<file>...", 1, NoLimit, SizeExamples, makeSettings<SizeSettings>},
#ifdef METAOBJ_LINK
      LinkCommand,
#endif
#ifdef METAOBJ_DEVICE
      DeviceCommand,
#endif
      {"check", "say whether objects will link, or a firmware fits its board",
       "Say whether lld and GNU ld will link these objects and archives, and "
       "whether the result will be right; or, with a board, whether linked "
       "programs fit it ('-': standard input)",
       "<file>...", 1, NoLimit, CheckExamples, makeSettings<CheckSettings>},
      {"plan", "place the tensors of a graph in memory",
       "Plan the memory of a graph's tensors, or of a list of buffers (CSV: "
       "id,lower,upper,size; a buffer lives from lower until before upper) "
       "('-': standard input)",
       "<file>...", 1, NoLimit, PlanExamples, makeSettings<PlanSettings>},
      {"self-test", "emit and verify every ABI on a target",
       "Emit every ABI for a target, and verify all that can be known without "
       "running it",
       "", 0, 0, SelfTestExamples, makeSettings<SelfTestSettings>, nullptr,
       /*TakesLlvmFlags=*/true},
      {"targets", "list the targets of the linked LLVM",
       "List the targets of the linked LLVM", "", 0, 0, TargetsExamples,
       makeSettings<TargetsSettings>},
  };
  return Commands;
}

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
  for (const CommandInfo &Info : allCommands())
    if (Info.Name == Name)
      return &Info;
  return nullptr;
}

StringRef buildWith(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("link", "build it with lld and -DMETAOBJ_LINK=ON")
      .Case("device", "build it with -DMETAOBJ_DEVICE=ON")
      .Default("");
}

std::string commandsWith(StringRef Name) {
  std::string Result;
  for (const CommandInfo &Info : allCommands()) {
    std::unique_ptr<CommandSettings> Settings = Info.MakeSettings();
    const SettingRow *Row = Settings->Table.find(Name);
    if (Row && Row->Names.Name == Name)
      Result += (Result.empty() ? "" : ", ") + Info.Name.str();
  }
  return Result;
}

void printVersion(raw_ostream &OS) {
  OS << "metaobj " METAOBJ_VERSION "\nLLVM " LLVM_VERSION_STRING "\n"
     << "commands: ";
  ListSeparator Comma;
  for (const CommandInfo &C : allCommands())
    OS << Comma << C.Name;
  OS << '\n';
}

json::Value describeCommands() {
  json::Array Result;
  for (const CommandInfo &Info : allCommands()) {
    json::Object Command{{"name", Info.Name},
                         {"job", Info.Job},
                         {"overview", Info.Overview},
                         {"files", Info.Files},
                         {"examples", json::Array(Info.Examples)},
                         {"settings", Info.MakeSettings()->Table.describe()},
                         {"takes_llvm_flags", Info.TakesLlvmFlags}};
    if (Info.Actions) {
      json::Array Actions;
      for (const ActionInfo &Action : Info.Actions())
        Actions.push_back(Action.Name);
      Command["actions"] = std::move(Actions);
    }
    Result.push_back(std::move(Command));
  }
  json::Array General;
  for (const GeneralFlag &TheGeneralFlag : generalFlags())
    General.push_back(json::Object{{"flag", TheGeneralFlag.Flag},
                                   {"value", TheGeneralFlag.Value},
                                   {"help", TheGeneralFlag.Help},
                                   {"known", json::Array(TheGeneralFlag.Known)},
                                   {"of_llvm", TheGeneralFlag.IsOfLlvm}});
  return json::Object{{"schema", 1},
                      {"commands", std::move(Result)},
                      {"general", std::move(General)}};
}

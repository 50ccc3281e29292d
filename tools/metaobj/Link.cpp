//===- Link.cpp - metaobj link --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

#include "metaobj/Link.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct LinkOptions {
  cl::OptionCategory Category{"Link options"};
  cl::list<std::string> Inputs{cl::Positional, cl::OneOrMore,
                               cl::desc("<object or archive>..."),
                               cl::cat(Category)};
  cl::opt<std::string> Output{"o", cl::Required, cl::value_desc("file"),
                              cl::desc("The linked file"), cl::cat(Category)};
  cl::opt<bool> Relocatable{
      "r", cl::desc("Join the inputs to one object (ELF, WebAssembly)"),
      cl::cat(Category)};
  cl::opt<bool> Localize{
      "localize",
      cl::desc("With -r: keep only entry points of registries and executors "
               "global, so that several models can be in one program (ELF)"),
      cl::cat(Category)};
  cl::list<std::string> Keep{
      "keep", cl::value_desc("pattern"),
      cl::desc("With --localize: keep these symbols global as well"),
      cl::cat(Category)};
  cl::list<std::string> Memory{
      "memory", cl::value_desc("region"), cl::CommaSeparated,
      cl::desc("Memories of the device: NAME=ADDRESS:SIZE,... such as "
               "flash=0x0:256K,ram=0x20000000:64K, or a YAML file "
               "(docs/link.md)"),
      cl::cat(Category)};
  std::string Boards = "Memories of a board: " + join(knownBoards(), ", ");
  cl::opt<std::string> Board{"board", cl::value_desc("name"), cl::desc(Boards),
                             cl::cat(Category)};
  cl::opt<std::string> Script{"script", cl::value_desc("file"),
                              cl::desc("A linker script of your own (ELF)"),
                              cl::cat(Category)};
  cl::opt<std::string> Entry{"entry", cl::value_desc("symbol"),
                             cl::desc("Where the program starts"),
                             cl::cat(Category)};
  cl::list<std::string> Runtime{
      "with-runtime",
      cl::value_desc("part"),
      cl::CommaSeparated,
      cl::ValueOptional,
      cl::desc("Link the C runtime, made for the inputs' machine: backend, "
               "registry, graph, aot (these four without a value), "
               "semihosting for its platform, startup from reset to main"),
      cl::cat(Category)};
  cl::list<std::string> CrtConfig{
      "crt-config", cl::value_desc("NAME=VALUE"),
      cl::desc("With --with-runtime: a value of crt_config.h "
               "(TVM_CRT_PORT_ARENA_SIZE_BYTES)"),
      cl::cat(Category)};
  cl::opt<bool> GcSections{"gc-sections",
                           cl::desc("Drop sections that nothing refers to"),
                           cl::cat(Category)};
  cl::opt<std::string> Map{"Map", cl::value_desc("file"),
                           cl::desc("Write the linker's map"),
                           cl::cat(Category)};
  cl::opt<std::string> Bin{"bin", cl::value_desc("file"),
                           cl::desc("Write a raw image, too (ELF)"),
                           cl::cat(Category)};
  cl::opt<std::string> Hex{"hex", cl::value_desc("file"),
                           cl::desc("Write Intel hex, too (ELF)"),
                           cl::cat(Category)};
  cl::opt<std::string> Uf2{"uf2", cl::value_desc("file"),
                           cl::desc("Write UF2, too (ELF)"), cl::cat(Category)};
  cl::opt<std::string> Uf2Family{
      "uf2-family", cl::value_desc("number"),
      cl::desc("Family of the chip in UF2, such as 0xe48bff56 (RP2040)"),
      cl::cat(Category)};
  cl::opt<bool> Quiet{"quiet", cl::desc("Do not print the use of memories"),
                      cl::cat(Category)};
};

} // namespace

/// The memories of --memory and --board; nullopt without both.
static Expected<std::optional<MemoryMap>> memoryOf(const LinkOptions &Options) {
  if (!Options.Board.empty()) {
    std::optional<MemoryMap> Map = memoryMapOfBoard(Options.Board);
    if (Map)
      return Map;
    return inputError(Options.Board, "is no board that is known",
                      "known are: " + join(knownBoards(), ", "));
  }
  if (Options.Memory.empty())
    return std::nullopt;
  if (Options.Memory.size() == 1 &&
      !StringRef(Options.Memory.front()).contains('=')) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer =
        openWhole(Options.Memory.front());
    if (!Buffer)
      return Buffer.takeError();
    return readMemoryMap((*Buffer)->getMemBufferRef());
  }
  MemoryMap Map;
  for (const std::string &Text : Options.Memory) {
    Expected<MemoryRegion> Region = parseMemoryRegion(Text);
    if (!Region)
      return Region.takeError();
    Map.Regions.push_back(std::move(*Region));
  }
  return Map;
}

/// The runtime of --with-runtime and --crt-config.
static Expected<RuntimeConfig> runtimeOf(const LinkOptions &Options) {
  RuntimeConfig Config;
  for (const std::string &Name : Options.Runtime) {
    if (Name.empty()) {
      Config.Parts.insert(Config.Parts.end(),
                          {RuntimePart::Graph, RuntimePart::Aot});
      continue;
    }
    std::optional<RuntimePart> Part = parseRuntimePart(Name);
    if (!Part)
      return inputError(Name, "is no part of the C runtime",
                        "known are: backend, registry, graph, aot, "
                        "semihosting, startup");
    Config.Parts.push_back(*Part);
  }
  for (const std::string &Text : Options.CrtConfig)
    if (Error E = setRuntimeValue(Config, Text))
      return E;
  return Config;
}

static Expected<LinkConfig> configOf(const LinkOptions &Options,
                                     std::vector<std::string> More) {
  LinkConfig Config;
  Config.Inputs.assign(Options.Inputs.begin(), Options.Inputs.end());
  Config.Relocatable = Options.Relocatable;
  Config.Localize = Options.Localize;
  Config.Keep.assign(Options.Keep.begin(), Options.Keep.end());
  Config.Entry = Options.Entry;
  Config.Script = Options.Script;
  Config.GcSections = Options.GcSections;
  Config.MapFile = Options.Map;
  Config.Images.Raw = Options.Bin;
  Config.Images.Hex = Options.Hex;
  Config.Images.Uf2 = Options.Uf2;
  if (!Options.Uf2Family.empty() &&
      StringRef(Options.Uf2Family).getAsInteger(0, Config.Images.Uf2Family))
    return inputError(Options.Uf2Family, "is no number of a family, such as "
                                         "0xe48bff56");
  Expected<RuntimeConfig> Runtime = runtimeOf(Options);
  if (!Runtime)
    return Runtime.takeError();
  Config.Runtime = std::move(*Runtime);
  Config.Arguments = std::move(More);
  Config.Diagnostics = diagnosticPrinter(Options.Quiet);
  Expected<std::optional<MemoryMap>> Memory = memoryOf(Options);
  if (!Memory)
    return Memory.takeError();
  Config.Memory = std::move(*Memory);
  return Config;
}

int runLink(int Argc, const char **Argv) {
  LinkOptions Options;
  // Behind "--" are words for the linker, which our options must not see.
  const char **End = Argv + Argc;
  const char **Mark = std::find_if(
      Argv, End, [](const char *Word) { return StringRef(Word) == "--"; });
  std::vector<std::string> More(Mark == End ? End : Mark + 1, End);
  if (!parseCommandLine(static_cast<int>(Mark - Argv), Argv,
                        "Link objects and archives in this process, with lld; "
                        "arguments behind '--' are for ld.lld, lld-link, "
                        "ld64.lld or wasm-ld\n",
                        {&Options.Category}))
    return ExitWrongUsage;
  if (!Options.CrtConfig.empty() && Options.Runtime.empty())
    return reportUsage("--crt-config needs --with-runtime");
  if (!Options.Keep.empty() && !Options.Localize)
    return reportUsage("--keep needs --localize");
  if (!Options.Uf2Family.empty() && Options.Uf2.empty())
    return reportUsage("--uf2-family needs --uf2");
  if (!Options.Board.empty() && !Options.Memory.empty())
    return reportUsage("--board and --memory exclude each other");
  Expected<LinkConfig> Config = configOf(Options, std::move(More));
  if (!Config)
    return reportError(Config.takeError());
  // lld parses an empty command line, which resets all options.
  std::string Output = Options.Output;
  bool IsQuiet = Options.Quiet;
  Options.Output.setNumOccurrencesFlag(cl::Optional);
  Options.Inputs.setNumOccurrencesFlag(cl::ZeroOrMore);
  Expected<LinkResult> Result =
      link(*Config, Output, SignalHandling::RemoveFiles);
  if (!Result)
    return reportError(Result.takeError());
  if (!Result->LinkerOutput.empty())
    outs() << Result->LinkerOutput << '\n';
  if (!IsQuiet)
    print(*Result, errs());
  return ExitDone;
}

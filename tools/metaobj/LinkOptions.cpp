//===- LinkOptions.cpp - Command line of metaobj link ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkOptions.h"

#include "Command.h"
#include "MemoryFlags.h"

using namespace llvm;
using namespace metaobj;

Error checkValues(const LinkOptions &Options) {
  auto Refuse = [](const Twine &Reason) { return inputError("", Reason); };
  if (!Options.CrtConfig.empty() && Options.Runtime.empty())
    return Refuse("--crt-config needs --with-runtime");
  if (!Options.Keep.empty() && !Options.Localize)
    return Refuse("--keep needs --localize");
  if (!Options.Uf2Family.empty() && Options.Uf2.empty())
    return Refuse("--uf2-family needs --uf2");
  if (!Options.Board.empty() && !Options.Memory.empty())
    return Refuse("--board and --memory exclude each other");
  bool HasPlaces = !Options.Board.empty() || !Options.Memory.empty();
  if (HasPlaces && !Options.Script.empty())
    return inputError("", "--script excludes --board and --memory",
                      "name the memories in the script, or leave it out");
  if (Options.Localize && !Options.Relocatable)
    return Refuse("--localize needs -r");
  if (Options.Relocatable &&
      (HasPlaces || !Options.Script.empty() || Options.GcSections ||
       !Options.Bin.empty() || !Options.Hex.empty() || !Options.Uf2.empty()))
    return Refuse("-r makes an object without addresses: --board, --memory, "
                  "--script, --gc-sections, --bin, --hex and --uf2 belong to "
                  "the last link");
  return Error::success();
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
      return optionError("--with-runtime", "unknown part '" + Name + "'",
                         "known are: " + join(knownRuntimeParts(), ", "));
    Config.Parts.push_back(*Part);
  }
  for (const std::string &Text : Options.CrtConfig)
    if (Error E = setRuntimeValue(Config, Text))
      return optionError("--crt-config", std::move(E));
  return Config;
}

Expected<LinkConfig> linkConfigOf(const LinkOptions &Options,
                                  std::vector<std::string> More,
                                  DiagnosticConsumer Diagnostics) {
  LinkConfig Config;
  Config.Inputs.assign(Options.Inputs.begin(), Options.Inputs.end());
  Config.Relocatable = Options.Relocatable;
  Config.Localize = Options.Localize;
  Config.Keep.assign(Options.Keep.begin(), Options.Keep.end());
  Config.Entry = Options.Entry;
  Config.Script = Options.Script;
  if (Options.GcSections.getNumOccurrences())
    Config.GcSections = Options.GcSections;
  Config.MapFile = Options.Map;
  Config.Images.Raw = Options.Bin;
  Config.Images.Hex = Options.Hex;
  Config.Images.Uf2 = Options.Uf2;
  if (!Options.Uf2Family.empty() &&
      StringRef(Options.Uf2Family).getAsInteger(0, Config.Images.Uf2Family))
    return optionError("--uf2-family",
                       "expected a number such as 0xe48bff56, found '" +
                           Options.Uf2Family + "'");
  Expected<RuntimeConfig> Runtime = runtimeOf(Options);
  if (!Runtime)
    return Runtime.takeError();
  Config.Runtime = std::move(*Runtime);
  Config.Arguments = std::move(More);
  Config.Diagnostics = std::move(Diagnostics);
  Expected<std::optional<MemoryMap>> Memory =
      memoryOfFlags(Options.Board, Options.Memory);
  if (!Memory)
    return Memory.takeError();
  Config.Memory = std::move(*Memory);
  return Config;
}

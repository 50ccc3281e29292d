//===- Link.cpp - metaobj link --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "LinkOptions.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

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
  if (Error E = checkValues(Options))
    return reportUsage(std::move(E));
  Expected<LinkConfig> Config =
      linkConfigOf(Options, std::move(More), diagnosticPrinter(Options.Quiet));
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

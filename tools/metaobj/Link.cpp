//===- Link.cpp - metaobj link --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"

#include "Link/LinkSettings.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

int runLink(const CommandLine &Line) {
  LinkSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  if (Settings.Output.empty())
    return reportUsage("no output file: name it with " + Setting("output"));
  Expected<LinkConfig> Config = Settings.config();
  if (!Config)
    return reportError(Config.takeError());
  Config->Inputs.assign(Settings.Files.begin(), Settings.Files.end());
  Config->Diagnostics = diagnosticPrinter(Settings.Quiet);
  Expected<LinkResult> Result =
      link(*Config, Settings.Output, SignalHandling::RemoveFiles);
  if (!Result)
    return reportError(Result.takeError());
  if (Settings.Json) {
    printJson(*Result, outs());
    return ExitDone;
  }
  if (!Result->LinkerOutput.empty())
    outs() << Result->LinkerOutput << '\n';
  if (!Settings.Quiet)
    print(*Result, errs());
  return ExitDone;
}

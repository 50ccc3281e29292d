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

static int runLink(const CommandLine &Line) {
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

static constexpr StringLiteral LinkExamples[] = {
    "metaobj link -r operators.o model.o -o all.o",
    "metaobj link main.o all.o --board=mps2-an385 "
    "--with-runtime=semihosting,startup -o app.elf"};

constinit const CommandInfo LinkCommand = {
    "link",
    "link objects to an image or to one object, without a tool chain",
    "Link objects and archives in this process, with lld; arguments behind "
    "'--' are for ld.lld, lld-link, ld64.lld or wasm-ld",
    "<object or archive>...",
    1,
    NoLimit,
    LinkExamples,
    makeSettings<LinkSettings>,
    runLink,
    nullptr,
    false,
    /*TakesLinkerWords=*/true};

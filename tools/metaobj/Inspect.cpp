//===- Inspect.cpp - metaobj inspect --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"
#include "Extract.h"

#include "Job/ReportSettings.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

static Error extract(StringRef Path, StringRef Name, StringRef Output,
                     const InspectConfig &Config) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(Path);
  if (!Buffer)
    return Buffer.takeError();
  if (sys::fs::equivalent(Path, Output))
    return inputError(Output, "is the input");
  Expected<NamedParam> Found =
      findParam((*Buffer)->getMemBufferRef(), Path, Name, Config);
  if (!Found)
    return Found.takeError();
  return extractParam(Found->In, Found->Param, Output);
}

static void printText(ArrayRef<Inspection> All) {
  for (const Inspection &Inspected : All) {
    if (&Inspected != &All.front())
      outs() << '\n';
    print(Inspected, outs());
  }
  if (All.empty())
    outs() << "no object file in the archives\n";
}

int runInspect(const CommandLine &Line) {
  InspectSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  const InspectConfig &Config = Settings.Config;
  const std::vector<std::string> &Files = Settings.Files;
  if (Settings.Extract.empty() != Settings.Output.empty())
    return reportUsage(Setting("extract") + " and " + Setting("output") +
                       " go together");
  if (!Settings.Extract.empty()) {
    if (Files.size() != 1)
      return reportUsage(Setting("extract") + " takes one file");
    if (Error E =
            extract(Files.front(), Settings.Extract, Settings.Output, Config))
      return reportError(std::move(E));
    return ExitDone;
  }

  std::optional<PublicKey> Key;
  if (!Settings.KeyFile.empty()) {
    Expected<PublicKey> Read = readPublicKey(Settings.KeyFile);
    if (!Read)
      return reportError(Read.takeError());
    Key = *Read;
  }
  std::vector<Inspection> All;
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;
  std::vector<MemoryBufferRef> Objects;
  for (const std::string &File : Files) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(File);
    if (!Buffer)
      return reportError(Buffer.takeError());
    if (Settings.Together) {
      Objects.push_back((*Buffer)->getMemBufferRef());
      Buffers.push_back(std::move(*Buffer));
      continue;
    }
    Expected<std::vector<Inspection>> Found =
        inspect((*Buffer)->getMemBufferRef(), Config);
    if (!Found)
      return reportError(Found.takeError());
    for (Inspection &Inspected : *Found)
      All.push_back(std::move(Inspected));
  }

  if (Settings.Together) {
    Expected<Inspection> Found = inspectTogether(Objects);
    if (!Found)
      return reportError(Found.takeError());
    All.push_back(std::move(*Found));
  }
  for (const Inspection &Inspected : All)
    for (const InspectedRegistry &Registry : Inspected.Registries)
      warnOfRegistry(Registry, Inspected.File,
                     diagnosticPrinter(/*Quiet=*/false));
  Error Damage = Error::success();
  for (Inspection &Inspected : All)
    if (Settings.Verify)
      Damage = joinErrors(std::move(Damage), verify(Inspected, Key));
    else
      warnOfRecords(Inspected, diagnosticPrinter(/*Quiet=*/false));
  if (Settings.Json)
    printJson(All, outs());
  else
    printText(All);
  if (!Damage)
    return ExitDone;
  outs().flush();
  return reportError(std::move(Damage));
}

//===- Inspect.cpp - metaobj inspect --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Extract.h"
#include "SettingFlags.h"

#include "metaobj/Inspect.h"

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
  for (const Inspection &Each : All) {
    if (&Each != &All.front())
      outs() << '\n';
    print(Each, outs());
  }
  if (All.empty())
    outs() << "no object file in the archives\n";
}

int runInspect(int Argc, const char **Argv) {
  cl::OptionCategory Category("Inspect options");
  SwitchFlag Json(Category, "json",
                  "Print JSON (docs/inspect-json.md): an object, or an array "
                  "if there are several");
  SwitchFlag Together(Category, "together",
                      "Take all files as one, as linkers do: for shards");
  TextFlag Base(Category, Setting::ImageBase, "address",
                "Address of the first byte of raw images (default: their "
                "records tell it)");
  SwitchFlag Verify(Category, "verify",
                    "Compare each model with the hashes of its record (emit "
                    "--record); exit status 1 if a part is damaged");
  TextFlag KeyFile(Category, "public-key", "public.pem",
                   "With --verify: each record must be signed with this "
                   "Ed25519 key's private one (emit --sign)");
  TextFlag Extract(
      Category, "extract", "name",
      "Write the elements of this parameter to -o, instead of showing the "
      "file: as a NumPy array if the path ends in .npy");
  TextFlag Output(Category, "o", "path", "Where --extract writes");
  cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                              cl::desc("<file>..."), cl::cat(Category));
  if (!parseCommandLine(Argc, Argv,
                        "Show the function registries and parameters in object "
                        "files, archives and images (raw, Intel HEX, UF2) "
                        "('-': standard input)\n",
                        {&Category}))
    return ExitWrongUsage;
  InspectConfig Config;
  if (!Base.empty()) {
    Config.Base = parseAddress(Base);
    if (!Config.Base)
      return reportUsage("--base=" + Base +
                         " is not an address, such as 0x8000");
    if (Together)
      return reportUsage("--base is for images, --together for objects");
  }
  if (!KeyFile.empty() && !Verify)
    return reportUsage("--public-key goes with --verify");
  if (Extract.empty() != Output.empty())
    return reportUsage("--extract and -o go together");
  if (!Extract.empty()) {
    if (Files.size() != 1 || Together || Json || Verify)
      return reportUsage("--extract takes one file, without --together, --json "
                         "and --verify");
    if (Error E = extract(Files.front(), Extract, Output, Config))
      return reportError(std::move(E));
    return ExitDone;
  }

  std::optional<PublicKey> Key;
  if (!KeyFile.empty()) {
    Expected<PublicKey> Read = readPublicKey(KeyFile);
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
    if (Together) {
      Objects.push_back((*Buffer)->getMemBufferRef());
      Buffers.push_back(std::move(*Buffer));
      continue;
    }
    Expected<std::vector<Inspection>> Found =
        inspect((*Buffer)->getMemBufferRef(), Config);
    if (!Found)
      return reportError(Found.takeError());
    for (Inspection &Each : *Found)
      All.push_back(std::move(Each));
  }

  if (Together) {
    Expected<Inspection> Found = inspectTogether(Objects);
    if (!Found)
      return reportError(Found.takeError());
    All.push_back(std::move(*Found));
  }
  for (const Inspection &Each : All)
    for (const InspectedRegistry &Registry : Each.Registries)
      warnOfRegistry(Registry, Each.File, diagnosticPrinter(/*Quiet=*/false));
  Error Damage = Error::success();
  for (Inspection &Each : All)
    if (Verify)
      Damage = joinErrors(std::move(Damage), verify(Each, Key));
    else
      warnOfRecords(Each, diagnosticPrinter(/*Quiet=*/false));
  if (Json)
    printJson(All, outs());
  else
    printText(All);
  if (!Damage)
    return ExitDone;
  outs().flush();
  return reportError(std::move(Damage));
}

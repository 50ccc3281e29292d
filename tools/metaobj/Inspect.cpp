//===- Inspect.cpp - metaobj inspect --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

#include "metaobj/Inspect.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

int runInspect(int Argc, const char **Argv) {
  cl::OptionCategory Category("Inspect options");
  cl::opt<bool> Json("json",
                     cl::desc("Print JSON (docs/inspect-json.md): an object, "
                              "or an array if there are several"),
                     cl::cat(Category));
  cl::opt<bool> Together(
      "together", cl::desc("Take all files as one, as linkers do: for shards"),
      cl::cat(Category));
  cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                              cl::desc("<file>..."), cl::cat(Category));
  if (!parseCommandLine(Argc, Argv,
                        "Show the function registries and parameters in object "
                        "files and archives ('-': standard input)\n",
                        {&Category}))
    return ExitWrongUsage;

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
        inspect((*Buffer)->getMemBufferRef());
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
  if (Json) {
    printJson(All, outs());
    return ExitDone;
  }
  for (const Inspection &Each : All) {
    if (&Each != &All.front())
      outs() << '\n';
    print(Each, outs());
  }
  if (All.empty())
    outs() << "no object file in the archives\n";
  return ExitDone;
}

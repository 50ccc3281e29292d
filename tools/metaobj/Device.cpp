//===- Device.cpp - metaobj device ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "DeviceOptions.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace llvm;
using namespace metaobj;

int runDevice(int Argc, const char **Argv) {
  // On the heap: options are large.
  auto Options = std::make_unique<DeviceOptions>();
  if (!parseCommandLine(
          Argc, Argv,
          "Run the operators of a model on a bare-metal device, or compare "
          "them with the host's. Exit status of compare: 0 equal, 1 different "
          "or an error\n",
          {&Options->Category}))
    return ExitWrongUsage;
  if (Error E = checkValues(*Options))
    return reportUsage(std::move(E));
  Expected<DeviceJob> Job =
      deviceJobOf(*Options, diagnosticPrinter(Options->Quiet));
  if (!Job)
    return reportError(Job.takeError());
  bool IsJson = Options->Json;
  // lld parses an empty command line, which resets all options.
  Options->Action.setNumOccurrencesFlag(cl::Optional);
  Options->Via.setNumOccurrencesFlag(cl::Optional);
  Options->Files.setNumOccurrencesFlag(cl::ZeroOrMore);
  Expected<DeviceReport> Report = runDeviceJob(*Job);
  if (!Report)
    return reportError(Report.takeError());
  if (IsJson)
    printJson(*Report, outs());
  else
    print(*Report, outs());
  return Report->areEqual() ? ExitDone : ExitInputsAtFault;
}

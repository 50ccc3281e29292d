//===- job_example.cpp - An example of docs/library.md --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Job.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

int main(int Argc, char **Argv) {
  metaobj::Job Job;
  Job.Reading.Files.assign(Argv + 1, Argv + Argc);
  Job.Emitting.Prefix = "net";
  Job.Output = "net.o";
  Job.Header = "net.h";
  Job.Diagnostics = [](const metaobj::Diagnostic &Each) {
    errs() << Each.Input << ": " << Each.Reason << '\n';
  };

  Expected<metaobj::JobResult> Done = metaobj::runJob(Job);
  if (!Done) {
    logAllUnhandledErrors(Done.takeError(), errs());
    return 1;
  }
  for (const std::string &Path : Done->Written)
    outs() << Path << '\n';
  outs() << *Done->Summary << '\n';
  return 0;
}

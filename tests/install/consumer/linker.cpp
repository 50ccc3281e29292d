// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links objects by the installed library: linker <output> <object>...
#include "metaobj/Link.h"

#include "llvm/Support/raw_ostream.h"

using namespace metaobj;

int main(int Argc, char **Argv) {
  LinkConfig Config;
  Config.Memory = memoryMapOfBoard("mps2-an385");
  Config.Inputs.assign(Argv + 2, Argv + Argc);
  llvm::Expected<LinkResult> Result = link(Config, Argv[1]);
  if (!Result) {
    llvm::errs() << llvm::toString(Result.takeError()) << '\n';
    return 1;
  }
  print(*Result, llvm::outs());
  return 0;
}

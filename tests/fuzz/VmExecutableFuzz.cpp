//===- VmExecutableFuzz.cpp - Relax executables, and modules with them ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3.

#include "Fuzz.h"

#include "Read/Packages/VmExecutable.h"

using namespace llvm;
using namespace metaobj;

static void checkExecutable(const uint8_t *Data, size_t Size) {
  Expected<VmExecutable> Read =
      readVmExecutable(std::make_shared<fuzz::MemorySource>(Data, Size));
  if (!Read)
    return fuzz::checkError(Read.takeError());
  for (const VmConstant &Each : Read->Tensors) {
    fuzz::check(Each.Offset <= Size && Each.Size <= Size - Each.Offset);
    Expected<uint64_t> Bytes = tensorBytes(Each.DType, Each.Shape);
    fuzz::check(bool(Bytes) && *Bytes == Each.Size);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  checkExecutable(Data, Size);
  Expected<std::vector<FfiModuleRange>> Modules =
      readFfiBinary(std::make_shared<fuzz::MemorySource>(Data, Size));
  if (!Modules) {
    fuzz::checkError(Modules.takeError());
    return 0;
  }
  for (const FfiModuleRange &Each : *Modules) {
    fuzz::check(Each.Offset <= Size && Each.Size <= Size - Each.Offset);
    checkExecutable(Data + Each.Offset, Each.Size);
  }
  return 0;
}

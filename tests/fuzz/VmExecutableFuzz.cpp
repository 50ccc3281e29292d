//===- VmExecutableFuzz.cpp - Relax executables, and their graphs ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4.

#include "Fuzz.h"

#include "Read/Packages/RelaxGraph.h"
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

/// A graph that is read can be planned, unless it says too little for that, and
/// its parameters lie in the file.
static void checkRelaxGraph(const uint8_t *Data, size_t Size) {
  Expected<RelaxGraph> Read =
      readRelaxGraph(std::make_shared<fuzz::MemorySource>(Data, Size),
                     /*Name=*/"", DiagnosticConsumer());
  if (!Read)
    return fuzz::checkError(Read.takeError());
  fuzz::check(!checkGraph(Read->TheGraph, fuzz::InputName));
  Expected<GraphBuffers> Buffers =
      graphBuffers(Read->TheGraph, fuzz::InputName);
  if (!Buffers)
    fuzz::checkError(Buffers.takeError());
  fuzz::checkParams(std::move(Read->Params), Size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  checkExecutable(Data, Size);
  checkRelaxGraph(Data, Size);
  Expected<std::vector<FfiModuleRange>> Modules =
      readFfiBinary(std::make_shared<fuzz::MemorySource>(Data, Size));
  if (!Modules) {
    fuzz::checkError(Modules.takeError());
    return 0;
  }
  for (const FfiModuleRange &Each : *Modules) {
    fuzz::check(Each.Offset <= Size && Each.Size <= Size - Each.Offset);
    checkExecutable(Data + Each.Offset, Each.Size);
    checkRelaxGraph(Data + Each.Offset, Each.Size);
  }
  return 0;
}

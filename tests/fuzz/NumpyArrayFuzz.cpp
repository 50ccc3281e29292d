//===- NumpyArrayFuzz.cpp - Arrays of NumPy -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 5.

#include "Fuzz.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<Param> P =
      readNumpyArray(std::make_shared<fuzz::MemorySource>(Data, Size));
  if (!P)
    fuzz::checkError(P.takeError());
  else
    fuzz::checkParams(std::vector<Param>{std::move(*P)}, Size);
  return 0;
}

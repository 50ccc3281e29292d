//===- GgufFuzz.cpp - GGUF files ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5.

#include "Fuzz.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  fuzz::checkParams(
      readGguf(std::make_shared<fuzz::MemorySource>(Data, Size), nullptr),
      Size);
  return 0;
}

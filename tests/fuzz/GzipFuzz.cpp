//===- GzipFuzz.cpp - Compressed files of parameters ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3.

#include "Fuzz.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // Deflate makes at most 258 bytes of two bits.
  uint64_t Largest = uint64_t(Size) * 1032;
  fuzz::checkCompressed(
      openGzip(std::make_shared<fuzz::MemorySource>(Data, Size)), Largest);
  return 0;
}

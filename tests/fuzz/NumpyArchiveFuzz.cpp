//===- NumpyArchiveFuzz.cpp - Zip archives of arrays ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 5.

#include "Fuzz.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // Deflate makes at most 1032 bytes of one.
  fuzz::checkParams(
      readNumpyArchive(std::make_shared<fuzz::MemorySource>(Data, Size)),
      uint64_t(Size) * 1032 + 1032);
  return 0;
}

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
  llvm::Expected<std::shared_ptr<const ByteSource>> Source =
      openGzip(std::make_shared<fuzz::MemorySource>(Data, Size));
  if (!Source) {
    fuzz::checkError(Source.takeError());
    return 0;
  }
  fuzz::check((*Source)->size() <= Largest);
  fuzz::checkParams(readTvmParams(*Source), Largest);
  return 0;
}

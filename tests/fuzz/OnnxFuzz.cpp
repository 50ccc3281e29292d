//===- OnnxFuzz.cpp - ONNX models -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5.

#include "Fuzz.h"
#include "Read/Params/ParamsFormats.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ParamsReading Reading;
  DiagnosticConsumer Diagnostics;
  std::vector<std::string> FilesRead;
  // A number of a byte may be an element of eight.
  fuzz::checkParams(readOnnx(std::make_shared<fuzz::MemorySource>(Data, Size),
                             {Reading, Diagnostics, FilesRead}),
                    8 * Size);
  return 0;
}

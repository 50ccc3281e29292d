//===- TensorFlowJsFuzz.cpp - Weights of TensorFlow.js --------------------===//
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
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  // In a folder without files.
  std::shared_ptr<const InputFile> Source =
      InputFile::ofMemory(Text, "/dev/null/fuzz.input");
  fuzz::checkParams(
      readTensorFlowJs(Text, *Source, {Reading, Diagnostics, FilesRead}), 0);
  return 0;
}

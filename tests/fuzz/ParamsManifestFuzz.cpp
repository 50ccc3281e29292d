//===- ParamsManifestFuzz.cpp - Manifests of raw files --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5.

#include "Fuzz.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // In a folder without files.
  fuzz::checkParams(
      readParamsManifest(
          llvm::StringRef(reinterpret_cast<const char *>(Data), Size),
          "/dev/null/fuzz.input"),
      0);
  return 0;
}

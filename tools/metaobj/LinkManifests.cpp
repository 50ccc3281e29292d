//===- LinkManifests.cpp - lld-link without libxml2 -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's library WindowsManifest defines, which lld-link calls when the
// command line gives it manifests to merge. LLVM's needs libxml2, whose archive
// needs ICU's data of 30 MB. Without it lld-link runs mt.exe, as on Windows.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/WindowsManifest/WindowsManifestMerger.h"

namespace llvm::windows_manifest {

class WindowsManifestMerger::WindowsManifestMergerImpl {};

bool isAvailable() { return false; }

WindowsManifestMerger::WindowsManifestMerger() = default;
WindowsManifestMerger::~WindowsManifestMerger() = default;

Error WindowsManifestMerger::merge(MemoryBufferRef) {
  return createStringError(inconvertibleErrorCode(),
                           "this program merges no manifests");
}

std::unique_ptr<MemoryBuffer> WindowsManifestMerger::getMergedManifest() {
  return nullptr;
}

} // namespace llvm::windows_manifest

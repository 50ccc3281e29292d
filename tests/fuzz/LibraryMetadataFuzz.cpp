//===- LibraryMetadataFuzz.cpp - metadata.json and sources ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4.

#include "Fuzz.h"

#include "Read/Packages/LibraryMetadata.h"
#include "Read/Packages/LibrarySource.h"

using namespace metaobj;

static void checkModule(const LibraryModule &Module) {
  constexpr uint64_t Largest = uint64_t(1) << 63;
  for (const LibraryMain &Main : Module.Main) {
    fuzz::check(Main.Device >= 0);
    for (std::optional<uint64_t> Size :
         {Main.WorkspaceSize, Main.ConstantsSize, Main.IoSize})
      fuzz::check(!Size || *Size < Largest);
    for (const auto *Tensors : {&Main.Inputs, &Main.Outputs})
      if (*Tensors)
        for (const LibraryTensor &Tensor : **Tensors)
          fuzz::check(Tensor.Size < Largest);
  }
  for (const LibraryOperator &Operator : Module.Operators)
    for (const LibraryWorkspace &Workspace : Operator.Workspaces)
      fuzz::check(Workspace.Device >= 0 && Workspace.Size < Largest);
  for (const LibraryStorage &Storage : Module.Storage)
    fuzz::check(Storage.Id < Largest && Storage.Size < Largest);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  ModelLibrary Library{fuzz::InputName.str()};
  if (llvm::Error E = readLibraryMetadata(Text, fuzz::InputName, Library)) {
    fuzz::checkError(std::move(E));
  } else {
    for (const LibraryModule &Module : Library.Modules)
      checkModule(Module);
    fuzz::check(llvm::is_sorted(
        Library.Modules, [](const LibraryModule &A, const LibraryModule &B) {
          return A.Name < B.Name;
        }));
  }
  // The bytes as a C source.
  llvm::consumeError(
      readLibrarySource("lib0.c", fuzz::MemorySource(Data, Size)).takeError());
  return 0;
}

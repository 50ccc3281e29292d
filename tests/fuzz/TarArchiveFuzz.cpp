//===- TarArchiveFuzz.cpp - Archives of models ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3.

#include "Fuzz.h"

#include "Base/TarArchive.h"
#include "Read/Packages/ModelLibraryFormat.h"
#include "Read/Packages/Package.h"

using namespace metaobj;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto Archive = std::make_shared<fuzz::MemorySource>(Data, Size);
  uint64_t End = 0;
  auto Check = [&](const TarMember &Member) {
    // In order, inside the file, and a header before each.
    fuzz::check(Member.Offset >= End + 512 && Member.Offset <= Size);
    fuzz::check(Member.Size <= Size - Member.Offset);
    End = Member.Offset + Member.Size;
    return llvm::Error::success();
  };
  fuzz::checkError(visitTar(Archive, Check));

  // The same as Model Library Format.
  ModelLibraryReader Reader(fuzz::InputName.str());
  bool AllStay = true;
  llvm::Error Stopped = tarPackage(Archive)->visit(
      [&](const PackageFile &File) {
        AllStay &= staysInside(File.Name);
        return Reader.look(File);
      },
      [](const PackageOther &) {});
  if (Stopped) {
    fuzz::checkError(std::move(Stopped));
    return 0;
  }
  llvm::Expected<std::optional<ModelLibrary>> Library =
      std::move(Reader).take(/*IsFolder=*/false);
  if (!Library)
    fuzz::checkError(Library.takeError());
  else
    fuzz::check(AllStay || !*Library);
  return 0;
}

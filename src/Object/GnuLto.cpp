//===- GnuLto.cpp - Objects of GCC's link-time optimisation ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/GnuLto.h"

#include "Object/ElfType.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;
using namespace llvm::object;

namespace metaobj {

Error slimLtoError(StringRef Name) {
  return inputError(Name,
                    "is a slim LTO object of GCC: it has no machine code, and "
                    "only GCC's plugin reads what it has",
                    "compile it with -ffat-lto-objects, or without -flto");
}

template <class ELFT> static bool hasSections(StringRef Bytes) {
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  auto Sections = File->sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return false;
  }
  for (const typename ELFT::Shdr &Section : *Sections) {
    Expected<StringRef> Name = File->getSectionName(Section);
    if (!Name)
      consumeError(Name.takeError());
    else if (Name->starts_with(".gnu.lto_"))
      return true;
  }
  return false;
}

bool hasGnuLto(StringRef Bytes) {
  if (identify_magic(Bytes) != file_magic::elf_relocatable)
    return false;
  return withElfType(
      Bytes, [&]<class ELFT>(ELFT) { return hasSections<ELFT>(Bytes); });
}

} // namespace metaobj
